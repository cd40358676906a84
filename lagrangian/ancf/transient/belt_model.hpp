// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/drive/belt/rigid_penalty.hpp"
#include "lagrangian/ancf/ancf_parameters.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// The belt of a drive cut into elements of equal reference length, its node 0 at σ = 0 and the others in the running
// direction.
BeltModel make_belt_model(const BeltDrive& drive, const AncfParameters& parameters);

// How the belt is divided, and the drive with the numbers that make its contact rigid on this mesh where it is rigid.
ParticleMesh particle_mesh(const BeltDrive& drive, const AncfParameters& parameters);
BeltDrive rigid_on_mesh(const BeltDrive& drive, const AncfParameters& parameters);

// The pulleys at rest, of a drive that is rigid on its mesh.
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, const ParticleMesh& mesh);

// Nodes on the path of the drive, evenly stretched.
void lay_on_path(const BeltDrive& drive, BeltArrays& arrays);

}  // namespace beltdyn::lagrangian::ancf
