// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/run/simulation.hpp"
#include "core/run/summary.hpp"

namespace beltdyn {

// The tension of a belt particle over one revolution of a steady motion, the basis of fatigue counting. Rows go from
// point to point of the belt; the time between points is their distance in reference length over the flux. All
// particles experience the same tension one after the other. The first and the last row are the same point. Empty at
// rest.
std::vector<TensionPoint> revolution_of(const BeltMap& belt, double reference_length, double flux);

// A closed loop of a varying force.
struct TensionCycle {
  double range{};  // largest minus smallest force [N]
  double mean{};   // mean of largest and smallest force [N]
};

// The cycles of a periodic sequence of forces, the largest first, by rainflow counting that starts at the largest
// force, so that every loop closes [ASTM E1049]. A constant force has no cycle.
std::vector<TensionCycle> rainflow_cycles(std::span<const double> forces);

// Period, range, mean and number of cycles of a revolution; empty without one.
std::vector<Conclusion> tension_conclusions(std::span<const TensionPoint> revolution);

}  // namespace beltdyn
