// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

// A figure of each run that has a response to orders over the speed: "order_response_RUN".
std::vector<Figure> order_figures(const Result& result);
FigureFiles order_figure_files(const Result& result);

}  // namespace beltdyn::plots
