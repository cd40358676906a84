// SPDX-License-Identifier: MIT
#include "plots/speed_figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/linear/analysis_at_speeds.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/order_peaks.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/linear_titles.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostRuns = 4;
constexpr std::size_t kMostCurves = 12;  // in a panel
constexpr int kWidth = 900;              // [px]

struct Curve {
  std::string title;
  std::vector<std::pair<double, double>> points{};  // speed [rad/s], value
  std::size_t colour{};                             // from 1
  std::size_t dash{};                               // from 1
};
struct Panel {
  std::string label;
  bool is_from_zero{};  // does its axis begin at 0?
  std::vector<Curve> curves{};
};

struct SpeedFigure {
  std::string name;
  std::string title;
  const Run* run{};
  std::vector<Panel> panels{};
};

Panel& panel_of(std::vector<Panel>& panels, const std::string& label, bool is_from_zero) {
  const auto found = std::ranges::find(panels, label, &Panel::label);
  if (found != panels.end()) return *found;
  return panels.emplace_back(Panel{.label = label, .is_from_zero = is_from_zero});
}

std::vector<Panel> order_panels(const CsvTable& table, const Drive& drive) {
  std::vector<Panel> panels;
  std::map<std::pair<int, double>, std::size_t> dashes;  // of pulley and order
  for (const std::string_view quantity : kLinearQuantities) {
    std::map<std::string, std::size_t> colours;
    for (const OrderCurve& curve : order_curves(table, quantity)) {
      Panel& panel = panel_of(panels, fmt::format("amplitude [{}]", curve.unit), true);
      if (panel.curves.size() == kMostCurves) continue;
      const std::size_t colour = colours.try_emplace(curve.quantity, colours.size()).first->second;
      const std::size_t dash = dashes.try_emplace({curve.pulley, curve.order}, dashes.size()).first->second;
      panel.curves.push_back(
          {.title = fmt::format("{}, order {} of pulley {}", linear_quantity_title(curve.quantity, drive), curve.order,
                                pulley_title(drive, static_cast<std::size_t>(curve.pulley))),
           .colour = colour_of(colour),
           .dash = dash_of(dash)});
      for (const auto& [speed, amplitude] : curve.curve) panel.curves.back().points.emplace_back(speed, amplitude);
    }
  }
  return panels;
}

// The unit of an axis, and its size in SI units.
std::pair<std::string_view, double> shown_unit(std::string_view unit) {
  if (unit == "rad") return {"deg", std::numbers::pi / 180.0};
  if (unit == "m") return {"mm", 1e-3};
  return {unit, 1.0};
}

std::vector<Panel> state_panels(const CsvTable& table, const Drive& drive) {
  std::vector<Panel> panels;
  const std::span<const double> speed = table.column("angular_velocity [rad/s]");
  for (const std::string_view quantity : kStateQuantities) {
    std::size_t number = 0;
    for (const std::string& column : table.names()) {
      const ColumnHeader header = split_header(column);
      if (!header.name.starts_with(quantity)) continue;
      const auto [unit, size] = shown_unit(header.unit);
      const std::string name = readable(std::string(quantity.substr(0, quantity.size() - 1)));
      Panel& panel = panel_of(panels, fmt::format("{} [{}]", name, unit), header.unit == "-");
      if (panel.curves.size() == kMostCurves) continue;
      const std::size_t style = number++;
      panel.curves.push_back(
          {.title = linear_quantity_title(header.name, drive), .colour = colour_of(style), .dash = dash_of(style)});
      const std::span<const double> values = table.column(column);
      for (std::size_t i = 0; i < speed.size(); ++i)
        panel.curves.back().points.emplace_back(speed[i], values[i] / size);
    }
  }
  return panels;
}

