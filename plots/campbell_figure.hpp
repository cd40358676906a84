// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

// The figures "campbell_RUN" of runs with modes over the speed; of the first runs if there are many. They show the
// frequencies of the modes over the speed in rpm, paler the more they are damped, with marks where they grow, with
// their names at the speed of the run; the lines of the orders; and the speed range of the run as a shaded area.
std::vector<Figure> campbell_figures(const Result& result);

// Their scripts and data.
FigureFiles campbell_figure_files(const Result& result);

}  // namespace beltdyn::plots
