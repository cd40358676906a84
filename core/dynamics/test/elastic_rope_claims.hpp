// SPDX-License-Identifier: MIT
// Claims against closed forms that hold for ropes with ends in every formulation with finite elements. make(drive,
// step) returns a simulation of the formulation.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/belt/test/small_belt_drive.hpp"
#include "core/dynamics/test/elastic_ropes.hpp"
#include "core/numerics/close.hpp"
#include "core/run/rope_drive_simulation.hpp"

namespace beltdyn::test {

inline constexpr double kRopeGravity = 9.81;  // [m/s²]
inline constexpr double kRopeStep = 1e-3;     // [s]

// A hanging rope is stretched by its weight and its load, and stays at rest; with a given length up to the error of the
// mesh.
template <class Make>
void check_hanging_rope(const Make& make, double of_given_length) {
  constexpr double kStiffness = 2e4;  // [N]
  constexpr double kMass = 3.0;       // [kg]
  constexpr double kDensity = 0.5;    // [kg/m]
  constexpr double kNatural = 5.0;    // [m]
  const double stretched = kNatural * (1.0 + kMass * kRopeGravity / kStiffness) +
                           0.5 * kDensity * kRopeGravity * kNatural * kNatural / kStiffness;
  // The length results from the forces, or is given.
  for (const std::string length : {"", R"(, "length": 5)"}) {
    CAPTURE(length);
    auto rope = make(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -stretched), "",
                               R"("axial_stiffness": 2e4, "mass_per_length": 0.5)" + length),
                     kRopeStep);
    const auto hangs = [&](double tolerance) {
      const RopeRow row = rope.row();
      CHECK(close(row.spans[0].length, stretched, {.rel = tolerance}));
      CHECK(close(row.ends[1].force, kMass * kRopeGravity, {.rel = 10.0 * tolerance}));
      CHECK(close(row.ends[0].force, (kMass + kDensity * kNatural) * kRopeGravity, {.rel = 10.0 * tolerance}));
    };
    const double tolerance = length.empty() ? 1e-7 : of_given_length;
    hangs(tolerance);
    advance(rope, 0.1);
    hangs(tolerance);
    CHECK(std::abs(rope.row().ends[1].speed) < 1e-6);
  }
}

// A weight oscillates on a light rope as on a spring.
template <class Make>
void check_swinging_weight(const Make& make) {
  // ω = √(EA/(L m)); a third of the rope's mass is added to the weight.
  constexpr double kMass = 2.0;
  constexpr double kRope = 0.002 * 4.0;  // [kg]
  const double omega = std::sqrt(1e4 / 4.0 / (kMass + kRope / 3.0));
  const double half_period = std::numbers::pi / omega;
  const double hangs = 4.0 + kRopeGravity * (kMass + 0.5 * kRope) / 1e4 * 4.0;
  auto rope =
      make(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -hangs, R"(, "velocity": -0.1)"),
                     "", R"("axial_stiffness": 1e4, "mass_per_length": 0.002, "length": 4)"),
           half_period / 200.0);
  // The weight returns with the opposite speed. Steps of h have the relative phase error (ωh)²/12; the effect of the
  // rope's mass is of second order, and its weight is 0.004 of the load.
  advance(rope, half_period);
  CHECK(close(rope.row().ends[1].speed, 0.1, {.rel = 1e-3}));
  CHECK(std::abs(rope.row().ends[1].position) < 1e-3 * 0.1 / omega);
}

// A weight that is drawn too high for the length of its rope falls into the rope and oscillates as on a spring.
template <class Make>
void check_weight_drawn_high(const Make& make) {
  // z = z₀ + c (1 − cos ωt), c: the distance to the equilibrium position
  constexpr double kMass = 2.0;
  constexpr double kRope = 0.002 * 4.0;  // [kg]
  constexpr double kHigh = 2e-3;         // [m]
  const double omega = std::sqrt(1e4 / 4.0 / (kMass + kRope / 3.0));
  const double hangs = 4.0 + kRopeGravity * (kMass + 0.5 * kRope) / 1e4 * 4.0;
  const double half_period = std::numbers::pi / omega;
  auto rope = make(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -(hangs - kHigh)), "",
                             R"("axial_stiffness": 1e4, "mass_per_length": 0.002, "length": 4)"),
                   half_period / 200.0);
  // The rope starts with the force that its length determines.
  CHECK(close(rope.row().ends[1].force, kMass * kRopeGravity - 1e4 / 4.0 * kHigh, {.rel = 2e-3}));
  advance(rope, half_period);
  CHECK(close(rope.row().ends[1].position, -2.0 * kHigh, {.rel = 2e-3}));
}

