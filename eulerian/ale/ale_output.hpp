// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/belt/belt_simulation.hpp"
#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// The belt in the arrays, as lists of particles in the order of s: nodes and middles of elements in `points`; in
// `contacts` the contact points and, between them, the places where contact begins and ends.
struct BeltLists {
  std::vector<BeltPoint> points;
  std::vector<beltdyn::ContactPoint> contacts;
};

// `speeds`: ω of the pulleys, shape (n_pulleys) [rad/s].
BeltLists belt_lists(const AleEquations& equations, const BeltPath& path, std::span<const double> speeds);

// The longest element next to a pulley of a conveyor, in radii of the pulley [-]. Only a part of a longer element bends
// around the begin of the pulley: the head of a conveyor of 1000 m has errors of 1 % with elements of 125 radii, and of
// 3e-6 with elements of 8.
inline constexpr double kLongestAtRun = 10.0;

// The longest element at the ends of spans of a belt with axial damping, in lengths ηv/EA [-]; a longer one of a given
// mesh triggers a warning. The strain follows the force within the length ηv/EA. Where this length exceeds the elements
// on pulleys, elements that the program chooses are no longer than it at the ends of spans. The torque of a drum is
// wrong by 4 % with elements of 10 such lengths, by 0.24 % with 2.5 and by 0.025 % with 1.2.
inline constexpr double kLongestWithWarning = 2.0;

// The spans with runs, in the order of the drive; their forces without axial damping.
std::vector<SpanState> run_states(const AleEquations& equations);

// Warnings, for the transient and the steady analysis, about elements that bend too much and contacts that are too
// soft.
std::vector<std::string> mesh_warnings(const BeltDrive& drive, const MeshParameters& mesh, double end_time);

}  // namespace beltdyn::eulerian::ale
