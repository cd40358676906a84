// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/dynamics/string_dynamics_options.hpp"
#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"
#include "analytic/belt/dynamics/test/listed_string.hpp"
#include "analytic/belt/dynamics/test/string_dynamics_drives.hpp"
#include "analytic/belt/modes/linear_string_simulation.hpp"
#include "analytic/belt/steady/massless_loop.hpp"
#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "analytic/contour/delay_integrator.hpp"
#include "analytic/contour/test/test_drives.hpp"
#include "core/base/error.hpp"
#include "core/base/test/sanitized.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::string_dynamics_test {

using namespace beltdyn::analytic;

namespace {

using Complex = std::complex<double>;

// The accessory drive of a car engine, with damping so that it settles within a second.
constexpr std::size_t kArm = 3;
BeltDrive accessory_drive(TimeFunction speed, double part) {
  const auto load = [part](double moment) { return applied(TimeFunction(part * moment)); };
  BeltDrive drive;
  drive.pulleys = {pulley({0.0, 0.0}, 0.08, 0.05, PrescribedMotion{std::move(speed)}),
                   pulley({0.24, 0.06}, 0.06, 4e-3, load(-3.0)), pulley({0.22, 0.24}, 0.03, 3e-3, load(-2.0)),
                   pulley({0.135, 0.2}, 0.035, 2e-4, FreeMotion{}), pulley({-0.02, 0.26}, 0.055, 2e-3, load(-2.0))};
  for (const std::size_t k : {1u, 2u, 4u}) drive.pulleys[k].bearing_damping = 0.01;
  drive.pulleys[kArm].side = PulleySide::outside;
  drive.pulleys[kArm].mount = ArmMount{
      .pivot = {0.13, 0.29}, .suspension = {.inertia = 1.5e-3, .damping = 0.1, .spring = MountSpring{30.0, -1.2}}};
  drive.belt = {.axial_stiffness = 60000.0,
                .width = 0.02,
                .friction_at = FrictionPlace::center_line,
                .pretension = StressFreeLength{1.405}};
  drive.contact = coulomb(0.9);
  return drive;
}

double value(const BeltSimulation& simulation, const std::string& column) { return simulation.history().value(column); }

// Response of a span force to the speed of the first pulley: Fourier coefficient over one period from a time on, as
// half the difference of runs with both signs of the amplitude, whose error is its cube.
Complex fourier(const auto& drive_of, double omega, double from, std::size_t span) {
  constexpr double kAmplitude = 1e-3;
  constexpr int kSamples = 24;
  constexpr double kTight = 1e-12;
  Complex sum = 0.0;
  for (const double sign : {1.0, -1.0}) {
    const BeltDrive drive = drive_of(sign * kAmplitude);
    StringDynamics string(string_dynamics_of(drive), kTight);
    const double period = 2.0 * kPi / omega;
    const double start = std::ceil(from / period) * period;
    for (int i = 0; i < kSamples; ++i) {
      string.advance_to(start + i * period / kSamples);
      const double phase = omega * string.time();
      sum += sign * string.force(span) * std::exp(Complex(0.0, -phase)) / (kAmplitude * kSamples);
    }
  }
  return sum;
}

Complex linear(const BeltDrive& drive, double omega, const std::string& output) {
  LinearOptions options;
  options.input = LinearInput{.pulley = 1, .quantity = LinearQuantity::speed};
  options.frequencies = {1.0};
  LinearStringSimulation simulation(drive, 0.1, options);
  const auto analysis = simulation.linear_analysis();
  const std::vector<LinearOutput> outputs = analysis->outputs();
  std::vector<Complex> values(outputs.size());
  const Complex s(0.0, omega);
  analysis->respond(*analysis->options().input->excitation(*analysis->drive()), {&s, 1}, values);
  const auto found = std::ranges::find(outputs, output, &LinearOutput::name);
  REQUIRE(found != outputs.end());
  return values[static_cast<std::size_t>(found - outputs.begin())];
}

}  // namespace

// They are small motions about the steady motion, with which a run in time begins: the load has turned the arm away
// from its initial place.
TEST_CASE("string dynamics: mode shapes are drawn about the arm where a run begins") {
  LinearOptions options;
  options.input = LinearInput{.pulley = 1, .quantity = LinearQuantity::speed};
  options.frequencies = {1.0};
  const BeltDrive drive = accessory_drive(TimeFunction(100.0), 1.0);
  const ModePlaces places = LinearStringSimulation(drive, 0.1, options).linear_analysis()->places();
  const double turned = value(StringDynamicsSimulation(drive, 0.02, 1e-8), "mount_position_4");
  const Eigen::Vector2d axis = drive.pulleys[kArm].axis_at(turned).place;
  CHECK((axis - drive.pulleys[kArm].center).norm() > 1e-4);
  CHECK((places.pulleys[kArm].axis - axis).norm() < 1e-9);
}

