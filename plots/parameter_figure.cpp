// SPDX-License-Identifier: MIT
#include "plots/parameter_figure.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/study_curves.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostPanels = 4;
constexpr int kWidth = 800;        // [px]
constexpr int kPanelHeight = 320;  // [px]
// Ratio of the largest to the smallest value from which on the parameter axis is logarithmic [-].
constexpr double kWideRange = 10.0;

struct Curve {
  std::string title;
  std::vector<std::pair<double, double>> points;  // parameter value and result, in ascending order of the parameter
};
struct Panel {
  std::string unit;
  std::vector<Curve> curves;
};

// "-" of a column without a unit
std::string unit_of(const std::string& column) {
  const std::string_view unit = split_header(column).unit;
  return unit.empty() ? "-" : std::string(unit);
}

Curve curve_of(const postprocess::RunOverParameter& run, const postprocess::ColumnOverParameter& column,
               bool name_run) {
  Curve curve{.title = curve_title(column.column, run.run, name_run), .points = {}};
  for (std::size_t i = 0; i < run.values.size(); ++i) {
    curve.points.emplace_back(run.values[i], column.final_values[i]);
  }
  std::sort(curve.points.begin(), curve.points.end());
  return curve;
}

std::vector<Panel> panels_of(const postprocess::ParameterStudy& study) {
  std::vector<Panel> panels;
  for (const postprocess::RunOverParameter& run : study.runs) {
    for (const postprocess::ColumnOverParameter& column : run.columns) {
      if (!column.is_affected) continue;
      const std::string unit = unit_of(column.column);
      auto panel = std::ranges::find(panels, unit, &Panel::unit);
      if (panel == panels.end()) {
        if (panels.size() == kMostPanels) continue;
        panel = panels.insert(panels.end(), Panel{.unit = unit, .curves = {}});
      }
      if (panel->curves.size() < kMostCurves) panel->curves.push_back(curve_of(run, column, study.runs.size() > 1));
    }
  }
  return panels;
}

std::string data_of(const std::vector<Panel>& panels) {
  std::string text;
  for (const Panel& panel : panels) {
    for (const Curve& curve : panel.curves) {
      fmt::format_to(std::back_inserter(text), "# {} [{}]: value, result\n", curve.title, panel.unit);
      for (const auto& [value, result] : curve.points) {
        fmt::format_to(std::back_inserter(text), "{:.10g} {:.10g}\n", value, result);
      }
      text += "\n\n";
    }
  }
  return text;
}

std::string preamble(const postprocess::ParameterStudy& study, const std::vector<Panel>& panels) {
  std::vector<double> values;
  std::vector<const Curve*> curves;
  for (const postprocess::RunOverParameter& run : study.runs) {
    values.insert(values.end(), run.values.begin(), run.values.end());
  }
  values = distinct(std::move(values));
  for (const Panel& panel : panels) {
    for (const Curve& curve : panel.curves) curves.push_back(&curve);
  }
  std::string text =
      fmt::format("figure = {}\nwidth = {}\nheight = {}\nn_runs = 0\nn_panels = {}\n", gnuplot_string(kParameterFigure),
                  kWidth, kPanelHeight * static_cast<int>(panels.size()), panels.size());
  fmt::format_to(std::back_inserter(text), "parameter = {}\nis_wide = {}\nn_values = {}\n",
                 gnuplot_string(readable(study.name)), values.back() >= kWideRange * values.front() ? 1 : 0,
                 values.size());
  text += gnuplot_array("value", values, gnuplot_number);
  text += gnuplot_array("unit", panels, [](const Panel& panel) { return gnuplot_string(panel.unit); });
  text += gnuplot_array("n_curves", panels, [](const Panel& panel) { return fmt::format("{}", panel.curves.size()); });
  text += gnuplot_array("curve_title", curves, [](const Curve* curve) { return gnuplot_string(curve->title); });
  return text;
}

}  // namespace

bool has_curves(const postprocess::ParameterStudy& study) { return !panels_of(study).empty(); }

FigureFiles parameter_figure(const postprocess::ParameterStudy& study) {
  const std::vector<Panel> panels = panels_of(study);
  FigureFiles files;
  files.data.push_back({.path = fmt::format("data/{}.dat", kParameterFigure), .text = data_of(panels)});
  files.scripts.push_back({.path = fmt::format("{}.gp", kParameterFigure),
                           .text = preamble(study, panels) + std::string(embedded::plot_script("common.gp")) +
                                   std::string(embedded::plot_script("parameter_study.gp"))});
  return files;
}

}  // namespace beltdyn::plots
