// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// pinned: the position of the end is fixed; clamped: its position and the direction of the axis are fixed.
enum class BeamSupport { pinned, clamped };
inline constexpr std::array<std::string_view, 2> kBeamSupportNames{"pinned", "clamped"};

// A rigid circle without friction that moves in y only. A spring links its centre to the ground, and a force F presses
// it.
//
//     k (y − y₀) = F(t) + contact force,   contact: K_c g per reference length of the beam, g the penetration
struct PressingCircle {
  double radius{};                                          // R [m]
  Eigen::Vector2d rest_position = Eigen::Vector2d::Zero();  // (x, y₀): the centre when the spring is relaxed [m]
  double spring_stiffness{};                                // k > 0 [N/m]
  TimeFunction force;                                       // F in y [N]
  double contact_stiffness{};                               // K_c [N/m²]

  void visit(config::FieldVisitor& visitor);
};

// A straight beam from (0, 0) to (L, 0), supported at both ends. A circle may press on it from above or below, as in
// Section 3 of [Ntarladima 2023], Fig. 9; or the beam moves through its supports, as a band saw or the span of a belt.
struct SupportedBeamDrive {
  double length{};                                    // L, the distance between the supports [m]
  double axial_stiffness{};                           // EA [N]
  double bending_stiffness{};                         // EI [N m²]
  double mass_per_length{};                           // ρA of the straight beam [kg/m]
  double tension{};                                   // T ≥ 0, the axial force of the straight beam [N]
  double speed{};                                     // v ≥ 0, the transport speed from x = 0 to x = L [m/s]
  std::array<BeamSupport, 2> supports{};              // at x = 0 and x = L
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // [m/s²]
  bool has_circle = false;
  PressingCircle circle;

  // +1 if the circle is above the beam, −1 below.
  double side() const { return circle.rest_position.y() < 0.0 ? -1.0 : 1.0; }

  void visit(config::FieldVisitor& visitor);

 private:
  void check_circle(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
