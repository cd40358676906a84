// SPDX-License-Identifier: MIT
#include "app/sweep_results.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "core/base/csv_table.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"
#include "plots/sensitivity_figure.hpp"
#include "plots/sweep_figure.hpp"
#include "report/sweep_page.hpp"
#include "studies/module.hpp"
#include "studies/sweep/netcdf_table.hpp"
#include "studies/sweep/sensitivity.hpp"
#include "studies/sweep/sweep_table.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNetcdfTable = "sweep.nc";
constexpr const char* kSensitivities = "sensitivity.csv";
constexpr const char* kPage = "sweep.html";

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

// Warns of members without results; their rows state the reason.
void report_incomplete(const std::string& name, const studies::SweepTable& table) {
  const auto complete = static_cast<std::size_t>(std::ranges::count(table.status, studies::kComplete));
  const std::size_t incomplete = table.members.size() - complete;
  if (incomplete == 0) return;
  spdlog::warn("{}: {} of {} members have no results; see the column message for the reasons", name, incomplete,
               table.members.size());
}

std::string in_words(const SweptValues& values) {
  return std::visit(
      Overload{
          [](const ListedValues& v) { return fmt::format("{} values", v.values.size()); },
          [](const LinearValues& v) { return fmt::format("{:.6g} to {:.6g}, {} linear", v.from, v.to, v.count); },
          [](const LogarithmicValues& v) {
            return fmt::format("{:.6g} to {:.6g}, {} logarithmic", v.from, v.to, v.count);
          },
          [](const CsvValues& v) { return fmt::format("{}, column {}", v.file, v.column); },
          [](const UniformDistribution& v) { return fmt::format("uniform, {:.6g} to {:.6g}", v.low, v.high); },
          [](const LogUniformDistribution& v) { return fmt::format("log-uniform, {:.6g} to {:.6g}", v.low, v.high); },
          [](const NormalDistribution& v) {
            return fmt::format("normal, mean {:.6g}, standard deviation {:.6g}", v.mean, v.standard_deviation);
          },
          [](const LognormalDistribution& v) {
            return fmt::format("lognormal, median {:.6g}, standard deviation of the logarithm {:.6g}", v.median,
                               v.log_standard_deviation);
          },
          [](const TriangularDistribution& v) {
            return fmt::format("triangular, {:.6g} to {:.6g}, mode {:.6g}", v.low, v.high, v.mode);
          }},
      values);
}

std::string in_words(const SweepDesign& design) {
  switch (design.type) {
    case SweepDesign::Type::grid:
      return "Every combination of the values";
    case SweepDesign::Type::zip:
      return "Values paired by position";
    case SweepDesign::Type::latin_hypercube:
      return fmt::format("Latin hypercube of {} points", design.members);
    case SweepDesign::Type::sobol:
      return fmt::format("{} points of a Sobol sequence", design.members);
    case SweepDesign::Type::saltelli:
      return fmt::format("{} samples for sensitivity indices", design.samples);
  }
  return {};
}

// The data of the figure: members that finished.
plots::SweepTable shown_table(const Sweep& sweep, const studies::SweepTable& whole) {
  const auto first_quantity = whole.columns.begin() + static_cast<std::ptrdiff_t>(whole.n_parameters);
  plots::SweepTable table{.parameters = {whole.columns.begin(), first_quantity},
                          .quantities = {first_quantity, whole.columns.end()},
                          .members = whole.numbers};
  if (sweep.design.type == SweepDesign::Type::grid) {
    for (const SweepParameter& p : sweep.parameters) table.grid.push_back(listed_values(p.values).size());
  }
  return table;
}

plots::SensitivityPanel panel_of(const studies::Sensitivity& sensitivity, const studies::SweepTable& table) {
  constexpr studies::SobolIndex kNone{.value = NAN, .low = NAN, .high = NAN};
  plots::SensitivityPanel panel{.quantity = table.columns[table.n_parameters + sensitivity.quantity],
                                .explained = sensitivity.explained};
  for (std::size_t i = 0; i < sensitivity.effects.size(); ++i) {
    const studies::Effect& effect = sensitivity.effects[i];
    const studies::SobolIndex first = effect.first.value_or(kNone);
    const studies::SobolIndex total = effect.total.value_or(kNone);
    panel.bars.push_back({.parameter = std::string(split_header(table.columns[i]).name),
                          .per_deviation = effect.per_deviation,
                          .first = first.value,
                          .first_low = first.low,
                          .first_high = first.high,
                          .total = total.value,
                          .total_low = total.low,
                          .total_high = total.high});
  }
  return panel;
}

