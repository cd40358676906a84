// SPDX-License-Identifier: MIT
// Conditions that the configuration of a belt drive must meet as a whole.
#pragma once

#include <optional>

#include "core/config/field_visitor.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn {

struct BeltDrive;

// The reason why the pulleys as drawn have no belt path; empty if they have one.
std::optional<PathError> path_error(const BeltDrive& drive);

// Checks that surfaces fit the section of the belt, that the path exists, that eccentric pulleys do not touch as they
// turn, that a start in motion has a prescribed speed, and that the belt is neither slack nor stretched too far.
void check_belt_drive(config::FieldVisitor& visitor, const BeltDrive& drive);

}  // namespace beltdyn
