// SPDX-License-Identifier: MIT
// A string in time that starts from rest, or comes to rest.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "analytic/belt/dynamics/string_dynamics_options.hpp"
#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"
#include "analytic/belt/dynamics/test/listed_string.hpp"
#include "analytic/belt/dynamics/test/string_dynamics_drives.hpp"
#include "core/base/error.hpp"
#include "core/base/test/sanitized.hpp"
#include "core/drive/drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::string_dynamics_test {

using namespace beltdyn::analytic;

namespace {

// A driver that reaches 12 rad/s within 0.4 s, and a load after that.
BeltDrive starting_drive() { return two_pulleys(ramp(0.0, 12.0, 0.0, 0.4), ramp(0.0, -20.0, 0.5, 0.8)); }

}  // namespace

TEST_CASE("string dynamics: at rest the force is that of even belt in all spans") {
  const BeltDrive drive = starting_drive();
  const StringDynamics string(string_dynamics_of(drive), 1e-9);
  // The reference strain of −5 % of the path gives 5 % of 8000 N.
  for (const std::size_t k : {0u, 1u}) {
    CHECK(close(string.force(k), 400.0, {.rel = 1e-12}));
    CHECK(string.angular_velocity(k) == 0.0);
    CHECK(string.slip_arc(k) == 0.0);
  }
  CHECK(close(natural_length(string), string.drive().reference_length, {.rel = 1e-14}));
}

TEST_CASE("string dynamics: a start from rest is the limit of a string made of particles" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  const BeltDrive drive = starting_drive();
  bool has_entry_slip = false;
  const auto worst = apart_from_particles(drive, 0.5, [&](const StringDynamics& string) {
    for (std::size_t k = 0; k < 2; ++k) has_entry_slip = has_entry_slip || string.arc(k).has_entry_slip();
  });
  CHECK(has_entry_slip);
  // First order in the step: a quarter of the step leaves a quarter of the error; forces change by some 100 N.
  CHECK(worst[1] < 0.3);
  CHECK(close(worst[0] / worst[1], 4.0, {.rel = 0.1}));
}

TEST_CASE("string dynamics: from rest it comes to the steady motion under its load, with the length that it had") {
  const BeltDrive drive = starting_drive();
  StringDynamics string(string_dynamics_of(drive), 1e-11);
  double largest = 0.0;
  for (double t = 0.02; t < 6.5; t += 0.02) {
    string.advance_to(t);
    largest = std::max(largest, std::abs(natural_length(string) / string.drive().reference_length - 1.0));
  }
  // Some thousand steps with an error of 1e-11 of the force; 5 % of it is strain.
  CHECK(largest < 1e-9);
  // The start leaves exp(−4.68 × 5.7) of some 100 N. An error of the length is one of 5 % of strain, half of which is
  // in the slack span.
  const StringDynamics steady(string_dynamics_of(two_pulleys(TimeFunction(12.0), TimeFunction(-20.0))), 1e-9);
  for (const std::size_t k : {0u, 1u}) {
    CHECK(close(string.force(k), steady.force(k), {.rel = 2.0 * largest / 0.05 + 1e-10}));
    CHECK(close(string.angular_velocity(k), steady.angular_velocity(k), {.rel = 1e-9}));
  }
}

