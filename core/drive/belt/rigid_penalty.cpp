// SPDX-License-Identifier: MIT
#include "core/drive/belt/rigid_penalty.hpp"

#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {
namespace {

// The penalty is so soft that the belt penetrates by at least this multiple of the deviation of a cubic element from
// the circle. So all its points touch [-].
constexpr double kDeepest = 10.0;

// Stick of a brake: its stiffness relative to an element on the pulley, and its damping ratio with the pulley alone
// [-].
constexpr double kBrakeStiffness = 10.0;
constexpr double kBrakeDamping = 0.7;

// The force at rest. For a belt that is slack at rest, the force at a usual strain [N].
double pressing_force(const BeltDrive& drive, const ParticleMesh& mesh) {
  constexpr double kUsualStrain = 1e-3;
  return mesh.force > 0.0 ? mesh.force : kUsualStrain * drive.belt.axial_stiffness;
}

contact::MeshPenalty penalty_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh) {
  const Belt& belt = drive.belt;
  const double radius = drive.pulleys[pulley].radius + belt.contact_height();
  const double off = kDeepest * contact::cubic_off_circle(mesh.element / radius, radius);
  return contact::mesh_penalty(belt.axial_stiffness, belt.mass_per_length, mesh.element,
                               pressing_force(drive, mesh) / radius, off);
}

}  // namespace

BeltDrive with_mesh_penalty(const BeltDrive& drive, const ParticleMesh& mesh) {
  const Belt& belt = drive.belt;
  return drive.with_rigid([&](std::size_t p) {
    const double stiffness = penalty_of(drive, p, mesh).stiffness / belt.width;
    return RigidStiffness{
        .normal = {.patch_stiffness_per_area = stiffness, .point_stiffness_per_area = stiffness},
        .stick_per_area = belt.axial_stiffness / (mesh.stick_length * mesh.stick_length * belt.width)};
  });
}

void hold_brake(Pulley& pulley, double axial_stiffness, double element) {
  if (!pulley.brake) return;
  const double radius = pulley.radius;
  pulley.brake->stiffness = kBrakeStiffness * axial_stiffness / element * radius * radius;
  pulley.brake->damping = 2.0 * kBrakeDamping * std::sqrt(pulley.brake->stiffness * pulley.inertia);
}

NormalLaw normal_law_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh, double area) {
  const PulleyContact& contact = drive.contact_of(pulley);
  if (!contact.is_rigid()) return contact.normal_law(area);
  const contact::MeshPenalty penalty = penalty_of(drive, pulley, mesh);
  const double length = area / drive.belt.width;
  return contact::PenaltyNormal({.stiffness = penalty.stiffness * length, .damping = penalty.damping * length});
}

double chord_depth_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh) {
  const double radius = drive.pulleys[pulley].radius + drive.belt.contact_height();
  // The contact places lie on a smaller circle than the centre line, so their spacing is smaller in proportion.
  const double middle = radius + std::abs(drive.belt.contact_lever());
  return contact::chord_depth(mesh.contact_spacing * radius / middle, radius);
}

contact::RigidSurface surface_of(const BeltDrive& drive, std::size_t pulley, const ParticleMesh& mesh, double depth) {
  const double radius = drive.pulleys[pulley].radius + drive.belt.contact_height();
  const PulleyContact& contact = drive.contact_of(pulley);
  if (!contact.is_rigid()) return {.radius = radius, .rolling = 0.0};
  return contact::rigid_surface(mesh.force, radius, contact.stiffness_per_area() * drive.belt.width, depth);
}

}  // namespace beltdyn
