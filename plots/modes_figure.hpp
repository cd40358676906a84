// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

// The figures "mode_shapes_RUN" of runs with modes; of the first runs if there are many. They show the drive in its
// steady motion and displaced by each of the lowest modes, at the largest displacement and a quarter of a period later,
// coloured by the displacement along the belt.
std::vector<Figure> mode_figures(const Result& result);

// Their scripts and data.
FigureFiles mode_figure_files(const Result& result);

}  // namespace beltdyn::plots
