// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

// What the figures of studies share.
namespace beltdyn::plots {

inline constexpr std::size_t kMostCurves = 8;  // colours of common.gp

// "driven speed" of "driven_speed [rad/s]", after the name of the run if there are several.
std::string curve_title(const std::string& column, const std::string& run, bool name_run);

// Each value once, ascending.
std::vector<double> distinct(std::vector<double> values);

}  // namespace beltdyn::plots
