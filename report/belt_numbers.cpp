// SPDX-License-Identifier: MIT
#include "report/belt_numbers.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/belt/belt_conclusions.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "report/bars.hpp"
#include "report/html.hpp"
#include "report/summed_history.hpp"

namespace beltdyn::report {
namespace {

Cell cell(const std::optional<ColumnSummary>& summary, double ColumnSummary::*number, double scale = 1.0) {
  constexpr int kShownDigits = 4;
  return number_cell(summary ? std::optional(scale * ((*summary).*number)) : std::nullopt, kShownDigits);
}

// A cell with its error, "237.49 ± 0.03", if the error of the column is known.
class CellsWithErrors {
 public:
  CellsWithErrors(const std::optional<postprocess::ErrorBars>& errors, std::size_t number)
      : errors_(errors), number_(number) {}

  Cell operator()(const std::optional<ColumnSummary>& summary, std::string_view column, const char* key,
                  double ColumnSummary::*number, double scale = 1.0) const {
    if (!errors_ || !summary) return cell(summary, number, scale);
    const std::optional<double> error = errors_->of(fmt::format("{}_{}", column, number_), key);
    // The error is unknown, for example of slip that no mesh resolves.
    if (!error) return {.html = shown(scale * ((*summary).*number), 4) + " ± ?", .sort = scale * ((*summary).*number)};
    return cell_with_error(scale * ((*summary).*number), scale * *error);
  }

  static Cell cell_with_error(double value, double error) {
    return {.html = escape(postprocess::with_error(value, error)), .sort = value};
  }