TEST_CASE("string dynamics: a load that comes smoothly leads to the steady motion under it") {
  const BeltDrive drive = two_pulleys(TimeFunction(12.0), ramp(0.0, -25.0, 0.1, 0.6));
  StringDynamicsSimulation simulation(drive, 0.1, 1e-11);
  // exp(−4.68 t) of some 10 N
  while (simulation.time() < 6.0) simulation.advance(0.1);
  CHECK(close(value(simulation, "angular_velocity_2"), 11.3084811051, {.rel = 1e-9}));
  CHECK(close(value(simulation, "span_force_2"), 663.0214548092, {.rel = 1e-9}));
  CHECK(close(value(simulation, "span_force_1"), 186.8518327079, {.rel = 1e-9}));
  for (const Balance& balance : simulation.balances()) {
    CAPTURE(balance.column);
    CHECK(std::abs(simulation.history().value(balance.column.substr(0, balance.column.find(' ')))) < 1e-4);
  }
}

TEST_CASE("string dynamics: pulleys turn by the integrals of their angular velocities, either way round") {
  for (const double sense : {1.0, -1.0}) {
    CAPTURE(sense);
    BeltDrive drive = two_pulleys(TimeFunction(sense * 12.0), TimeFunction(sense * -25.0));
    if (sense < 0.0) drive.direction = LoopDirection::clockwise;
    StringDynamicsSimulation simulation(drive, 0.1, 1e-10);
    const double steady = simulation.pulley_states()[1].angular_velocity;
    CHECK(steady * sense > 0.0);
    simulation.advance(0.25);
    const std::vector<PulleyState> states = simulation.pulley_states();
    CHECK(close(states[0].angle, sense * 12.0 * 0.25, {.rel = 1e-9}));
    CHECK(close(states[1].angle, steady * 0.25, {.rel = 1e-9}));
  }
}

TEST_CASE("string dynamics: small ripples have the response of the linear string") {
  for (const double frequency : {0.5, 2.0, 5.0, 10.0}) {
    CAPTURE(frequency);
    const double omega = 2.0 * kPi * frequency;
    const auto drive_of = [omega](double amplitude) {
      return two_pulleys(harmonic(12.0, amplitude, omega), TimeFunction(-25.0));
    };
    const Complex exact = linear(drive_of(0.0), omega, "span_force_2");
    CHECK(std::abs(fourier(drive_of, omega, 5.0, 1) - exact) < 1e-6 * std::abs(exact));
  }
}

TEST_CASE("string dynamics: small ripples of an accessory drive with an arm have it as well") {
  const double omega = 2.0 * kPi * 20.0;
  const auto drive_of = [omega](double amplitude) { return accessory_drive(harmonic(100.0, amplitude, omega), 1.0); };
  const Complex exact = linear(drive_of(0.0), omega, "span_force_3");
  CHECK(std::abs(fourier(drive_of, omega, 2.0, 2) - exact) < 1e-5 * std::abs(exact));
}

TEST_CASE("string dynamics: an arm that swings costs no steps") {
  // Wraps within a step that did not follow from the wraps at its ends would cause an error of low order, for which the
  // tolerance requires far shorter steps. The fastest motion is the oscillation of the idler with some 3200 rad/s,
  // which a method of order eight follows to this tolerance with five steps per radian.
  constexpr double kEnd = 0.1;
  const BeltDrive drive = accessory_drive(harmonic(100.0, 1.0, 2.0 * kPi * 20.0), 1.0);
  StringDynamics string(string_dynamics_of(drive), 1e-10);
  string.advance_to(kEnd);
  const SolverStatistics statistics = string.statistics();
  CHECK(statistics.steps + statistics.rejected_steps < 5.0 * 3200.0 * kEnd);
}

TEST_CASE("string dynamics: the belt keeps its length while slip reverses and arcs come and go") {
  // Its torque alternates between driving and braking, and slip on both pulleys reverses.
  const BeltDrive drive = two_pulleys(TimeFunction(12.0), harmonic(24.0, 30.0, 2.0));
  StringDynamics string(string_dynamics_of(drive), 1e-10);
  double largest = 0.0;
  for (int i = 1; i <= 200; ++i) {
    string.advance_to(0.04 * i);
    largest = std::max(largest, std::abs(natural_length(string) / string.drive().reference_length - 1.0));
  }
  // Some thousand steps with an error of 1e-10 of the force; 5 % of it is strain.
  CHECK(largest < 1e-9);
  CHECK(string.statistics().status_changes >= 8);
}

