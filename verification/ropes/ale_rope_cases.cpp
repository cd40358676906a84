// SPDX-License-Identifier: MIT
// Ropes with ends in eulerian_ale: the limits of the rigid rope and of the elastic string without mass, closed forms of
// waves and of a winch, and comparisons with lagrangian_ancf.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"
#include "verification/ropes/rope_drive_runs.hpp"
#include "verification/ropes/rope_element_runs.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

constexpr double kGravity = 9.81;  // [m/s²]

std::string ale(double step, std::string_view more = "") {
  return only_run(fmt::format(R"("formulation": "eulerian_ale", "time_step": {}{})", step, more));
}

// The rope of 5 mg/m is 1 m longer on one side. The weight of this metre accelerates the 2.2 kg by 2e-5 m/s², 5e-5 of
// the smallest acceleration of the weights.
void two_weights(Record& record) {
  constexpr const char* kRope = "a metre of rope more on one side: its weight is 5e-5 of what accelerates, doubled";
  for (const double coefficient : {0.0, 0.03, 0.06}) {
    const Weights exact = exact_weights(coefficient);
    const Weights found = weights_of(ale(1e-3), coefficient, 5e-6);
    record.relative(fmt::format("acceleration of the weights, friction {} [m/s^2]", coefficient), found.weights,
                    exact.weights, 1e-4, Rank::headline, kRope);
    if (coefficient == 0.0) continue;
    record.relative(fmt::format("angular acceleration of the wheel, friction {} [rad/s^2]", coefficient), found.wheel,
                    exact.wheel, 1e-4, Rank::headline, kRope);
  }
}

void emergency_stop(Record& record) {
  constexpr const char* kRope =
      "5 m of rope more on one side weigh 1e-2 kg, 3e-5 of what the weights differ by; doubled";
  const Lift lift;
  const Stop stop = stop_with(ale(1e-3), 0.002);
  record.relative("deceleration [m/s^2]", stop.deceleration, lift.deceleration(), 1e-4, Rank::headline, kRope);
  record.relative("force of the car [N]", stop.car_force, lift.car_force(), 1e-4, Rank::headline, kRope);
  record.relative("force of the counterweight [N]", stop.counterweight_force, lift.counterweight_force(), 1e-4,
                  Rank::headline, kRope);
  record.at_most("angular velocity of the sheave that is held [rad/s]", stop.sheave_speed, 1e-3, Rank::detail,
                 "what sticks does not creep; the rope that swings shakes it");
  record.at_most("balance of energy", stop.energy_defect, 1e-4, Rank::detail,
                 "trapezoidal rule of the powers over the steps");
}

double largest_wave_error(const std::string& run, Record* record) {
  RopeRun rope(shaft(), {run});
  double largest = 0.0;
  for (const Wave& wave : kWaves) {
    rope.advance_to(wave.time);
    const double force = rope["end_force_2"] - 1500.0 * kGravity;
    largest = larger(largest, std::abs(rope["end_speed_2"] - wave.speed));
    if (record == nullptr) continue;
    const char* steps = "the front passes an element in 4 steps, of which one is 1e-3 of the period of the load";
    record->absolute(fmt::format("speed of the load at {} s [m/s]", wave.time), rope["end_speed_2"], wave.speed, 2e-4,
                     Rank::headline, steps);
    record->absolute(fmt::format("force of the wave on the load at {} s [N]", wave.time), force, wave.force, 16.0,
                     Rank::headline, "a thousandth of the force of the first wave, away from fronts");
  }
  return largest;
}

void waves(Record& record) {
  const auto run = [](double step, int elements) {
    return ale(step, fmt::format(R"(, "elements_per_span": {}, "spectral_radius": 0.3)", elements));
  };
  const double fine = largest_wave_error(run(5e-4, 400), &record);
  const double coarse = largest_wave_error(run(2e-3, 100), nullptr);
  record.at_most("largest error of the speed on a mesh and steps of a quarter, over that before", fine / coarse, 0.25,
                 Rank::detail, "waves have fronts: the first order at least");
}

// The elastic lift of elastic_rope_cases.cpp with a cosine ramp of the sheave speed.
void elastic_lift(Record& record) {
  constexpr const char* kRope = "the rope weighs 1e-4 of the load, which changes what it is stretched by";
  RopeRun reference(embedded::rope_drives("emergency_stop.json"), slowing_lift(string_run(0.01), 0.002));
  RopeRun run(embedded::rope_drives("emergency_stop.json"), slowing_lift(ale(1e-3), 0.002));
  for (const double time : {1.0, 2.0}) {
    reference.advance_to(time);
    run.advance_to(time);
    for (const char* column : {"end_force_1", "end_force_2", "span_length_1", "span_length_2", "end_speed_2"}) {
      record.relative(fmt::format("{} at {} s", column, time), run[column], reference[column], 1e-4, Rank::headline,
                      kRope);
    }
  }
  record.at_most("balance of natural length", std::abs(run["balance_length"]), 1e-9, Rank::headline, "rounding");
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-4, Rank::headline,
                 "trapezoidal rule of the powers over the steps");
}