// Weights out of balance start with the accelerations of an inextensible rope, and do not oscillate.
template <class Make>
void check_start_out_of_balance(const Make& make) {
  const double light = 1.0;
  const double heavy = 1.2;
  const double rim = 0.9 / (0.22 * 0.22);
  const double a = kRopeGravity * (heavy - light) / (heavy + light + rim);
  auto rope = make(read_rope(body(light, -0.22, -2.0) + "," + body(heavy, 0.22, -1.0), wheel(),
                             R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.2),
                   kRopeStep);
  // Weights that were held before would oscillate with this amplitude of force.
  const double swing = light * a;
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    const RopeRow row = rope.row();
    CHECK(std::abs(row.ends[0].force - light * (kRopeGravity + a)) < 0.05 * swing);
    CHECK(std::abs(row.ends[1].force - heavy * (kRopeGravity - a)) < 0.05 * swing);
    rope.advance(kRopeStep);
  }
}

// The displacement of weights that start out of balance does not depend on the length of the step.
template <class Make>
void check_start_by_steps(const Make& make) {
  const auto displacement = [&make](double step) {
    auto rope = make(read_rope(body(1.0, -0.22, -2.0) + "," + body(1.2, 0.22, -1.0), wheel(),
                               R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.2),
                     step);
    advance(rope, 0.1);
    return rope.row().ends[0].position;
  };
  // A start without acceleration would lose 0.02 of the displacement of the first step: 4e-4 of the displacement with
  // steps of 1 ms, and four times that with steps of 4 ms.
  CHECK(close(displacement(4e-3), displacement(1e-3), {.rel = 2e-4}));
}

// Two weights over a wheel accelerate according to the friction on the wheel; `of_slip` is the tolerance where the rope
// slips [-].
template <class Make>
void check_weights_over_wheel(const Make& make, double of_slip) {
  struct Expected {
    double friction;
    double weights;  // acceleration [m/s²]
    double wheel;    // [rad/s²]
  };
  const double light = 1.0;
  const double heavy = 1.2;
  const double rim = 0.9 / (0.22 * 0.22);
  const double ratio = std::exp(0.03 * std::numbers::pi);
  const double slips = kRopeGravity * (heavy - ratio * light) / (heavy + ratio * light);
  const double sticks = kRopeGravity * (heavy - light) / (heavy + light + rim);
  for (const Expected& e :
       {Expected{0.0, kRopeGravity * (heavy - light) / (heavy + light), 0.0},
        Expected{0.03, slips, (heavy * (kRopeGravity - slips) - light * (kRopeGravity + slips)) * 0.22 / 0.9},
        Expected{0.2, sticks, sticks / 0.22}}) {
    CAPTURE(e.friction);
    auto rope = make(two_weights(e.friction), kRopeStep);
    advance(rope, 0.05);
    CHECK(rope.row().ends[1].speed == 0.0);
    const double before = rope.row().ends[0].position;
    advance(rope, 0.65);
    // The weight oscillates on the elastic rope by some 0.1 mm.
    const double off = e.friction == 0.03 ? of_slip : 0.01;
    CHECK(std::abs(rope.row().ends[0].position - before - 0.18 * e.weights) < off * 0.18 * e.weights + 2e-4);
    CHECK(std::abs(rope.row().pulleys[0].angular_velocity + 0.6 * e.wheel) <= off * 0.6 * e.wheel + 1e-12);
    if (e.friction == 0.03) {
      const RopePulleyRow pulley = rope.row().pulleys[0];
      const double slip = 0.18 * (e.weights - 0.22 * e.wheel);
      CHECK(pulley.slip_direction == 1);
      CHECK(std::abs(pulley.slip_distance - slip) < off * 0.18 * e.weights + 2e-4);
      CHECK(std::abs(pulley.slip_energy - 0.9 / 0.22 * e.wheel * slip) < 2.0 * off * pulley.slip_energy);
      CHECK(pulley.slip_margin == 0.0);
    }
    CHECK(std::abs(rope.energy_defect()) < rope.energy_tolerance());
  }
}