// The pulley behind the load oscillates against the belt, so that belt comes in with varying force and slips in both
// directions.
TEST_CASE("string dynamics: friction on arcs adds up to the torque, so that a belt at rest has its whole slip margin") {
  BeltDrive drive = two_pulleys(
      TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 0.05, 0.15, 0.2}, .value = {0.0, 50.0, 50.0, 0.0}}),
      TimeFunction(0.0));
  drive.pulleys[0].radius = 0.03;
  drive.pulleys[1] =
      pulley({0.2, 0.0}, 0.05, 1e-4, TorqueMotion{.torques = {{.form = ResistingTorque{TimeFunction(1.0), 1.0}}}});
  drive.belt = {.axial_stiffness = 2e4, .width = 0.01, .pretension = ReferenceStrain{-0.01}};
  drive.contact = coulomb(0.5);
  StringDynamicsSimulation simulation(drive, 5e-3, 1e-9);
  const std::vector<std::string> columns = simulation.history_columns();
  std::vector<double> row(columns.size());
  const auto value = [&](const std::string& column) {
    return row[static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin())];
  };
  for (int i = 0; i < 50; ++i) {
    simulation.advance(5e-3);
    simulation.history_values(row);
    for (const int k : {1, 2}) {
      CAPTURE(simulation.time());
      CAPTURE(k);
      const double friction =
          value(fmt::format("torque_{} [N m]", k)) / drive.pulleys[static_cast<std::size_t>(k - 1)].radius;
      const double wrap = simulation.path().arcs()[static_cast<std::size_t>(k - 1)].wrap;
      // The belt on the pulley has the forces of the spans, within a tenth of 200 N.
      const double used = 1.0 - value(fmt::format("slip_margin_{} [-]", k));
      CHECK(close(used, std::abs(friction) / (0.5 * 200.0 * wrap), {.rel = 0.1, .abs = 1e-9}));
    }
  }
  // The remaining motion decays as the load does with the speed.
  for (const int k : {1, 2}) CHECK(close(value(fmt::format("slip_margin_{} [-]", k)), 1.0, {.abs = 1e-9}));
}

TEST_CASE("string dynamics: a start from rest does not depend on the tolerance") {
  const auto force = [drive = starting_drive()](double tolerance) {
    StringDynamics string(string_dynamics_of(drive), tolerance);
    string.advance_to(0.7);
    return string.force(0);
  };
  const double exact = force(1e-12);
  // Some hundred steps, each with an error of the tolerance times the force of 400 N.
  for (const double tolerance : {1e-3, 1e-4, 1e-6, 1e-8, 1e-10}) {
    CAPTURE(tolerance);
    CHECK(std::abs(force(tolerance) - exact) < 100.0 * 400.0 * tolerance);
  }
}

TEST_CASE("string dynamics: a restored run goes on to the same bytes from rest") {
  for (int before = 1; before < 10; ++before) check_resumed(starting_drive(), before, 8);
}

TEST_CASE("string dynamics: a pulley that swings back behind a driver that stops ends the run by that name") {
  const auto ended = [](double tolerance) {
    const BeltDrive drive = two_pulleys(
        TimeFunction(TimeFunction::Sum{{ramp(0.0, 12.0, 0.0, 0.4), ramp(0.0, -12.0, 1.0, 1.2)}}), TimeFunction(0.0));
    StringDynamics string(string_dynamics_of(drive), tolerance);
    try {
      while (true) string.advance_to(string.time() + 1e-3);
    } catch (const SolverError& error) {
      const std::string message = error.what();
      CHECK(message.find("s the belt turns back on pulley 2") != std::string::npos);
      CHECK(message.find("goes forward or stands still") != std::string::npos);
    }
    return string.time();
  };
  // Rows have intervals of 1 ms. With a loose tolerance, backward motion is noticed only when it exceeds the errors of
  // steps, up to a hundred tolerances of 12 rad/s; the driver slows down by 60 rad/s².
  const double exact = ended(1e-11);
  CHECK(exact > 1.0);
  for (const double tolerance : {1e-4, 1e-6, 1e-8})
    CHECK(std::abs(ended(tolerance) - exact) < 1.1e-3 + 20.0 * tolerance);
}

TEST_CASE(
    "string dynamics: a start at which one driver rests and another one runs is refused, and a running one at rest") {
  BeltDrive drive = starting_drive();
  CHECK(StringDynamicsOptions().objections(drive).empty());
  drive.initial_state = InitialState::running;
  CHECK(StringDynamicsOptions().objections(drive).at(0).find("or set initial_state to rest") != std::string::npos);
  drive.initial_state = InitialState::rest;
  drive.pulleys[1].motion = PrescribedMotion{TimeFunction(12.0)};
  CHECK(StringDynamicsOptions().objections(drive).at(0).find("pulley 1 is at rest and pulley 2 runs") !=
        std::string::npos);
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(0.0)};
  CHECK(StringDynamicsOptions().objections(drive).at(0).find("pulley 1 never turns; give it a speed") !=
        std::string::npos);
}

}  // namespace beltdyn::string_dynamics_test
