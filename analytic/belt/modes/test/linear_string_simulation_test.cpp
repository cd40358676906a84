// SPDX-License-Identifier: MIT
#include "analytic/belt/modes/linear_string_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/modes/test/two_pulley_response.hpp"
#include "analytic/belt/steady/string_options.hpp"
#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/linear/analysis_at_speeds.hpp"
#include "core/linear/campbell.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::linear_string_simulation_test {

using namespace beltdyn::analytic;
using analytic::test::kStringMode;
using analytic::test::kStringResponses;
using analytic::test::near;
using analytic::test::StringResponse;

namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;

// The drive of two_pulley_response.hpp as a belt drive, with variants: the driver as the second pulley, or the belt
// clockwise.
BeltDrive belt_drive(bool is_clockwise, bool is_exchanged) {
  const double sense = is_clockwise ? -1.0 : 1.0;
  Pulley driver;
  driver.radius = 0.1;
  driver.inertia = 0.1;
  driver.bearing_damping = 0.5;
  driver.motion = PrescribedMotion{TimeFunction(12.0 * sense)};
  Pulley driven = driver;
  driven.center = {0.1 * kPi, 0.0};
  driven.inertia = 0.25;
  driven.bearing_damping = 2.0;
  driven.motion = TorqueMotion{.torques = {{.form = AppliedTorque{TimeFunction(-25.0 * sense)}}}};
  BeltDrive drive;
  drive.direction = is_clockwise ? LoopDirection::clockwise : LoopDirection::counterclockwise;
  drive.pulleys = {driver, driven};
  if (is_exchanged) std::swap(drive.pulleys[0], drive.pulleys[1]);
  drive.belt = {.axial_stiffness = 8000.0,
                .mass_per_length = 0.8288,
                .width = 0.08,
                .friction_at = FrictionPlace::center_line,
                .pretension = ReferenceStrain{-0.05}};
  drive.contact = PulleyContact{.normal = PenaltyContact{4e9, 8e4}, .friction = elastoplastic_coulomb(0.5, 5e9)};
  return drive;
}

LinearOptions speed_of(int pulley) {
  LinearOptions options;
  options.input = LinearInput{.pulley = pulley, .quantity = LinearQuantity::speed};
  options.frequencies = {1.0};
  return options;
}

}  // namespace

TEST_CASE("linear string simulation: a run writes it to the history columns, for either direction of travel") {
  for (const bool is_clockwise : {false, true}) {
    for (const bool is_exchanged : {false, true}) {
      CAPTURE(is_clockwise);
      CAPTURE(is_exchanged);
      const int driver = is_exchanged ? 2 : 1;
      const std::string number = std::to_string(driver);
      LinearStringSimulation simulation(belt_drive(is_clockwise, is_exchanged), 0.1, speed_of(driver));
      const auto analysis = simulation.linear_analysis();
      const std::vector<LinearOutput> outputs = analysis->outputs();
      std::vector<Complex> values(outputs.size());
      const StringResponse& row = kStringResponses[5];
      const Complex s(0.0, 2.0 * kPi * row.frequency);
      analysis->respond(*analysis->options().input->excitation(*analysis->drive()), {&s, 1}, values);
      const auto value = [&](const std::string& name) {
        for (std::size_t i = 0; i < outputs.size(); ++i) {
          if (outputs[i].name == name) return values[i];
        }
        FAIL("no output " << name);
        return Complex();
      };
      // A change of the angular velocity by +1 rad/s slows down a belt that runs clockwise.
      const double sense = is_clockwise ? -1.0 : 1.0;
      const std::string driven = is_exchanged ? "1" : "2";
      CHECK(near(value("angular_velocity_" + number), 1.0, 1e-14));
      CHECK(near(value("angular_velocity_" + driven), row.speed, 1e-8));
      CHECK(near(value("span_force_" + number), sense * row.slack, 4e-7));
      CHECK(near(value("span_force_" + driven), sense * row.tight, 4e-7));
      const Complex torque = 0.1 * (row.slack - row.tight);
      CHECK(near(value("torque_" + number), torque, 1e-7));
      CHECK(near(value("torque_" + driven), -torque, 1e-7));
      CHECK(near(value("drive_torque_" + number), 0.1 * s + 0.5 - torque, 1e-7));
    }
  }
}

