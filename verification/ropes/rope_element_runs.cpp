// SPDX-License-Identifier: MIT
#include "verification/ropes/rope_element_runs.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/embedded.hpp"
#include "verification/ropes/rope_drive_runs.hpp"

namespace beltdyn::verification {
namespace {

using std::numbers::pi;

constexpr double kGravity = 9.81;  // [m/s²]

// The least-squares coefficient of a polynomial in values at equal intervals. The argument of the polynomial is the
// place from the middle, in intervals. The polynomials used here are orthogonal to each other.
template <class Polynomial>
double part_of(const std::vector<double>& values, const Polynomial& polynomial) {
  const auto n = static_cast<double>(values.size());
  double products = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = polynomial(static_cast<double>(i) - 0.5 * (n - 1.0));
    products += p * values[i];
    squares += p * p;
  }
  return products / squares;
}

// The second derivative from the parabola fitted to values at equal intervals.
double second_derivative(const std::vector<double>& values, double interval) {
  const auto n = static_cast<double>(values.size());
  const double mean_square = (n * n - 1.0) / 12.0;
  return 2.0 * part_of(values, [mean_square](double u) { return u * u - mean_square; }) / (interval * interval);
}

// The slope of the straight line fitted to values at equal intervals.
double derivative(const std::vector<double>& values, double interval) {
  return part_of(values, [](double u) { return u; }) / interval;
}

}  // namespace

std::string string_run(double step) {
  return only_run(fmt::format(R"("formulation": "analytic_string_dynamics", "time_step": {})", step));
}

std::string elastic(double stiffness, double density) {
  return fmt::format(R"(/drive/belt={{"axial_stiffness": {}, "mass_per_length": {}}})", stiffness, density);
}

Weights exact_weights(double coefficient) {
  const double together = kGravity * 0.2 / (2.2 + 0.9 / (0.22 * 0.22));
  const double ratio = std::exp(coefficient * pi);
  const double slipping = kGravity * (1.2 - ratio) / (1.2 + ratio);
  const bool sticks = slipping < together;
  const double a = sticks ? together : slipping;
  return {.weights = a, .wheel = sticks ? a / 0.22 : (1.2 * (kGravity - a) - (kGravity + a)) * 0.22 / 0.9};
}

Weights weights_of(const std::string& formulation, double coefficient, double density) {
  constexpr double kFirst = 0.15;  // friction is fully developed [s]
  constexpr double kInterval = 0.01;
  constexpr int kSamples = 101;
  RopeRun run(embedded::rope_drives("two_weights.json"),
              {formulation, elastic(1e6, density), "/drive/ends/1/held_until=0.05",
               fmt::format("/drive/contact/friction/coefficient={}", coefficient)});
  std::vector<double> displacements;
  std::vector<double> speeds;
  for (int i = 0; i < kSamples; ++i) {
    run.advance_to(kFirst + kInterval * i);
    displacements.push_back(0.5 * (run["end_position_1"] - run["end_position_2"]));
    speeds.push_back(-run["angular_velocity_1"]);
  }
  return {.weights = second_derivative(displacements, kInterval), .wheel = derivative(speeds, kInterval)};
}

Stop stop_with(const std::string& formulation, double density) {
  constexpr double kFirst = 0.3;
  constexpr double kInterval = 0.01;
  constexpr int kSamples = 321;
  RopeRun run(
      embedded::rope_drives("emergency_stop.json"),
      {formulation, elastic(2e7, density), "/drive/ends/0/position=[-0.3, -10]", "/drive/ends/1/position=[0.3, -5]"});
  Stop stop;
  std::vector<double> displacements;
  for (int i = 0; i < kSamples; ++i) {
    run.advance_to(kFirst + kInterval * i);
    displacements.push_back(0.5 * (run["end_position_1"] - run["end_position_2"]));
    stop.car_force += run["exit_force_1"] / kSamples;
    stop.counterweight_force += run["entry_force_1"] / kSamples;
  }
  stop.deceleration = -second_derivative(displacements, kInterval);
  stop.brake_energy = run["brake_energy_1"];
  stop.sheave_speed = std::abs(run["angular_velocity_1"]);
  stop.energy_defect = std::abs(run["balance_energy"]);
  return stop;
}

std::string shaft() {
  constexpr double kStiffness = 12e6;
  constexpr double kDensity = 3.0;
  constexpr double kMass = 1500.0;
  constexpr double kNatural = 400.0;
  const double drawn =
      kNatural * (1.0 + kMass * kGravity / kStiffness) + 0.5 * kDensity * kGravity * kNatural * kNatural / kStiffness;
  return fmt::format(
      R"({{"format": "beltdyn/1", "name": "shaft", "end_time": 2,
          "drive": {{"type": "rope_drive", "gravity": [0, {}], "pulleys": [], "initial_state": "running",
                     "ends": [{{"type": "fixed", "position": [0, 0]}},
                              {{"type": "body", "mass": {}, "position": [0, {:.17g}], "direction": [0, -1],
                                "velocity": 2}}],
                     "belt": {{"axial_stiffness": {}, "mass_per_length": {}}}}},
          "runs": [{{"name": "run", "formulation": "lagrangian_ancf", "elements": 100, "time_step": 1e-3}}]}})",
      -kGravity, kMass, -drawn, kStiffness, kDensity);
}

std::vector<std::string> slowing_lift(const std::string& formulation, double density) {
  return {formulation, elastic(1e7, density), "/drive/contact/friction/coefficient=0.15",
          R"(/drive/pulleys/0={"center": [0, 0], "radius": 0.3, "side": "right", "inertia": 20, "motion": {
             "type": "prescribed", "angular_velocity": {"type": "cosine_ramp", "from": -6.666666666666667,
             "to": -3.3333333333333335, "start_time": 0, "end_time": 2}}})",
          R"(/drive/ends=[{"type": "body", "mass": 1200, "position": [-0.3, -60], "direction": [0, 1]},
                          {"type": "body", "mass": 1500, "position": [0.3, -20], "direction": [0, 1]}])"};
}

}  // namespace beltdyn::verification
