// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/drive/belt/belt_path.hpp"
#include "plots/figures.hpp"

// The data files behind the figures of belt drives.
namespace beltdyn::plots {

// The pulley over whose torque figures are drawn: the first one with creep, else the second.
std::size_t loaded_pulley(const BeltDrive& drive);

// The belt path on which path coordinates are drawn: that of the last profile of the first computed run.
BeltPath path_of_profiles(const Result& result);

// Does the friction of a run grow with the belt force? In contour drives it does not.
bool follows_eytelwein(const Run& run);

// The data of a run for figures.
std::vector<TextFile> belt_data_files(const Run& run, const Result& result);

}  // namespace beltdyn::plots
