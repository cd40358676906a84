// SPDX-License-Identifier: MIT
// Ropes that are driven suddenly: so light that the equations have roots that are not physical, heavy ropes with waves,
// and ropes that lift off.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/dynamics/laid_rope.hpp"
#include "core/dynamics/rope_waves.hpp"
#include "core/dynamics/test/elastic_ropes.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/rope/test/rope_runs.hpp"

namespace beltdyn::eulerian::ale::ale_light_rope_test {

using beltdyn::test::advance;
using beltdyn::test::body;
using beltdyn::test::read_rope;
using beltdyn::test::reason_of_end;

// A weight m on a rope that is paid out at the rate u from rest: m x'' = m g − EA (x/τ − 1), τ = L + u t. Within 1 s
// the spring of 10 m becomes longer by a tenth. The exact numbers come from Bessel functions, for 5 s in 30 digits:
// N = 3679.827022306 N, x = 15.05519740533 m.
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
  // It swings by u √(m/k) with √(k/m), k = EA/τ, 10 rad/s at first and 8.2 rad/s in the end, in total some 45 rad.
  // Steps of h cause a phase error of (ω h)²/12 of that, and with ρ∞ = 0.7 less than twice as much: 0.075 rad.
  const double amplitude = std::sqrt(kMass * kStiffness / kLength);  // of the force, u = 1 [N]
  CHECK(close(row.ends[1].force, 3679.827022306, {.abs = 0.075 * amplitude}));
  CHECK(close(row.spans[0].length, 15.05519740533, {.abs = 0.075 * std::sqrt(kMass * kLength / kStiffness)}));
}

// ρ = 3 kg/m, EA = 12e6 N, 400 m, 1500 kg, stopped at the top from 2 m/s: a front of √(EA ρ) v = 12 kN runs to and fro.
// The exact numbers come from characteristics, without weight, which adds its force at rest.
TEST_CASE("ALE rope: elements and steps that are chosen for a rope that is stopped at once resolve its waves") {
  constexpr double kMass = 1500.0;
  constexpr double kStiffness = 12e6;
  constexpr double kLength = 400.0;
  constexpr double kWeight = kMass * 9.81;
  constexpr double kFront = 12e3;
  constexpr double kSpeed = 2.0;
  const double drawn = kLength * (1.0 + (kWeight + 0.5 * 3.0 * 9.81 * kLength) / kStiffness);
  const RopeDrive drive =
      read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -drawn, R"(, "velocity": -2)"), "",
                R"("axial_stiffness": 12e6, "mass_per_length": 3)", 0.1, R"(, "initial_state": "running")");
  struct Exact {
    double time, speed, force;
  };
  for (const Exact& exact : {Exact{0.3, 0.681280184143, 16087.6811049}, Exact{0.7, -2.28496319851, 6465.58301865}}) {
    const int elements = chosen_span_elements(drive, 4);
    const double step = step_for_waves(drive, elements, exact.time / 500.0, exact.time);
    AleRopeSimulation rope = ale::test::run_of(drive, step, {.elements_per_span = elements});
    CHECK(rope.preflight(exact.time).empty());
    advance(rope, exact.time);
    const RopeRow row = rope.row();
    // The claim behind kSpanElements.
    CHECK(close(row.ends[1].speed, -exact.speed, {.abs = 1e-3 * kSpeed}));
    CHECK(close(row.ends[1].force, kWeight + exact.force, {.abs = 0.03 * kFront}));
    CHECK(ale::test::run_of(drive, step).preflight(exact.time).size() == 1);
  }
}

