// SPDX-License-Identifier: MIT
#include "app/comparison_report.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include "app/machine.hpp"
#include "app/result_folder.hpp"
#include "core/config/json_document.hpp"
#include "core/simulation/configuration.hpp"
#include "core/text_file.hpp"
#include "core/version.hpp"
#include "report/comparison_page.hpp"
#include "report/player_data.hpp"
#include "results/comparison.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Of the runs of a page at most so many are played.
constexpr std::size_t kMostPlayers = 4;

Json load_json(const fs::path& path) {
  std::ifstream stream(path);
  return Json::parse(stream, nullptr, false);
}

std::vector<report::BalanceLine> balances_of(const Json& manifest) {
  std::vector<report::BalanceLine> lines;
  for (const Json& item : manifest.value("balances", Json::array())) {
    const Json& largest = item["largest"];
    lines.push_back({.column = item.value("column", ""),
                     .law = item.value("law", ""),
                     .largest = largest.is_number() ? largest.get<double>() : std::nan(""),
                     .time = item["time [s]"].is_number() ? item["time [s]"].get<double>() : std::nan(""),
                     .tolerance = item.value("tolerance", 0.0),
                     .is_open = item.value("open", false)});
  }
  return lines;
}

// Results of a program that wrote no verdict yet are judged by their balances alone.
bool is_clean(const Json& manifest) {
  if (manifest.contains("clean")) return manifest["clean"] == true;
  const std::vector<report::BalanceLine> balances = balances_of(manifest);
  return manifest.value("status", "") == "complete" &&
         std::ranges::none_of(balances, [](const report::BalanceLine& line) { return line.is_open; });
}

std::vector<std::string> warnings_of(const Json& manifest) {
  const Json preflight = manifest.value("preflight", Json());
  if (!preflight.is_object()) return {};
  return preflight.value("warnings", std::vector<std::string>());
}

// `run` is null if there are no results of it.
report::RunSummary summary_of(const plots::Run* run, const Json& manifest) {
  const Json statistics = manifest.value("statistics", Json::object());
  const std::span<const double> time = run == nullptr ? std::span<const double>() : run->history.column("time [s]");
  return {.name = manifest.value("run", ""),
          .formulation = manifest.value("formulation", ""),
          .model = manifest.value("model", ""),
          .status = manifest.value("status", "unknown"),
          .verdict = manifest.value("verdict", ""),
          .is_clean = is_clean(manifest),
          .remarks = manifest.value("remarks", std::vector<std::string>()),
          .message = manifest.value("message", ""),
          .warnings = warnings_of(manifest),
          .is_exact = run != nullptr && run->is_exact,
          .reached = time.empty() ? 0.0 : time.back(),
          .steps = statistics.value("steps", std::int64_t{0}),
          .newton_iterations = statistics.value("newton_iterations", std::int64_t{0}),
          .rejected_steps = statistics.value("rejected_steps", std::int64_t{0}),
          .unsettled_steps = statistics.value("unsettled_steps", std::int64_t{0}),
          .wall_time = manifest.value("wall_time [s]", 0.0),
          .cpu_time = manifest.value("cpu_time [s]", 0.0),
          .balances = balances_of(manifest)};
}

std::vector<results::PairComparison> pairs_of(const plots::Result& result) {
  std::vector<results::RunHistory> histories;
  for (const plots::Run& run : result.runs) {
    histories.push_back({.name = run.name, .model = run.model, .is_reference = run.is_exact, .history = &run.history});
  }
  return results::compare_histories(histories);
}

std::vector<report::Picture> pictures_of(const plots::Result& result, const fs::path& folder) {
  std::vector<std::string> names;
  for (const plots::Run& run : result.runs) names.push_back(run.name);
  std::vector<report::Picture> pictures;
  for (const plots::Figure& figure : plots::applicable_figures(result)) {
    const fs::path file = folder / "figures" / (figure.name + ".svg");
    const fs::path script = folder / "figures" / (figure.name + ".gp");
    // An older picture is one of earlier results, and gnuplot could not draw it anew.
    const bool is_drawn =
        fs::exists(file) && fs::exists(script) && fs::last_write_time(file) >= fs::last_write_time(script);
    pictures.push_back({.name = figure.name,
                        .title = figure.title,
                        .alt = fmt::format("{}, of {}", figure.title, fmt::join(names, ", ")),
                        .svg = is_drawn ? read_text_file(file) : std::string()});
  }
  return pictures;
}

std::vector<double> numbers(const Json& list) {
  std::vector<double> values;
  for (const Json& value : list) values.push_back(value.is_number() ? value.get<double>() : std::nan(""));
  return values;
}

// convergence.json: a study for each run and column, by its L2 error.
void add_studies(report::ComparisonContent& content, const Json& convergence) {
  if (!convergence.is_object()) return;
  const Json& expected = convergence["expected_order"];
  const std::string parameter = convergence.value("parameter", "");
  for (const Json& run : convergence.value("runs", Json::array())) {
    for (const Json& column : run.value("columns", Json::array())) {
      const std::string name = column.value("column", "");
      content.studies.push_back(
          {.id = fmt::format("{} against {}", run.value("run", ""), run.value("reference", "")),
           .title = fmt::format("{}: {}", run.value("run", ""), name),
           .parameter = parameter.substr(parameter.rfind('/') + 1),
           .error = "L2 error of " + name,
           .values = numbers(run["values"]),
           .errors = numbers(column["l2"]["errors"]),
           .expected_order = expected.is_number() ? std::optional(expected.get<double>()) : std::nullopt,
           .orders = numbers(column["l2"]["orders"])});
    }
  }
  content.study_remarks = convergence.value("remarks", std::vector<std::string>());
}

