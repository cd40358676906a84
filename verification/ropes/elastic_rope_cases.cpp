// SPDX-License-Identifier: MIT
// Elastic ropes with ends in analytic_string_dynamics, through runs of the program, compared with closed forms and with
// numbers in 30-digit arithmetic by another program.
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <boost/math/special_functions/bessel.hpp>
#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/ropes/rope_drive_runs.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

constexpr double kGravity = 9.81;  // [m/s²]

// A weight of 1 t on an elastic rope of 10 m. A winch pays the rope out or hauls it in, from rest.
std::string winch_drive(double rate) {
  constexpr double kStiffness = 1e6;  // [N]
  const double drawn = 10.0 * (1.0 + 1000.0 * kGravity / kStiffness);
  return fmt::format(
      R"({{"format": "beltdyn/1", "name": "winch", "end_time": 5,
          "drive": {{"type": "rope_drive", "gravity": [0, -9.81], "pulleys": [],
                     "ends": [{{"type": "winch", "position": [0, 0], "rate": {{"type": "constant", "value": {}}}}},
                              {{"type": "body", "mass": 1000, "position": [0, {:.17g}], "direction": [0, -1]}}],
                     "belt": {{"axial_stiffness": {}, "mass_per_length": 0}}}},
          "runs": [{{"name": "run", "formulation": "analytic_string_dynamics", "tolerance": 1e-12, "time_step": 0.05}}]}})",
      rate, -drawn, kStiffness);
}

// x = τ (1 + g/k) + √τ [A J₁(s) + B Y₁(s)], dx/dt = u (1 + g/k) + √k [A J₀(s) + B Y₀(s)] with τ = L₀ + u t, k = EA/m
// and s = 2 √(kτ)/u, from rest in equilibrium. The rope stays taut at this rate.
void elastic_winch(Record& record) {
  constexpr double kRate = 0.5;
  constexpr double kTime = 5.0;
  constexpr double kOverMass = 1000.0;  // k [m/s²]
  constexpr double kNatural = 10.0;     // L₀ [m]
  const auto bessel = [](int order, double s) {
    return std::array{boost::math::cyl_bessel_j(order, s), boost::math::cyl_neumann(order, s)};
  };
  const auto argument = [](double tau) { return 2.0 * std::sqrt(kOverMass * tau) / kRate; };
  const double hang = 1.0 + kGravity / kOverMass;
  const std::array<double, 2> j1 = bessel(1, argument(kNatural));
  const std::array<double, 2> j0 = bessel(0, argument(kNatural));
  // The initial conditions: A J₁ + B Y₁ = 0, √k (A J₀ + B Y₀) = −u (1 + g/k).
  const double factor = -kRate * hang / std::sqrt(kOverMass) / (j1[1] * j0[0] - j1[0] * j0[1]);
  const double a = factor * j1[1];
  const double b = -factor * j1[0];
  const double tau = kNatural + kRate * kTime;
  const std::array<double, 2> now1 = bessel(1, argument(tau));
  const std::array<double, 2> now0 = bessel(0, argument(tau));
  const double place = tau * hang + std::sqrt(tau) * (a * now1[0] + b * now1[1]);
  const double speed = kRate * hang + std::sqrt(kOverMass) * (a * now0[0] + b * now0[1]);
  RopeRun run(winch_drive(kRate), {});
  run.advance_to(kTime);
  record.relative("distance of the weight from the winch [m]", kNatural * hang + run["end_position_2"], place, 1e-10,
                  Rank::headline, kStepsOfRopes);
  record.relative("speed of the weight [m/s]", run["end_speed_2"], speed, 1e-9, Rank::headline, kStepsOfRopes);
  record.relative("force of the rope [N]", run["span_force_1"], 1e6 * (place / tau - 1.0), 1e-9, Rank::headline,
                  "the way to 1e-12, times the stiffness of the rope over its force");
  record.at_most("balance of natural length", std::abs(run["balance_length"]), 1e-9, Rank::detail, kStepsOfRopes);
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-9, Rank::detail, kStepsOfRopes);
}

