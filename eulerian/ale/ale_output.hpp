// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/belt/belt_simulation.hpp"
#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// The belt in the arrays as particles in the order of s: nodes and middles of elements, and contact points with the
// places between them where contact begins and ends.
struct BeltLists {
  std::vector<BeltPoint> points;
  std::vector<beltdyn::ContactPoint> contacts;
};

// `speeds`: ω of the pulleys, shape (n_pulleys) [rad/s].
BeltLists belt_lists(const AleEquations& equations, const BeltPath& path, std::span<const double> speeds);

// Elements next to the pulleys of a conveyor are no longer than so many radii. A long element bends around the begin of
// a pulley only with a part of it: the head of a conveyor of 1000 m has errors of 1 % with elements of 125 radii, and
// of 3e-6 with elements of 8.
inline constexpr double kLongestAtRun = 10.0;

// With axial damping elements at the ends of spans are no longer than the length ηv/EA in which the strain follows the
// force, where that is longer than elements on pulleys: with elements of 10 such lengths the torque of a drum is off by
// 4 %, of 2.5 by 0.24 % and of 1.2 by 0.025 %. A warning tells elements of a given mesh that are longer than this.
inline constexpr double kLongestWithWarning = 2.0;

// The spans with runs, in the order in which the drive lists them; their forces without axial damping.
std::vector<SpanState> run_states(const AleEquations& equations);

// Sentences about meshes that bend too much in an element and contacts that are too soft, for both analyses.
std::vector<std::string> mesh_warnings(const BeltDrive& drive, const MeshParameters& mesh, double end_time);

}  // namespace beltdyn::eulerian::ale
