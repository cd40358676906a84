// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// Formulations that neglect parts of a belt drive report them by the keys of the configuration. Here are these keys,
// where the drive gives them a value that matters.

// Of a string on rigid pulleys, which friction holds on its centre line: "gravity", of a drive with runs "gravity on
// pulleys", "belt/bending_stiffness",
// "belt/axial_damping", "belt/bending_damping", "belt/friction_at" if friction acts on a face away from the centre
// line, and the normal laws, "contact/normal/stiffness_per_area" and the like.
std::vector<std::string> keys_unsupported_by_strings(const BeltDrive& drive);

// Of a contour drive, which is besides without inertia, sticks without creep, and has friction by the pretension alone:
// as well "belt/mass_per_length", "belt/width", "contact/friction/stiffness_per_area" and
// "contact/friction/damping_per_area".
std::vector<std::string> keys_beyond_contours(const BeltDrive& drive);

// Of a motion without inertia, "quasi_static": "belt/mass_per_length", "pulleys/inertia" unless the speeds of all
// pulleys are given and constant, and "pulleys/mount/inertia" or "pulleys/mount/mass" of mounts that the belt moves.
std::vector<std::string> keys_of_inertia(const BeltDrive& drive);

// Of contacts whose dampers are not limited to pressure: "contact/normal/damping_per_area".
std::vector<std::string> keys_of_normal_damping(const BeltDrive& drive);

// "MODEL; neglected in this drive: gravity, belt/bending_stiffness; use OTHERS if they matter". Empty if there
// are no keys.
std::string neglected_keys_message(std::string_view model, const std::vector<std::string>& keys,
                                   std::string_view others = "lagrangian_ancf or eulerian_ale");

// Of a formulation that is steady from instant to instant: what inertia, and if speeds or torques of the drive vary
// what damping and the mass of the belt do until the motion is steady, of mounts what decides how they come to rest,
// and a start at rest with a jump. Empty if there is none of it, or only the start.
std::string neglected_transients_message(std::string_view formulation, const BeltDrive& drive);

// Of the same formulation: that speeds, torques and mounts which vary in time count by their value at each instant, and
// which these are. Empty if none varies.
std::string instants_message(std::string_view formulation, const BeltDrive& drive);

// The sentence by which a formulation refuses to begin a run without inertia in steady motion, or with mounts that are
// let go. Empty if the drive begins otherwise.
std::string objection_to_start_without_inertia(std::string_view formulation, const BeltDrive& drive);

// Adds a sentence to the warnings of a run unless it is empty.
void add_warning(std::vector<std::string>& warnings, std::string sentence);

}  // namespace beltdyn