TEST_CASE("string dynamics: slip that reverses and comes again is the limit of a string made of particles" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  const BeltDrive drive = shaken_drive(0.35);
  std::size_t most_frozen = 0;
  std::int64_t changes = 0;
  const auto worst = apart_from_particles(drive, 0.4, [&](const StringDynamics& string) {
    for (std::size_t k = 0; k < 3; ++k) most_frozen = std::max(most_frozen, string.arc(k).stuck.size() - 1);
    changes = string.statistics().status_changes;
  });
  CHECK(most_frozen > 0);
  CHECK(changes > 5);
  // First order in the step: a quarter of the step leaves a quarter of the error; forces oscillate by some 100 N.
  CHECK(worst[1] < 0.3);
  CHECK(close(worst[0] / worst[1], 4.0, {.rel = 0.1}));
}

TEST_CASE("string dynamics: the error falls with the tolerance, also where slip reverses") {
  const BeltDrive drive = shaken_drive(0.35);
  const auto force = [&drive](double tolerance) {
    StringDynamics string(string_dynamics_of(drive), tolerance);
    string.advance_to(0.4);
    return string.force(0);
  };
  const double exact = force(1e-13);
  // Some hundred steps, each with an error of the tolerance times the largest force of 500 N.
  for (const double tolerance : {1e-7, 1e-9, 1e-11}) {
    CHECK(std::abs(force(tolerance) - exact) < 100.0 * 500.0 * tolerance);
  }
}

TEST_CASE("string dynamics: its order is eight") {
  // With a tolerance of the whole force no error is controlled, and all steps are the longest ones. The effect of the
  // jump of accelerations at t = 0 decays with exp(−4.68 t).
  const BeltDrive drive = two_pulleys(harmonic(12.0, 0.5, 20.0), TimeFunction(-20.0));
  constexpr double kInterval = 0.1;
  constexpr double kBegin = 4.0;
  constexpr int kIntervals = 8;
  const auto forces = [&drive](int steps) {
    StringDynamics string(string_dynamics_of(drive), 1.0, kInterval / steps);
    std::vector<double> all;
    for (int i = 1; i <= kIntervals; ++i) {
      string.advance_to(kBegin + i * kInterval);
      all.push_back(string.force(1));
    }
    return all;
  };
  const std::vector<double> exact = forces(40);
  const auto error = [&](int steps) {
    const std::vector<double> found = forces(steps);
    double sum = 0.0;
    for (std::size_t i = 0; i < exact.size(); ++i) sum += std::pow(found[i] - exact[i], 2);
    return std::sqrt(sum);
  };
  const double coarse = error(4);
  const double fine = error(12);
  // The finer error is still above rounding; the positions of steps relative to the fronts make single ratios scatter.
  CHECK(fine > 2e-10);
  CHECK(std::abs(std::log2(coarse / fine) / std::log2(3.0) - 8.0) < 1.0);
}

TEST_CASE("string dynamics: an overloaded pulley slips as a whole and sticks again") {
  // 60 N m exceed what 0.1 m (N₁ − N₀) with N₁ = N₀ exp(0.5 π) transmits; 30 N m do not.
  const TimeFunction load(TimeFunction::Sum{{ramp(0.0, -60.0, 0.1, 0.6), ramp(0.0, 30.0, 1.5, 2.5)}});
  const BeltDrive drive = two_pulleys(TimeFunction(12.0), load);
  StringDynamics string(string_dynamics_of(drive), 1e-11);
  string.advance_to(1.0);
  const double speed = string.angular_velocity(1);
  const double moment = 0.1 * (string.force(1) - string.force(0)) - 60.0;
  double largest = 0.0;
  for (double t = 1.05; t < 1.45; t += 0.05) {
    CAPTURE(t);
    string.advance_to(t);
    CHECK(string.arc(1).is_whole);
    CHECK(close(string.slip_arc(1), kPi, {.rel = 1e-12}));
    // The front was 1e-8 rad beyond the entry when this began.
    CHECK(close(string.force(1) / string.force(0), std::exp(0.5 * kPi), {.rel = 1e-8}));
    // The driver turns evenly, so that the forces are constant, and 0.25 dω/dt = moment − 2 ω.
    const double still = moment / 2.0;
    CHECK(close(string.angular_velocity(1), still + (speed - still) * std::exp(-8.0 * (t - 1.0)), {.rel = 1e-8}));
    largest = std::max(largest, std::abs(natural_length(string) / string.drive().reference_length - 1.0));
  }
  CHECK(string.angular_velocity(1) < 0.0);
  for (double t = 1.5; t < 8.0; t += 0.1) {
    string.advance_to(t);
    largest = std::max(largest, std::abs(natural_length(string) / string.drive().reference_length - 1.0));
  }
  CHECK(largest < 1e-9);
  CHECK_FALSE(string.arc(1).is_whole);
  // The start leaves exp(−4.68 × 5) of some 100 N.
  const StringDynamics steady(string_dynamics_of(two_pulleys(TimeFunction(12.0), TimeFunction(-30.0))), 1e-9);
  CHECK(close(string.force(1), steady.force(1), {.rel = 1e-9}));
  CHECK(close(string.angular_velocity(1), steady.angular_velocity(1), {.rel = 1e-9}));
}