// Weights on both sides lift the slider of the middle sheave until the rope is straight below it.
TEST_CASE("ALE rope: a rope that lifts off in motion says when and from which sheave") {
  const std::string sheave = R"({{"center": [{}, {}], "radius": {}, "side": "{}", "inertia": 0.02717,
                                 "motion": {{"type": "free"}}{}}})";
  const auto pulley = [&](double x, double y, double radius, const char* side, const char* more) {
    return fmt::format(fmt::runtime(sheave), x, y, radius, side, more);
  };
  const RopeDrive drive = read_rope(
      body(39.3, -0.149, -6.0) + "," + body(40.01, 1.043, -6.0),
      pulley(
          0.0, 0.0, 0.149, "right",
          R"(, "brake": {"capacity": {"type": "cosine_ramp", "from": 57.44, "to": 0, "start_time": 0.3, "end_time": 0.8}})") +
          "," +
          pulley(0.447, -3.0, 0.1341, "left",
                 R"(, "mount": {"type": "slider", "direction": [0, 1], "mass": 13.36, "damping": 11.79})") +
          "," + pulley(0.894, 0.0, 0.149, "right", ""),
      R"("axial_stiffness": 281793, "mass_per_length": 0.00019)", 0.167);
  AleRopeSimulation rope = ale::test::run_of(drive, 4e-3, {.elements_per_pulley = 12});
  const std::string reason = reason_of_end(rope, 3.0);
  CAPTURE(reason);
  CHECK(reason.starts_with("at t = 1.0"));
  CHECK(reason.find(" s the rope lifts off sheave 2; change where its ends go") != std::string::npos);
}

// Two forces pull at a rope over a sheave that turns to and fro by 10 rad, whose friction is all that holds it along
// itself. The exact length that goes over the sheave in a cycle is that of the memory of the arc, in 30 digits. The
// mesh takes up the force over 0.3 of its 24 elements at either end of slip, of the second order: less than 1e-3.
// The rope weighs 1e-4 of the difference of the forces.
TEST_CASE("ALE rope: a light rope that friction alone holds follows a sheave to and fro in steps that are not cut") {
  constexpr double kPeriod = 10.0;
  constexpr double kStretch = 1.0 + 1200.0 * 9.81 / 2e6;
  const double omega = 2.0 * std::acos(-1.0) / kPeriod;
  const auto force = [](double x, double y, double kilograms) {
    return fmt::format(R"({{"type": "force", "position": [{}, {}], "force": {:.17g}}})", x, y, kilograms * 9.81);
  };
  const RopeDrive drive = read_rope(
      force(-0.3, -20.0, 1200.0) + "," + force(0.3, -60.0, 1500.0),
      fmt::format(R"({{"center": [0, 0], "radius": 0.3, "side": "right", "inertia": 1, "motion": {{"type": "prescribed",
                       "angular_velocity": {{"type": "harmonic", "mean": 0, "amplitude": {:.17g},
                                             "angular_frequency": {:.17g}}}}}}})",
                  5.0 * omega, omega),
      R"("axial_stiffness": 2e6, "mass_per_length": 0.001)", 0.1, R"(, "initial_state": "running")");
  AleRopeSimulation rope = ale::test::run_of(drive, 0.0125);
  advance(rope, kPeriod);
  const double before = rope.row().ends[0].position;
  advance(rope, 2.0 * kPeriod);
  CHECK(close(std::abs(rope.row().ends[0].position - before) / kStretch, 0.0039600941269723, {.rel = 1e-3}));
  // Slip of the arc changes its sides four times in two cycles; a step there may be cut to a sixteenth.
  CHECK(rope.statistics().rejected_steps <= 16);
}

// The sine of the angle between guide and span, e = 1 mm/2 m, changes forces along the rope by e²/2, and by (4 e)²/2
// where the span is a quarter as long.
TEST_CASE("ALE rope: a weight that is drawn a millimetre beside its span falls as one below it") {
  constexpr double kAside = 1e-3;
  const auto fall = [](double x) {
    const RopeDrive drive = read_rope(body(1.0, -0.22 + x, -2.0) + "," + body(1.2, 0.22, -1.0), beltdyn::test::wheel(),
                                      R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)");
    REQUIRE(rope_objections(drive, "eulerian_ale").empty());
    AleRopeSimulation rope = ale::test::run_of(drive);
    advance(rope, 0.5);
    return rope.row().ends[0];
  };
  const RopeEndRow below = fall(0.0);
  const RopeEndRow aside = fall(kAside);
  const double error = 8.0 * std::pow(kAside / 2.0, 2);
  CHECK(close(aside.force, below.force, {.rel = error}));
  CHECK(close(aside.speed, below.speed, {.rel = error}));
  CHECK(rope_objections(read_rope(body(1.0, -0.215, -2.0) + "," + body(1.2, 0.22, -1.0), beltdyn::test::wheel(),
                                  R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)"),
                        "eulerian_ale")
            .size() == 1);
}

}  // namespace beltdyn::eulerian::ale::ale_light_rope_test
