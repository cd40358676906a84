// SPDX-License-Identifier: MIT
#include "core/drive/reduced_contour.hpp"

#include <fmt/format.h>

namespace beltdyn {
std::variant<ContourDrive, std::string> reduced_contour(const BeltDrive& drive) {
  if (drive.pulleys.size() != 2) {
    return fmt::format("a contour drive has two pulleys, this one {}; use another formulation", drive.pulleys.size());
  }
  if (drive.starts_running()) {
    return "a contour drive begins with a belt that is evenly stretched, but initial_state is running; set it to rest";
  }
  const double force = drive.initial_force();
  if (!(force > 0.0)) {
    return fmt::format("a contour drive has friction by pretension only, which is {:.6g} N here; tighten the belt",
                       force);
  }
  const BeltPath path = drive.path();
  ContourDrive contour;
  contour.contour_length = path.length();
  contour.axial_stiffness = drive.belt.axial_stiffness * drive.initial_stretch();
  for (std::size_t k = 0; k < 2; ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const PathArc& arc = path.arcs()[k];
    const auto* prescribed = std::get_if<PrescribedMotion>(&pulley.motion);
    if (prescribed == nullptr) {
      return fmt::format(
          "a contour drive has given speeds, but the motion of pulley {} is not prescribed; prescribe "
          "its angular velocity",
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
    const auto* friction = std::get_if<ElastoplasticCoulombConfig>(&contact.friction);
    if (friction == nullptr) {
      return fmt::format(
          "a contour drive has friction by Coulomb's law, but that of pulley {} is {}; use elastoplastic_coulomb, or "
          "another formulation",
          drive.pulley_label(k), contact.friction_name());
    }
    const double coefficient = friction->coefficient;
    if (coefficient == 0.0) {
      return fmt::format("a contour drive has friction on both pulleys, but pulley {} has none; give a coefficient > 0",
                         drive.pulley_label(k));
    }
    contour.contact_length[k] = arc.length();
    // On the centre line, with the moment that μ times the pressure has on the surface.
    contour.friction_force[k] = coefficient * force / arc.radius * drive.pulleys[k].radius / arc.radius;
    contour.surface_speed[k] = prescribed->angular_velocity.scaled(arc.turn * arc.radius);
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

}  // namespace beltdyn
