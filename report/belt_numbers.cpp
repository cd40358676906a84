// SPDX-License-Identifier: MIT
#include "report/belt_numbers.hpp"

#include <algorithm>
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

double open_time(const AccessoryNumbers& accessory, double end) {
  double total = 0.0;
  for (const OpenInterval& interval : accessory.open) total += interval.end.value_or(end) - interval.begin;
  return total;
}

std::string intervals_html(const BeltNumbers& numbers) {
  constexpr std::size_t kMostIntervals = 40;  // of an accessory
  Table table{
      .caption = "Open clutches of " + numbers.run,
      .columns = {{"accessory of pulley"}, {"opens at [s]", true}, {"closes at [s]", true}, {"open for [s]", true}},
      .rows = {}};
  std::string omitted;
  for (const AccessoryNumbers& accessory : numbers.accessories) {
    for (std::size_t i = 0; i < std::min(accessory.open.size(), kMostIntervals); ++i) {
      const auto& [begin, end] = accessory.open[i];
      table.rows.push_back({.cells = {text_cell(accessory.label), number_cell(begin, 5), number_cell(end, 5),
                                      number_cell(end.value_or(numbers.end) - begin, 4)}});
    }
    if (accessory.open.size() <= kMostIntervals) continue;
    omitted += fmt::format(" Of pulley {} the first {} of {} intervals are shown.", accessory.label, kMostIntervals,
                           accessory.open.size());
  }
  if (table.rows.empty()) return {};
  return paragraph("Times of the first rows of the history without torque, and with torque again." + omitted, "note") +
         html_of(table);
}

std::string accessories_html(const BeltNumbers& numbers) {
  if (numbers.accessories.empty()) return {};
  Table table{.caption = "Accessories of " + numbers.run,
              .columns = {{"accessory of pulley"},
                          {"smallest torque [N m]", true},
                          {"at [s]", true},
                          {"mean [N m]", true},
                          {"largest torque [N m]", true},
                          {"at [s]", true},
                          {"clutch opens", true},
                          {"open for [%]", true}},
              .rows = {}};
  const double duration = numbers.end - numbers.begin;
  for (const AccessoryNumbers& accessory : numbers.accessories) {
    const std::optional<ColumnSummary> torque = accessory.torque;
    const auto clutch = [&accessory](double number) {
      return accessory.has_clutch ? number_cell(number, 4) : Cell{.html = ""};
    };
    table.rows.push_back(
        {.cells = {text_cell(accessory.label), cell(torque, &ColumnSummary::least),
                   cell(torque, &ColumnSummary::time_of_least), cell(torque, &ColumnSummary::mean),
                   cell(torque, &ColumnSummary::largest), cell(torque, &ColumnSummary::time_of_largest),
                   clutch(static_cast<double>(accessory.open.size())),
                   clutch(duration > 0.0 ? 100.0 * open_time(accessory, numbers.end) / duration : 0.0)}});
  }
  return html_of(table) + intervals_html(numbers);
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

namespace {

// An open clutch has a torque of exactly 0.
std::vector<OpenInterval> open_intervals(const CsvTable& history, const std::string& column, double from) {
  const std::span<const double> time = history.column("time [s]");
  const std::span<const double> torque = history.column(column);
  std::vector<OpenInterval> intervals;
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (time[i] < from) continue;
    const bool was_open = !intervals.empty() && !intervals.back().end;
    if (torque[i] == 0.0 && !was_open) intervals.push_back({.begin = time[i]});
    if (torque[i] != 0.0 && was_open) intervals.back().end = time[i];
  }
  return intervals;
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
    if (const std::optional<ColumnSummary> torque = of("accessory_torque")) {
      const std::optional<Accessory>& accessory = drive.pulleys[k].accessory;
      const bool has_clutch = accessory && accessory->driving_direction;
      const std::string column = fmt::format("accessory_torque_{} [N m]", k + 1);
      numbers.accessories.push_back(
          {.label = drive.pulley_label(k),
           .torque = *torque,
           .has_clutch = has_clutch,
           .open = has_clutch ? open_intervals(history, column, from) : std::vector<OpenInterval>{}});
    }
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
      pulleys_html(numbers) + accessories_html(numbers) + spans_html(numbers) + conclusions_html(numbers) +
          drawings_html(numbers),
      is_open);
}

}  // namespace beltdyn::report
