// SPDX-License-Identifier: MIT
#pragma once

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kConvergenceFigure = "convergence";

// Is there a curve with at least two errors?
bool has_curves(const postprocess::Convergence& convergence);

// The script and data of the figure of a study: a curve for each run and column, up to the number of colours. The title
// of a curve has its fitted order. A dashed line shows the theoretical order, or lines show the orders 1 and 2.
FigureFiles convergence_figure(const postprocess::Convergence& convergence);

}  // namespace beltdyn::plots
