// SPDX-License-Identifier: MIT
#include "app/comparison_report.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include "app/machine.hpp"
#include "app/result_folder.hpp"
#include "app/variants.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"
#include "core/config/json_document.hpp"
#include "core/drive/drive.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/order_peaks.hpp"
#include "core/run/manifest.hpp"
#include "core/settings/configuration.hpp"
#include "plots/linear_titles.hpp"
#include "postprocess/comparison.hpp"
#include "postprocess/error_bars.hpp"
#include "report/comparison_page.hpp"
#include "report/player_data.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

// Largest number of animated runs on a page.
constexpr std::size_t kMostPlayers = 4;

// Results of program versions without verdicts are classified by their balances only.
bool is_clean(const ManifestRecord& manifest) {
  return manifest.is_clean.value_or(manifest.is_complete() &&
                                    std::ranges::none_of(manifest.balances, &RecordedBalance::is_open));
}

// `run` is null if it has no results.
report::RunSummary summary_of(const plots::Run* run, const ManifestRecord& manifest) {
  const std::span<const double> time = run == nullptr ? std::span<const double>() : run->history.column("time [s]");
  return {.name = manifest.run,
          .formulation = manifest.formulation,
          .model = manifest.model,
          .status = manifest.status,
          .verdict = manifest.verdict,
          .is_clean = is_clean(manifest),
          .remarks = manifest.remarks,
          .message = manifest.message,
          .warnings = manifest.warnings,
          .is_exact = run != nullptr && run->is_exact,
          .reached = time.empty() ? 0.0 : time.back(),
          .steps = manifest.statistics.steps,
          .newton_iterations = manifest.statistics.newton_iterations,
          .rejected_steps = manifest.statistics.rejected_steps,
          .unsettled_steps = manifest.statistics.unsettled_steps,
          .wall_time = manifest.wall_time,
          .cpu_time = manifest.cpu_time,
          .balances = manifest.balances};
}

// The existing tables of a run, relative to the page.
std::vector<std::string> files_of(const fs::path& folder, const std::string& run) {
  std::vector<std::string> files;
  for (const char* name : {"history.csv", "profiles.csv", "slip_zones.csv", "revolution.csv", "modes.csv",
                           "frequency_response.csv", "campbell.csv", "steady_at_speeds.csv", "order_response.csv",
                           "order_tracking.csv", "summary.json", "errors.csv"}) {
    if (fs::exists(folder / run / name)) files.push_back(fmt::format("{}/{}", run, name));
  }
  return files;
}

// The files of a figure for print and for other pages.
std::vector<std::string> drawn_as(const std::string& figure, const std::set<std::string>& drawn) {
  std::vector<std::string> files;
  for (const char* format : {"svg", "pdf"}) {
    const std::string name = fmt::format("{}.{}", figure, format);
    if (drawn.contains(name)) files.push_back("figures/" + name);
  }
  return files;
}

std::vector<report::Picture> pictures_of(const plots::Result& result, const fs::path& folder,
                                         const std::set<std::string>& drawn) {
  std::vector<std::string> names;
  for (const plots::Run& run : result.runs) names.push_back(run.name);
  std::vector<report::Picture> pictures;
  for (const plots::Figure& figure : plots::applicable_figures(result)) {
    const fs::path file = folder / "figures" / (figure.name + ".svg");
    pictures.push_back({.name = figure.name,
                        .title = figure.title,
                        .alt = fmt::format("{}, of {}", figure.title, fmt::join(names, ", ")),
                        .svg = drawn.contains(figure.name + ".svg") ? read_text_file(file) : std::string(),
                        .files = drawn_as(figure.name, drawn)});
  }
  return pictures;
}

// Replaces infinite values by NaN, which tables omit.
std::vector<double> finite_or_nan(std::vector<double> values) {
  for (double& value : values) {
    if (!std::isfinite(value)) value = std::nan("");
  }
  return values;
}