// A brake slips at its capacity, holds at rest, and releases.
template <class Make>
void check_brake(const Make& make) {
  // The weights turn the wheel with 0.2 g R = 0.43 N m.
  const std::string closes_and_opens =
      R"(, "motion": {"type": "free"},
          "brake": {"capacity": {"type": "piecewise_linear", "time": [0.2, 0.200001], "value": [0.6, 0]}})";
  auto rope = make(two_weights(0.2, closes_and_opens), kRopeStep);
  advance(rope, 0.1);
  const double held_at = rope.row().ends[1].position;
  advance(rope, 0.2);
  // Sticking rope and brake do not creep: the weight oscillates about a constant mean.
  CHECK(std::abs(rope.row().ends[1].position - held_at) < 1e-4);
  CHECK(std::abs(rope.row().pulleys[0].angular_velocity) < 1e-2);
  advance(rope, 0.6);
  const double sticks = kRopeGravity * 0.2 / (2.2 + 0.9 / (0.22 * 0.22));
  CHECK(std::abs(rope.row().pulleys[0].angular_velocity + 0.4 * sticks / 0.22) < 0.02 * 0.4 * sticks / 0.22);
  // A weaker brake slips; the rest of the torque turns the wheel.
  auto weak = make(
      two_weights(0.2, R"(, "motion": {"type": "free"}, "brake": {"capacity": {"type": "constant", "value": 0.2}})"),
      kRopeStep);
  advance(weak, 0.65);
  const double slower = (kRopeGravity * 0.2 - 0.2 / 0.22) / (2.2 + 0.9 / (0.22 * 0.22));
  CHECK(std::abs(weak.row().pulleys[0].angular_velocity + 0.6 * slower / 0.22) < 0.02 * 0.6 * slower / 0.22);
  CHECK(close(weak.row().pulleys[0].brake_torque, 0.2, {.rel = 1e-9}));
  CHECK(close(weak.row().pulleys[0].brake_energy, 0.2 * std::abs(weak.row().pulleys[0].angle), {.rel = 0.02}));
}

// A brake stops moving weights; the deceleration follows from its capacity while the rope sticks.
template <class Make>
void check_stop(const Make& make) {
  constexpr double kSpeed = 0.5;     // [m/s]
  constexpr double kCapacity = 3.0;  // [N m]
  constexpr double kCloses = 0.1;    // [s]
  const double inertia = 2.2 + 0.9 / (0.22 * 0.22);
  const double speeds_up = 0.2 * kRopeGravity / inertia;
  const double slows_down = kCapacity / 0.22 / inertia - speeds_up;
  const double speed = kSpeed + speeds_up * kCloses;
  auto rope = make(
      read_rope(body(1.0, -0.22, -2.0, R"(, "velocity": 0.5)") + "," + body(1.2, 0.22, -1.0, R"(, "velocity": -0.5)"),
                wheel(R"(, "motion": {"type": "free"}, "brake": {"capacity":
                                   {"type": "piecewise_linear", "time": [0.1, 0.100001], "value": [0, 3]}})"),
                R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.2, R"(, "initial_state": "running")"),
      kRopeStep);
  advance(rope, 0.5);
  CHECK(!rope.stop());
  advance(rope, 1.5);
  REQUIRE(rope.stop());
  // At rest means a thousandth of the speed; the weight oscillates on the elastic rope by some 0.1 mm at some 100
  // rad/s.
  CHECK(std::abs(rope.stop()->time - kCloses - speed / slows_down) < 0.02 * speed / slows_down);
  CHECK(std::abs(rope.stop()->distance.value() - 0.5 * speed * speed / slows_down) < 1e-3);
  CHECK(rope.row().pulleys[0].slip_distance == 0.0);
}

