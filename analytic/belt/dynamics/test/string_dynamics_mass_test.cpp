// SPDX-License-Identifier: MIT
// A belt with mass in time: the centrifugal force of the steady motion at its start.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::string_dynamics_mass_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRadius = 0.1;  // [m]
constexpr double kCoefficient = 0.5;
constexpr double kMoment = 20.0;  // [N m]

// Pulleys of 0.1 m, the second one with a load of 20 N m; the belt has 400 N at rest, and ρA = 0.8288 kg/m.
BeltDrive fast_drive(const TimeFunction& speed, double offset) {
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[0].motion = PrescribedMotion{speed};
  drive.pulleys[1].motion = TorqueMotion{.torques = {{.form = AppliedTorque{TimeFunction(-kMoment)}}}};
  drive.pulleys[1].center = {kPi * kRadius, 0.0};
  for (Pulley& pulley : drive.pulleys) {
    pulley.radius = kRadius - offset;
    pulley.inertia = 0.25;
  }
  drive.belt = {.axial_stiffness = 8000.0,
                .mass_per_length = 0.8288,
                .width = 0.08,
                .contact_offset = offset,
                .pretension = StressFreeLength{0.4 * kPi / 1.05}};
  drive.contact = {.normal = PenaltyContact{4e9, 8e4}, .friction = elastoplastic_coulomb(kCoefficient, 5e9)};
  return drive;
}

double value(const BeltSimulation& simulation, const std::string& column) { return simulation.history().value(column); }

}  // namespace

// The forces of verification string-drive/centrifugal, whose parts of 252.3 N and 246.2 N are centrifugal and do not
// press on pulleys.
TEST_CASE("string dynamics: a fast belt starts in its steady motion and stays in it") {
  constexpr double kTight = 514.82626092511614;
  constexpr double kSlack = 308.71929020140324;
  constexpr double kTolerance = 1e-9;
  const BeltDrive drive = fast_drive(TimeFunction(180.0), 0.0);
  StringDynamicsSimulation simulation(drive, 0.05, kTolerance);
  for (const double time : {0.0, 0.05, 0.1}) {
    CAPTURE(time);
    if (time > 0.0) simulation.advance(0.05);
    // The errors of steps add up; they are relative to the largest force without its centrifugal part.
    const double allowed = (time > 0.0 ? 100.0 : 1.0) * kTolerance * kTight;
    CHECK(std::abs(value(simulation, "span_force_2") - kTight) < allowed);
    CHECK(std::abs(value(simulation, "span_force_1") - kSlack) < allowed);
    CHECK(std::abs(value(simulation, "torque_2") - kMoment) < allowed * kRadius);
    CHECK(std::abs(value(simulation, "balance_torque_2")) < simulation.balance_tolerances().torque);
  }
}

// Friction acts at the surface, with a lever shorter than the radius of the centre line.
TEST_CASE("string dynamics: traction on a slip arc is the friction coefficient times the pressure") {
  const BeltDrive drive = fast_drive(TimeFunction(100.0), 0.004);
  const StringDynamicsSimulation simulation(drive, 0.05, 1e-9);
  const BeltMap belt = simulation.belt();
  double largest = 0.0;
  for (const ContactPoint& point : belt.contacts()) {
    if (point.pressure > 0.0) largest = std::max(largest, std::abs(point.traction) / point.pressure);
  }
  CHECK(std::abs(largest - kCoefficient) < 1e-12);
}

TEST_CASE("string dynamics: centrifugal forces of another speed than that of the start are warned about") {
  const auto warnings = [](const TimeFunction& speed) {
    const BeltDrive drive = fast_drive(speed, 0.0);
    std::string all;
    for (const std::string& one : StringDynamicsSimulation(drive, 0.1, 1e-6).preflight(10.0)) all += one + "\n";
    return all;
  };
  CHECK(warnings(TimeFunction(100.0)).find("centrifugal force of the start,") == std::string::npos);
  const std::string rising =
      warnings(TimeFunction(TimeFunction::CosineRamp{.from = 100.0, .to = 150.0, .start_time = 0.0, .end_time = 1.0}));
  CHECK(rising.find("pulley 1 turns at 100 rad/s; at its other speeds, 100 to 150 rad/s") != std::string::npos);
  CHECK(rising.find("mass_per_length") == std::string::npos);
  // Even if it returns to its initial value again and again.
  const std::string shaken = warnings(
      TimeFunction(TimeFunction::Harmonic{.mean = 100.0, .amplitude = 20.0, .angular_frequency = 200.0 * kPi}));
  CHECK(shaken.find("centrifugal force of the start,") != std::string::npos);
}

}  // namespace beltdyn::string_dynamics_mass_test
