// SPDX-License-Identifier: MIT
// Ropes with ends in analytic_string_dynamics, through runs of the program, compared with closed forms of statics and
// dynamics, and with numbers in 30-digit arithmetic by another program.
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/ropes/rope_drive_runs.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

constexpr double kGravity = 9.81;  // [m/s²]
constexpr const char* kRounding = "the motion is exact between events: rounding, of forces that nearly cancel";

std::vector<std::string> massless(double step, double brake) {
  return {rope_dynamics(step), "/drive/belt/mass_per_length=0",
          fmt::format(R"(/drive/pulleys/0/brake/capacity={{"type": "constant", "value": {:.17g}}})", brake)};
}

void emergency_stop(Record& record) {
  const Lift lift;
  RopeRun run(embedded::rope_drives("emergency_stop.json"), massless(0.01, lift.brake));
  record.relative("force of the car [N]", run["exit_force_1"], lift.car_force(), 1e-12, Rank::headline, kRounding);
  record.relative("force of the counterweight [N]", run["entry_force_1"], lift.counterweight_force(), 1e-12,
                  Rank::detail, kRounding);
  run.advance_to(1.0);
  record.relative("deceleration [m/s^2]", lift.speed - run["rope_speed"], lift.deceleration(), 1e-9, Rank::headline,
                  kRounding);
  run.advance_to(5.0);
  const double distance = lift.speed * lift.rope_stop() / 2.0;
  record.relative("stopping distance [m]", run["rope_displacement"], distance, 1e-9, Rank::headline, kStepsOfRopes);
  record.relative("slip distance [m]", run["slip_distance_1"], lift.slip(), 1e-9, Rank::headline, kStepsOfRopes);
  record.relative("energy lost by slip [J]", run["slip_energy_1"], lift.friction() * lift.slip(), 1e-9, Rank::detail,
                  kStepsOfRopes);
  record.relative("energy taken by the brake [J]", run["brake_energy_1"],
                  lift.brake * lift.speed / lift.radius * lift.sheave_stop() / 2.0, 1e-9, Rank::detail, kStepsOfRopes);
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-9, Rank::detail, kStepsOfRopes);
  record.relative("force of the car against 30 digits [N]", lift.car_force(), 15384.1862261, 1e-11, Rank::detail,
                  kDigitsOfReference);
  record.relative("slip distance against 30 digits [m]", run["slip_distance_1"], 4.30662935683, 1e-11, Rank::detail,
                  kDigitsOfReference);
  record.relative("energy lost by slip against 30 digits [J]", run["slip_energy_1"], 17861.8968808, 1e-11, Rank::detail,
                  kDigitsOfReference);
  const auto slips_with = [&](double brake) {
    RopeRun other(embedded::rope_drives("emergency_stop.json"), massless(0.01, brake));
    other.advance_to(0.5);
    return other["slip_distance_1"];
  };
  record.relative("moment of the brake at which slip begins, against 30 digits [N m]", lift.least_brake(),
                  1274.00217214, 1e-11, Rank::detail, kDigitsOfReference);
  record.at_most("slip distance with a brake weaker by 1e-9 of that moment [m]",
                 slips_with((1.0 - 1e-9) * lift.least_brake()), 0.0, Rank::detail, "what sticks has one speed");
  record.at_most("1 where there is no slip with a brake stronger by 1e-9 of that moment",
                 slips_with((1.0 + 1e-9) * lift.least_brake()) > 0.0 ? 0.0 : 1.0, 0.0, Rank::detail,
                 "the limit is found to rounding, here 1e-9 from it");
}

