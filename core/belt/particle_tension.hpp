// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/run/simulation.hpp"
#include "core/run/summary.hpp"

namespace beltdyn {

// What a particle of the belt bears over a revolution of a steady motion, which fatigue is counted from: from point to
// point of the belt: the reference length that passes in a time is the flux, so that all particles find the same, one
// after the other. Begins and ends with the same point. Empty at rest.
std::vector<TensionPoint> revolution_of(const BeltMap& belt, double reference_length, double flux);

// A closed loop of a force that goes up and down.
struct TensionCycle {
  double range{};  // largest less least [N]
  double mean{};   // of these two [N]
};

// The cycles of forces that repeat without end, the largest first: rainflow counting from the largest force on, where
// every loop closes [ASTM E1049]. Of forces that are all the same there is none.
std::vector<TensionCycle> rainflow_cycles(std::span<const double> forces);

// Period, range and cycles of a revolution. Empty without one.
std::vector<Conclusion> tension_conclusions(std::span<const TensionPoint> revolution);

}  // namespace beltdyn
