// SPDX-License-Identifier: MIT
// Dry friction in the bearings of sheaves.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/ropes/rope_drive_runs.hpp"
#include "verification/ropes/rope_element_runs.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kGravity = 9.81;  // [m/s²]

// The edit that gives a pulley a bearing with this friction moment [N m] and stiff stick.
std::string bearing(int pulley, double moment) {
  constexpr double kRadius = 0.02;
  constexpr double kCoefficient = 0.1;
  return fmt::format(R"(/drive/pulleys/{}/bearing_friction={{"radius": {}, "normal_force": {}, "law":
                        {{"type": "elastoplastic_coulomb", "coefficient": {}, "stiffness": 1e12}}}})",
                     pulley, kRadius, moment / (kCoefficient * kRadius), kCoefficient);
}

// 1 kg and 1.2 kg over a wheel to which the rope sticks: (m₁ + m₂ + I/r²) a = (m₂ − m₁) g − M/r, a ≥ 0.
constexpr double kWheelRadius = 0.22;
double acceleration_of_weights(double moment) {
  const double pull = 0.2 * kGravity - moment / kWheelRadius;
  return std::max(0.0, pull / (2.2 + 0.9 / (kWheelRadius * kWheelRadius)));
}

RopeRun weights(double moment, std::vector<std::string> more) {
  more.insert(more.end(), {"/drive/ends/1/held_until=0", "/drive/ends/1/position=[0.22, -2]",
                           "/drive/contact/friction/coefficient=0.3", bearing(0, moment)});
  return {embedded::rope_drives("two_weights.json"), more};
}

// The acceleration from the displacements after a quarter and half of a second, so that a residual initial speed
// cancels [m/s²].
double acceleration_of(RopeRun& run) {
  run.advance_to(0.25);
  const double displacement = run["end_position_1"];
  run.advance_to(0.5);
  return (run["end_position_1"] - 2.0 * displacement) / (0.25 * 0.25);
}

void weights_of_strings(Record& record) {
  for (const char* rope : {"inextensible", "elastic"}) {
    const bool is_elastic = std::string_view(rope) == "elastic";
    std::vector<std::string> edits{rope_dynamics(0.01)};
    if (is_elastic) edits.push_back(elastic(1e7, 0.0));
    for (const double moment : {0.1, 0.3}) {
      RopeRun run = weights(moment, edits);
      const double acceleration = acceleration_of_weights(moment);
      record.relative(fmt::format("acceleration of weights, {} rope, bearing of {} N m [m/s^2]", rope, moment),
                      acceleration_of(run), acceleration, is_elastic ? 1e-5 : 1e-9, Rank::headline);
      record.relative(fmt::format("power of the bearing, {} rope, {} N m [W]", rope, moment), run["bearing_power_1"],
                      moment * std::abs(run["angular_velocity_1"]), 1e-9);
    }
    RopeRun held = weights(0.45, edits);
    held.advance_to(0.5);
    record.at_most(fmt::format("speed of weights that the bearing holds, {} rope [m/s]", rope),
                   std::abs(held["end_speed_1"]), 1e-12);
  }
}

// Records the motion of weights on elements. A bearing with a limit of 0.45 N m holds their moment of 0.432 N m.
void weights_of_elements(Record& record, const std::string& run, double tolerance, const std::string& reason) {
  const std::vector<std::string> edits{run, elastic(1e5, 5e-5)};
  for (const double moment : {0.1, 0.3}) {
    RopeRun falls = weights(moment, edits);
    record.relative(fmt::format("acceleration of weights, bearing of {} N m [m/s^2]", moment), acceleration_of(falls),
                    acceleration_of_weights(moment), tolerance, Rank::headline, reason);
  }
  RopeRun held = weights(0.45, edits);
  held.advance_to(0.5);
  record.at_most("way of weights that the bearing holds [m]", std::abs(held["end_position_1"]), 1e-6, Rank::detail,
                 "the rope swings by less as the bearing takes up the moment");
}

