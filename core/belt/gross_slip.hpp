// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn {

// GROSS SLIP of a pulley: friction holds the belt nowhere on it. Every point of the belt that the pulley presses slips,
// all of them in the same direction, and friction there is at its least limit, μ times the pressure with the
// kinetic coefficient μ. The second condition counts where a law has no stick, or where bristles yield before their
// limit: a belt that creeps everywhere is held as long as faster slip brings more force. Points at the ends of the arc
// that are pressed by next to nothing do not count, and of the others not the first and the last one: what has just
// landed has yet to slip, and stick shorter than that is finer than the mesh. A pulley without contact or without
// friction is not in gross slip.

// For each pulley the direction of its gross slip, 0 if there is none; shape (n_pulleys).
std::vector<int> gross_slip(std::span<const ContactPoint> contacts, const BeltDrive& drive);

}  // namespace beltdyn
