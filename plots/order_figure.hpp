// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

// The figures "order_response_RUN", one for each run with a response to orders over the speed.
std::vector<Figure> order_figures(const Result& result);
FigureFiles order_figure_files(const Result& result);

}  // namespace beltdyn::plots