// The same motion with a drum on which the rope was wound under the weight. Also a weight that is lowered from a drum
// of inertia J under a torque M: (m + J/r²) a = m g + M/r.
void drum(Record& record) {
  constexpr double kRadius = 0.25;
  constexpr double kWound = 1.0 + 1000.0 * kGravity / 1e6;
  const auto with_drum = [&](const std::string& keys) {
    return fmt::format(R"(/drive/ends/0={{"type": "winch", "position": [0, 0], "radius": {}, {}}})", kRadius, keys);
  };
  RopeRun by_rate(winch_drive(1.0), {});
  RopeRun even(
      winch_drive(1.0),
      {with_drum(fmt::format(R"("motion": {{"type": "prescribed", "angular_velocity": {:.17g}}})", kWound / kRadius))});
  by_rate.advance_to(5.0);
  even.advance_to(5.0);
  record.relative("distance of the weight from a drum that turns evenly [m]", even["span_length_1"],
                  by_rate["span_length_1"], 1e-10, Rank::headline, kStepsOfRopes);
  record.relative("speed of the weight [m/s]", even["end_speed_2"], by_rate["end_speed_2"], 1e-9, Rank::headline,
                  kStepsOfRopes);
  record.relative("force of the rope [N]", even["end_force_1"], by_rate["end_force_1"], 1e-9, Rank::headline,
                  kStepsOfRopes);
  record.at_most("balance of energy, even turning", std::abs(even["balance_energy"]), 1e-9, Rank::detail,
                 kStepsOfRopes);
  constexpr double kInertia = 30.0, kTorque = -1500.0, kTime = 2.0;
  const double a = (1000.0 * kGravity + kTorque / kRadius) / (1000.0 + kInertia / (kRadius * kRadius));
  RopeRun lowered(winch_drive(1.0), {R"(/drive/belt={"inextensible": true, "mass_per_length": 0})",
                                     with_drum(fmt::format(
                                         R"("inertia": {}, "motion": {{"type": "torque", "torques": [
                                            {{"type": "applied", "moment": {}}}]}})",
                                         kInertia, kTorque))});
  lowered.advance_to(kTime);
  record.relative("way of a weight that a torque lowers [m]", lowered["end_position_2"], 0.5 * a * kTime * kTime, 1e-10,
                  Rank::headline, kStepsOfRopes);
  record.relative("speed of its drum [rad/s]", lowered["drum_speed_1"], a * kTime / kRadius, 1e-10, Rank::detail,
                  kStepsOfRopes);
  record.relative("torque of the rope on it [N m]", lowered["drum_torque_1"], 1000.0 * (kGravity - a) * kRadius, 1e-10,
                  Rank::headline, kStepsOfRopes);
}

// The rope of a lift of 1500 kg and 1200 kg over its sheave with a radius of 0.3 m.
std::string lift(std::string_view ends, std::string_view speed, std::string_view more) {
  return fmt::format(
      R"({{"format": "beltdyn/1", "name": "lift", "end_time": 30,
          "drive": {{"type": "rope_drive", "gravity": [0, -9.81], "ends": [{}],
                     "pulleys": [{{"center": [0, 0], "radius": 0.3, "side": "right", "inertia": 0,
                                  "motion": {{"type": "prescribed", "angular_velocity": {}}}}}], {}}},
          "runs": [{{"name": "run", "formulation": "analytic_string_dynamics", "tolerance": 1e-12, "time_step": 0.05}}]}})",
      ends, speed, more);
}

