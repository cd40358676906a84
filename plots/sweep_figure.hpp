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
  // For each parameter the number of its values if the members are a grid; empty if they are not.
  std::vector<std::size_t> grid{};
  // Values of parameters, then of quantities, NaN where there is none; shape (n_members) of (n_parameters +
  // n_quantities).
  std::vector<std::vector<double>> members;
};

// The script and the data of a figure with a panel for each quantity. Over one parameter it is a curve; over a grid of
// two, curves over the one for each value of the other, or a map with contours if these are many. Of everything else
// there is a panel for each quantity and parameter, with a point for each member, of very many members for some.
// Quantities that no member has a value of have no panel; no files if that is all of them.
FigureFiles sweep_figure(const SweepTable& given);

}  // namespace beltdyn::plots
