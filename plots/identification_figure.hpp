// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kIdentificationFigure = "identification";

// A measured series and the curve that was fitted to it; shapes as time.
struct MeasuredCurve {
  std::string title;           // "column [unit]"
  std::vector<double> time{};  // [s]
  std::vector<double> measured{};
  std::vector<double> fitted{};
  std::vector<double> residual{};  // in standard deviations
};

// The script and the data of a figure with two panels for each series: the data with the fitted curve, and the
// residuals, most of which lie between −2 and 2 if the fit is good. Of very many values some are shown.
FigureFiles identification_figure(const std::vector<MeasuredCurve>& series);

}  // namespace beltdyn::plots