// The deceleration of the same lift with a heavy rope [m/s²], by the law for a rope on an arc of 180° about a
// horizontal axis,
//
//     T₁ − ρv² = e^{μπ} (T₂ − ρv²) − B (e^{μπ} + 1) + (e^{μπ} − 1) ρRa/μ,   B = −2μρgR/(1 + μ²).
double heavy_deceleration(const Lift& lift, double density, double speed, double displacement) {
  const double mu = lift.coefficient;
  const double e = lift.ratio();
  const double car_span = 20.0 + displacement;
  const double counterweight_span = 60.0 - displacement;
  const double b = -2.0 * mu * density * kGravity * lift.radius / (1.0 + mu * mu);
  const auto rest = [&](double a) {  // a > 0 brakes
    const double car = (lift.car + density * car_span) * (kGravity + a);
    const double counterweight = (lift.counterweight + density * counterweight_span) * (kGravity - a);
    const double momentum = density * speed * speed;
    return car - momentum - e * (counterweight - momentum) + b * (e + 1.0) + (e - 1.0) / mu * density * lift.radius * a;
  };
  return -rest(0.0) / (rest(1.0) - rest(0.0));
}

struct HeavyStop {
  double time{};
  double displacement{};
};

// The stop by the classical Runge-Kutta method, with the speed as the independent variable.
HeavyStop heavy_stop(const Lift& lift, double density) {
  constexpr int kRungeKuttaSteps = 4000;
  using State = std::array<double, 2>;  // t, displacement
  const auto rate = [&](double v, const State& x) {
    const double a = heavy_deceleration(lift, density, v, x[1]);
    return State{-1.0 / a, -v / a};
  };
  State x{};
  const double h = -lift.speed / kRungeKuttaSteps;
  for (int i = 0; i < kRungeKuttaSteps; ++i) {
    const double v = lift.speed + h * i;
    const auto moved = [&](const State& k, double part) {
      return State{x[0] + part * h * k[0], x[1] + part * h * k[1]};
    };
    const State k1 = rate(v, x);
    const State k2 = rate(v + 0.5 * h, moved(k1, 0.5));
    const State k3 = rate(v + 0.5 * h, moved(k2, 0.5));
    const State k4 = rate(v + h, moved(k3, 1.0));
    for (std::size_t c = 0; c < x.size(); ++c) x[c] += h / 6.0 * (k1[c] + 2.0 * (k2[c] + k3[c]) + k4[c]);
  }
  return {.time = x[0], .displacement = x[1]};
}

// The time at which the rope comes to rest, under halving of the program's steps.
void heavy_emergency_stop(Record& record) {
  constexpr double kDensity = 3.0;
  const Lift lift;
  const HeavyStop stop = heavy_stop(lift, kDensity);
  RopeRun run(embedded::rope_drives("emergency_stop.json"), {rope_dynamics(0.01)});
  // N = m (g + a)
  record.relative("deceleration at the start [m/s^2]", run["end_force_2"] / lift.car - kGravity,
                  heavy_deceleration(lift, kDensity, lift.speed, 0.0), 1e-11, Rank::headline,
                  "rounding of the force of the car, 20 times the difference");
  RopeRun late(embedded::rope_drives("emergency_stop.json"), {rope_dynamics(0.01)});
  late.advance_to(stop.time - 1e-6);
  record.at_most(
      "speed a microsecond before the rope stops, over that of the closed form, less 1",
      std::abs(late["rope_speed"] / (1e-6 * heavy_deceleration(lift, kDensity, 0.0, stop.displacement)) - 1.0), 1e-5,
      Rank::detail, "the time of the stop to 1e-11 s");
  run.advance_to(3.0);
  record.relative("stopping distance [m]", run["rope_displacement"], stop.displacement, 1e-9, Rank::headline,
                  kStepsOfRopes);
  record.at_most("speed after the stop [m/s]", std::abs(run["rope_speed"]), 0.0, Rank::detail, "friction holds");
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-9, Rank::detail, kStepsOfRopes);
  record.relative("deceleration at the start against 30 digits [m/s^2]",
                  heavy_deceleration(lift, kDensity, lift.speed, 0.0), 0.93573972354, 1e-10, Rank::detail,
                  kDigitsOfReference);
  record.relative("time of the stop against 30 digits [s]", stop.time, 2.20376359424, 1e-11, Rank::detail,
                  kDigitsOfReference);
  record.relative("stopping distance against 30 digits [m]", run["rope_displacement"], 2.18668708956, 1e-10,
                  Rank::detail, kDigitsOfReference);
  record.relative("slip distance against 30 digits [m]", run["slip_distance_1"], 1.97966703525, 1e-10, Rank::headline,
                  kDigitsOfReference);
  RopeRun elastic(
      embedded::rope_drives("emergency_stop.json"),
      {rope_dynamics(0.01), fmt::format(R"(/drive/belt={{"axial_stiffness": 1e9, "mass_per_length": {}}})", kDensity)});
  elastic.advance_to(3.0);
  // 2 μρgR (e^{μπ} + 1)/(1 + μ²), ρRa (e^{μπ} − 1)/μ and ρv² (e^{μπ} − 1) are 12 N.
  record.relative("stopping distance of a stiff elastic rope [m]", elastic.stop()->distance.value(), stop.displacement,
                  5e-3, Rank::headline,
                  "weight, inertia and centrifugal force of the rope on the sheave, left out: 12 N of the 2750 N that "
                  "brake; 17 % without the weight on the spans");
}

