// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

// Functions shared by the figures of studies.
namespace beltdyn::plots {

inline constexpr std::size_t kMostCurves = 8;  // colours of common.gp

// "driven speed" for "driven_speed [rad/s]", preceded by the name of the run if there are several.
std::string curve_title(const std::string& column, const std::string& run, bool name_run);

// The distinct values, ascending.
std::vector<double> distinct(std::vector<double> values);

}  // namespace beltdyn::plots