// In the forward direction rope comes onto the sheave with the stretch λ₂. In the backward direction it leaves with
// that stretch, up to the rope that the slip arc α has left behind, and then with λ₁. A cycle over the angle Θ
// therefore transports the length R (Θ − φ + α)(1/λ₁ − 1/λ₂) over the sheave.
void traction_drift(Record& record) {
  constexpr double kRadius = 0.3;
  constexpr double kAngle = 10.0;  // Θ [rad]
  constexpr double kStiffness = 2e6;
  constexpr double kPeriod = 10.0;
  const double omega = 2.0 * pi / kPeriod;
  RopeRun run(
      lift(fmt::format(R"({{"type": "force", "position": [-0.3, -20], "force": {:.17g}}},
                          {{"type": "force", "position": [0.3, -60], "force": {:.17g}}})",
                       1200.0 * kGravity, 1500.0 * kGravity),
           fmt::format(R"({{"type": "harmonic", "mean": 0, "amplitude": {:.17g}, "angular_frequency": {:.17g}}})",
                       0.5 * kAngle * omega, omega),
           fmt::format(R"("belt": {{"axial_stiffness": {}, "mass_per_length": 0}},
                          "contact": {{"friction": {{"type": "coulomb", "coefficient": 0.1}}}})",
                       kStiffness)),
      {});
  const double arc = std::log(1500.0 / 1200.0) / 0.1;
  const double first = 1.0 + 1200.0 * kGravity / kStiffness;
  const double second = 1.0 + 1500.0 * kGravity / kStiffness;
  const double drift = kRadius * (kAngle - pi + arc) * (1.0 / first - 1.0 / second);
  run.advance_to(kPeriod);
  for (const int cycle : {2, 3}) {
    const double before = run["end_position_1"];
    run.advance_to(kPeriod * cycle);
    record.relative(fmt::format("natural length moved by cycle {} [m]", cycle),
                    std::abs(run["end_position_1"] - before) / first, drift, 1e-9,
                    cycle == 2 ? Rank::headline : Rank::detail, kStepsOfRopes);
  }
  record.relative("slip arc [rad]", run["slip_arc_exit_1"] + run["slip_arc_entry_1"], arc, 1e-9, Rank::detail,
                  kStepsOfRopes);
  record.relative("natural length moved by a cycle against 30 digits [m]", drift, 0.0039600941269723, 1e-12,
                  Rank::detail, kDigitsOfReference);
  record.at_most("balance of natural length", std::abs(run["balance_length"]), 1e-9, Rank::detail, kStepsOfRopes);
}

// A function that changes to another value as 10 s³ − 15 s⁴ + 6 s⁵ with s = t/T.
std::string quintic(double from, double to, double duration) {
  std::string terms = fmt::format(R"({{"type": "constant", "value": {:.17g}}})", from);
  const std::array<double, 3> part{10.0, -15.0, 6.0};
  for (std::size_t i = 0; i < part.size(); ++i) {
    std::string factors;
    const std::string ramp =
        fmt::format(R"({{"type": "piecewise_linear", "time": [0, {}], "value": [0, 1]}})", duration);
    for (std::size_t j = 0; j < i + 2; ++j) factors += (j == 0 ? "" : ", ") + ramp;
    terms += fmt::format(R"(, {{"type": "product", "factors": [{}], "quantity":
                            {{"type": "piecewise_linear", "time": [0, {}], "value": [0, {:.17g}]}}}})",
                         factors, duration, part[i] * (to - from));
  }
  return fmt::format(R"({{"type": "sum", "terms": [{}]}})", terms);
}

// A lift whose sheave slows down from 2 to 1 m/s in 2 s. The rope that sticks to the sheave keeps its stretch.
void elastic_lift(Record& record) {
  RopeRun run(lift(R"({"type": "body", "mass": 1200, "position": [-0.3, -60], "direction": [0, 1]},
                      {"type": "body", "mass": 1500, "position": [0.3, -20], "direction": [0, 1]})",
                   quintic(-2.0 / 0.3, -1.0 / 0.3, 2.0),
                   R"("initial_state": "running", "belt": {"axial_stiffness": 1e7, "mass_per_length": 0},
                      "contact": {"friction": {"type": "coulomb", "coefficient": 0.15}})"),
              {});
  struct Expected {
    double time;
    double car_force, other_force, car_span, other_span, speed, arc;
  };
  for (const Expected& e :
       {Expected{1.0, 16154.973303, 10554.120913, 21.8475807064, 58.1490714944, 1.5019478805, 2.8090663526},
        Expected{2.0, 14646.158598, 11793.362522, 23.0008924287, 56.9999421444, 1.0002824759, 1.7643387281}}) {
    run.advance_to(e.time);
    const auto check = [&](const char* what, double measured, double expected, Rank rank) {
      record.relative(fmt::format("{} after {} s", what, e.time), measured, expected, 1e-9, rank, kDigitsOfReference);
    };
    check("force of the car [N]", run["span_force_2"], e.car_force, Rank::headline);
    check("force of the counterweight [N]", run["span_force_1"], e.other_force, Rank::headline);
    check("length of the span of the car [m]", run["span_length_2"], e.car_span, Rank::detail);
    check("length of the span of the counterweight [m]", run["span_length_1"], e.other_span, Rank::detail);
    check("speed of the car [m/s]", -run["end_speed_2"], e.speed, Rank::headline);
    check("slip arc [rad]", run["slip_arc_exit_1"], e.arc, Rank::headline);
  }
  record.at_most("balance of natural length", std::abs(run["balance_length"]), 1e-9, Rank::detail, kStepsOfRopes);
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-9, Rank::detail, kStepsOfRopes);
}

