// SPDX-License-Identifier: MIT
// The string in time, analytic_string_dynamics, where it slips at the entry of a pulley: in a drive with a strong
// ripple, at a start from rest, and under a load that is removed and applied again.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"
#include "verification/laws/stick_limit.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

const std::array<std::string, 2> kColumns{"angular_velocity_2", "span_force_2"};
using Signals = std::array<std::vector<double>, 2>;

// The drive of [Ntarladima 2023] as a string, with time functions of the driver speed and of the load as JSON.
struct SlippingDrive {
  std::string speed;
  std::string moment;
  std::string initial_state;
  double interval;  // between samples [s]
  int looks;
};

struct Looked {
  Signals signals;
  bool slips_at_entry = false;
};

// Whether the belt slips at its first contact point on a pulley.
bool slips_at_entry(const BeltMap& belt) {
  bool slips = false;
  int before = -1;
  for (const ContactPoint& point : belt.contacts()) {
    const bool is_entry = point.pulley >= 0 && point.pulley != before;
    slips = slips || (is_entry && point.state != contact::ContactState::stick);
    before = point.pulley;
  }
  return slips;
}

std::string contact(double coefficient, double stiffness) {
  return fmt::format(
      R"({{"normal": {{"type": "penalty", "stiffness_per_area": {0}}}, )"
      R"("friction": {{"type": "elastoplastic_coulomb", "coefficient": {1}, "stiffness_per_area": {0}}}}})",
      stiffness, coefficient);
}

// The driven pulley has more friction: if one pulley slips as a whole, the other must stick and determine the belt
// speed.
Looked look(const SlippingDrive& drive, const std::string& members, double stiffness) {
  const std::vector<std::string> edits{
      only_run(members),
      "/drive/belt/contact_offset=0",
      "/drive/pulleys/0/radius=0.1",
      "/drive/pulleys/1/radius=0.1",
      fmt::format(R"(/drive/pulleys/0/motion={{"type": "prescribed", "angular_velocity": {}}})", drive.speed),
      fmt::format(R"(/drive/pulleys/1/motion={{"type": "torque", "torques": [{{"type": "applied", "moment": {}}}]}})",
                  drive.moment),
      "/drive/gravity=[0, 0]",
      "/drive/belt/mass_per_length=1e-3",
      "/drive/belt/bending_stiffness=0",
      "/drive/belt/axial_damping=0",
      fmt::format(R"(/drive/initial_state="{}")", drive.initial_state),
      "/drive/contact=" + contact(0.5, stiffness),
      "/drive/pulleys/1/contact=" + contact(0.7, stiffness)};
  BeltRun run(embedded::ntarladima_2023("drive.json"), edits);
  Looked looked;
  run.look(0.0, drive.interval, drive.looks, [&] {
    for (std::size_t i = 0; i < kColumns.size(); ++i) looked.signals[i].push_back(run[kColumns[i]]);
    looked.slips_at_entry = looked.slips_at_entry || slips_at_entry(run.simulation().belt());
  });
  return looked;
}

// The elements have bristles of stiffness K and 4 K, which carry the belt force over √(EA/(K w)) = 1.6 mm and 0.8 mm.
// This lengthens the spans of 314 mm at both ends, and the difference is proportional to it.
void compare_with_elements(Record& record, const SlippingDrive& drive, double step, double limit) {
  constexpr double kSoft = 4e10;  // [N/m³]
  const std::string elements =
      fmt::format(R"("formulation": "eulerian_ale", "elements_per_pulley": 40, "elements_per_span": 4, )"
                  R"("time_step": {})",
                  step);
  const Looked exact =
      look(drive, fmt::format(R"("formulation": "analytic_string_dynamics", "time_step": {})", drive.interval), kSoft);
  const Looked soft = look(drive, elements, kSoft);
  const Looked stiff = look(drive, elements, 4.0 * kSoft);
  record.absolute("does the string slip at an entry? 1 if it does", exact.slips_at_entry ? 1.0 : 0.0, 1.0, 0.0,
                  Rank::detail, "it is to be seen");
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const StickDifference d = difference(exact.signals[i], soft.signals[i], stiff.signals[i]);
    record.at_most(
        "largest difference in the limit of rigid stick, of the range of " + kColumns[i], d.limit / d.range, limit,
        i == 0 ? Rank::headline : Rank::detail,
        "the next order of twice 1.6 mm over spans of 314 mm is 1e-4; the front of slip is known to a part of an "
        "element of 1/40 of an arc, and moves fast where gross slip begins and ends");
  }
}

