// SPDX-License-Identifier: MIT
#include "report/charts.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/drive/drive.hpp"
#include "postprocess/comparison.hpp"
#include "postprocess/plot_data.hpp"
#include "report/html.hpp"
#include "report/quantised.hpp"
#include "report/rope_labels.hpp"

namespace beltdyn::report {
namespace {

constexpr const char* kTimeColumn = "time [s]";
constexpr std::size_t kMostOtherCharts = 4;  // for drives without a belt

// A chart and the column of each of its parts.
struct Plan {
  Chart chart;
  std::vector<std::string> columns;
};

Plan plan_of(std::string title, std::string_view quantity, std::string_view unit, std::vector<std::string> parts) {
  Plan plan{.chart = {.title = fmt::format("{} [{}]", title, unit), .parts = std::move(parts)}, .columns = {}};
  for (std::size_t k = 0; k < plan.chart.parts.size(); ++k) {
    plan.columns.push_back(fmt::format("{}_{} [{}]", quantity, k + 1, unit));
  }
  return plan;
}

void add_part(Plan& plan, std::string part, std::string column) {
  plan.chart.parts.push_back(std::move(part));
  plan.columns.push_back(std::move(column));
}

std::vector<Plan> belt_plans(const BeltDrive& drive) {
  std::vector<std::string> pulleys;
  std::vector<std::string> spans;
  const std::size_t n = drive.pulleys.size();
  for (std::size_t k = 0; k < n; ++k) {
    pulleys.push_back("pulley " + drive.pulley_label(k));
    spans.push_back(fmt::format("span {} to {}", drive.pulley_label(k), drive.pulley_label((k + 1) % n)));
  }
  Plan speeds = plan_of("Speeds", "angular_velocity", "rad/s", pulleys);
  Plan forces = plan_of("Span forces", "span_force", "N", spans);
  for (std::size_t k = 0; k < n; ++k) {
    if (drive.run_on(k) == nullptr) continue;
    add_part(forces, spans[k] + ", where it begins", fmt::format("span_entry_force_{} [N]", k + 1));
    add_part(forces, spans[k] + ", where it ends", fmt::format("span_exit_force_{} [N]", k + 1));
  }
  Plan accessories = plan_of("Torques of accessories", "accessory_torque", "N m", pulleys);
  for (std::size_t k = 0; k < n; ++k) {
    if (!drive.pulleys[k].accessory) continue;
    add_part(speeds, "accessory of pulley " + drive.pulley_label(k),
             fmt::format("accessory_angular_velocity_{} [rad/s]", k + 1));
  }
  return {std::move(forces), std::move(speeds), std::move(accessories),
          plan_of("Torques of the belt on the pulleys", "torque", "N m", pulleys),
          plan_of("Torques of brakes", "brake_torque", "N m", pulleys)};
}

std::vector<Plan> rope_plans(const RopeDrive& drive) {
  std::vector<std::string> ends;
  std::vector<std::string> pulleys;
  std::vector<std::string> spans;
  for (std::size_t i = 0; i < drive.ends.size(); ++i) ends.push_back("end " + end_label(drive, i));
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) pulleys.push_back("pulley " + drive.pulley_label(k));
  for (std::size_t k = 0; k <= drive.pulleys.size(); ++k) spans.push_back(span_label(drive, k));
  Plan motors = plan_of("Torques that motions need", "drive_torque", "N m", pulleys);
  Plan brakes = plan_of("Torques of brakes", "brake_torque", "N m", pulleys);
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    add_part(motors, ends[i], fmt::format("drum_drive_torque_{} [N m]", i + 1));
    add_part(brakes, ends[i], fmt::format("drum_brake_torque_{} [N m]", i + 1));
  }
  return {plan_of("Displacements of the ends", "end_position", "m", ends),
          plan_of("Speeds of the ends", "end_speed", "m/s", ends),
          plan_of("Accelerations of the ends", "end_acceleration", "m/s^2", ends),
          plan_of("Span forces", "span_force", "N", spans),
          std::move(motors),
          std::move(brakes),
          plan_of("Slip margins", "slip_margin", "-", pulleys)};
}

// A chart for each column.
std::vector<Plan> other_plans(const std::vector<ChartedRun>& runs) {
  std::vector<Plan> plans;
  for (const ChartedRun& run : runs) {
    for (const std::string& column : run.history->names()) {
      const bool is_known =
          std::ranges::any_of(plans, [&](const Plan& plan) { return plan.columns.front() == column; });
      if (is_known || !postprocess::is_quantity(column) || plans.size() == kMostOtherCharts) continue;
      plans.push_back({.chart = {.title = column, .parts = {column}}, .columns = {column}});
    }
  }
  return plans;
}

// Drops the parts for which no run has a column.
void keep_known_parts(Plan& plan, const std::vector<ChartedRun>& runs) {
  Plan known{.chart = {.title = plan.chart.title, .parts = {}}, .columns = {}};
  for (std::size_t k = 0; k < plan.columns.size(); ++k) {
    const bool is_known =
        std::ranges::any_of(runs, [&](const ChartedRun& run) { return run.history->has(plan.columns[k]); });
    if (is_known) add_part(known, plan.chart.parts[k], plan.columns[k]);
  }
  plan = std::move(known);
}

