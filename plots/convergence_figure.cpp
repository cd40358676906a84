// SPDX-License-Identifier: MIT
#include "plots/convergence_figure.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "plots/gnuplot_text.hpp"
#include "plots/study_curves.hpp"
#include "postprocess/comparison.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr int kWidth = 800;  // [px]
constexpr int kHeight = 560;

struct Point {
  double value{};
  double error{};
};
struct Curve {
  std::string title;
  std::vector<Point> points;  // from coarse to fine
  bool is_of_magnitude{};     // are errors relative to a magnitude, not to a range?
};

// A logarithmic axis cannot show an error of 0. Relative errors share an axis, whatever their units.
Curve curve_of(const postprocess::RunConvergence& run, const postprocess::ColumnConvergence& column, bool name_run) {
  Curve curve{
      .title = curve_title(column.column, run.run, name_run), .points = {}, .is_of_magnitude = column.is_constant};
  if (std::isfinite(column.l2.fitted_order)) {
    curve.title += fmt::format(", order {:.2f}", column.l2.fitted_order);
  }
  for (std::size_t i = 0; i < run.values.size(); ++i) {
    const double error = column.l2.errors[i] / *column.size;
    if (std::isfinite(error) && error > 0.0) curve.points.push_back({run.values[i], error});
  }
  return curve;
}

// For belt drives: speeds, torques, span forces, creep and slip power of all pulleys and spans, the main results.
bool is_shown(std::string_view column) {
  return postprocess::is_main_column(column) || column.starts_with("creep_") || column.starts_with("slip_power_");
}
bool has_main_columns(const postprocess::Convergence& convergence) {
  return std::ranges::any_of(convergence.runs, [](const postprocess::RunConvergence& run) {
    return std::ranges::any_of(run.columns, postprocess::is_main_column, &postprocess::ColumnConvergence::column);
  });
}

std::vector<Curve> curves_of(const postprocess::Convergence& convergence) {
  constexpr std::size_t kMostColumns = 16;  // largest number in a readable figure
  const bool has_main = has_main_columns(convergence);
  std::vector<Curve> curves;
  for (const postprocess::RunConvergence& run : convergence.runs) {
    for (const postprocess::ColumnConvergence& column : run.columns) {
      if (!column.has_relative_errors() || (has_main && !is_shown(column.column))) continue;
      if (curves.size() == kMostColumns) continue;
      Curve curve = curve_of(run, column, convergence.runs.size() > 1);
      if (curve.points.size() > 1) curves.push_back(std::move(curve));
    }
  }
  return curves;
}

std::vector<double> values_of(const std::vector<Curve>& curves) {
  std::vector<double> values;
  for (const Curve& curve : curves) {
    for (const Point& point : curve.points) values.push_back(point.value);
  }
  return distinct(std::move(values));
}

std::string data_of(const std::vector<Curve>& curves) {
  std::string text;
  for (const Curve& curve : curves) {
    fmt::format_to(std::back_inserter(text), "# {}: value, error\n", curve.title);
    for (const Point& point : curve.points) {
      fmt::format_to(std::back_inserter(text), "{:.10g} {:.10g}\n", point.value, point.error);
    }
    text += "\n\n";
  }
  return text;
}

std::string preamble(const postprocess::Convergence& convergence, const std::vector<Curve>& curves) {
  std::string references;
  for (const postprocess::RunConvergence& run : convergence.runs) {
    if (run.values.empty() || references.find(run.reference) != std::string::npos) continue;
    references += (references.empty() ? "" : ", ") + run.reference;
  }
  const auto is_of_magnitude = [](const Curve& curve) { return curve.is_of_magnitude; };
  const char* relative_to = std::ranges::none_of(curves, is_of_magnitude)  ? "the range"
                            : std::ranges::all_of(curves, is_of_magnitude) ? "the magnitude"
                                                                           : "the range or magnitude";
  const bool is_told = convergence.expected_order > 0.0;
  const std::vector<double> orders = is_told ? std::vector{convergence.expected_order} : std::vector{1.0, 2.0};
  std::string text = fmt::format("figure = {}\nwidth = {}\nheight = {}\nn_runs = 0\n",
                                 gnuplot_string(kConvergenceFigure), kWidth, kHeight);
  fmt::format_to(std::back_inserter(text),
                 "parameter = {}\nreferences = {}\nrelative_to = {}\nlarger_is_finer = {}\nn_curves = {}\n",
                 gnuplot_string(readable(convergence.name)), gnuplot_string(references), gnuplot_string(relative_to),
                 convergence.larger_is_finer ? 1 : 0, curves.size());
  text += gnuplot_array("curve_title", curves, [](const Curve& curve) { return gnuplot_string(curve.title); });
  const std::vector<double> values = values_of(curves);
  fmt::format_to(std::back_inserter(text), "n_values = {}\n", values.size());
  text += gnuplot_array("value", values, gnuplot_number);
  fmt::format_to(std::back_inserter(text), "n_orders = {}\norder_is_theory = {}\n", orders.size(), is_told ? 1 : 0);
  text += gnuplot_array("order", orders, gnuplot_number);
  return text;
}

}  // namespace

bool has_curves(const postprocess::Convergence& convergence) { return !curves_of(convergence).empty(); }

FigureFiles convergence_figure(const postprocess::Convergence& convergence) {
  const std::vector<Curve> curves = curves_of(convergence);
  FigureFiles files;
  files.data.push_back({.path = "data/convergence.dat", .text = data_of(curves)});
  files.scripts.push_back({.path = fmt::format("{}.gp", kConvergenceFigure),
                           .text = preamble(convergence, curves) + std::string(embedded::plot_script("common.gp")) +
                                   std::string(embedded::plot_script("convergence.gp"))});
  return files;
}

}  // namespace beltdyn::plots
