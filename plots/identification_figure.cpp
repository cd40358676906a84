// SPDX-License-Identifier: MIT
#include "plots/identification_figure.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "plots/gnuplot_text.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostShownSeries = 6;
constexpr std::size_t kMostShownValues = 1000;  // as wide as the panels; more values hide each other
constexpr int kCurvePanelWidth = 560;           // [px]
constexpr int kCurvePanelHeight = 330;          // [px]

// A block for each series, with time, measured value, fitted value and residual.
std::string identification_data(const std::vector<MeasuredCurve>& series) {
  std::string text = "# time, measured, fitted, residual\n";
  for (std::size_t s = 0; s < std::min(series.size(), kMostShownSeries); ++s) {
    if (s > 0) text += "\n\n";
    const MeasuredCurve& curve = series[s];
    const std::size_t n = curve.time.size();
    const std::size_t n_shown = std::min(n, kMostShownValues);
    for (std::size_t k = 0; k < n_shown; ++k) {
      const std::size_t i = k * n / n_shown;
      text += fmt::format("{:.10g} {:.10g} {:.10g} {:.6g}\n", curve.time[i], curve.measured[i], curve.fitted[i],
                          curve.residual[i]);
    }
  }
  return text;
}

std::string identification_preamble(const std::vector<MeasuredCurve>& series) {
  const std::size_t n_rows = std::min(series.size(), kMostShownSeries);
  std::vector<std::string> titles;
  for (std::size_t s = 0; s < n_rows; ++s) titles.push_back(series[s].title);
  return fmt::format("figure = {}\nwidth = {}\nheight = {}\nn_runs = 0\nn_rows = {}\n",
                     gnuplot_string(kIdentificationFigure), 2 * kCurvePanelWidth,
                     kCurvePanelHeight * static_cast<int>(n_rows), n_rows) +
         gnuplot_array("series", titles, [](const std::string& title) { return gnuplot_string(title); });
}

}  // namespace

FigureFiles identification_figure(const std::vector<MeasuredCurve>& series) {
  FigureFiles files;
  files.data.push_back(
      {.path = fmt::format("data/{}.dat", kIdentificationFigure), .text = identification_data(series)});
  files.scripts.push_back({.path = fmt::format("{}.gp", kIdentificationFigure),
                           .text = identification_preamble(series) + std::string(embedded::plot_script("common.gp")) +
                                   std::string(embedded::plot_script("identification.gp"))});
  return files;
}

}  // namespace beltdyn::plots