// 1 kg and 1.2 kg over a wheel of 0.22 m and 0.9 kg m²; the heavy weight is released after half a second.
void two_weights(Record& record) {
  constexpr double kLight = 1.0;
  constexpr double kHeavy = 1.2;
  constexpr double kRadius = 0.22;
  constexpr double kInertia = 0.9;
  constexpr double kRelease = 0.5;
  constexpr double kEnd = 1.5;
  const double together = kGravity * (kHeavy - kLight) / (kHeavy + kLight + kInertia / (kRadius * kRadius));
  const double limit = std::log(kHeavy * (kGravity - together) / (kLight * (kGravity + together))) / pi;
  struct Expected {
    double coefficient;
    double digits;        // acceleration of the weights in 30-digit arithmetic [m/s²]
    double wheel_digits;  // angular acceleration of the wheel [rad/s²]
  };
  for (const Expected& e : {Expected{0.0, 0.891818181818, 0.0}, Expected{0.03, 0.431722840683, 0.247429050121},
                            Expected{0.3, 0.0943494157857, 0.428860980844}}) {
    const double ratio = std::exp(e.coefficient * pi);
    const bool sticks = e.coefficient > limit;
    const double a = sticks ? together : kGravity * (kHeavy - ratio * kLight) / (kHeavy + ratio * kLight);
    const double wheel =
        sticks ? a / kRadius : (kHeavy * (kGravity - a) - kLight * (kGravity + a)) * kRadius / kInertia;
    RopeRun run(embedded::rope_drives("two_weights.json"),
                {rope_dynamics(0.05), fmt::format("/drive/contact/friction/coefficient={}", e.coefficient)});
    run.advance_to(kRelease);
    record.at_most(fmt::format("way of the light weight while the other one is held, friction {} [m]", e.coefficient),
                   std::abs(run["end_position_1"]), 0.0, Rank::detail, "what is held stands still");
    run.advance_to(kEnd);
    const double time = kEnd - kRelease;
    record.relative(fmt::format("acceleration of the weights, friction {} [m/s^2]", e.coefficient),
                    run["end_speed_1"] / time, a, 1e-11, Rank::headline, kStepsOfRopes);
    for (const auto& [end, sign] : {std::pair{1, 1.0}, std::pair{2, -1.0}}) {
      record.relative(fmt::format("end_acceleration_{}, friction {} [m/s^2]", end, e.coefficient),
                      sign * run[fmt::format("end_acceleration_{}", end)], a, 1e-10, Rank::detail, kStepsOfRopes);
    }
    record.absolute(fmt::format("angular acceleration of the wheel, friction {} [rad/s^2]", e.coefficient),
                    -run["angular_velocity_1"] / time, wheel, 1e-11, Rank::detail, kStepsOfRopes);
    record.absolute(fmt::format("acceleration of the weights against 30 digits, friction {} [m/s^2]", e.coefficient), a,
                    e.digits, 1e-12, Rank::detail, kDigitsOfReference);
    record.absolute(
        fmt::format("angular acceleration of the wheel against 30 digits, friction {} [rad/s^2]", e.coefficient), wheel,
        e.wheel_digits, 1e-12, Rank::detail, kDigitsOfReference);
  }
  record.relative("friction from which the rope sticks, against 30 digits", limit, 0.0519117615666, 1e-11, Rank::detail,
                  kDigitsOfReference);
  const auto slip_with = [](double coefficient) {
    RopeRun run(embedded::rope_drives("two_weights.json"),
                {rope_dynamics(0.05), fmt::format("/drive/contact/friction/coefficient={:.17g}", coefficient)});
    run.advance_to(kEnd);
    return run["slip_distance_1"];
  };
  record.at_most("slip distance with 1e-9 more [m]", slip_with((1.0 + 1e-9) * limit), 0.0, Rank::detail,
                 "what sticks has one speed");
  record.at_most("1 where there is no slip with 1e-9 less", slip_with((1.0 - 1e-9) * limit) > 0.0 ? 0.0 : 1.0, 0.0,
                 Rank::detail, "the limit is found to rounding");
}