std::vector<std::string> elastic_weights(double stiffness, double coefficient) {
  return {rope_dynamics(0.05),
          fmt::format("/drive/belt={{\"axial_stiffness\": {}, \"mass_per_length\": 0}}", stiffness),
          fmt::format("/drive/contact/friction/coefficient={}", coefficient)};
}

// Without friction the force N is the same in all of the rope, a spring k = EA/L between the weights. The light weight
// hangs from it until the other weight is released. Then, with the reduced mass m, N = N₀ + (2 g m − N₀)(1 − cos ωτ),
// ω² = k/m.
void released_weights(Record& record) {
  constexpr double kStiffness = 2e4;
  constexpr double kRelease = 0.5;
  constexpr double kHeavy = 1.2;
  RopeRun run(embedded::rope_drives("two_weights.json"), elastic_weights(kStiffness, 0.0));
  const double hang = 1.0 * kGravity;
  record.relative("force of the rope while the heavy weight is held [N]", run["span_force_2"], hang, 1e-14,
                  Rank::headline, "statics of the other one: rounding");
  run.advance_to(kRelease);
  record.at_most("speed of the light weight until then [m/s]", std::abs(run["end_speed_1"]), 1e-12, Rank::detail,
                 "rounding of its weight over that of 1 kg, in half a second");
  const double natural = (3.0 + 0.22 * pi) / (1.0 + hang / kStiffness);
  const double reduced = 1.0 * kHeavy / (1.0 + kHeavy);
  const double omega = std::sqrt(kStiffness / natural / reduced);
  const double swing = 2.0 * kGravity * reduced - hang;
  for (const double tau : {0.0123, 0.4}) {
    run.advance_to(kRelease + tau);
    const double part = 1.0 - std::cos(omega * tau);
    record.relative(fmt::format("force of the rope {} s after the release [N]", tau), run["span_force_1"],
                    hang + swing * part, 1e-9, tau < 0.1 ? Rank::headline : Rank::detail, kStepsOfRopes);
    const double displacement =
        0.5 * tau * tau * (kGravity - (hang + swing) / kHeavy) + swing * part / kHeavy / omega / omega;
    record.relative(fmt::format("way of the heavy weight {} s after the release [m]", tau), -run["end_position_2"],
                    displacement, 1e-8, Rank::detail,
                    "the tolerance of the steps, of a way that is a small part of the rope");
  }
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-9, Rank::detail, kStepsOfRopes);
}

// Two free weights start with the forces of the rigid rope and fall as on the rigid rope. The stretch N/EA causes the
// only difference: the speeds on both sides of the wheel differ by it.
void free_weights(Record& record) {
  constexpr double kStiffness = 1e9;
  struct Expected {
    double coefficient, acceleration, wheel;
  };
  for (const Expected& e : {Expected{0.0, 0.891818181818, 0.0}, Expected{0.03, 0.431722840683, 0.247429050121},
                            Expected{0.3, 0.0943494157857, 0.428860980844}}) {
    std::vector<std::string> edits = elastic_weights(kStiffness, e.coefficient);
    edits.emplace_back("/drive/ends/1/held_until=0");
    RopeRun run(embedded::rope_drives("two_weights.json"), edits);
    record.relative(fmt::format("force of the light weight at the start, friction {} [N]", e.coefficient),
                    run["span_force_1"], kGravity + e.acceleration, 1e-12, Rank::headline, kDigitsOfReference);
    record.relative(fmt::format("force of the heavy weight at the start, friction {} [N]", e.coefficient),
                    run["span_force_2"], 1.2 * (kGravity - e.acceleration), 1e-12, Rank::detail, kDigitsOfReference);
    run.advance_to(1.0);
    const char* stretch = "ten times the stretch of the rope, 1e-8, in a motion of 1 m/s²";
    record.absolute(fmt::format("speed after 1 s, friction {} [m/s]", e.coefficient), run["end_speed_1"],
                    e.acceleration, 1e-7, Rank::headline, stretch);
    record.absolute(fmt::format("angular velocity of the wheel after 1 s, friction {} [rad/s]", e.coefficient),
                    -run["angular_velocity_1"], e.wheel, 1e-6, Rank::detail, stretch);
  }
}

