// SPDX-License-Identifier: MIT
#include "plots/sensitivity_figure.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plots/gnuplot_text.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostTornados = 8;
constexpr std::size_t kMostBars = 12;  // the longest ones are shown
constexpr int kTornadoWidth = 520;     // [px]
constexpr int kTornadoFrame = 132;     // height without bars [px]
constexpr int kBarHeight = 34;         // [px]

bool has_indices(const std::vector<SensitivityPanel>& panels) {
  return !panels.empty() && !panels[0].bars.empty() && std::isfinite(panels[0].bars[0].total);
}

// Distance of the numbers on an axis from the lowest to the highest bar: 1, 2 or 5 times a power of ten.
double tic_distance(const std::vector<SensitivityPanel::Bar>& bars) {
  constexpr double kTics = 5.0;
  double low = 0.0;
  double high = 0.0;
  for (const SensitivityPanel::Bar& bar : bars) {
    low = std::min(low, bar.per_deviation);
    high = std::max(high, bar.per_deviation);
  }
  if (high <= low) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10((high - low) / kTics)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power * kTics >= high - low) return factor * power;
  }
  return 10.0 * power;
}

// The bars that are shown, longest first.
std::vector<SensitivityPanel::Bar> shown_bars(const SensitivityPanel& panel) {
  std::vector<SensitivityPanel::Bar> bars = panel.bars;
  std::ranges::stable_sort(bars, std::ranges::greater(), [](const SensitivityPanel::Bar& bar) {
    return std::isfinite(bar.total) ? bar.total : std::abs(bar.per_deviation);
  });
  if (bars.size() > kMostBars) bars.resize(kMostBars);
  return bars;
}

}  // namespace

FigureFiles sensitivity_figure(const std::vector<SensitivityPanel>& panels) {
  const std::vector<SensitivityPanel> shown(
      panels.begin(), panels.begin() + static_cast<std::ptrdiff_t>(std::min(panels.size(), kMostTornados)));
  std::string data = "# parameter, rank, per_deviation, first, its interval, total, its interval\n";
  std::vector<std::string> titles;
  std::vector<double> steps;
  std::size_t most = 1;
  for (const SensitivityPanel& panel : shown) {
    titles.push_back(fmt::format("{}   R² = {:.3f}", panel.quantity, panel.explained));
    const std::vector<SensitivityPanel::Bar> bars = shown_bars(panel);
    steps.push_back(tic_distance(bars));
    most = std::max(most, bars.size());
    for (std::size_t i = 0; i < bars.size(); ++i) {
      const SensitivityPanel::Bar& b = bars[i];
      data += fmt::format("\"{}\" {} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g}\n", b.parameter, i + 1,
                          b.per_deviation, b.first, b.first_low, b.first_high, b.total, b.total_low, b.total_high);
    }
    data += "\n\n";
  }
  const int columns = has_indices(shown) ? 2 : 1;
  const int panel_height = kTornadoFrame + kBarHeight * static_cast<int>(most);
  const std::string preamble =
      fmt::format("figure = {}\nwidth = {}\nheight = {}\nn_runs = 0\nn_panels = {}\nn_columns = {}\nn_bars = {}\n",
                  gnuplot_string(kSensitivityFigure), kTornadoWidth * columns,
                  panel_height * static_cast<int>(shown.size()), shown.size(), columns, most) +
      gnuplot_array("heading", titles, [](const std::string& s) { return gnuplot_string(s); }) +
      gnuplot_array("step", steps, gnuplot_number);
  FigureFiles files;
  files.data.push_back({.path = fmt::format("data/{}.dat", kSensitivityFigure), .text = std::move(data)});
  files.scripts.push_back({.path = fmt::format("{}.gp", kSensitivityFigure),
                           .text = preamble + std::string(embedded::plot_script("common.gp")) +
                                   std::string(embedded::plot_script("sensitivity.gp"))});
  return files;
}

}  // namespace beltdyn::plots
