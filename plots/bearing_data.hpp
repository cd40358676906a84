// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/drive/drive.hpp"
#include "plots/figures.hpp"

// The loads of a belt on the bearings of its pulleys, and its margin against gross slip.
namespace beltdyn::plots {

bool has_hub_loads(const Run& run);
bool has_slip_margins(const Run& run);
bool has_mounts(const Run& run);
bool has_histograms(const Run& run);
bool has_accessory_torques(const Run& run);

// The drive of a result, whose pulleys have in addition the mounts and accessories that they have in variants.
BeltDrive drive_with_parts(const Result& result);

// The pulleys whose axes move, ascending.
std::vector<std::size_t> mounted_pulleys(const BeltDrive& drive);

// The pulleys with an accessory, ascending.
std::vector<std::size_t> pulleys_with_accessory(const BeltDrive& drive);

// "time", then the torque of each accessory of drive_with_parts(), NaN if the run has none.
std::string accessory_lines(const Run& run, const BeltDrive& drive);
// "time", then the hub load, or the slip margin, of each pulley.
std::string hub_load_lines(const Run& run, std::size_t pulleys);
std::string slip_margin_lines(const Run& run, std::size_t pulleys);
// "time", then the angle of the arm [degrees] or the position of the slider [mm] of each of its mounts, likewise.
std::string mount_lines(const Run& run, const BeltDrive& drive);
// A data set for each span, the outline of its histogram: force, fraction of the time [%].
std::string histogram_blocks(const Run& run, std::size_t spans);

// Variables of the gnuplot scripts.
std::string mount_variables(const BeltDrive& drive);

}  // namespace beltdyn::plots
