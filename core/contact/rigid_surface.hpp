// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// A rigid circle approximated by a penalty, for belts in a Lagrangian formulation. Their contact points touch one by
// one and for a short time only. A pressure that is corrected from step to step, or a contact much stiffer than the
// belt, would cause vibrations. So the penalty is as soft as the mesh, and its errors are compensated to first order:
//
//   - The surface is raised by u = F/(R K), the depth to which the force F of the belt at rest presses it in. So the
//     belt lies on the circle in the mean. The remaining error is proportional to F′ − F, with F′ the current force,
//     and to K⁻¹, that is to the square of the mesh size.
//   - Slip is v R_s/ϱ₀ − R_s ω, with ϱ₀ the radius of a belt that is not pressed in and R_s the radius of the pulley
//     surface. A sticking belt has the speed of a belt on the circle itself, however deep it is pressed in, and the
//     power of friction uses the same lever. So the ratio of speeds does not depend on K.
//   - Chords between points of the belt lie inside the arc. The middle of a chord of length c is inside by
//     s = c²/(8 R). Circles are smaller by this depth, ϱ₀ = R − s.
struct RigidSurface {
  double radius{};   // R + u − s: gaps are counted from here [m]
  double rolling{};  // ϱ₀ = R − s [m]; 0: the surface is not rigid
};

// The depth inside a circle of radius R [m] of the middle of a chord of length c [m].
inline double chord_depth(double chord, double radius) { return chord * chord / (8.0 * radius); }

// The largest distance from a circle of radius R [m] of a cubic whose ends and slopes are on it; α is the angle that it
// spans [rad].
inline double cubic_off_circle(double angle, double radius) { return radius * std::pow(angle, 4) / 384.0; }

// The surface for a belt of force F [N] on a circle of radius R [m]. K is the contact stiffness per length of
// belt [N/m²]; the contact points of the belt are at the depth s [m] inside the circle.
inline RigidSurface rigid_surface(double force, double radius, double stiffness, double depth) {
  const double raised = std::max(0.0, force) / (radius * positive(stiffness, "stiffness of a rigid surface"));
  return {.radius = radius - depth + raised, .rolling = radius - depth};
}

// The penalty for such a mesh, per length of belt, from EA [N], ρA [kg/m] and the length l of an element [m]:
//
//     K = EA/l²,   D = 2 ζ √(K ρA)
//
// With this K, waves along the belt pass an element in the time in which the contact responds. So an explicit step that
// is stable without contact is almost stable with it. K is at most q/δ, with q the pressure of the belt [N/m] and δ [m]
// the deviation of an element's shape from the circle: a stiffer penalty would press points off the circle. δ = 0: no
// such bound.
struct MeshPenalty {
  double stiffness{};  // K [N/m²]
  double damping{};    // D [N s/m²]
};
inline MeshPenalty mesh_penalty(double axial_stiffness, double mass_per_length, double element, double pressure = 0.0,
                                double off_circle = 0.0) {
  constexpr double kDampingRatio = 0.7;  // ζ [-]
  double K = positive(axial_stiffness, "axial stiffness") / (element * element);
  if (off_circle > 0.0 && pressure > 0.0) K = std::min(K, pressure / off_circle);
  return {.stiffness = K, .damping = 2.0 * kDampingRatio * std::sqrt(K * mass_per_length)};
}

}  // namespace beltdyn::contact
