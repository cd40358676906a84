// SPDX-License-Identifier: MIT
#pragma once

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kParameterFigure = "parameter_study";

// Does a result vary with the parameter?
bool has_curves(const postprocess::ParameterStudy& study);

// The script and data of the figure of a study of a physical parameter: results at the end of the runs over the
// parameter, with a panel for each unit and a curve for each run and column, up to the number of colours. Results that
// do not depend on the parameter are left out.
FigureFiles parameter_figure(const postprocess::ParameterStudy& study);

}  // namespace beltdyn::plots
