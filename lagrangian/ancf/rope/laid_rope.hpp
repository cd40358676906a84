// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {

// A rope drive as an open belt: pulleys, belt and contact as a BeltDrive, without a path of its own and with the radii
// of pulleys those of the centre line, and the belt on the path of the rope, with the forces of rope_start().
struct LaidRope {
  BeltDrive drive;
  OpenBelt belt;
};
LaidRope lay_rope(const RopeDrive& rope, int elements);

// Why a rope drive does not run as cable elements, one sentence each; `name` is that of the formulation.
std::vector<std::string> rope_objections(const RopeDrive& rope, std::string_view name);

}  // namespace beltdyn::lagrangian::ancf
