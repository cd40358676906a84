// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// Forces on a belt along a straight span, except the inertia of load and idlers. Weights are components in the running
// direction t of the belt.
struct SpanForces {
  double resistance{};   // w ≥ 0, acts against the motion [N/m]
  double load_weight{};  // m_L g·t [N/m]
  double belt_weight{};  // ρA g·t, per reference length [N/m]
};

// A conveyor run: a span on idlers, with or without a load. The idlers support the whole span, so that the belt does
// not sag. Load and idlers are distributed evenly over its length, and the load is a density in space. A load at
// rest falls on the belt where the span begins and has the speed v of the belt at once. This takes the force m_L v²
// (feed). The load leaves with this speed where the span ends. The idlers turn with the belt. With the slope δ of the
// span and the acceleration of gravity g,
//
//     w = f |g| (m_R + (ρA + m_L) cos δ),   |g| cos δ = |g × t|.                        [ISO 5048:1989, main
//     resistance]
struct SpanLoad {
  int from{};                       // the pulley where the span begins, from 1; found from the name if that is given
  std::string name{};               // name of this pulley; empty if its number is given
  double load_per_length{};         // m_L [kg/m]
  double idler_mass_per_length{};   // m_R, rotating mass of the idlers reduced to the belt speed [kg/m]
  double resistance_coefficient{};  // f [-]
  double idler_spacing{};           // a; 0: not given, the sag is not reported [m]

  std::size_t span() const { return static_cast<std::size_t>(from) - 1; }
  // The forces on a span of direction t; belt_mass is ρA [kg/m], gravity in [m/s²].
  SpanForces forces(double belt_mass, const Eigen::Vector2d& gravity, const Eigen::Vector2d& t) const;

  // The sag between two idlers, at most a, which stands for a slack belt [m]. With the force N [N] and the speed v
  // [m/s] of the belt, and belt_mass ρA per stretched length [kg/m],
  //
  //     q a²/(8 T),   q = (ρA + m_L) |g × t|,   T = N − (ρA + m_L) v².                       [moving string, small sag]
  double sag(double belt_mass, const Eigen::Vector2d& gravity, const Eigen::Vector2d& t, double force,
             double speed) const;

  void visit(config::FieldVisitor& visitor);
};

struct BeltDrive;
// Checks that no two runs share a span, and that gravity is given if a resistance depends on it.
void check_span_loads(config::FieldVisitor& visitor, const BeltDrive& drive);

}  // namespace beltdyn
