// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// Formulations that neglect parts of a belt drive name these parts in their warnings by the keys of the configuration.
// The functions below return these keys if the drive gives them a value that matters.

// Keys neglected by the model of a string that lies on rigid pulleys and has friction on its centre line: "gravity" (of
// a drive with runs only "gravity on pulleys"), "belt/bending_stiffness", "belt/axial_damping", "belt/bending_damping",
// "belt/friction_at" if friction acts on a face away from the centre line, and the keys of normal laws such as
// "contact/normal/stiffness_per_area".
std::vector<std::string> keys_unsupported_by_strings(const BeltDrive& drive);

// Keys neglected by a contour drive. It has in addition no inertia, sticks without creep, and its friction depends on
// the pretension alone. So the keys of strings, and "belt/mass_per_length", "belt/width",
// "contact/friction/stiffness_per_area" and "contact/friction/damping_per_area".
std::vector<std::string> keys_beyond_contours(const BeltDrive& drive);

// Keys neglected by a motion without inertia, "quasi_static": "belt/mass_per_length", "pulleys/inertia" unless the
// speeds of all pulleys are prescribed and constant, "pulleys/mount/inertia" or "pulleys/mount/mass" of mounts that the
// belt moves, and "pulleys/accessory/inertia" and "pulleys/accessory/spring".
std::vector<std::string> keys_of_inertia(const BeltDrive& drive);

// For formulations whose contact dampers may pull, not only press: "contact/normal/damping_per_area".
std::vector<std::string> keys_of_normal_damping(const BeltDrive& drive);

// "MODEL; neglected in this drive: gravity, belt/bending_stiffness; use OTHERS if they matter". Empty if there are no
// keys.
std::string neglected_keys_message(std::string_view model, const std::vector<std::string>& keys,
                                   std::string_view others = "lagrangian_ancf or eulerian_ale");

// Do speeds, torques or mounts of a belt drive vary in time?
bool varies_in_time(const Drive& drive);

// A warning of a formulation that computes a steady motion for each instant. It lists what would affect the
// transients: the belt that spans take up or give as inputs vary in time, unless it does not follow these; inertia; the
// mass and the damping of the belt if speeds or torques of the drive vary; what determines how mounts come to rest;
// properties of accessories; and a start at rest with a jump of the speed. Empty if the drive has none of these, or
// only the jump. `others`: what accounts for transients.
std::string neglected_transients_message(std::string_view formulation, const BeltDrive& drive, std::string_view others,
                                         bool follows_time = true);

// The error message of a formulation that cannot start a run without inertia in steady motion, or with mounts that are
// let go. Empty if the drive starts otherwise.
std::string objection_to_start_without_inertia(std::string_view formulation, const BeltDrive& drive);

// Adds a sentence to the warnings of a run unless it is empty.
void add_warning(std::vector<std::string>& warnings, std::string sentence);

}  // namespace beltdyn
