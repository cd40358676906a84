// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"
#include "core/dynamics/rope/rigid_rope.hpp"

namespace beltdyn {

// Why a rope drive cannot be simulated with an inextensible rope, one sentence each; `name` is the formulation.
std::vector<std::string> rigid_rope_objections(const RopeDrive& drive, std::string_view name);

// Converts a rope drive without such objections to a RigidRope. The drive must outlive the result.
RigidRope rigid_rope_of(const RopeDrive& drive);

}  // namespace beltdyn
