// SPDX-License-Identifier: MIT
// Ropes with ends in lagrangian_ancf: towards the rigid rope without mass, the one with mass, the elastic one without
// mass, and a wave in an elastic rope with mass.
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/rope_drive_runs.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

constexpr double kGravity = 9.81;  // [m/s²]

std::string elements(int count, double step) {
  return only_run(fmt::format(
      R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": {}, "time_integration": "generalised_alpha")",
      count, step));
}

std::string string_run(double step) {
  return only_run(fmt::format(R"("formulation": "analytic_string_dynamics", "time_step": {})", step));
}

std::string elastic(double stiffness, double density) {
  return fmt::format(R"(/drive/belt={{"axial_stiffness": {}, "mass_per_length": {}}})", stiffness, density);
}

// 1 kg and 1.2 kg over a wheel of 0.22 m and 0.9 kg m², on a stiff and light rope; the heavy one is let go.
struct Weights {
  double weights{};  // acceleration [m/s²]
  double wheel{};    // angular acceleration [rad/s²]
};

Weights exact_weights(double coefficient) {
  const double together = kGravity * 0.2 / (2.2 + 0.9 / (0.22 * 0.22));
  const double ratio = std::exp(coefficient * pi);
  const double slipping = kGravity * (1.2 - ratio) / (1.2 + ratio);
  const bool sticks = slipping < together;
  const double a = sticks ? together : slipping;
  return {.weights = a, .wheel = sticks ? a / 0.22 : (1.2 * (kGravity - a) - (kGravity + a)) * 0.22 / 0.9};
}

// Twice the coefficient of t² in the parabola of least squares through values at equal intervals.
double second_derivative(const std::vector<double>& values, double interval) {
  const auto n = static_cast<double>(values.size());
  double products = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double u = static_cast<double>(i) - 0.5 * (n - 1.0);
    const double p = u * u - (n * n - 1.0) / 12.0;  // orthogonal to 1 and u
    products += p * values[i];
    squares += p * p;
  }
  return 2.0 * products / squares / (interval * interval);
}

// The slope of the straight line of least squares through values at equal intervals.
double derivative(const std::vector<double>& values, double interval) {
  const auto n = static_cast<double>(values.size());
  double products = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double u = static_cast<double>(i) - 0.5 * (n - 1.0);
    products += u * values[i];
    squares += u * u;
  }
  return products / squares / interval;
}

Weights weights_of(double coefficient, int count) {
  constexpr double kFirst = 0.15;  // friction has come up
  constexpr double kInterval = 0.01;
  constexpr int kSamples = 101;
  RopeRun run(embedded::rope_drives("two_weights.json"),
              {elements(count, 1e-3), elastic(1e6, 5e-5), "/drive/ends/1/held_until=0.05",
               fmt::format("/drive/contact/friction/coefficient={}", coefficient)});
  std::vector<double> ways;
  std::vector<double> speeds;
  for (int i = 0; i < kSamples; ++i) {
    run.advance_to(kFirst + kInterval * i);
    ways.push_back(0.5 * (run["end_position_1"] - run["end_position_2"]));
    speeds.push_back(-run["angular_velocity_1"]);
  }
  return {.weights = second_derivative(ways, kInterval), .wheel = derivative(speeds, kInterval)};
}

void two_weights(Record& record) {
  constexpr const char* kRope =
      "the rope weighs 1e-4 of the weights, and swings by its stretch, which is fitted away; observed errors rounded "
      "up";
  for (const double coefficient : {0.0, 0.03, 0.06}) {
    const Weights exact = exact_weights(coefficient);
    const Weights found = weights_of(coefficient, 120);
    record.relative(fmt::format("acceleration of the weights, friction {} [m/s^2]", coefficient), found.weights,
                    exact.weights, 1e-3, Rank::headline, kRope);
    if (coefficient == 0.0) continue;
    record.relative(fmt::format("angular acceleration of the wheel, friction {} [rad/s^2]", coefficient), found.wheel,
                    exact.wheel, 1e-3, Rank::headline, kRope);
  }
}

// The lift of the demo with shorter spans, of which a rope without mass knows nothing, on a stiff and light rope.
struct Stop {
  double deceleration{};  // of the parabola that fits the ways of both ends best, in the mean [m/s²]
  double car_force{};     // at the sheave, in the mean [N]
  double counterweight_force{};
  double brake_energy{};   // [J]
  double sheave_speed{};   // at the end [rad/s]
  double energy_defect{};  // [-]
};

