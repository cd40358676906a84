// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kIdentificationFigure = "identification";

// A measured series and the curve fitted to it; all arrays have the shape of `time`.
struct MeasuredCurve {
  std::string title;           // "column [unit]"
  std::vector<double> time{};  // [s]
  std::vector<double> measured{};
  std::vector<double> fitted{};
  std::vector<double> residual{};  // in standard deviations
};

// The script and data of a figure with two panels for each series: data with the fitted curve, and residuals, most of
// which lie between −2 and 2 in a good fit. If a series has very many values, some of them are shown.
FigureFiles identification_figure(const std::vector<MeasuredCurve>& series);

}  // namespace beltdyn::plots
