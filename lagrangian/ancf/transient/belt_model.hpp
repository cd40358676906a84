// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/drive/belt/rigid_penalty.hpp"
#include "lagrangian/ancf/ancf_parameters.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// Length over which stick takes up a force, relative to an element [-]. With 1 the ripple of forces near a resonance is
// off by 5 % in place of 2 %; with 0.25 slip powers are four times as wrong.
inline constexpr double kStickLength = 0.5;

// For ropes with ends, whose spans are long: forces are two to four times as accurate as with half an element.
inline constexpr double kStickLengthOfRope = 2.0;

// The division of a closed belt into particles; the second form for spans with the given force at rest [N] and this
// length for stick relative to an element.
ParticleMesh particle_mesh(const BeltDrive& drive, const AncfParameters& parameters);
ParticleMesh particle_mesh(const BeltDrive& drive, const AncfParameters& parameters, double force, double stick_length);
// The drive as discretised: where contact is rigid it gets the stiffness that this mesh requires.
BeltDrive rigid_on_mesh(const BeltDrive& drive, const ParticleMesh& mesh);

// The model of a drive's belt, divided into elements of equal reference length, with node 0 at σ = 0 and the other
// nodes in the running direction; `ends` are those of an open belt. In a closed belt with bodies all nodes are shifted
// so that a node is at the first body; each other body has the node closest to it.
BeltModel make_belt_model(const BeltDrive& drive, const AncfParameters& parameters, const ParticleMesh& mesh,
                          const std::vector<GuidedNode>& ends = {});
// Distance in σ from the node of a body to the place given for the body [m].
double distance_to_node(const BeltDrive& drive, const BeltModel& model, std::size_t body);

// The pulleys at rest, of a drive from rigid_on_mesh().
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, const ParticleMesh& mesh);

// Places the nodes of a closed belt on the path of the drive, evenly stretched.
void lay_on_path(const BeltDrive& drive, const BeltModel& model, BeltArrays& arrays);

}  // namespace beltdyn::lagrangian::ancf
