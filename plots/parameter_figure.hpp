// SPDX-License-Identifier: MIT
#pragma once

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kParameterFigure = "parameter_study";

// Is there a result that varies with the parameter?
bool has_curves(const postprocess::ParameterStudy& study);

// The script and the data of the figure of a study of a physical parameter: the results at the end of the runs over the
// parameter, a panel for each unit, a curve for each run and column, as many as there are colours. Results that do not
// depend on the parameter are omitted.
FigureFiles parameter_figure(const postprocess::ParameterStudy& study);

}  // namespace beltdyn::plots
