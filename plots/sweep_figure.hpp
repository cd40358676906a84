// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kSweepFigure = "sweep";

// The members of a sweep that have results. Headers are "name [unit]".
struct SweepTable {
  std::vector<std::string> parameters;
  std::vector<std::string> quantities;
  // Number of values of each parameter if the members form a grid; otherwise empty.
  std::vector<std::size_t> grid{};
  // Values of parameters, then of quantities, NaN if missing; shape (n_members) of (n_parameters + n_quantities).
  std::vector<std::vector<double>> members;
};

// The script and data of a figure with a panel for each quantity. Over one parameter it shows a curve. Over a grid of
// two parameters it shows a curve over one for each value of the other, or a contour map if there are many. Otherwise
// there is a panel for each quantity and parameter, with a point for each member, or for a selection of very many.
// Quantities without any value have no panel; if all are so, there are no files.
FigureFiles sweep_figure(const SweepTable& given);

}  // namespace beltdyn::plots
