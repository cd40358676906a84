// SPDX-License-Identifier: MIT
#include "core/drive/belt/reduced_contour.hpp"

#include <fmt/format.h>

#include "core/drive/drive.hpp"

namespace beltdyn {
namespace {

// The feature of the drive that a contour drive cannot have, as an error message; empty if there is none.
std::string objection_to_drive(const BeltDrive& drive) {
  if (drive.pulleys.size() != 2) {
    return fmt::format("a contour drive has two pulleys, but this drive has {}; use another formulation",
                       drive.pulleys.size());
  }
  if (!drive.spans.empty()) {
    return "a contour drive has nothing along its spans, but this drive has \"spans\"; use analytic_string or "
           "eulerian_ale, or remove them";
  }
  if (!drive.bodies.empty()) {
    return "a contour drive has no bodies on its belt, but this drive has \"bodies\"; use lagrangian_ancf or "
           "eulerian_ale, or remove them";
  }
  if (drive.starts_running()) {
    return "a contour drive starts with a uniformly stretched belt, but initial_state is running; set it to rest";
  }
  if (!(drive.initial_force() > 0.0)) {
    return fmt::format(
        "friction in a contour drive requires a positive pretension, which is {:.6g} N here; tighten the belt",
        drive.initial_force());
  }
  return {};
}

std::string objection_to_pulley(const BeltDrive& drive, std::size_t k) {
  const Pulley& pulley = drive.pulleys[k];
  if (!pulley.is_prescribed()) {
    return fmt::format(
        "a contour drive has prescribed speeds, but the motion of pulley {} is not prescribed; prescribe its angular "
        "velocity",
        drive.pulley_label(k));
  }
  if (pulley.eccentricity != 0.0) {
    return fmt::format("a contour drive has a fixed contour, but pulley {} is eccentric; remove the eccentricity",
                       drive.pulley_label(k));
  }
  if (moves(pulley.mount)) {
    return fmt::format("a contour drive has a fixed contour, but the axis of pulley {} may move; remove its mount",
                       drive.pulley_label(k));
  }
  const PulleyContact& contact = drive.contact_of(k);
  if (!contact.coulomb()) {
    return fmt::format(
        "a contour drive uses Coulomb friction, but the law of pulley {} is {}; use coulomb, or another formulation",
        drive.pulley_label(k), contact.friction_name());
  }
  if (contact.kinetic_coefficient() == 0.0) {
    return fmt::format(
        "a contour drive requires friction on both pulleys, but pulley {} has none; give a coefficient > 0",
        drive.pulley_label(k));
  }
  return {};
}

}  // namespace

std::variant<ContourDrive, std::string> reduced_contour(const BeltDrive& drive) {
  if (std::string objection = objection_to_drive(drive); !objection.empty()) return objection;
  const double force = drive.initial_force();
  const BeltPath path = drive.path();
  ContourDrive contour;
  contour.contour_length = path.length();
  contour.axial_stiffness = drive.belt.axial_stiffness * drive.initial_stretch();
  for (std::size_t k = 0; k < 2; ++k) {
    if (std::string objection = objection_to_pulley(drive, k); !objection.empty()) return objection;
    const Pulley& pulley = drive.pulleys[k];
    const PathArc& arc = path.arcs()[k];
    contour.contact_length[k] = arc.length();
    // Per length of the centre line. Friction μ N₀/R acts on the surface at the radius r; the moment remains the same.
    contour.friction_force[k] =
        drive.contact_of(k).kinetic_coefficient() * force / arc.radius * pulley.radius / arc.radius;
    contour.surface_speed[k] = std::get<PrescribedMotion>(pulley.motion).angular_velocity.scaled(arc.turn * arc.radius);
    const double slowest = contour.surface_speed[k].minimum(0.0, kForever);
    if (slowest < 0.0) {
      return fmt::format(
          "the belt of a contour drive moves forward, but the speed of pulley {} falls to {:.6g} m/s; "
          "reverse the direction of the belt or the angular velocity",
          drive.pulley_label(k), slowest);
    }
  }
  return contour;
}

std::variant<ContourDrive, std::string> as_contour(const Drive& drive) {
  if (const auto* contour = std::get_if<ContourDrive>(&drive)) return *contour;
  if (const auto* belt = std::get_if<BeltDrive>(&drive)) return reduced_contour(*belt);
  return type_objection(drive, "contour or belt_drive");
}

}  // namespace beltdyn
