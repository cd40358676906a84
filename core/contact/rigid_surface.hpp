// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// A rigid circle as a penalty meets it, for a belt that is followed by its particles. They touch one by one and only
// for a while, so that neither a pressure that is corrected from step to step nor a contact that is stiff beyond the
// belt keeps them quiet: the penalty is as soft as the mesh, and what it does wrong is taken out to the first order.
//
//   - The surface is raised by u = F/(R K), what the force F of the belt at rest presses it in, so that the belt lies
//     on the circle in the mean. What is left goes with F′ − F, and with the square of the mesh like K⁻¹.
//   - Slip is v R/ϱ₀ − R_s ω with ϱ₀ the radius of a belt that is not pressed in, R_s that of the surface: what sticks
//     has the speed of a belt on the circle itself, however deep it is, and the power of friction has the same lever.
//     So the ratio of speeds does not know K.
//   - Chords between points of the belt lie inside of the arc, by s = c²/(8 R) in the middle of one of the length c.
//     Circles are smaller by that, ϱ₀ = R − s.
struct RigidSurface {
  double radius{};   // R + u − s: gaps are counted from here [m]
  double rolling{};  // ϱ₀ = R − s [m]; 0: the surface is not rigid
};

// How far a chord of length c [m] between points of a circle of radius R [m] is inside of it at its middle.
inline double chord_depth(double chord, double radius) { return chord * chord / (8.0 * radius); }

// How far a cubic is off a circle of radius R [m] on which its ends and slopes are, at most; α is the angle that it
// spans [rad].
inline double cubic_off_circle(double angle, double radius) { return radius * std::pow(angle, 4) / 384.0; }

// A belt of the force F per length R [N], pressed on a circle of radius R [m] with the stiffness K per length of belt
// [N/m²], whose places of contact are s [m] inside of it.
inline RigidSurface rigid_surface(double force, double radius, double stiffness, double depth) {
  const double raised = std::max(0.0, force) / (radius * positive(stiffness, "stiffness of a rigid surface"));
  return {.radius = radius - depth + raised, .rolling = radius - depth};
}

// The penalty of such a mesh, per length of belt, from EA [N], ρA [kg/m] and the length l of an element [m]:
//
//     K = EA/l²,   D = 2 ζ √(K ρA)
//
// so that waves along the belt take as long to pass an element as the contact to answer, and an explicit step that is
// stable without contact is nearly so with it. Beyond K = q/δ points would be pressed off the circle by what the shape
// of an element is off it, δ [m], with the pressure q of the belt [N/m]; δ = 0 is none.
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
