// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "plots/figures.hpp"

// The data files behind the figures of belt drives.
namespace beltdyn::plots {

// The pulley over whose torque figures are drawn: the first one with creep, else the second.
std::size_t loaded_pulley(const BeltDrive& drive);

// Does the friction of a run grow with the belt force? In contour drives it does not.
bool follows_eytelwein(const Run& run);

// The data of a run for figures.
std::vector<TextFile> belt_data_files(const Run& run, const Result& result);

}  // namespace beltdyn::plots
