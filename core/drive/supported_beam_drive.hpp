// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// pinned: the position is fixed; clamped: the direction of the axis too.
enum class BeamSupport { pinned, clamped };
inline constexpr std::array<std::string_view, 2> kBeamSupportNames{"pinned", "clamped"};

// A rigid circle without friction that moves in y: a spring links its centre to the ground, and a force presses it.
//
//     k (y − y₀) = F(t) + contact force,   contact: K_c g per reference length of the beam, g the penetration
struct PressingCircle {
  double radius{};                                          // R [m]
  Eigen::Vector2d rest_position = Eigen::Vector2d::Zero();  // (x, y₀): of the centre, the spring relaxed [m]
  double spring_stiffness{};                                // k > 0 [N/m]
  TimeFunction force;                                       // F in y [N]
  double contact_stiffness{};                               // K_c [N/m²]

  void visit(config::FieldVisitor& visitor);
};

// A straight beam from (0, 0) to (L, 0), supported at both ends. A circle may press it from above or below, as in
// Section 3 of [Ntarladima 2023], Fig. 9; or it runs through its supports, as a band saw or the span of a belt does.
struct SupportedBeamDrive {
  double length{};                                    // L, the distance of the supports [m]
  double axial_stiffness{};                           // EA [N]
  double bending_stiffness{};                         // EI [N m²]
  double mass_per_length{};                           // ρA, as it lies straight between them [kg/m]
  double tension{};                                   // T, the axial force there, ≥ 0 [N]
  double speed{};                                     // v, at which it runs from x = 0 to x = L, ≥ 0 [m/s]
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
