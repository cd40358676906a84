// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "plots/figures.hpp"

// The data files behind the figures of belt drives.
namespace beltdyn::plots {

// Does the friction of a run grow with the belt force? In contour drives it does not.
bool follows_eytelwein(const Run& run);

// The data of a run for figures.
std::vector<TextFile> belt_data_files(const Run& run, const Result& result);

}  // namespace beltdyn::plots