// The lift whose brake is stronger than friction, on ropes of increasing stiffness. It slips from the start.
void elastic_stop(Record& record) {
  constexpr double kTime = 4.48305700722;   // rigid rope, 30 digits; also its distance at 2 m/s [s, m]
  constexpr double kSlip = 4.30662935683;   // [m]
  constexpr double kLost = 17861.8968808;   // by slip [J]
  constexpr double kBrake = 1176.18433589;  // [J]
  constexpr double kForce = 15384.1862261;  // of the car [N]
  const auto stopped = [](double stiffness) {
    RopeRun run(embedded::rope_drives("emergency_stop.json"),
                {rope_dynamics(0.01), "/drive/pulleys/0/brake/capacity=2000",
                 fmt::format("/drive/belt={{\"axial_stiffness\": {}, \"mass_per_length\": 0}}", stiffness)});
    run.advance_to(5.0);
    return run;
  };
  const RopeRun soft = stopped(1e8);
  const RopeRun stiff = stopped(1e9);
  const char* stretch = "the stretch of the rope, with which its ends go another way than on a rigid one";
  const double bound = kForce / 1e9;
  const double distance = stiff.stop()->distance.value();
  record.relative("stopping distance [m]", distance, kTime, bound, Rank::headline, stretch);
  record.absolute("order in the compliance of the error of the stopping distance",
                  std::log10((soft.stop()->distance.value() - kTime) / (distance - kTime)), 1.0, 0.05, Rank::headline,
                  "higher orders of the stretch, 1.5e-4, and rounding of the reference over 1e-5 m");
  record.relative("stopping time [s]", stiff.stop()->time, kTime, bound, Rank::detail, stretch);
  record.relative("slip distance [m]", stiff["slip_distance_1"], kSlip, bound, Rank::headline, stretch);
  record.relative("energy lost by slip [J]", stiff["slip_energy_1"], kLost, bound, Rank::detail, stretch);
  record.relative("energy taken by the brake [J]", stiff["brake_energy_1"], kBrake, bound, Rank::detail, stretch);
  record.at_most("balance of energy", std::abs(stiff["balance_energy"]), 1e-9, Rank::detail, kStepsOfRopes);
}

