// SPDX-License-Identifier: MIT
#pragma once

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kResponseFigure = "frequency_response";

// Has a run a frequency response?
bool has_response(const Result& result);

// The script and the data of the Bode diagram: magnitude and phase of speeds, span forces and positions of mounts over
// frequency. A row of panels for each unit, a colour for each column, a dash for each run. `result` has a response.
FigureFiles response_figure(const Result& result);

}  // namespace beltdyn::plots
