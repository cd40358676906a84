// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn {

// Gross slip of a pulley: friction holds the belt nowhere on it. Every contact point on the pulley slips, all in the
// same direction, and friction reaches its lowest limit, μ times the pressure with the kinetic coefficient μ. The limit
// condition matters for laws without stick and for bristles that yield early: a belt that creeps everywhere is still
// held as long as faster slip increases the friction force. Points with very low pressure at the ends of the arc do not
// count. Of the remaining points, the first and the last do not count either: a point that has just landed still has to
// slip, and a shorter stick zone is finer than the mesh. A pulley without contact or friction is not in gross slip.

// For each pulley the direction of its gross slip, 0 if there is none; shape (n_pulleys).
std::vector<int> gross_slip(std::span<const ContactPoint> contacts, const BeltDrive& drive);

}  // namespace beltdyn