TEST_CASE("string dynamics: a restored run goes through slip on a whole pulley to the same bytes") {
  const TimeFunction load(TimeFunction::Sum{{ramp(0.0, -60.0, 0.1, 0.6), ramp(0.0, 30.0, 0.8, 1.4)}});
  const BeltDrive drive = two_pulleys(TimeFunction(12.0), load);
  check_resumed(drive, 40, 60);
}

TEST_CASE("string dynamics: with given friction per length it is the contour drive of [Oborin 2018]") {
  // Section 3 and Eq. (62): L = 6, R = 1, b = 1; speeds that jump at t = 0, and N = f R + b ε.
  for (const auto& drive_of_paper : {std::pair(0.999, 0.002), std::pair(0.9, 0.2)}) {
    const double slow = drive_of_paper.first;
    const double friction = drive_of_paper.second;
    CAPTURE(friction);
    const double pretension = friction;
    const double radius = 1.0 / kPi;
    StringDynamicsDrive drive{.axial_stiffness = 1.0,
                              .unstressed_stretch = 1.0 - pretension,
                              .reference_length = 6.0,
                              .pulleys = {},
                              .path = {},
                              .next_kink = [](double, double t1) { return t1; }};
    BeltDrive placed;
    placed.pulleys = {pulley({0.0, 0.0}, radius, 1.0, PrescribedMotion{}),
                      pulley({2.0, 0.0}, radius, 1.0, PrescribedMotion{})};
    drive.path = [&placed](const std::vector<Eigen::Vector2d>& axes) { return placed.path_around(axes); };
    for (const double speed : {1.0, slow}) {
      const Eigen::Vector2d place = placed.pulleys[drive.pulleys.size()].center;
      drive.pulleys.push_back({.slip = SlipAngle::by_force(friction * radius),
                               .is_prescribed = true,
                               .speed = [=](double) { return speed / radius; },
                               .angle = [=](double t) { return speed / radius * t; },
                               .axis = [=](double) { return AxisPlace{.place = place}; },
                               .given = [](double) { return MountMotion{}; }});
    }
    drive.force = {pretension, pretension};
    drive.angular_velocity = {kPi, kPi};
    drive.mounts = {0.0, 0.0};
    StringDynamics string(drive, 1e-13);
    DelayIntegrator exact(DelayEquations(make_drive({1.0, slow}, friction), StrainModel::finite_contour));
    double largest = 0.0;
    double scale = 0.0;
    for (int i = 1; i <= 100; ++i) {
      string.advance_to(0.1 * i);
      exact.advance(string.time() - exact.time());
      for (const std::size_t k : {0u, 1u}) {
        largest = std::max(largest, std::abs(string.force(k) - pretension - exact.levels()[k]));
        scale = std::max(scale, std::abs(exact.levels()[k]));
      }
    }
    CHECK(largest < 1e-9 * scale);
  }
}

TEST_CASE("string dynamics: a restored run goes on to the same bytes") { check_resumed(shaken_drive(0.35), 8, 8); }

TEST_CASE("string dynamics: what ends its motion is told with time, pulley and what to do") {
  const auto message = [](const BeltDrive& drive, double end) {
    StringDynamicsSimulation simulation(drive, 0.1, 1e-8);
    try {
      while (simulation.time() < end) simulation.advance(0.1);
    } catch (const SolverError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const BeltDrive turning_back = two_pulleys(ramp(12.0, -12.0, 0.1, 0.6), TimeFunction(-20.0));
  CHECK(message(turning_back, 1.0).find("s the belt turns back on pulley 1") != std::string::npos);
}

TEST_CASE("string dynamics: a drive that it does not know is refused with the way out") {
  const auto objections = [](const BeltDrive& drive) {
    std::string all;
    for (const std::string& sentence : StringDynamicsOptions().objections(drive)) all += sentence + "\n";
    return all;
  };
  BeltDrive drive = two_pulleys(TimeFunction(12.0), TimeFunction(-20.0));
  CHECK(objections(drive).empty());
  drive.pulleys[1].inertia = 0.0;
  CHECK(objections(drive).find("pulley 2 is moved by torques but has no inertia; give it") != std::string::npos);
  drive.contact->friction = DahlConfig{{.friction_coefficient = 0.5, .stiffness = 5e3}};
  CHECK(objections(drive).find("pulley 1 has another law; use coulomb, or elastoplastic_coulomb") != std::string::npos);
}

}  // namespace beltdyn::string_dynamics_test