// A force pulls the rope and its hanging load over a driven pulley.
template <class Make>
void check_pulled_rope(const Make& make) {
  // 20 N at the first end, 1.5 kg at the second one, on a pulley without friction: a = (20 − m g)/m.
  const RopeDrive drive =
      read_rope(R"({"type": "force", "position": [-0.22, -1], "force": {"type": "constant", "value": 20}},)" +
                    body(1.5, 0.22, -2.0),
                wheel(R"(, "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 1}})"),
                R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.0);
  auto rope = make(drive, kRopeStep);
  const double start = rope.row().ends[1].position;
  advance(rope, 0.5);
  const RopeRow row = rope.row();
  const double a = (20.0 - 1.5 * kRopeGravity) / 1.5;
  CHECK(std::abs(row.ends[1].position - start - 0.125 * a) < 0.005 * 0.125 * a);
  // The rope comes out at the first end: its displacement is negative there.
  CHECK(std::abs(row.ends[0].position + 0.125 * a) < 0.005 * 0.125 * a);
  CHECK(row.pulleys[0].angular_velocity == 1.0);
}

// A saved run resumes with bit-identical results, also while a body is held and a brake slips.
template <class Make>
void check_resumed_rope(const Make& make) {
  const std::string brake =
      R"(, "motion": {"type": "free"}, "brake": {"capacity": {"type": "constant", "value": 0.2}})";
  for (const double saved_at : {0.02, 0.05, 0.09}) {
    CAPTURE(saved_at);
    auto whole = make(two_weights(0.05, brake), kRopeStep);
    advance(whole, saved_at);
    auto other = make(two_weights(0.05, brake), kRopeStep);
    restore_from(bytes_of(whole), other);
    CHECK(other.row().ends[1].force == whole.row().ends[1].force);
    advance(whole, 0.12);
    advance(other, 0.12);
    CHECK(bytes_of(other) == bytes_of(whole));
    CHECK(other.row().pulleys[0].brake_energy == whole.row().pulleys[0].brake_energy);
  }
}

// An end that reaches a pulley ends the run with a message.
template <class Make>
void check_end_at_pulley(const Make& make) {
  const RopeDrive drive =
      read_rope(R"({"type": "force", "position": [-0.22, -1], "force": {"type": "constant", "value": 20}},)" +
                    body(1.0, 0.22, -0.1),
                wheel(), R"("axial_stiffness": 1e5, "mass_per_length": 1e-3)", 0.0);
  auto rope = make(drive, kRopeStep);
  const std::string reason = reason_of_end(rope, 1.0);
  CAPTURE(reason);
  CHECK(reason.find("the second end of the rope reached pulley 1; end the run before") != std::string::npos);
}

// A weight on a rope without pulleys: as it is lifted, the rope would be slack. The force of the lift exceeds its
// weight of 10.8 N from 0.0554 s on, and the rope swings with a period of 21 ms.
template <class Make>
void check_pushing_rope(const Make& make) {
  for (const double lift : {5.0, 20.0}) {
    CAPTURE(lift);
    const std::string weight =
        body(1.1, 0.0, -1.0,
             fmt::format(R"(, "force": {{"type": "piecewise_linear", "time": [0.05, 0.06], "value": [0, {}]}})", lift));
    auto rope = make(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + weight, "",
                               R"("axial_stiffness": 1e5, "mass_per_length": 1e-2)"),
                     kRopeStep);
    advance(rope, 0.065);
    REQUIRE(rope.findings().size() == (lift > 1.1 * 9.81 ? 1 : 0));
    if (lift > 1.1 * 9.81) CHECK(rope.findings()[0].verdict == "the rope pushes");
  }
}

// A weight that is lifted faster than the wheel can follow leaves its span slack, which ends the run.
template <class Make>
void check_slack_rope(const Make& make) {
  const std::string lifted = body(1.1, 0.22, -1.0, R"(, "force": {"type": "piecewise_linear", "time": [0.05, 0.06],
                                                                  "value": [0, 20]})");
  auto rope = make(
      read_rope(body(1.0, -0.22, -2.0) + "," + lifted, wheel(), R"("axial_stiffness": 1e5, "mass_per_length": 1e-2)"),
      kRopeStep);
  const std::string reason = reason_of_end(rope, 1.0);
  CAPTURE(reason);
  CHECK(reason.find("span 2 of the rope goes slack") != std::string::npos);
  CHECK(rope.time() > 0.05);
  CHECK(rope.time() < 0.07);
}

}  // namespace beltdyn::test