Stop stop_with(int count) {
  constexpr double kFirst = 0.3;
  constexpr double kInterval = 0.01;
  constexpr int kSamples = 321;
  RopeRun run(embedded::rope_drives("emergency_stop.json"),
              {elements(count, 1e-3), elastic(2e7, 0.02), "/drive/ends/0/position=[-0.3, -10]",
               "/drive/ends/1/position=[0.3, -5]"});
  Stop stop;
  std::vector<double> ways;
  for (int i = 0; i < kSamples; ++i) {
    run.advance_to(kFirst + kInterval * i);
    ways.push_back(0.5 * (run["end_position_1"] - run["end_position_2"]));
    stop.car_force += run["exit_force_1"] / kSamples;
    stop.counterweight_force += run["entry_force_1"] / kSamples;
  }
  stop.deceleration = -second_derivative(ways, kInterval);
  stop.brake_energy = run["brake_energy_1"];
  stop.sheave_speed = std::abs(run["angular_velocity_1"]);
  stop.energy_defect = std::abs(run["balance_energy"]);
  return stop;
}

// The same stop until the rope has nearly stopped, on the elastic string without mass and on elements.
void against_string(Record& record) {
  const auto stop = [](const std::string& run) {
    return std::vector<std::string>{run, elastic(2e7, 0.02), "/drive/ends/0/position=[-0.3, -10]",
                                    "/drive/ends/1/position=[0.3, -5]"};
  };
  RopeRun reference(embedded::rope_drives("emergency_stop.json"), stop(string_run(0.01)));
  RopeRun run(embedded::rope_drives("emergency_stop.json"), stop(elements(320, 1e-3)));
  for (const double time : {1.0, 3.0}) {
    reference.advance_to(time);
    run.advance_to(time);
    for (const char* column : {"end_position_1", "end_position_2", "slip_energy_1"}) {
      record.relative(fmt::format("{} at {} s", column, time), run[column], reference[column], 1e-3, Rank::headline,
                      "the rope weighs 3e-4 of what friction bears; elements of a sixth of the radius");
    }
  }
  record.relative("energy taken by the brake [J]", run["brake_energy_1"], reference["brake_energy_1"], 0.01,
                  Rank::detail, "the sheave stops within two swings of the rope; observed 6e-3 rounded up");
}

void emergency_stop(Record& record) {
  constexpr const char* kRope =
      "the rope weighs 3e-4 of what friction bears, and swings; on elements of a sixth of the radius 7e-4 were "
      "observed";
  const Lift lift;
  const Stop coarse = stop_with(160);
  const Stop fine = stop_with(320);
  record.relative("deceleration [m/s^2]", fine.deceleration, lift.deceleration(), 1e-3, Rank::headline, kRope);
  record.relative("force of the car [N]", fine.car_force, lift.car_force(), 1e-3, Rank::headline, kRope);
  record.relative("force of the counterweight [N]", fine.counterweight_force, lift.counterweight_force(), 1e-3,
                  Rank::headline, kRope);
  record.relative("energy taken by the brake [J]", fine.brake_energy,
                  lift.brake * lift.speed / lift.radius * lift.sheave_stop() / 2.0, 0.03, Rank::detail,
                  "the sheave stops within two swings of the rope, whose force comes up meanwhile");
  record.at_most("angular velocity of the sheave that is held [rad/s]", fine.sheave_speed, 1e-3, Rank::detail,
                 "what sticks does not creep; the rope that swings shakes it");
  record.at_most("balance of energy", fine.energy_defect, 1e-3, Rank::detail,
                 "trapezoidal rule of the powers over the steps");
  const auto error = [&lift](const Stop& stop) { return std::abs(stop.deceleration - lift.deceleration()); };
  record.absolute("observed order of the deceleration in the elements", std::log2(error(coarse) / error(fine)), 2.0,
                  0.5, Rank::detail, "elements are off the circle by the second order where the rope meets it");
}

// A rope of 400 m with a load of 1.5 t that runs down at 2 m/s and is stopped at its top at once; the weight is added
// to the wave, so that the rope stays taut.
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