// The exact state of 1 t on 10 m of an elastic rope without weight, after a winch has paid out at 1 m/s for 5 s from
// rest: place [m], speed [m/s], force [N].
struct Paid {
  double place, speed, force;
};
constexpr Paid kPaid{15.05519740533, 0.4897033183638, 3679.827022306};

std::string winch_drive(const std::string& keys) {
  return fmt::format(R"({{"format": "beltdyn/1", "name": "winch", "end_time": 5,
          "drive": {{"type": "rope_drive", "gravity": [0, -9.81], "pulleys": [],
                     "ends": [{{"type": "winch", "position": [0, 0], {}}},
                              {{"type": "body", "mass": 1000, "position": [0, {:.17g}], "direction": [0, -1]}}],
                     "belt": {{"axial_stiffness": 1e6, "mass_per_length": 1e-6}}}},
          "runs": [{{"name": "run", "formulation": "eulerian_ale", "time_step": 1e-3}}]}})",
                     keys, -10.0 * (1.0 + 1e-3 * kGravity));
}

Paid paid_out(double step, Record* record) {
  RopeRun run(winch_drive(R"("rate": 1)"), {ale(step)});
  run.advance_to(5.0);
  if (record != nullptr) {
    record->at_most("balance of natural length", std::abs(run["balance_length"]), 1e-9, Rank::headline, "rounding");
    record->at_most("balance of energy", std::abs(run["balance_energy"]), 1e-6, Rank::detail,
                    "trapezoidal rule of the powers over the steps");
  }
  return {run["span_length_1"], run["end_speed_2"], run["end_force_2"]};
}

constexpr const char* kStepsOfWinch =
    "(ωh)²/12 of the phase ωt = 28 rad, ω = 10 1/s: 2e-7; the speed swings by 1 m/s, twice what it is at the end";
// [s]
constexpr double kStepOfWinch = 3e-5;

void winch(Record& record) {
  const Paid paid = paid_out(kStepOfWinch, &record);
  record.relative("distance of the load from the winch [m]", paid.place, kPaid.place, 1e-6, Rank::headline,
                  kStepsOfWinch);
  record.relative("speed of the load [m/s]", paid.speed, kPaid.speed, 1e-6, Rank::headline, kStepsOfWinch);
  record.relative("force of the rope [N]", paid.force, kPaid.force, 1e-6, Rank::headline, kStepsOfWinch);
  const auto error = [](double step) { return std::abs(paid_out(step, nullptr).force - kPaid.force); };
  record.absolute("observed order of the force in the step", std::log2(error(1e-3) / error(5e-4)), 2.0, 0.1,
                  Rank::headline, "the scheme is of the second order");
}

// The same motion from a drum that turns at constant speed and on which the rope was wound under the load.
void even_drum(Record& record) {
  constexpr double kRadius = 0.25;
  constexpr double kWound = 1.0 + 1e-3 * kGravity;
  RopeRun run(
      winch_drive(fmt::format(R"("radius": {}, "motion": {{"type": "prescribed", "angular_velocity": {:.17g}}})",
                              kRadius, kWound / kRadius)),
      {ale(kStepOfWinch)});
  run.advance_to(5.0);
  record.relative("distance of the load from the drum [m]", run["span_length_1"], kPaid.place, 1e-6, Rank::headline,
                  kStepsOfWinch);
  record.relative("speed of the load [m/s]", run["end_speed_2"], kPaid.speed, 1e-6, Rank::headline, kStepsOfWinch);
  record.relative("force of the rope [N]", run["end_force_2"], kPaid.force, 3e-6, Rank::headline,
                  "as at the winch, and rounding of what is wound; observed 1e-6");
  record.relative("natural length on the drum, gained [m]", run["drum_length_1"], -5.0, 1e-9, Rank::headline,
                  "rounding");
  record.at_most("balance of natural length", std::abs(run["balance_length"]), 1e-9, Rank::headline, "rounding");
}

