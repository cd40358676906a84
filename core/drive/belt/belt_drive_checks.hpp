// SPDX-License-Identifier: MIT
// Conditions that the configuration of a belt drive must meet as a whole.
#pragma once

#include <optional>

#include "core/config/field_visitor.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn {

struct BeltDrive;

// Why the pulleys have no belt path as drawn; empty if they have one.
std::optional<PathError> path_error(const BeltDrive& drive);

// Surfaces fit the section of the belt; the path exists, and eccentric pulleys do not touch as they turn; a start in
// motion has one to start from; the belt is neither slack nor stretched too far.
void check_belt_drive(config::FieldVisitor& visitor, const BeltDrive& drive);

}  // namespace beltdyn