 private:
  const std::optional<postprocess::ErrorBars>& errors_;
  std::size_t number_;  // of the pulley or the span, from 1
};

// Angles in degrees, which readers prefer, displacements in millimetres.
Cell mount_cell(const PulleyNumbers& pulley, const CellsWithErrors& told) {
  if (!pulley.mount_position) return {.html = ""};
  const double scale = pulley.is_arm ? 180.0 / std::numbers::pi : 1e3;
  const Cell least = told(pulley.mount_position, "mount_position", "least", &ColumnSummary::least, scale);
  const Cell largest = told(pulley.mount_position, "mount_position", "largest", &ColumnSummary::largest, scale);
  return {.html = fmt::format("{} to {}\u2009{}", least.html, largest.html, pulley.is_arm ? "°" : "mm")};
}

std::string pulleys_html(const BeltNumbers& numbers) {
  bool has_mounts = false;
  for (const PulleyNumbers& pulley : numbers.pulleys) has_mounts = has_mounts || pulley.mount_position;
  Table table{.caption = "Pulleys of " + numbers.run,
              .columns = {{"pulley"},
                          {"power [W]", true},
                          {"hub load [N]", true},
                          {"at [s]", true},
                          {"margin [%]", true},
                          {"at [s]", true},
                          {"slip arc [%]", true},
                          {"slip [m/s]", true},
                          {"slip [W]", true}},
              .rows = {}};
  if (has_mounts) table.columns.push_back({"mount", true});
  for (std::size_t k = 0; k < numbers.pulleys.size(); ++k) {
    const PulleyNumbers& pulley = numbers.pulleys[k];
    const CellsWithErrors told(numbers.errors, k + 1);
    Row row{.cells = {text_cell(pulley.label), told(pulley.power, "power", "mean", &ColumnSummary::mean),
                      told(pulley.hub_load, "hub_load", "largest", &ColumnSummary::largest),
                      cell(pulley.hub_load, &ColumnSummary::time_of_largest),
                      told(pulley.slip_margin, "slip_margin", "least", &ColumnSummary::least, 100.0),
                      cell(pulley.slip_margin, &ColumnSummary::time_of_least),
                      told(pulley.slip_arc, "slip_arc", "largest", &ColumnSummary::largest, 100.0 / pulley.wrap),
                      told(pulley.slip_speed, "slip_speed", "largest", &ColumnSummary::largest),
                      told(pulley.slip_power, "slip_power", "mean", &ColumnSummary::mean)}};
    if (has_mounts) row.cells.push_back(mount_cell(pulley, told));
    table.rows.push_back(std::move(row));
  }
  return html_of(table);
}

std::string spans_html(const BeltNumbers& numbers) {
  Table table{.caption = "Spans of " + numbers.run,
              .columns = {{"span"},
                          {"in its middle: smallest force [N]", true},
                          {"at [s]", true},
                          {"mean [N]", true},
                          {"largest force [N]", true},
                          {"at [s]", true}},
              .rows = {}};
  for (std::size_t k = 0; k < numbers.spans.size(); ++k) {
    const std::optional<ColumnSummary> force = numbers.spans[k].force;
    const CellsWithErrors told(numbers.errors, k + 1);
    table.rows.push_back(
        {.cells = {text_cell(numbers.spans[k].label), told(force, "span_force", "least", &ColumnSummary::least),
                   cell(force, &ColumnSummary::time_of_least), told(force, "span_force", "mean", &ColumnSummary::mean),
                   told(force, "span_force", "largest", &ColumnSummary::largest),
                   cell(force, &ColumnSummary::time_of_largest)}});
  }
  return html_of(table);
}

Bar bar_of(const std::string& label, const ColumnSummary& column) {
  return {.label = label, .from = column.least, .to = column.largest, .mark = column.mean};
}

// Drawings of hub loads, span forces (minimum, maximum, mean) and losses.
std::string drawings_html(const BeltNumbers& numbers) {
  Bars hubs{.title = "Hub loads: minimum, maximum and mean [N]", .bars = {}};
  for (const PulleyNumbers& pulley : numbers.pulleys) {
    if (pulley.hub_load) hubs.bars.push_back(bar_of(pulley.label, *pulley.hub_load));
  }
  Bars spans{.title = "Forces in the middle of spans: minimum, maximum and mean [N]", .bars = {}};
  for (const SpanNumbers& span : numbers.spans) spans.bars.push_back(bar_of(span.label, span.force));
  Bars losses{.title = "Power lost by kind, mean [W]", .bars = {}};
  for (const std::string kind :
       {"slip", "axial_damping", "bending_damping", "mount", "bearing", "brake", "runs", "remaining"}) {
    for (const Conclusion& c : numbers.conclusions) {
      if (c.name == kind + "_power") losses.bars.push_back({.label = kind, .from = 0.0, .to = c.value});
    }
  }
  return html_of(hubs) + html_of(spans) + html_of(losses);
}

std::string conclusions_html(const BeltNumbers& numbers) {
  Table table{.caption = "Powers and extremes of " + numbers.run,
              .columns = {{"over the run"}, {"value", true}, {"meaning"}},
              .rows = {}};
  for (const Conclusion& c : numbers.conclusions) {
    const std::optional<double> error = numbers.errors ? numbers.errors->of_conclusion(c.name) : std::nullopt;
    table.rows.push_back({.cells = {text_cell(c.unit == "-" ? c.name : fmt::format("{} [{}]", c.name, c.unit)),
                                    error ? CellsWithErrors::cell_with_error(c.value, *error) : number_cell(c.value, 4),
                                    Cell{.html = escape(c.meaning), .sort = {}, .style = "text"}}});
  }
  return html_of(table);
}

}  // namespace

BeltNumbers belt_numbers(const std::string& run, const BeltDrive& drive, const CsvTable& history, double from) {
  const SummedHistory summed(history, from);
  const Summary& summary = summed.summary();
  BeltNumbers numbers{.run = run, .begin = summary.state().begin, .end = summary.state().end};
  const BeltPath path = path_to_show(drive);
  const std::size_t n = drive.pulleys.size();
  for (std::size_t k = 0; k < n; ++k) {
    const auto of = [&](std::string_view name) { return summary.of(fmt::format("{}_{}", name, k + 1)); };
    numbers.pulleys.push_back({.label = drive.pulley_label(k),
                               .wrap = path.arcs()[k].wrap,
                               .power = of("power"),
                               .hub_load = of("hub_load"),
                               .slip_margin = of("slip_margin"),
                               .slip_arc = of("slip_arc"),
                               .slip_speed = of("slip_speed"),
                               .slip_power = of("slip_power"),
                               .mount_position = of("mount_position"),
                               .is_arm = std::holds_alternative<ArmMount>(drive.pulleys[k].mount)});
    if (const std::optional<ColumnSummary> force = of("span_force")) {
      numbers.spans.push_back(
          {.label = fmt::format("{} to {}", drive.pulley_label(k), drive.pulley_label((k + 1) % n)), .force = *force});
    }
  }
  numbers.conclusions = belt_conclusions(drive, summary);
  return numbers;
}

std::string html_of(const BeltNumbers& numbers, const std::string& label, bool is_open) {
  if (numbers.spans.empty()) return {};
  return folded(
      fmt::format("<strong>{}</strong>, from {} s to {} s", escape(label), shown(numbers.begin), shown(numbers.end)),
      pulleys_html(numbers) + spans_html(numbers) + conclusions_html(numbers) + drawings_html(numbers), is_open);
}

}  // namespace beltdyn::report