std::optional<double> if_finite(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

// The last part of a JSON pointer.
std::string short_name(const std::string& parameter) { return parameter.substr(parameter.rfind('/') + 1); }

// Adds a study for each run and column, with its L2 error.
void add_studies(report::ComparisonContent& content, const postprocess::Convergence& convergence) {
  for (const postprocess::RunConvergence& run : convergence.runs) {
    for (const postprocess::ColumnConvergence& column : run.columns) {
      content.studies.push_back({.id = fmt::format("{} against {}", run.run, run.reference),
                                 .title = fmt::format("{}: {}", run.run, column.column),
                                 .parameter = short_name(convergence.parameter),
                                 .error = "L2 error of " + column.column,
                                 .values = run.values,
                                 .errors = finite_or_nan(column.l2.errors),
                                 .expected_order = convergence.expected_order > 0.0
                                                       ? std::optional(convergence.expected_order)
                                                       : std::nullopt,
                                 .orders = finite_or_nan(column.l2.orders)});
    }
  }
  content.study_remarks = convergence.remarks;
}

// Adds a table for each run.
void add_parameter_study(report::ComparisonContent& content, const postprocess::ParameterStudy& study) {
  for (const postprocess::RunOverParameter& run : study.runs) {
    report::ParameterTable table{
        .run = run.run, .parameter = short_name(study.parameter), .values = run.values, .rows = {}};
    for (const postprocess::ColumnOverParameter& column : run.columns) {
      table.rows.push_back({.column = column.column,
                            .results = finite_or_nan(column.final_values),
                            .change = column.changes.empty() ? std::nullopt : if_finite(column.changes.back()),
                            .sensitivity = if_finite(column.overall_sensitivity)});
    }
    content.parameter_tables.push_back(std::move(table));
  }
  content.study_remarks = study.remarks;
}

// Adds the runs that failed before they had a state to show.
void add_failures(report::ComparisonContent& content, const fs::path& folder) {
  std::set<fs::path> failed;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (fs::exists(entry.path() / "manifest.json") && has_no_results(entry.path())) failed.insert(entry.path());
  }
  for (const fs::path& run : failed) {
    const ManifestRecord manifest = read_manifest(run / "manifest.json");
    content.runs.push_back(summary_of(nullptr, manifest));
    if (content.configuration.empty()) content.configuration = manifest.configuration;
  }
}

// The name given in a configuration.
std::optional<std::string> name_in(const std::string& configuration) {
  const Json json = Json::parse(configuration);
  const Json* name = json.find("name");
  return name != nullptr && name->is_string() ? std::optional(name->get<std::string>()) : std::nullopt;
}

// A sentence if results were computed by another build of this program.
std::string builds_text(const std::set<std::string>& hashes) {
  const std::string& own = build_info().git_hash;
  if (hashes.empty() || (hashes.size() == 1 && *hashes.begin() == own)) return {};
  return fmt::format("The runs were computed by {}; this page was written by {}.", fmt::join(hashes, ", "), own);
}

report::OrderPeaks order_peaks_of(const std::string& run, const CsvTable& orders, const Drive& drive) {
  report::OrderPeaks peaks{.run = run, .rows = {}};
  for (const std::string_view quantity : kPeakQuantities) {
    for (const OrderCurve& curve : order_curves(orders, quantity)) {
      for (const AmplitudePeak& peak : peaks_of(curve.curve)) {
        peaks.rows.push_back({.quantity = plots::linear_quantity_title(curve.quantity, drive),
                              .unit = curve.unit,
                              .order = fmt::format("order {:g} of pulley {}", curve.order,
                                                   plots::pulley_title(drive, static_cast<std::size_t>(curve.pulley))),
                              .peak = peak});
      }
    }
  }
  return peaks;
}

report::NamedCrossings crossings_of(const plots::Run& run) {
  report::NamedCrossings crossings{.run = run.name, .rows = order_crossings(*run.campbell), .modes = {}};
  if (!run.modes) return crossings;
  for (const NamedMode& mode : run.modes->modes)
    crossings.modes.push_back({.name = mode.name, .error = mode.mode.error});
  return crossings;
}

bool is_playable(const Drive& drive) {
  return std::holds_alternative<BeltDrive>(drive) || std::holds_alternative<ContourDrive>(drive);
}

