// SPDX-License-Identifier: MIT
#pragma once

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kConvergenceFigure = "convergence";

// Is there a curve to draw, of two errors or more?
bool has_curves(const postprocess::Convergence& convergence);

// The script and the data of the figure of a study: a curve for each run and column, as many as there are colours. The
// title of a curve has its fitted order; a dashed line has the order by theory, or lines have the orders 1 and 2.
FigureFiles convergence_figure(const postprocess::Convergence& convergence);

}  // namespace beltdyn::plots