// A drum that a motor turns to haul in and pay out again, and that a brake stops and holds. The elastic string is
// compared with elements and a rope whose mass is negligible.
void driven_drum(Record& record) {
  const std::vector<std::string> light{elastic(8e6, 2e-4)};
  const auto edits = [&light](const std::string& run) {
    std::vector<std::string> all{run};
    all.insert(all.end(), light.begin(), light.end());
    return all;
  };
  RopeRun reference(embedded::rope_drives("winch.json"), edits(string_run(0.01)));
  RopeRun run(embedded::rope_drives("winch.json"), edits(ale(5e-4)));
  constexpr const char* kStick =
      "the brake sticks elastically, 2e-4 rad under the load, and contact on the sheave ends to a contact point";
  const double end = 5.0;
  double displacement = 0.0;
  double force = 0.0;
  for (int i = 1; i <= 50; ++i) {
    reference.advance_to(0.02 * i * end);
    run.advance_to(0.02 * i * end);
    displacement = larger(displacement, std::abs(run["end_position_2"] - reference["end_position_2"]));
    force = larger(force, std::abs(run["end_force_2"] - reference["end_force_2"]));
  }
  const double whole = std::abs(reference["end_position_2"]);
  record.at_most("largest difference of the ways of the load, over its way", displacement / whole, 5e-4, Rank::headline,
                 kStick);
  record.at_most("largest difference of the forces on it, over its weight", force / (1000.0 * kGravity), 0.03,
                 Rank::headline, "it swings by 0.9 of its weight after the stop, and stops by 1e-3 s later");
  record.relative("angle of the drum [rad]", run["drum_angle_1"], reference["drum_angle_1"], 5e-4, Rank::headline,
                  kStick);
  record.relative("energy of the brake [J]", run["drum_brake_energy_1"], reference["drum_brake_energy_1"], 3e-3,
                  Rank::headline, "elastic stick of the brake stores energy at first, of the second order in the step");
  record.at_most("speed of the drum that is held [rad/s]", std::abs(run["drum_speed_1"]), 1e-2, Rank::detail,
                 "elastic stick under a load that swings by 1e-4 rad at 30 rad/s");
  record.at_most("balance of natural length", std::abs(run["balance_length"]), 1e-9, Rank::headline, "rounding");
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-3, Rank::detail,
                 "trapezoidal rule of the powers over the steps");
}

// The drift of a sheave that turns to and fro by 10 rad between two loads. The drift per cycle depends on the stretch
// that the rope on the sheave keeps from its entry.
double drift_of(const std::string& run, Record* record) {
  constexpr double kStiffness = 2e6;
  constexpr double kDrift = 0.0039600941269723;  // natural length per cycle, in 30-digit arithmetic [m]
  const double omega = 2.0 * pi / 10.0;
  RopeRun rope(fmt::format(R"({{"format": "beltdyn/1", "name": "traction", "end_time": 30,
          "drive": {{"type": "rope_drive", "gravity": [0, 0],
                     "ends": [{{"type": "force", "position": [-0.3, -20], "force": {:.17g}}},
                              {{"type": "force", "position": [0.3, -60], "force": {:.17g}}}],
                     "pulleys": [{{"center": [0, 0], "radius": 0.3, "side": "right", "inertia": 1,
                       "motion": {{"type": "prescribed", "angular_velocity": {{
                         "type": "harmonic", "mean": 0, "amplitude": {:.17g}, "angular_frequency": {:.17g}}}}}}}],
                     "belt": {{"axial_stiffness": {}, "mass_per_length": 0.01}},
                     "contact": {{"friction": {{"type": "coulomb", "coefficient": 0.1}}}}}},
          "runs": [{{"name": "run", "formulation": "eulerian_ale", "time_step": 1e-3}}]}})",
                           1200.0 * kGravity, 1500.0 * kGravity, 5.0 * omega, omega, kStiffness),
               {run});
  rope.advance_to(10.0);
  const double before = rope["end_position_1"];
  rope.advance_to(20.0);
  const double drift = std::abs(rope["end_position_1"] - before) / (1.0 + 1200.0 * kGravity / kStiffness);
  if (record != nullptr) {
    record->relative("natural length moved by a cycle [m]", drift, kDrift, 1e-3, Rank::headline,
                     "elastic stick takes up the force over 0.3 elements at either end of slip, of the second order");
  }
  return std::abs(drift - kDrift);
}

void traction_drift(Record& record) {
  const double coarse = drift_of(ale(5e-3), &record);
  const double fine = drift_of(ale(5e-3, R"(, "elements_per_pulley": 48)"), nullptr);
  record.at_most("error on elements half as long, over that before", fine / coarse, 0.5, Rank::detail,
                 "the second order, less what steps leave");
}

// The hook block of the demo, lifted by a winch on four falls, with a rope of this mass per length, compared with the
// elastic string. The largest differences while the block rises, relative [-]: of its displacement, and of the force of
// the winch.
struct Difference {
  double displacement{};
  double force{};
};

