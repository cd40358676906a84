// SPDX-License-Identifier: MIT
// Ropes that weigh next to nothing, the equations of which have roots that are no ropes.
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/dynamics/test/elastic_ropes.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/rope/test/rope_runs.hpp"

namespace beltdyn::eulerian::ale::ale_light_rope_test {

using beltdyn::test::advance;
using beltdyn::test::body;
using beltdyn::test::read_rope;

// A weight m on a rope that is paid out at the rate u from rest: m x'' = m g − EA (x/τ − 1), τ = L + u t. Within 1 s
// the spring of 10 m gets longer by a tenth; the exact numbers are those of Bessel functions, for 5 s in 30 digits: N =
// 3679.827022306 N, x = 15.05519740533 m.
TEST_CASE(
    "ALE rope: a weight on a rope of a milligram a metre that a winch begins to pay out at once swings as a spring "
    "lets it") {
  constexpr double kMass = 1000.0;
  constexpr double kStiffness = 1e6;
  constexpr double kLength = 10.0;
  const double drawn = kLength * (1.0 + kMass * 9.81 / kStiffness);
  const std::string winch = R"({"type": "winch", "position": [0, 0], "rate": 1})";
  AleRopeSimulation rope = ale::test::run_of(
      read_rope(winch + "," + body(kMass, 0.0, -drawn), "", R"("axial_stiffness": 1e6, "mass_per_length": 1e-6)"),
      0.01);
  advance(rope, 5.0);
  const RopeRow row = rope.row();
  // It swings by u √(m/k) with √(k/m), k = EA/τ, 10 rad/s at first and 8.2 rad/s in the end, some 45 rad in all. Steps
  // of h bring a phase of (ω h)²/12 of that, and with ρ∞ = 0.7 less than twice as much: 0.075 rad.
  const double amplitude = std::sqrt(kMass * kStiffness / kLength);  // of the force, u = 1 [N]
  CHECK(close(row.ends[1].force, 3679.827022306, {.abs = 0.075 * amplitude}));
  CHECK(close(row.spans[0].length, 15.05519740533, {.abs = 0.075 * std::sqrt(kMass * kLength / kStiffness)}));
}

}  // namespace beltdyn::eulerian::ale::ale_light_rope_test
