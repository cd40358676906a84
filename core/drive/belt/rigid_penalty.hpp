// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "core/contact/rigid_surface.hpp"
#include "core/drive/pulley/pulley_contact.hpp"

namespace beltdyn {

struct BeltDrive;
struct Pulley;

// How a belt that is followed by its particles is divided.
struct ParticleMesh {
  double element{};          // reference length of what has an axial stiffness of its own [m]
  double contact_spacing{};  // reference length between contact points [m]
  double force{};            // with which the belt at rest presses on pulleys: that of its spans [N]
};

// The drive with the numbers of the method (BeltDrive::with_rigid) for contact::RigidSurface.
BeltDrive with_mesh_penalty(const BeltDrive& drive, const ParticleMesh& mesh);

// Gives the brake of a pulley, if it has one, its stick for elements of this length there [m].
void hold_brake(Pulley& pulley, double axial_stiffness, double element);

// The normal law of a contact point of this area of the belt [m²] in a drive with these numbers; that of a rigid
// contact is damped.
NormalLaw normal_law_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh, double area);

// The surface of a pulley in a drive with these numbers, seen by the places where a belt touches it, which are inside
// of the circle by a depth [m]. Where its contact is not rigid it is where the pulley has it, and there is no rolling
// radius.
contact::RigidSurface surface_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh, double depth);
// The depth of the middles of chords between touching places of the mesh [m].
double chord_depth_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh);

}  // namespace beltdyn