// Draws a figure; its SVG is empty if it cannot be drawn.
report::Picture drawn(const fs::path& figures, const plots::FigureFiles& files, std::string_view name,
                      const std::string& title) {
  make_folder(figures);
  const std::string figure(name);
  return {.name = figure, .title = title, .alt = title, .svg = draw_svg(files, figure, figures).value_or("")};
}

report::SweepContent content_of(const SweepFolder& sweep, const studies::SweepTable& table) {
  const Configuration& configuration = sweep.runner.configuration();
  report::SweepContent content{.name = configuration.name,
                               .file = sweep.file,
                               .run = configuration.runs[configuration.swept_run()].name,
                               .design = in_words(sweep.runner.sweep().design),
                               .configuration = sweep.runner.text_without_sweep(),
                               .parameters = {},
                               .columns = table.columns,
                               .members = table.members,
                               .numbers = table.numbers,
                               .status = table.status,
                               .messages = table.messages};
  for (const SweepParameter& p : sweep.runner.sweep().parameters) {
    content.parameters.push_back({.name = p.name, .unit = p.unit, .pointer = p.pointer, .values = in_words(p.values)});
  }
  return content;
}

// The table for other programs. Where the NetCDF library is missing, only this table is.
void write_netcdf_table(const SweepFolder& sweep, const studies::SweepTable& table) {
  if (!studies::writes_netcdf()) return;
  try {
    studies::write_netcdf(sweep.folder / kNetcdfTable, table,
                          {{"title", sweep.runner.configuration().name},
                           {"source", fmt::format("BeltDyn {}", build_info().version)},
                           {"configuration", sweep.configuration}});
  } catch (const studies::ModuleError& error) {
    spdlog::warn("{}: {} is left out: {}", sweep.runner.configuration().name, kNetcdfTable, error.what());
  }
}

}  // namespace

void write_sweep_results(const SweepFolder& sweep, const studies::Rows& rows) {
  const std::string& name = sweep.runner.configuration().name;
  const studies::SweepTable table = studies::table_of(rows, sweep.columns, sweep.runner.sweep().parameters.size());
  replace_file(sweep.folder / kSweepTable, studies::table_text(sweep.columns, rows));
  write_netcdf_table(sweep, table);
  report_incomplete(name, table);
  report::SweepContent content = content_of(sweep, table);
  const fs::path figures = sweep.folder / "figures";
  content.figures.push_back(drawn(figures, plots::sweep_figure(shown_table(sweep.runner.sweep(), table)),
                                  plots::kSweepFigure, "Quantities over the parameters"));
  const std::vector<studies::Sensitivity> sensitivities = studies::sensitivities(sweep.runner.sweep(), table.numbers);
  for (const studies::Sensitivity& each : sensitivities) content.sensitivities.push_back(panel_of(each, table));
  if (!sensitivities.empty()) {
    replace_file(sweep.folder / kSensitivities, studies::sensitivity_text(sensitivities, table.columns));
    content.figures.push_back(drawn(figures, plots::sensitivity_figure(content.sensitivities),
                                    plots::kSensitivityFigure, "Effect of the parameters"));
  }
  replace_file(sweep.folder / kPage, report::sweep_page(content));
  spdlog::info("{}: the table of {} members is {}, its page {}", name, rows.size(),
               (sweep.folder / kSweepTable).string(), kPage);
}

NamedFiles sweep_files(const fs::path& folder) {
  return {{"table", folder / kSweepTable},
          {"netcdf", folder / kNetcdfTable},
          {"sensitivity", folder / kSensitivities},
          {"report", folder / kPage}};
}

void remove_sweep_results(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const char* name : {kSweepTable, kNetcdfTable, kSensitivities, kPage, kSweepIdentity})
    files.push_back(folder / name);
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("rows-") && name.ends_with(".csv")) files.push_back(entry.path());
  }
  for (const fs::path& file : files) fs::remove(file, error);
  fs::remove_all(folder / kSweepMembers, error);
}

}  // namespace beltdyn::app
