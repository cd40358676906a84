// SPDX-License-Identifier: MIT
#include "core/drive/belt/steady_estimate.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/test/conveyor_drive.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::steady_estimate_test {
namespace {

constexpr double kRadius = 0.1;
constexpr double kForce = 200.0;
constexpr double kMass = 0.1;
constexpr double kFriction = 0.4;

// Two equal pulleys, the second with a torque. The belt has 0.1 kg/m, and 200 N at rest.
BeltDrive loaded(double torque, const std::string& second = "torque") {
  const std::string motion = second == "torque"
                                 ? fmt::format(R"({{"type": "torque", "torques": [{{"type": "applied", "moment": )"
                                               R"({{"type": "constant", "value": {}}}}}]}})",
                                               torque)
                                 : R"({"type": "prescribed", "angular_velocity": {"type": "constant", "value": 9}})";
  return test::read_drive(fmt::format(
      R"({{"direction": "counterclockwise", "gravity": [0, 0], "pulleys": [
            {{"center": [0, 0], "radius": 0.1, "side": "inside", "inertia": 1e-3, "motion": {{"type": "prescribed",
              "angular_velocity": {{"type": "constant", "value": 10}}}}}},
            {{"center": [0.5, 0], "radius": 0.1, "side": "inside", "inertia": 1e-3, "motion": {}}}],
          "belt": {{"axial_stiffness": 1e5, "bending_stiffness": 0, "mass_per_length": 0.1, "width": 0.02,
                    "contact_offset": 0, "pretension": {{"type": "reference_strain", "strain": -0.002}}}},
          "contact": {{"friction": {{"type": "coulomb", "coefficient": 0.4}}}}}})",
      motion));
}

std::string reason(double torque, double speed) {
  const BeltDrive drive = loaded(torque);
  return why_no_steady_motion(drive, steady_estimate(drive, 0.0, speed));
}

}  // namespace

TEST_CASE("steady estimate: forces and slip arcs of two equal pulleys have closed forms") {
  for (const double direction : {1.0, -1.0}) {
    CAPTURE(direction);
    constexpr double kTorque = -12.0;
    constexpr double kSpeed = 5.0;
    const BeltDrive drive = loaded(kTorque);
    const SteadyEstimate estimate = steady_estimate(drive, 0.0, direction * kSpeed);
    CHECK(close(estimate.force, kForce, {.rel = 1e-12}));
    CHECK(close(estimate.momentum, kMass * kSpeed * kSpeed, {.rel = 1e-14}));
    // The torque turns pulley 2 clockwise and the belt turns it counter-clockwise: the span behind it, span 2, has the
    // larger force.
    const double half = -0.5 * kTorque / kRadius;
    const double mean = kForce - kMass * kSpeed * kSpeed;
    REQUIRE(estimate.span_force.size() == 2);
    CHECK(close(estimate.span_force[0], mean - half, {.rel = 1e-12}));
    CHECK(close(estimate.span_force[1], mean + half, {.rel = 1e-12}));
    const double used = std::log((mean + half) / (mean - half)) / (kFriction * std::numbers::pi);
    for (const double own : estimate.used_wrap) CHECK(close(own, used, {.rel = 1e-12}));
  }
}

// The take-up sets the force on both sides of the tail to half its pull. The stretch of the belt changes the length of
// the runs by less than N/EA, 4e-3.
TEST_CASE("steady estimate: a conveyor has the forces of the main resistances, the lift and the feed") {
  const test::Conveyor conveyor;
  const SteadyEstimate estimate = steady_estimate(conveyor.drive(), 0.0, conveyor.speed);
  const double at_tail = 0.5 * conveyor.pull();
  const double slack =
      at_tail - conveyor.return_resistance() * conveyor.run + conveyor.belt * conveyor.gravity * conveyor.lift;
  const double tight = at_tail + conveyor.carrying_resistance() * conveyor.run +
                       (conveyor.belt + conveyor.load) * conveyor.gravity * conveyor.lift +
                       conveyor.load * conveyor.speed * conveyor.speed;
  constexpr double kStretch = 4e-3;
  CHECK(close(estimate.span_force[0], slack, {.rel = kStretch}));
  CHECK(close(estimate.span_force[1], at_tail, {.rel = kStretch}));
  CHECK(close(estimate.used_wrap[0], std::log(tight / slack) / (0.35 * std::numbers::pi), {.rel = kStretch}));
  CHECK(std::abs(estimate.used_wrap[1]) < 1e-12);
}

TEST_CASE("steady estimate: what a search may have failed for is named") {
  const auto says = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  CHECK(says(reason(-12.0, 45.0), "faster than waves along its path, its centrifugal force of 202.5 N"));
  // 0.1 kg/m (35 m/s)² = 122.5 N of the 200 N at rest.
  CHECK(says(reason(-1.0, 35.0), "its centrifugal force of 122.5 N takes 61 % of its force of 200 N at rest"));
  CHECK(says(reason(-45.0, 1.0), "no force in the span behind pulley 1"));
  CHECK(says(reason(-30.0, 1.0), "gross slip"));
  CHECK(says(reason(-18.0, 1.0), "near its limit"));
  CHECK(says(reason(-5.0, 1.0), "so the mesh is too coarse"));
  // Half a turn on a radius of 0.1 m is short compared with a bending layer of √(EI/N) = 0.1 m.
  BeltDrive stiff = loaded(-5.0);
  const SteadyEstimate of_stiff = steady_estimate(stiff, 0.0, 1.0);
  stiff.belt.bending_stiffness = 0.01 * of_stiff.force;
  CHECK(says(why_no_steady_motion(stiff, of_stiff), "pulley 1 has an arc of 0.314 m, and the belt bends within 0.1 m"));
  // If friction is high enough, a span force of a few newtons points to the elements.
  BeltDrive rough = loaded(-39.0);
  SteadyEstimate estimate = steady_estimate(rough, 0.0, 1.0);
  for (double& used : estimate.used_wrap) used = 0.9;
  CHECK(says(why_no_steady_motion(rough, estimate), "nearly slack"));
  const BeltDrive two_speeds = loaded(0.0, "prescribed");
  CHECK(says(why_no_steady_motion(two_speeds, steady_estimate(two_speeds, 0.0, 1.0)), "more than one speed"));
}

}  // namespace beltdyn::steady_estimate_test