// The hook block of a hoist with four falls. Its rope slips over pulleys that are held, with friction; without friction
// the block oscillates on its falls.
void hook_block(Record& record) {
  const auto still = [](double rate) {
    std::vector<std::string> edits{rope_dynamics(0.05), "/drive/contact/friction/coefficient=0.05",
                                   fmt::format(R"(/drive/ends/1/rate={{"type": "piecewise_linear",
                                                   "time": [0, 1], "value": [0, {}]}})",
                                               rate)};
    for (int k = 0; k < 4; ++k) {
      edits.push_back(fmt::format(
          R"(/drive/pulleys/{}/motion={{"type": "prescribed", "angular_velocity": {{"type": "constant", "value": 0}}}})",
          k));
    }
    return edits;
  };
  struct Expected {
    double rate, digits;
  };
  for (const Expected& e : {Expected{-0.5, 0.3115976207054}, Expected{0.5, 0.1945080947016}}) {
    RopeRun run(embedded::rope_drives("hook_block.json"), still(e.rate));
    run.advance_to(2.0);
    // One more fall than the block has leads to the winch, over one more pulley.
    const double eta = std::exp((e.rate < 0.0 ? 1.0 : -1.0) * 0.05 * pi);
    record.relative(fmt::format("force of the last fall over that of the block, {} m/s", e.rate),
                    run["span_force_4"] / run["mount_force_1"], e.digits, 1e-9, Rank::headline, kStepsOfRopes);
    record.relative(fmt::format("force of the winch over that of the last fall, {} m/s", e.rate),
                    run["end_force_2"] / run["span_force_4"], eta, 1e-9, Rank::detail, kStepsOfRopes);
    record.at_most(fmt::format("balance of energy, {} m/s", e.rate), std::abs(run["balance_energy"]), 1e-9,
                   Rank::detail, kStepsOfRopes);
  }
  constexpr double kMass = 2000.0, kPull = 500.0, kStart = 0.5, kStiffness = 8e6;
  RopeRun run(embedded::rope_drives("hook_block.json"),
              {rope_dynamics(0.05), "/drive/contact/friction/coefficient=0", "/drive/ends/1/rate=0",
               R"(/drive/pulleys/0/mount/force={"type": "piecewise_linear", "time": [0.5, 0.5000000001],
                                                "value": [0, -500]})"});
  double length = 4.0 * 0.2 * pi;
  for (int k = 1; k <= 5; ++k) length += run[fmt::format("span_length_{}", k)];
  const double hang = kMass * kGravity / 4.0;
  record.relative("force of the falls at the start [N]", run["span_force_1"], hang, 1e-13, Rank::headline,
                  "statics: rounding");
  const double k = 16.0 * kStiffness / (length / (1.0 + hang / kStiffness));
  const double omega = std::sqrt(k / kMass);
  for (const double t : {0.6, 1.7, 5.0}) {
    run.advance_to(t);
    const double displacement = kPull / k * (1.0 - std::cos(omega * (t - kStart)));
    record.absolute(fmt::format("way of the block that swings on four falls, {} s [m]", t), -run["mount_position_1"],
                    displacement, 2e-8 * kPull / k, Rank::headline,
                    "the pull begins within 1e-10 s, and swings at 46 rad/s");
  }
}

}  // namespace

void add_elastic_rope_cases(std::vector<VerificationCase>& cases) {
  const char* digits = "closed form, and 30-digit arithmetic by another program";
  cases.push_back({.id = "rope-drives/elastic-winch",
                   .claim = "A weight swings on an elastic rope that a winch pays out",
                   .reference = "closed form with Bessel functions",
                   .run = elastic_winch});
  cases.push_back(
      {.id = "rope-drives/drum",
       .claim = "A drum that turns evenly pays out like a winch, and a weight is lowered from one by a torque",
       .reference = "the winch of an even rate, and the closed form of the inextensible rope",
       .run = drum,
       .own_reference = true});
  cases.push_back({.id = "rope-drives/traction-drift",
                   .claim = "A sheave that turns to and fro lets the rope creep, by the memory of what sticks to it",
                   .reference = digits,
                   .run = traction_drift});
  cases.push_back({.id = "rope-drives/elastic-lift",
                   .claim = "The car of a lift with an elastic rope whose sheave slows down",
                   .reference = "30-digit arithmetic by another program",
                   .run = elastic_lift});
  cases.push_back({.id = "rope-drives/released-weights",
                   .claim = "A weight that was held is let go on an elastic rope",
                   .reference = "closed form of two masses on a spring",
                   .run = released_weights});
  cases.push_back({.id = "rope-drives/free-weights",
                   .claim = "Weights out of balance start on an elastic rope with the forces of a rigid one",
                   .reference = digits,
                   .run = free_weights});
  cases.push_back({.id = "rope-drives/elastic-stop",
                   .claim = "An emergency stop with an elastic rope goes over into that with a rigid one",
                   .reference = "closed form of the inextensible rope, by 30-digit arithmetic of another program",
                   .run = elastic_stop});
  cases.push_back({.id = "rope-drives/hook-block",
                   .claim = "A hook block is lifted, lowered and swings on four falls",
                   .reference = digits,
                   .run = hook_block});
}

}  // namespace beltdyn::verification
