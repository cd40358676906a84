// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// Values of a drive that are allowed, but most often a slip of the pen, from time 0 to end_time [s]: for each a
// sentence with the value, the usual range, and the value that may have been meant. Belt drives are checked for: angles
// in degrees, friction, the length of the path, a slack belt, a belt faster than waves on it, pulleys that turn against
// the direction of the belt; and ropes with ends: lengths in millimetres, speeds per minute.
std::vector<std::string> implausibilities(const Drive& drive, double end_time);

// For a formulation in which the belt is at rest at t = 0: adds a sentence for each pulley whose prescribed speed is
// not.
void add_start_jumps(std::vector<std::string>& warnings, const BeltDrive& drive);
// Adds a sentence if mounts start out of balance by a force [N].
void add_start_imbalance(std::vector<std::string>& warnings, double imbalance);

}  // namespace beltdyn