// `run` does not contain its shapes yet.
std::optional<report::Player> played(report::PlayedRun run, const fs::path& run_folder, const std::string& title) {
  if (!is_playable(run.drive)) return std::nullopt;
  if (std::holds_alternative<BeltDrive>(run.drive))
    run.shapes = postprocess::load_all_shapes(run_folder, report::kPlayerFrames);
  return report::make_player(title, title, run);
}

}  // namespace

std::optional<report::Player> player_of(const fs::path& run_folder, const std::string& title,
                                        const Formulations& formulations) {
  const std::string file = (run_folder / "manifest.json").string();
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse(file, read_manifest(file).configuration), formulations);
  if (!is_playable(*configuration.drive)) return std::nullopt;
  const CsvTable history = CsvTable::load(run_folder / "history.csv");
  const CsvTable profiles = CsvTable::load(run_folder / "profiles.csv");
  const CsvTable slip_zones = CsvTable::load(run_folder / "slip_zones.csv");
  return played({.drive = *configuration.drive, .history = history, .profiles = profiles, .slip_zones = slip_zones},
                run_folder, title);
}

void write_comparison_report(const plots::Result& result, const fs::path& folder,
                             const std::optional<std::set<std::string>>& drawn) {
  report::ComparisonContent content{
      .name = folder.filename().string(), .drive = result.drive, .end_time = result.end_time};
  std::set<std::string> hashes;
  for (const plots::Run& run : result.runs) {
    const ManifestRecord manifest = read_manifest(folder / run.name / "manifest.json");
    content.runs.push_back(summary_of(&run, manifest));
    content.runs.back().files = files_of(folder, run.name);
    const std::optional<postprocess::ErrorBars> errors = postprocess::read_error_bars(folder / run.name);
    if (errors) content.runs.back().error_advice = errors->advice();
    if (errors && !errors->gaps().empty()) content.runs.back().warnings.push_back(errors->gaps());
    hashes.insert(manifest.git_hash.empty() ? "unknown" : manifest.git_hash);
    if (content.configuration.empty()) {
      content.configuration = manifest.configuration;
      content.name = name_in(manifest.configuration).value_or(content.name);
    }
    const Drive& drive = plots::drive_of_run(run, result);
    if (const auto* belt = std::get_if<BeltDrive>(&drive)) {
      content.belt_numbers.push_back(report::belt_numbers(run.name, *belt, run.history, run.summary_from));
      content.belt_numbers.back().errors = errors;
    }
    content.headlines.push_back(
        report::headline_numbers(run.name, drive, run.history, run.conclusions, errors, run.summary_from));
    if (run.modes) report::add_modes(content.headlines.back(), run.modes->modes);
    content.charted.push_back({.name = run.name,
                               .is_exact = run.is_exact,
                               .is_steady_only = postprocess::is_steady_only(run, result.runs),
                               .history = &run.history,
                               .errors = run.errors ? &*run.errors : nullptr});
    if (run.campbell) content.crossings.push_back(crossings_of(run));
    if (run.orders) content.order_peaks.push_back(order_peaks_of(run.name, *run.orders, drive));
    if (run.modes) content.modes.push_back({.id = run.name, .title = run.name, .table = *run.modes});
    if (content.players.size() >= kMostPlayers) continue;
    std::optional<report::Player> player =
        played({.drive = drive, .history = run.history, .profiles = run.profiles, .slip_zones = run.slip_zones},
               folder / run.name, run.name);
    if (player) content.players.push_back(std::move(*player));
  }
  add_failures(content, folder);
  content.charts = report::make_charts(*result.drive, content.charted);
  content.pairs = compare_runs(result);
  if (!content.configuration.empty()) content.variants = variant_table(Json::parse(content.configuration));
  for (const char* file : {"comparison.csv", "comparison.json"}) {
    if (fs::exists(folder / file)) content.files.emplace_back(file);
  }
  if (drawn) content.figures = pictures_of(result, folder, *drawn);
  if (result.convergence) add_studies(content, *result.convergence);
  if (result.parameter_study) add_parameter_study(content, *result.parameter_study);
  content.builds = builds_text(hashes);
  content.machine = this_machine();
  const fs::path page = folder / "report.html";
  write_text_file(page, report::comparison_page(content));
  spdlog::info("the report is {}", page.string());
}

}  // namespace beltdyn::app
