// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// What acts on a belt along a straight span, but for the inertia of load and idlers. Weights count in the running
// direction t of the belt.
struct SpanForces {
  double resistance{};   // w ≥ 0, against the motion [N/m]
  double load_weight{};  // m_L g·t [N/m]
  double belt_weight{};  // ρA g·t, per reference length [N/m]
};

// A conveyor run: a span on idlers, which carry the belt all along so that it does not sag, with or without a load.
// Load and idlers are spread evenly over its length. The load is a density in space: it comes to rest on the belt where
// the span begins, has its speed v at once, for which the belt pays with the force m_L v² (feed), and leaves with that
// speed where the span ends. The idlers turn with the belt. With the slope δ of the span, g the acceleration of
// gravity,
//
//     w = f |g| (m_R + (ρA + m_L) cos δ),   |g| cos δ = |g × t|.                        [ISO 5048:1989, main
//     resistance]
struct SpanLoad {
  int from{};                       // the pulley that the span leaves, from 1; found from the name if that is given
  std::string name{};               // of this pulley, empty if its number is given
  double load_per_length{};         // m_L [kg/m]
  double idler_mass_per_length{};   // m_R, the rotating masses, reduced to the speed of the belt [kg/m]
  double resistance_coefficient{};  // f [-]

  std::size_t span() const { return static_cast<std::size_t>(from) - 1; }
  // On a span of the direction t, with the ρA of the belt [kg/m] and gravity [m/s²].
  SpanForces forces(double belt_mass, const Eigen::Vector2d& gravity, const Eigen::Vector2d& t) const;

  void visit(config::FieldVisitor& visitor);
};

struct BeltDrive;
// That each run has a span of its own, and gravity where its resistance asks for it.
void check_span_loads(config::FieldVisitor& visitor, const BeltDrive& drive);

}  // namespace beltdyn