// The figures of at most kMostRuns runs of each kind.
std::vector<SpeedFigure> figures_of(const Result& result) {
  using Table = std::optional<CsvTable> Run::*;
  using Panels = std::vector<Panel> (*)(const CsvTable&, const Drive&);
  struct Kind {
    Table table;
    Panels panels;
    const char* name;
    const char* title;
  };
  std::vector<SpeedFigure> figures;
  for (const Kind& kind :
       {Kind{&Run::orders, order_panels, "order_response", "response to orders over the speed"},
        Kind{&Run::states, state_panels, "steady_at_speeds", "forces and slip margins over the speed"}}) {
    std::size_t n = 0;
    for (const Run& run : result.runs) {
      const std::optional<CsvTable>& table = run.*kind.table;
      if (!table || table->rows() == 0 || n == kMostRuns) continue;
      std::vector<Panel> panels = kind.panels(*table, drive_of_run(run, result));
      if (panels.empty()) continue;
      figures.push_back({.name = fmt::format("{}_{}", kind.name, run.name),
                         .title = fmt::format("{}, {}", kind.title, run.name),
                         .run = &run,
                         .panels = std::move(panels)});
      ++n;
    }
  }
  return figures;
}

std::string data_of(const SpeedFigure& figure) {
  std::string text;
  for (const Panel& panel : figure.panels) {
    for (const Curve& curve : panel.curves) {
      text += fmt::format("# {}; {}: angular velocity [rad/s], value\n", curve.title, panel.label);
      for (const auto& [speed, value] : curve.points) text += fmt::format("{:.10g} {:.10g}\n", speed, value);
      text += "\n\n";
    }
  }
  return text;
}

// The smallest and the largest value of a panel.
std::pair<double, double> range_of(const Panel& panel) {
  double low = panel.is_from_zero ? 0.0 : std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  for (const Curve& curve : panel.curves) {
    for (const auto& [speed, value] : curve.points) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  return {low, high};
}

std::string preamble_of(const SpeedFigure& figure) {
  const std::vector<Panel>& panels = figure.panels;
  std::vector<const Curve*> curves;
  for (const Panel& panel : panels) {
    for (const Curve& curve : panel.curves) curves.push_back(&curve);
  }
  return fmt::format("figure = {}\nwidth = {}\nheight = {}\nrun = {}\nn_runs = 0\nn_rows = {}\n",
                     gnuplot_string(figure.name), kWidth, kWidth, gnuplot_string(readable(figure.run->name)),
                     panels.size()) +
         operating_lines(*figure.run) +
         gnuplot_array("label", panels, [](const Panel& panel) { return gnuplot_string(panel.label); }) +
         gnuplot_array("least", panels, [](const Panel& panel) { return gnuplot_number(range_of(panel).first); }) +
         gnuplot_array("most", panels, [](const Panel& panel) { return gnuplot_number(range_of(panel).second); }) +
         gnuplot_array("n_curves", panels, [](const Panel& panel) { return fmt::format("{}", panel.curves.size()); }) +
         gnuplot_array("curve_title", curves, [](const Curve* curve) { return gnuplot_string(curve->title); }) +
         gnuplot_array("curve_colour", curves, [](const Curve* curve) { return fmt::format("{}", curve->colour); }) +
         gnuplot_array("curve_dash", curves, [](const Curve* curve) { return fmt::format("{}", curve->dash); });
}

}  // namespace

std::vector<Figure> speed_figures(const Result& result) {
  std::vector<Figure> figures;
  for (const SpeedFigure& figure : figures_of(result)) figures.push_back({.name = figure.name, .title = figure.title});
  return figures;
}

FigureFiles speed_figure_files(const Result& result) {
  FigureFiles files;
  for (const SpeedFigure& figure : figures_of(result)) {
    files.data.push_back({.path = fmt::format("data/{}.dat", figure.name), .text = data_of(figure)});
    files.scripts.push_back({.path = figure.name + ".gp",
                             .text = preamble_of(figure) + std::string(embedded::plot_script("common.gp")) +
                                     std::string(embedded::plot_script("over_speed.gp"))});
  }
  return files;
}

}  // namespace beltdyn::plots