// A rope with n falls over n − 1 sheaves at rest, each with a wrap of half a turn. The rope is hauled in or paid out.
std::string falls_drive(int falls, double rate) {
  constexpr double kRadius = 0.1;
  std::vector<std::string> sheaves;
  for (int k = 0; k + 1 < falls; ++k) {
    const bool is_low = k % 2 == 0;
    sheaves.push_back(fmt::format(
        R"({{"center": [{}, {}], "radius": {}, "side": "{}", "inertia": 0, "motion": {{"type": "prescribed", "angular_velocity": {{"type": "constant", "value": 0}}}}}})",
        kRadius * (2 * k + 1), is_low ? -2 : 0, kRadius, is_low ? "left" : "right"));
  }
  return fmt::format(
      R"({{"format": "beltdyn/1", "name": "falls", "end_time": 1,
          "drive": {{"type": "rope_drive", "gravity": [0, 0],
                     "ends": [{{"type": "force", "position": [0, 0], "force": {{"type": "constant", "value": 100}}}},
                              {{"type": "winch", "position": [{}, 0], "rate": {{"type": "constant", "value": {}}}}}],
                     "pulleys": [{}], "belt": {{"inextensible": true, "mass_per_length": 0}},
                     "contact": {{"friction": {{"type": "coulomb", "coefficient": 0.05}}}}}},
          "runs": [{{"name": "run", "formulation": "analytic_string_dynamics", "time_step": 0.1}}]}})",
      2.0 * kRadius * (falls - 1), rate, fmt::join(sheaves, ", "));
}

// The pulling force divided by the load of the block, which is the sum of the forces of all falls [-].
double falls_ratio(int falls, double rate) {
  RopeRun run(falls_drive(falls, rate), {});
  run.advance_to(1.0);
  double load = 0.0;
  for (int k = 1; k <= falls; ++k) load += run[fmt::format("span_force_{}", k)];
  return run["end_force_2"] / load;
}