std::optional<double> optional_number(const Json& value) {
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

// study.json: a table for each run.
void add_parameter_study(report::ComparisonContent& content, const Json& study) {
  if (!study.is_object()) return;
  const std::string parameter = study.value("parameter", "");
  for (const Json& run : study.value("runs", Json::array())) {
    report::ParameterTable table{.run = run.value("run", ""),
                                 .parameter = parameter.substr(parameter.rfind('/') + 1),
                                 .values = numbers(run["values"]),
                                 .rows = {}};
    for (const Json& column : run.value("columns", Json::array())) {
      table.rows.push_back({.column = column.value("column", ""),
                            .results = numbers(column["final"]),
                            .change = optional_number(column["change [-]"].back()),
                            .sensitivity = optional_number(column["overall_sensitivity [-]"])});
    }
    content.parameter_tables.push_back(std::move(table));
  }
  content.study_remarks = study.value("remarks", std::vector<std::string>());
}

// Runs that failed before they had a state to show.
void add_failures(report::ComparisonContent& content, const fs::path& folder) {
  std::set<fs::path> failed;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (fs::exists(entry.path() / "manifest.json") && has_no_results(entry.path())) failed.insert(entry.path());
  }
  for (const fs::path& run : failed) {
    const Json manifest = load_json(run / "manifest.json");
    content.runs.push_back(summary_of(nullptr, manifest));
    if (content.configuration.empty()) content.configuration = manifest["configuration"].dump(2);
  }
}

// A sentence if results are older than this program.
std::string builds_text(const std::set<std::string>& hashes) {
  const std::string& own = build_info().git_hash;
  if (hashes.empty() || (hashes.size() == 1 && *hashes.begin() == own)) return {};
  return fmt::format("The runs were computed by {}, this page was written by {}.", fmt::join(hashes, ", "), own);
}

bool is_playable(const Drive& drive) {
  return std::holds_alternative<BeltDrive>(drive) || std::holds_alternative<ContourDrive>(drive);
}

// `run` still without its shapes.
std::optional<report::Player> played(report::PlayedRun run, const fs::path& run_folder, const std::string& title) {
  if (!is_playable(run.drive)) return std::nullopt;
  if (std::holds_alternative<BeltDrive>(run.drive))
    run.shapes = results::load_all_shapes(run_folder, report::kPlayerFrames);
  return report::make_player(title, title, run);
}

}  // namespace

std::optional<report::Player> player_of(const fs::path& run_folder, const std::string& title,
                                        const Formulations& formulations) {
  const std::string file = (run_folder / "manifest.json").string();
  const Json manifest = load_json(file);
  if (!manifest.is_object() || !manifest.contains("configuration")) return std::nullopt;
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse(file, manifest["configuration"].dump()), formulations);
  if (!is_playable(configuration.drive)) return std::nullopt;
  const results::CsvTable history = results::CsvTable::load(run_folder / "history.csv");
  const results::CsvTable profiles = results::CsvTable::load(run_folder / "profiles.csv");
  const results::CsvTable slip_zones = results::CsvTable::load(run_folder / "slip_zones.csv");
  return played({.drive = configuration.drive, .history = history, .profiles = profiles, .slip_zones = slip_zones},
                run_folder, title);
}

void write_comparison_report(const plots::Result& result, const fs::path& folder) {
  report::ComparisonContent content{
      .name = folder.filename().string(), .drive = result.drive, .end_time = result.end_time};
  std::set<std::string> hashes;
  for (const plots::Run& run : result.runs) {
    const Json manifest = load_json(folder / run.name / "manifest.json");
    content.runs.push_back(summary_of(&run, manifest));
    hashes.insert(manifest.value("program", Json::object()).value("git_hash", "unknown"));
    const Json configuration = manifest.value("configuration", Json::object());
    if (content.configuration.empty()) {
      content.configuration = configuration.dump(2);
      content.name = configuration.value("name", content.name);
    }
    if (content.players.size() >= kMostPlayers) continue;
    std::optional<report::Player> player =
        played({.drive = result.drive, .history = run.history, .profiles = run.profiles, .slip_zones = run.slip_zones},
               folder / run.name, run.name);
    if (player) content.players.push_back(std::move(*player));
  }
  add_failures(content, folder);
  content.pairs = pairs_of(result);
  content.figures = pictures_of(result, folder);
  add_studies(content, load_json(folder / "convergence.json"));
  add_parameter_study(content, load_json(folder / "study.json"));
  content.builds = builds_text(hashes);
  content.machine = this_machine();
  const fs::path page = folder / "report.html";
  write_text_file(page, report::comparison_page(content));
  spdlog::info("the report is {}", page.string());
}

}  // namespace beltdyn::app
