// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/linear_string_simulation.hpp"
#include "analytic/belt/loop_simulation.hpp"
#include "analytic/belt/massless_loop.hpp"
#include "analytic/belt/string_dynamics_options.hpp"
#include "analytic/belt/string_dynamics_simulation.hpp"
#include "core/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::string_dynamics_test {

using namespace beltdyn::analytic;

namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;

Pulley pulley(Eigen::Vector2d center, double radius, double inertia, PulleyMotion motion) {
  Pulley result;
  result.center = std::move(center);
  result.radius = radius;
  result.inertia = inertia;
  result.motion = std::move(motion);
  return result;
}

TorqueMotion applied(TimeFunction moment) { return {.torques = {{.form = AppliedTorque{std::move(moment)}}}}; }

TimeFunction ramp(double from, double to, double start, double end) {
  return TimeFunction(TimeFunction::CosineRamp{.from = from, .to = to, .start_time = start, .end_time = end});
}

PulleyContact coulomb(double coefficient) {
  return {.normal = PenaltyContact{4e9, 8e4},
          .friction = ElastoplasticCoulombConfig{.coefficient = coefficient, .stiffness = 5e9}};
}

// The drive of [Ntarladima 2023] without its mass: its rotation decays with exp(−4.68 t).
BeltDrive two_pulleys(TimeFunction speed, TimeFunction moment) {
  BeltDrive drive;
  drive.pulleys = {pulley({0.0, 0.0}, 0.1, 0.25, PrescribedMotion{std::move(speed)}),
                   pulley({0.1 * kPi, 0.0}, 0.1, 0.25, applied(std::move(moment)))};
  drive.pulleys[1].bearing_damping = 2.0;
  drive.belt = {.axial_stiffness = 8000.0,
                .width = 0.08,
                .friction_at = FrictionPlace::center_line,
                .pretension = ReferenceStrain{-0.05}};
  drive.contact = coulomb(0.5);
  return drive;
}

// The accessory drive of a car engine, damped so that it settles within a second.
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

// Of the whole belt, from the parts in which it lies on pulleys and spans.
double natural_length(const StringDynamics& string) {
  const BeltPath path = string.path();
  const std::vector<double> last{std::nextafter(path.length(), 0.0)};
  return string.points(last)[0].material;
}

double value(const BeltSimulation& simulation, const std::string& column) { return simulation.history().value(column); }

// Response of a span force to the speed of the first pulley: Fourier's over one period from a time on, half the
// difference of runs with either sign of the amplitude, which leaves its cube.
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
  const LinearStringSimulation simulation(drive, 0.1, options);
  const auto analysis = simulation.linear_analysis();
  const std::vector<LinearOutput> outputs = analysis->outputs();
  std::vector<Complex> values(outputs.size());
  analysis->respond(omega, values);
  const auto found = std::ranges::find(outputs, output, &LinearOutput::name);
  REQUIRE(found != outputs.end());
  return values[static_cast<std::size_t>(found - outputs.begin())];
}

TimeFunction harmonic(double mean, double amplitude, double omega) {
  return TimeFunction(TimeFunction::Harmonic{.mean = mean, .amplitude = amplitude, .angular_frequency = omega});
}

}  // namespace

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

TEST_CASE("string dynamics: the belt keeps its length while slip reverses and arcs come and go") {
  // Its torque drives and is driven in turns, and slip on both pulleys goes to and fro.
  const BeltDrive drive = two_pulleys(TimeFunction(12.0), harmonic(24.0, 30.0, 2.0));
  StringDynamics string(string_dynamics_of(drive), 1e-10);
  double largest = 0.0;
  for (int i = 1; i <= 200; ++i) {
    string.advance_to(0.04 * i);
    largest = std::max(largest, std::abs(natural_length(string) / string.drive().reference_length - 1.0));
  }
  // Some thousand steps of an error of 1e-10 of the force, of which 5 % is strain
  CHECK(largest < 1e-9);
  CHECK(string.statistics().status_changes >= 8);
}

TEST_CASE("string dynamics: probe") {
  for (const double amplitude : {0.0, 1.0, 2.0, 3.0}) {
    const BeltDrive drive = accessory_drive(harmonic(100.0, amplitude, 200.0), 1.0);
    StringDynamics string(string_dynamics_of(drive), 1e-9);
    double largest = 0.0;
    std::string why;
    try {
      for (int i = 1; i <= 20; ++i) {
        string.advance_to(0.01 * i);
        largest = std::max(largest, std::abs(natural_length(string) / string.drive().reference_length - 1.0));
      }
    } catch (const SolverError& e) {
      why = e.what();
    }
    MESSAGE(amplitude << " steps " << string.statistics().steps << " rejected " << string.statistics().rejected_steps
                      << " changes " << string.statistics().status_changes << " length " << largest << " " << why);
  }
}

}  // namespace beltdyn::string_dynamics_test
