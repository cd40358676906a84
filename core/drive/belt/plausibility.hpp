// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// Finds values of a drive that are allowed but most likely a mistake, from time 0 to end_time [s]. Each sentence gives
// the value, the usual range, and the value that may have been meant. Belt drives are checked for angles in degrees,
// friction, the length of the path, a slack belt, a belt faster than its waves, and pulleys that turn against the
// direction of the belt; ropes with ends by rope_doubts().
std::vector<std::string> implausibilities(const Drive& drive, double end_time);

// For formulations in which the belt is at rest at t = 0: adds a sentence for each pulley whose prescribed speed is not
// 0 then.
void add_start_jumps(std::vector<std::string>& warnings, const BeltDrive& drive);
// Adds a sentence if the mounts start out of equilibrium by a force [N].
void add_start_imbalance(std::vector<std::string>& warnings, double imbalance);

}  // namespace beltdyn
