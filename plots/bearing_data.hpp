// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/drive/drive.hpp"
#include "plots/figures.hpp"

// What a belt does to the bearings of its pulleys, and how near it comes to gross slip.
namespace beltdyn::plots {

bool has_hub_loads(const Run& run);
bool has_slip_margins(const Run& run);
bool has_mounts(const Run& run);
bool has_histograms(const Run& run);

// The pulleys whose axes move, ascending.
std::vector<std::size_t> mounted_pulleys(const BeltDrive& drive);

// "time", then of each pulley the hub load, or the slip margin.
std::string hub_load_lines(const Run& run, std::size_t pulleys);
std::string slip_margin_lines(const Run& run, std::size_t pulleys);
// "time", then of each mount the angle of the arm [degrees] or the position of the slider [mm].
std::string mount_lines(const Run& run, const BeltDrive& drive);
// A data set for each span, the outline of its histogram: force, share of the time [%].
std::string histogram_blocks(const Run& run, std::size_t spans);

// Variables of the scripts.
std::string mount_variables(const BeltDrive& drive);

}  // namespace beltdyn::plots
