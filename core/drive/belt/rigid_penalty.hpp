// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "core/contact/rigid_surface.hpp"
#include "core/drive/pulley/pulley_contact.hpp"

namespace beltdyn {

struct BeltDrive;
struct Pulley;

// The mesh of a belt in a Lagrangian formulation, for the choice of penalty stiffnesses.
struct ParticleMesh {
  double element{};          // reference length of the smallest part with an axial stiffness of its own [m]
  double contact_spacing{};  // reference length between contact points [m]
  double force{};            // force of the spans of the belt at rest, with which it presses on pulleys [N]
  // √(EA/K_t), the length over which a bristle in place of rigid stick takes up a force [m]. Spans are as compliant as
  // if they were longer by it at each end. The bristle stores the error that an element makes where it enters a pulley,
  // which changes the force of the sticking belt by √(EA K_t) times the error. So each kind of elements has a best one.
  double stick_length{};
};

// The drive with penalty stiffnesses (BeltDrive::with_rigid) for contact::RigidSurface.
BeltDrive with_mesh_penalty(const BeltDrive& drive, const ParticleMesh& mesh);

// Sets the stick stiffness and damping of the brake of a pulley, if it has one, for elements of the length `element`
// [m].
void hold_brake(Pulley& pulley, double axial_stiffness, double element);

// The normal law of a contact point that represents `area` [m²] of the belt, in a drive with penalty stiffnesses. A
// penalty that replaces a rigid contact is damped.
NormalLaw normal_law_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh, double area);

// The surface of a pulley for the contact points of the belt, which lie inside the circle by `depth` [m], in a drive
// with penalty stiffnesses. If the contact is not rigid, this is the pulley's own surface, without a rolling radius.
contact::RigidSurface surface_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh, double depth);
// The depth of the middle of a chord between neighbouring contact points of the mesh [m].
double chord_depth_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh);

}  // namespace beltdyn