void hoist_of_falls(Record& record) {
  struct Expected {
    int falls;
    double rate;  // [m/s]
    double digits;
  };
  for (const Expected& e :
       {Expected{2, -0.1, 0.5391893613931}, Expected{4, -0.1, 0.3115976207054}, Expected{4, 0.1, 0.1945080947016}}) {
    const double eta = std::exp((e.rate < 0.0 ? -1.0 : 1.0) * 0.05 * pi);
    double sum = 0.0;
    for (int k = 0; k < e.falls; ++k) sum += std::pow(eta, k);
    const std::string name = fmt::format("force over load with {} falls, {}", e.falls, e.rate < 0.0 ? "up" : "down");
    record.relative(name, falls_ratio(e.falls, e.rate), 1.0 / sum, 1e-12, Rank::headline, kRounding);
    record.relative(name + ", against 30 digits", falls_ratio(e.falls, e.rate), e.digits, 1e-12, Rank::detail,
                    kDigitsOfReference);
  }
}

// 3 kg and 2 kg over a sheave that a motor or a brake holds for 1e5 s.
void held_weights(Record& record) {
  const std::vector<std::string> weights{"/drive/ends/0/mass=2", "/drive/ends/1/mass=3", "/drive/ends/1/held_until=1",
                                         "/drive/contact/friction/coefficient=0.3", rope_dynamics(1e3)};
  const auto hold = [&](const std::string& edit) {
    std::vector<std::string> edits = weights;
    edits.push_back(edit);
    RopeRun run(embedded::rope_drives("two_weights.json"), edits);
    run.advance_to(1e5);
    return std::abs(run["end_position_1"]) + std::abs(run["rope_speed"]);
  };
  record.at_most(
      "way and speed after 1e5 s on a sheave that is stopped [m]",
      hold(R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}})"),
      0.0, Rank::headline, "stick is rigid");
  record.at_most("way and speed after 1e5 s on a sheave whose brake holds [m]",
                 hold(R"(/drive/pulleys/0/brake={"capacity": {"type": "constant", "value": 3}})"), 0.0, Rank::headline,
                 "stick is rigid");
  std::vector<std::string> edits = weights;
  edits.back() = rope_dynamics(0.05);
  edits.emplace_back(
      R"(/drive/pulleys/0/brake={"capacity": {"type": "piecewise_linear", "time": [2, 2.000001], "value": [3, 0]}})");
  RopeRun run(embedded::rope_drives("two_weights.json"), edits);
  run.advance_to(2.1);
  const double before = run["rope_speed"];
  run.advance_to(3.1);
  const double a = kGravity / (5.0 + 0.9 / (0.22 * 0.22));
  record.relative("acceleration when the brake opens [m/s^2]", run["rope_speed"] - before, a, 1e-10, Rank::headline,
                  kStepsOfRopes);
}

// A trip of a lift: the moment of the motor follows from all masses that move and all weights that are lifted.
void elevator_trip(Record& record) {
  constexpr double kRadius = 0.3;
  constexpr double kMass = 1450.0 + 1150.0;
  constexpr double kDensity = 2.2;
  constexpr double kSheave = 20.0;
  constexpr double kOther = 4.0 / (0.2 * 0.2);  // deflection pulley: mass reduced to its rim, and damping there
  constexpr double kDamping = 0.5 / (0.2 * 0.2);
  constexpr double kSpeed = 2.0;
  RopeRun run(embedded::rope_drives("elevator.json"), {rope_dynamics(0.02)});
  const double length = run["span_length_1"] + run["span_length_2"] + run["span_length_3"];
  // The span between the pulleys slopes downwards; in total the rope turns by 180°.
  const double distance = std::hypot(0.9, 0.8);
  const double tilt = std::asin(0.8 / distance) + std::asin((0.3 - 0.2) / distance);
  const double arcs = kRadius * (pi / 2.0 + tilt) + 0.2 * (pi / 2.0 - tilt);
  for (const double time : {1.75, 4.0}) {
    run.advance_to(time);
    const double a = time < 2.0 ? -0.5 * pi * kSpeed / 2.5 : 0.0;  // towards the car
    const double v = time < 2.0 ? -0.5 * kSpeed : -kSpeed;
    const double displacement = run["rope_displacement"];
    const double car = -25.0 - displacement;
    const double counterweight = -5.0 + displacement;
    const double weight = kGravity * (1150.0 - 1450.0) + kDensity * kGravity * (counterweight - car);
    const double force = (kMass + kDensity * (length + arcs) + kOther) * a - weight + kDamping * v;
    // The sheave turns clockwise when the rope runs towards the car.
    const double moment = -(force * kRadius + kSheave * a / kRadius);
    record.relative(fmt::format("moment of the motor at {} s [N m]", time), run["drive_torque_1"], moment, 1e-10,
                    Rank::headline, "rounding, and the speed at that time to the tolerance of the steps");
  }
  run.advance_to(8.5);
  record.relative("height that the car has gained [m]", run["end_position_2"], 10.0, 1e-9, Rank::detail, kStepsOfRopes);
  record.at_most("slip distance [m]", run["slip_distance_1"] + run["slip_distance_2"], 0.0, Rank::detail,
                 "friction is sufficient");
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-9, Rank::detail, kStepsOfRopes);
}

