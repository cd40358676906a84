// SPDX-License-Identifier: MIT
#pragma once

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kResponseFigure = "frequency_response";

// Does a run have a frequency response?
bool has_response(const Result& result);

// The script and data of the Bode diagram: magnitude and phase of angular velocities, span forces and mount positions
// over frequency. A row of panels for each unit, a colour for each column, a dash type for each run. `result` must have
// a response.
FigureFiles response_figure(const Result& result);

}  // namespace beltdyn::plots
