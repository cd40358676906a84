// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// What of a drive is allowed, but most often a slip of the pen, from time 0 to end_time [s]: a sentence each with the
// value, what is usual, and what may have been meant. Looked at are belt drives: angles in degrees, friction, the
// length of the path, a slack belt, a belt faster than waves on it, pulleys that turn against the direction of the
// belt; and ropes with ends: lengths in millimetres, speeds per minute.
std::vector<std::string> implausibilities(const Drive& drive, double end_time);

// For a formulation in which the belt is at rest at t = 0: adds a sentence for each pulley whose prescribed speed is
// not.
void add_start_jumps(std::vector<std::string>& warnings, const BeltDrive& drive);
// What is said of mounts that start out of balance by a force [N]; nothing of 0.
void add_start_imbalance(std::vector<std::string>& warnings, double imbalance);

}  // namespace beltdyn