void shaken_string(Record& record) {
  compare_with_elements(record,
                        {.speed = R"({"type": "harmonic", "mean": 12, "amplitude": 2.5, "angular_frequency": 40})",
                         .moment = R"({"type": "constant", "value": -10})",
                         .initial_state = "running",
                         .interval = 2e-3,
                         .looks = 200},
                        5e-4, 5e-3);
}

void string_from_rest(Record& record) {
  compare_with_elements(
      record,
      {.speed = R"({"type": "cosine_ramp", "from": 0, "to": 12, "start_time": 0, "end_time": 0.4})",
       .moment = R"({"type": "cosine_ramp", "from": 0, "to": -20, "start_time": 0.5, "end_time": 0.8})",
       .initial_state = "rest",
       .interval = 5e-3,
       .looks = 200},
      1e-3, 1e-3);
}

// A roller of a treadmill under the foot of a runner; the belt has no bending stiffness and no damping.
constexpr const char* kFootfall = R"({
  "type": "belt_drive", "direction": "counterclockwise", "initial_state": "running",
  "pulleys": [
    {"center": [0, 0], "radius": 0.025, "side": "inside", "inertia": 5e-4,
     "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 66.66666666666666}}},
    {"center": [1.5, 0], "radius": 0.025, "side": "inside", "inertia": 5e-4,
     "motion": {"type": "torque", "torques": [{"type": "applied", "moment": {"type": "repeat", "period": 0.4,
       "function": {"type": "piecewise_linear", "time": [0, 0.1, 0.15, 0.25, 0.3, 0.4],
                    "value": [-1, -1, -8, -8, -1, -1]}}}]}}
  ],
  "belt": {"axial_stiffness": 120000, "bending_stiffness": 0, "mass_per_length": 1, "width": 0.4,
           "contact_offset": 0.001, "pretension": {"type": "reference_strain", "strain": -0.005}},
  "contact": {"normal": {"type": "penalty", "stiffness_per_area": 5e9},
              "friction": {"type": "elastoplastic_coulomb", "coefficient": 0.25, "stiffness_per_area": 5e9}},
  "gravity": [0, 0]
})";

void footfall(Record& record) {
  constexpr double kInterval = 5e-3;
  constexpr int kLooks = 240;
  const auto look = [&](double tolerance) {
    const std::string members = fmt::format(
        R"("formulation": "analytic_string_dynamics", "time_step": {}, "tolerance": {})", kInterval, tolerance);
    BeltRun run(embedded::ntarladima_2023("drive.json"), {only_run(members), std::string("/drive=") + kFootfall});
    Looked looked;
    run.look(0.0, kInterval, kLooks, [&] {
      for (std::size_t i = 0; i < kColumns.size(); ++i) looked.signals[i].push_back(run[kColumns[i]]);
      looked.slips_at_entry = looked.slips_at_entry || slips_at_entry(run.simulation().belt());
    });
    return looked;
  };
  const Looked exact = look(1e-12);
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const Signals found = look(tolerance).signals;
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
      const StickDifference d = difference(exact.signals[i], found[i], found[i]);
      record.at_most(
          fmt::format("largest difference over the tolerance of {}, of the largest {}", tolerance, kColumns[i]),
          d.soft / (tolerance * largest(exact.signals[i])), 300.0,
          i == 0 && tolerance == 1e-4 ? Rank::headline : Rank::detail,
          "some hundred steps, each with an error of the tolerance, and a few times more near resonance");
    }
  }
}

}  // namespace

void add_string_slip_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "string-dynamics/entry-slip",
                   .claim = "a belt slips at its entry to pulleys that shake, as its string does",
                   .reference = "eulerian_ale in time",
                   .slow = true,
                   .run = shaken_string});
  cases.push_back(
      {.id = "string-dynamics/start-from-rest",
       .claim = "a belt that starts from rest, with slip at its entries to pulleys, moves as its string does",
       .reference = "eulerian_ale in time",
       .run = string_from_rest});
  cases.push_back({.id = "string-dynamics/footfall",
                   .claim = "slip at an entry that comes and goes leads to the same motion with any tolerance",
                   .reference = "the same with a tolerance of 1e-12",
                   .run = footfall});
}

}  // namespace beltdyn::verification
