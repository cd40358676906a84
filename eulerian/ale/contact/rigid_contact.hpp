// SPDX-License-Identifier: MIT
#pragma once

#include "eulerian/ale/transient/ale_mesh.hpp"

namespace beltdyn {
struct LaidRope;
}

namespace beltdyn::eulerian::ale {

// The drive as it is discretised: rigid contacts get the springs and dampers of the method, with each element a
// contact::RigidPatch, and brakes get stick.
BeltDrive rigid_on_mesh(const BeltDrive& drive, const MeshParameters& mesh);
BeltDrive rigid_on_mesh(const LaidRope& rope, const MeshParameters& mesh);

}  // namespace beltdyn::eulerian::ale
