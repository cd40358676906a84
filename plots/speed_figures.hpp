// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

// Figures of linear analyses at several speeds, each for one run: "order_response_RUN", the response to orders, and
// "steady_at_speeds_RUN", the steady motion (kStateQuantities). The speed range of the run is shaded.
std::vector<Figure> speed_figures(const Result& result);
FigureFiles speed_figure_files(const Result& result);

}  // namespace beltdyn::plots