std::vector<double> picked(std::span<const double> values, const std::vector<std::size_t>& rows) {
  std::vector<double> list;
  for (const std::size_t row : rows) list.push_back(values[row]);
  return list;
}

void add_line(Chart& chart, std::size_t part, const std::string& column, const ChartedRun& run, std::size_t index) {
  if (!run.history->has(column)) return;
  constexpr std::size_t kRowsOfBucket = 3;  // first, smallest and largest value
  const std::span<const double> time = run.history->column(kTimeColumn);
  const std::span<const double> value = run.history->column(column);
  const std::vector<std::size_t> rows = postprocess::plot_data::thin_rows({value}, kChartRows / kRowsOfBucket);
  ChartLine line{.run = index, .part = part, .time = picked(time, rows), .value = picked(value, rows)};
  if (line.time.size() < 2) return;
  const bool has_errors = run.errors != nullptr && run.errors->has(column) && run.errors->rows() == run.history->rows();
  if (has_errors) line.error = picked(run.errors->column(column), rows);
  chart.lines.push_back(std::move(line));
}

std::string json_of(const ChartLine& line) {
  return fmt::format("{{\"run\":{},\"part\":{},\"time\":{},\"value\":{},\"error\":{}}}", line.run, line.part,
                     json_of(quantise(line.time, Bits::sixteen)), json_of(quantise(line.value, Bits::sixteen)),
                     line.error.empty() ? "null" : json_of(quantise(line.error, Bits::sixteen)));
}

std::string option(std::size_t value, std::string_view text) {
  return fmt::format("<option value=\"{}\">{}</option>", value, escape(text));
}

std::string chart_html(const Chart& chart) {
  std::string choice;
  if (chart.parts.size() > 1) {
    choice = "<select class=\"part\" aria-label=\"What is shown\"><option value=\"\">all</option>";
    for (std::size_t k = 0; k < chart.parts.size(); ++k) choice += option(k, chart.parts[k]);
    choice += "</select>";
  }
  std::vector<std::string> parts;
  for (const std::string& part : chart.parts) parts.push_back(fmt::format("<li>{}</li>", escape(part)));
  std::vector<std::string> lines;
  for (const ChartLine& line : chart.lines) lines.push_back(json_of(line));
  return fmt::format(
      "<div class=\"chart\">\n<div class=\"head\"><h4>{0}</h4>{1}</div>\n<canvas role=\"img\" aria-label=\"{0} over "
      "time\"></canvas>\n<ul class=\"legend\" aria-label=\"Colours\">{2}</ul>\n<p class=\"readout\" "
      "aria-live=\"off\"></p>\n<script type=\"application/json\">[{3}]</script>\n</div>\n",
      escape(chart.title), choice, fmt::join(parts, ""), fmt::join(lines, ","));
}

}  // namespace

std::vector<Chart> make_charts(const Drive& drive, const std::vector<ChartedRun>& runs) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  const auto* rope = std::get_if<RopeDrive>(&drive);
  std::vector<Plan> plans = belt != nullptr   ? belt_plans(*belt)
                            : rope != nullptr ? rope_plans(*rope)
                                              : other_plans(runs);
  // Steady motions and modes have one state, written at the start and at the end: no chart is needed.
  constexpr std::size_t kRowsOfAState = 2;
  std::vector<Chart> charts;
  if (std::ranges::all_of(runs, [](const ChartedRun& run) { return run.history->rows() <= kRowsOfAState; })) {
    return charts;
  }
  for (Plan& plan : plans) {
    keep_known_parts(plan, runs);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      for (std::size_t k = 0; k < plan.columns.size(); ++k) add_line(plan.chart, k, plan.columns[k], runs[r], r);
    }
    if (!plan.chart.lines.empty()) charts.push_back(std::move(plan.chart));
  }
  return charts;
}

std::string html_of(const std::vector<Chart>& charts, const std::vector<ChartedRun>& runs) {
  if (charts.empty()) return {};
  std::string names;
  for (const ChartedRun& run : runs) {
    names += fmt::format("<li{}>{}{}</li>", run.is_exact ? " class=\"exact\"" : "", escape(run.name),
                         !run.is_exact        ? ""
                         : run.is_steady_only ? " (steady)"
                                              : exact_mark(run.name));
  }
  const bool has_errors = std::ranges::any_of(runs, [](const ChartedRun& run) { return run.errors != nullptr; });
  std::string html = fmt::format(
      "<div class=\"charts\">\n<ul class=\"legend runs\" aria-label=\"Runs\">{}</ul>\n<p class=\"note\">Drag over a "
      "chart to enlarge a part of the time.{}</p>\n<div class=\"controls\"><button type=\"button\" "
      "class=\"whole\" disabled>Whole time</button></div>\n<noscript><p class=\"note\">The charts need "
      "JavaScript; the same curves are in the figures.</p></noscript>\n",
      names, has_errors ? " Bands are error bars." : "");
  for (const Chart& chart : charts) html += chart_html(chart);
  return html + "</div>\n";
}

}  // namespace beltdyn::report
