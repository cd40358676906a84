// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/drive/belt/rigid_penalty.hpp"
#include "lagrangian/ancf/ancf_parameters.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// How a closed belt is divided, and one that rests with a given force of its spans [N].
ParticleMesh particle_mesh(const BeltDrive& drive, const AncfParameters& parameters);
ParticleMesh particle_mesh(const BeltDrive& drive, const AncfParameters& parameters, double force);
// The drive with the numbers that make its contact rigid on this mesh where it is rigid.
BeltDrive rigid_on_mesh(const BeltDrive& drive, const ParticleMesh& mesh);

// The belt of a drive cut into elements of equal reference length, its node 0 at σ = 0 and the others in the running
// direction; `ends` those of an open one. Of a closed one with bodies all nodes are as much further on as puts one at
// the first body; others have the nodes next to them.
BeltModel make_belt_model(const BeltDrive& drive, const AncfParameters& parameters, const ParticleMesh& mesh,
                          const std::vector<GuidedNode>& ends = {});
// How far the node of a body is from the place that is given for the body, in σ [m].
double distance_to_node(const BeltDrive& drive, const BeltModel& model, std::size_t body);

// The pulleys at rest, of a drive that is rigid on its mesh.
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, const ParticleMesh& mesh);

// The nodes of a closed belt on the path of the drive, evenly stretched.
void lay_on_path(const BeltDrive& drive, const BeltModel& model, BeltArrays& arrays);

}  // namespace beltdyn::lagrangian::ancf