// The force at a winch that lifts at constant speed: the load, the hanging rope, and the bearings.
void hoist_with_winch(Record& record) {
  RopeRun run(embedded::rope_drives("hoist.json"), {rope_dynamics(0.02)});
  run.advance_to(4.0);
  constexpr double kSpeed = 0.8;
  const double height = 1.0 + run["end_position_2"];
  const double bearings = 2.0 * 2.0 * kSpeed / (0.2 * 0.2);
  record.relative("force at the winch [N]", run["end_force_1"],
                  1000.0 * kGravity + 0.9 * kGravity * (0.0 - height) + bearings, 1e-12, Rank::headline, kRounding);
  record.relative("way of the load [m]", run["end_position_2"], kSpeed * (4.0 - 1.0), 1e-9, Rank::detail,
                  kStepsOfRopes);
  run.advance_to(8.0);
  record.relative("way of the load at the end [m]", run["end_position_2"], kSpeed * 5.5, 1e-9, Rank::detail,
                  kStepsOfRopes);
  record.at_most("balance of energy", std::abs(run["balance_energy"]), 1e-9, Rank::detail, kStepsOfRopes);
}

}  // namespace

void add_rope_drive_cases(std::vector<VerificationCase>& cases) {
  const char* exact = "closed form of the inextensible rope, and 30-digit arithmetic by another program";
  cases.push_back({.id = "rope-drives/emergency-stop",
                   .claim = "A brake stronger than friction stops a lift by slip: forces, times, ways and losses",
                   .reference = exact,
                   .run = emergency_stop});
  cases.push_back({.id = "rope-drives/heavy-rope",
                   .claim = "The same with a rope of 3 kg/m, whose weight, inertia and speed act on the arc too",
                   .reference = "the law of a heavy rope on an arc, integrated here, and 30-digit arithmetic",
                   .run = heavy_emergency_stop});
  cases.push_back({.id = "rope-drives/two-weights",
                   .claim = "Two weights over a wheel fall as friction lets the wheel follow",
                   .reference = exact,
                   .run = two_weights});
  cases.push_back({.id = "rope-drives/falls",
                   .claim = "The force that lifts and lowers a load on several falls over sheaves with friction",
                   .reference = exact,
                   .run = hoist_of_falls});
  cases.push_back({.id = "rope-drives/held",
                   .claim = "Friction and a brake hold two weights for ever, and let them go",
                   .reference = "statics and Newton's law",
                   .run = held_weights});
  cases.push_back({.id = "rope-drives/elevator",
                   .claim = "The moment of the motor of a lift on its trip",
                   .reference = "Newton's law for all that moves",
                   .run = elevator_trip});
  cases.push_back({.id = "rope-drives/hoist",
                   .claim = "The force at a winch that lifts a load over two pulleys",
                   .reference = "statics with damped bearings",
                   .run = hoist_with_winch});
}

}  // namespace beltdyn::verification