Difference hook_difference(double density, Record* record) {
  const std::string rope = elastic(8e6, density);
  RopeRun reference(embedded::rope_drives("hook_block.json"), {string_run(0.02), rope});
  RopeRun run(embedded::rope_drives("hook_block.json"), {ale(0.001), rope});
  const double start = run["mount_position_1"];
  Difference largest;
  for (const double time : {2.0, 3.0, 4.0}) {
    reference.advance_to(time);
    run.advance_to(time);
    const double displacement = reference["mount_position_1"];
    largest.displacement =
        larger(largest.displacement, std::abs(run["mount_position_1"] - start - displacement) / displacement);
    largest.force = larger(largest.force, std::abs(run["end_force_2"] / reference["end_force_2"] - 1.0));
  }
  if (record != nullptr) {
    record->at_most("balance of natural length", std::abs(run["balance_length"]), 1e-9, Rank::headline, "rounding");
    record->at_most("balance of energy", std::abs(run["balance_energy"]), 1e-4, Rank::headline,
                    "trapezoidal rule of the powers over the steps");
  }
  return largest;
}

void hook_block(Record& record) {
  constexpr const char* kDisplacement = "the falls stretch by 6e-4, of which the weight of the rope is a part of 1e-3";
  constexpr const char* kForce = "the rope of 36 m weighs 1e-3 of the block; the other half is that of contact points";
  const Difference heavy = hook_difference(3.0, nullptr);
  const Difference light = hook_difference(0.05, &record);
  record.at_most("difference of the way of the block, over its way", light.displacement, 1e-4, Rank::headline,
                 kDisplacement);
  record.at_most("difference of the force of the winch, over it", light.force, 1e-3, Rank::headline, kForce);
  constexpr const char* kMass = "it falls with the mass of the rope, which is 60 times less";
  record.at_most("difference of the ways, over that with a heavy rope", light.displacement / heavy.displacement, 0.3,
                 Rank::detail, kMass);
  record.at_most("difference of the forces, over that with a heavy rope", light.force / heavy.force, 0.3, Rank::detail,
                 kMass);
}

}  // namespace

void add_ale_rope_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "rope-drives/ale/two-weights",
       .claim = "Two weights on an elastic rope in a moving mesh fall as those on a rigid rope without mass",
       .reference = "closed form of the inextensible rope",
       .run = two_weights});
  cases.push_back({.id = "rope-drives/ale/emergency-stop",
                   .claim = "A lift on an elastic rope in a moving mesh stops by slip as that on a rigid rope",
                   .reference = "closed form of the inextensible rope",
                   .run = emergency_stop});
  cases.push_back({.id = "rope-drives/ale/waves",
                   .claim = "A rope in a moving mesh whose top is stopped at once: speed of the load and force on it",
                   .reference = "waves by characteristics in 30-digit arithmetic, by another program",
                   .run = waves});
  cases.push_back({.id = "rope-drives/ale/elastic-lift",
                   .claim = "A lift that slows down on a rope in a moving mesh, and on an elastic string",
                   .reference = "elastic rope without mass of analytic_string_dynamics",
                   .run = elastic_lift,
                   .own_reference = true});
  cases.push_back({.id = "rope-drives/ale/winch",
                   .claim = "A load swings on a rope that a winch pays out through the end of the mesh",
                   .reference = "closed form with Bessel functions, in 30-digit arithmetic by another program",
                   .run = winch});
  cases.push_back({.id = "rope-drives/ale/drum",
                   .claim = "A load swings on a rope that a drum pays out, which turns evenly",
                   .reference = "closed form with Bessel functions, in 30-digit arithmetic by another program",
                   .run = even_drum});
  cases.push_back({.id = "rope-drives/ale/driven-drum",
                   .claim = "A drum lowers a load by its motor and stops it by its brake, in a mesh and on a string",
                   .reference = "elastic rope without mass of analytic_string_dynamics",
                   .run = driven_drum,
                   .own_reference = true});
  cases.push_back({.id = "rope-drives/ale/hook-block",
                   .claim = "A hook block rises on four falls of a rope in a mesh that moves with it, as on a string",
                   .reference = "elastic rope without mass of analytic_string_dynamics",
                   .run = hook_block,
                   .own_reference = true});
  cases.push_back({.id = "rope-drives/ale/traction-drift",
                   .claim = "A sheave that turns to and fro lets the rope creep, by memory that travels with it",
                   .reference = "closed form, in 30-digit arithmetic by another program",
                   .slow = true,
                   .run = traction_drift});
}

}  // namespace beltdyn::verification