// A winch hauls in or pays out over two sheaves.
void winch(Record& record) {
  constexpr double kMoment = 60.0;
  constexpr double kWeight = 1000.0 * kGravity;
  for (const double rate : {-0.8, 0.8}) {
    RopeRun run(embedded::rope_drives("hoist.json"),
                {rope_dynamics(0.02), bearing(0, kMoment), bearing(1, kMoment), "/drive/pulleys/0/bearing_damping=0",
                 "/drive/pulleys/1/bearing_damping=0", "/drive/belt/mass_per_length=0",
                 fmt::format("/drive/ends/0/rate/value=[0, {0}, {0}, 0]", rate)});
    run.advance_to(3.0);
    const double sense = rate < 0.0 ? 1.0 : -1.0;
    record.relative(fmt::format("force of the winch that {} [N]", rate < 0.0 ? "lifts" : "lowers"), run["end_force_1"],
                    kWeight + sense * 2.0 * kMoment / 0.2, 1e-9, Rank::headline);
  }
}

// On four falls the force changes as F_{j+1} = F_j ± M/r from fall to fall on the way to the drum; the block carries
// the sum.
void hook_block(Record& record) {
  constexpr double kMoment = 40.0;
  constexpr double kWeight = 2000.0 * kGravity;
  constexpr double kStep = kMoment / 0.2;
  for (const double sense : {1.0, -1.0}) {
    std::vector<std::string> edits{
        rope_dynamics(0.01),
        fmt::format(R"(/drive/ends/1/rate={{"type": "cosine_ramp", "from": 0, "to": {}, "start_time": 0.5,
                                            "end_time": 3.5}})",
                    -0.4 * sense)};
    for (int k = 0; k < 4; ++k) {
      edits.push_back(bearing(k, kMoment));
      edits.push_back(fmt::format("/drive/pulleys/{}/bearing_damping=0", k));
    }
    RopeRun run(embedded::rope_drives("hook_block.json"), edits);
    double drum = 0.0;
    constexpr int kLooks = 300;
    for (int i = 0; i < kLooks; ++i) {
      run.advance_to(3.5 + 0.01 * i);
      drum += run["end_force_2"] / kLooks;
    }
    const double exact = 0.25 * kWeight + sense * 2.5 * kStep;
    const char* what = sense > 0.0 ? "lifting" : "lowering";
    record.relative(fmt::format("force of the drum, {} [N]", what), drum, exact, 1e-4, Rank::headline,
                    "the mean over 3 s, in which the load swings by 3e-3 of it on the rope");
    if (sense > 0.0) {
      record.relative("efficiency of four falls [-]", 0.25 * kWeight / drum, 1.0 / (1.0 + 10.0 * kStep / kWeight), 1e-4,
                      Rank::headline, "as of the force");
    }
  }
}

}  // namespace

void add_rope_bearing_cases(std::vector<VerificationCase>& cases) {
  const auto add = [&cases](std::string id, std::string claim, std::function<void(Record&)> run, std::string tolerances,
                            bool slow = false) {
    cases.push_back({.id = std::move(id),
                     .claim = std::move(claim),
                     .reference = "closed form",
                     .slow = slow,
                     .run = std::move(run),
                     .tolerances = std::move(tolerances)});
  };
  add("rope-drives/bearings/weights",
      "Friction of a bearing takes its moment from two weights over a wheel, or holds them.", weights_of_strings,
      "the tolerance of the steps; an elastic rope stretches as the weights begin to move");
  add("rope-drives/bearings/winch", "A winch pulls against friction in the bearings of two sheaves.", winch,
      kStepsOfRopes);
  add("rope-drives/bearings/hook-block",
      "Friction of bearings gives four falls of a hoist the efficiency of a closed form.", hook_block, kStepsOfRopes,
      true);
  add(
      "rope-drives/bearings/ale", "In the mixed description friction of a bearing does the same.",
      [](Record& record) {
        weights_of_elements(record, R"(/runs=[{"name": "run", "formulation": "eulerian_ale", "time_step": 0.001}])",
                            5e-5, "the rope weighs 2e-4 kg, and swings");
      },
      "see there");
  add(
      "rope-drives/bearings/ancf", "With cable elements friction of a bearing does the same.",
      [](Record& record) {
        weights_of_elements(record, R"(/runs=[{"name": "run", "formulation": "lagrangian_ancf", "elements": 120,
                                              "time_step": 0.001, "time_integration": "generalised_alpha"}])",
                            5e-4, "each element that comes to the wheel stirs up waves");
      },
      "see there");
}

}  // namespace beltdyn::verification