struct Wave {
  double time{};
  double speed{};  // of the load [m/s]
  double force{};  // on it beside its weight [N]
};

constexpr std::array<Wave, 4> kWaves{{{0.3, 0.681280184143, 16087.6811049},
                                      {0.7, -2.28496319851, 6465.58301865},
                                      {1.3, 1.11825787518, -13069.1429552},
                                      {1.6, 2.29915900038, -3561.21438013}}};

void waves(Record& record) {
  constexpr const char* kStart =
      "particles start with one flux, so that their speeds differ by their strains of 1.2e-3 to 2.2e-3";
  RopeRun run(shaft(), {only_run(R"("formulation": "lagrangian_ancf", "elements": 400, "time_step": 5e-4,
                                    "time_integration": "generalised_alpha", "spectral_radius": 0.3)")});
  for (const Wave& wave : kWaves) {
    run.advance_to(wave.time);
    // The load goes on where the wave has taken it, in the sense of the reference.
    record.absolute(fmt::format("speed of the load at {} s [m/s]", wave.time), run["end_speed_2"], wave.speed, 2e-3,
                    Rank::headline, kStart);
    record.absolute(fmt::format("force of the wave on the load at {} s [N]", wave.time),
                    run["end_force_2"] - 1500.0 * kGravity, wave.force, 16.0, Rank::headline, kStart);
  }
}

// A lift whose sheave slows down, with the elastic string without mass as the reference.
std::vector<std::string> slowing_lift(const std::string& run) {
  return {run, elastic(1e7, 0.02), "/drive/contact/friction/coefficient=0.15",
          R"(/drive/pulleys/0={"center": [0, 0], "radius": 0.3, "side": "right", "inertia": 20, "motion": {
             "type": "prescribed", "angular_velocity": {"type": "cosine_ramp", "from": -6.666666666666667,
             "to": -3.3333333333333335, "start_time": 0, "end_time": 2}}})",
          R"(/drive/ends=[{"type": "body", "mass": 1200, "position": [-0.3, -60], "direction": [0, 1]},
                          {"type": "body", "mass": 1500, "position": [0.3, -20], "direction": [0, 1]}])"};
}

void elastic_lift(Record& record) {
  constexpr const char* kMesh = "the rope weighs 1e-3 of the load; elements of a third of the radius";
  RopeRun reference(embedded::rope_drives("emergency_stop.json"), slowing_lift(string_run(0.01)));
  RopeRun run(embedded::rope_drives("emergency_stop.json"), slowing_lift(elements(800, 1e-3)));
  for (const double time : {1.0, 2.0}) {
    reference.advance_to(time);
    run.advance_to(time);
    for (const char* column : {"end_force_1", "end_force_2", "span_length_1", "span_length_2", "end_speed_2"}) {
      record.relative(fmt::format("{} at {} s", column, time), run[column], reference[column], 1e-3, Rank::headline,
                      kMesh);
    }
  }
}

}  // namespace

void add_rope_element_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "rope-drives/elements/two-weights",
                   .claim = "Two weights on a rope of cable elements fall as those on a rigid rope without mass",
                   .reference = "closed form of the inextensible rope",
                   .run = two_weights});
  cases.push_back({.id = "rope-drives/elements/emergency-stop",
                   .claim = "A lift on a rope of cable elements stops by slip as that on a rigid rope without mass",
                   .reference = "closed form of the inextensible rope",
                   .slow = true,
                   .run = emergency_stop});
  cases.push_back({.id = "rope-drives/elements/elastic-stop",
                   .claim = "A lift stops by slip on a rope of cable elements as on an elastic string",
                   .reference = "elastic rope without mass of analytic_string_dynamics",
                   .slow = true,
                   .run = against_string,
                   .own_reference = true});
  cases.push_back({.id = "rope-drives/elements/waves",
                   .claim = "A rope whose top is stopped at once: speed of the load and force on it",
                   .reference = "waves by characteristics in 30-digit arithmetic, by another program",
                   .run = waves});
  cases.push_back({.id = "rope-drives/elements/elastic-lift",
                   .claim = "A lift that slows down on a rope of cable elements, and on an elastic string",
                   .reference = "elastic rope without mass of analytic_string_dynamics",
                   .run = elastic_lift,
                   .own_reference = true});
}

}  // namespace beltdyn::verification