// The history's belt has neither mass nor elastic stick; otherwise it would differ from the belt of the small motions.
TEST_CASE("linear string simulation: the steady motion of a run changes with the speed as its slowest small motion") {
  constexpr double kChange = 1e-3;  // [rad/s]
  const auto simulation_at = [](double change) {
    BeltDrive drive = belt_drive(false, false);
    drive.pulleys[0].motion = PrescribedMotion{TimeFunction(12.0 + change)};
    return LinearStringSimulation(drive, 0.1, speed_of(1));
  };
  LinearStringSimulation middle = simulation_at(0.0);
  const auto analysis = middle.linear_analysis();
  const std::vector<LinearOutput> outputs = analysis->outputs();
  std::vector<Complex> values(outputs.size());
  const Complex slow(0.0, 1e-6);
  analysis->respond(*analysis->options().input->excitation(*analysis->drive()), {&slow, 1}, values);
  const auto steady = [&](double change, std::size_t k) { return simulation_at(change).pulley_states()[k]; };
  int compared = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    // Second derivatives by the speed are of the order of the first ones: over 12 rad/s the first ones change by their
    // own magnitude.
    if (outputs[i].name == "angular_velocity_2") {
      const double by_speed =
          (steady(kChange, 1).angular_velocity - steady(-kChange, 1).angular_velocity) / (2.0 * kChange);
      CHECK(near(values[i], by_speed, 1e-7));
      ++compared;
    }
    if (outputs[i].name == "torque_2") {
      const double by_speed =
          (steady(kChange, 1).contact_moment - steady(-kChange, 1).contact_moment) / (2.0 * kChange);
      CHECK(near(values[i], by_speed, 1e-6));
      ++compared;
    }
  }
  CHECK(compared == 2);
}

TEST_CASE("linear string simulation: a run reports what it neglects, and the frequency up to which this is accurate") {
  LinearOptions options = speed_of(1);
  const BeltDrive drive = belt_drive(false, false);
  const std::vector<std::string> quiet = LinearStringSimulation(drive, 0.1, options).preflight(1.0);
  REQUIRE(quiet.size() == 1);
  CHECK(quiet[0].find("belt/mass_per_length, belt/width, contact/friction/stiffness_per_area; use") !=
        std::string::npos);
  options.frequencies = {100.0};
  const std::vector<std::string> high = LinearStringSimulation(drive, 0.1, options).preflight(1.0);
  REQUIRE(high.size() == 2);
  // λ √(EA/ρA)/(2 ℓ) of the span of 0.1 π m, λ = 1
  CHECK(high[1].find("is at 156.4 Hz; results are reliable up to 31.3 Hz") != std::string::npos);
  // ρA v² = 0.8288 kg/m · (3.6 m/s)² in a diagram up to three times the speed of the run
  options.frequencies = {1.0};
  options.campbell = CampbellOptions{.pulley = 1, .from = 3.0, .to = 36.0, .count = 2};
  const std::vector<std::string> fast = LinearStringSimulation(drive, 0.1, options).preflight(1.0);
  REQUIRE(fast.size() == 2);
  CHECK(fast[1].find("neglects the centrifugal force of the belt, 10.74 N at 3.6 m/s") != std::string::npos);
  options.campbell->to = 6000.0;
  const std::vector<std::string> faster = LinearStringSimulation(drive, 0.1, options).preflight(1.0);
  REQUIRE(faster.size() == 3);
  CHECK(faster[1].find("write \"6000 rpm\" for revolutions per minute") != std::string::npos);
}

// The mean force of 400 N bears (e^{μπ} − 1)/(e^{μπ} + 1) 800 N · 0.1 m = 52 N m, which the load of 25 N m + 2 N m s ω
// reaches at 14 rad/s.
TEST_CASE("linear string simulation: speeds without a steady motion are left out of diagrams and told") {
  LinearOptions options = speed_of(1);
  options.frequencies.clear();
  options.modes = ModeSearch{.highest_frequency = 10.0};
  options.campbell = CampbellOptions{.pulley = 1, .from = 6.0, .to = 24.0, .count = 4};
  LinearStringSimulation simulation(belt_drive(false, false), 0.1, options);
  const beltdyn::test::ScratchFolder folder("missing_speeds");
  const std::vector<Finding> findings = simulation.conclude(folder.path()).findings;
  REQUIRE(!findings.empty());
  CHECK(findings[0].verdict == "no steady motion at some speeds of campbell");
  CHECK(findings[0].remark.find("at 2 of 4 speeds from 18 rad/s (171.9 rpm) to 24 rad/s (229.2 rpm) of pulley 1: ") !=
        std::string::npos);
  for (const char* file : {kCampbellFile, kSpeedStatesFile}) {
    const CsvTable table = CsvTable::load(folder.path() / file);
    const std::span<const double> speeds = table.column("angular_velocity [rad/s]");
    CHECK(std::ranges::count(speeds, 6.0) > 0);
    CHECK(std::ranges::max(speeds) == 12.0);
  }
  options.campbell->from = 18.0;
  LinearStringSimulation nowhere(belt_drive(false, false), 0.1, options);
  CHECK_THROWS_AS(nowhere.conclude(folder.path()), SolverError);
}

}  // namespace beltdyn::linear_string_simulation_test
