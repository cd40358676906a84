// SPDX-License-Identifier: MIT
#pragma once

#include "eulerian/ale/transient/ale_mesh.hpp"

namespace beltdyn {
struct LaidRope;
}

namespace beltdyn::eulerian::ale {

// The drive with the numbers of the method where its contacts are rigid, and with brakes that stick: an element is a
// contact::RigidPatch.
BeltDrive rigid_on_mesh(const BeltDrive& drive, const MeshParameters& mesh);
BeltDrive rigid_on_mesh(const LaidRope& rope, const MeshParameters& mesh);

}  // namespace beltdyn::eulerian::ale
