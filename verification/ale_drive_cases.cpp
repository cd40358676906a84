// SPDX-License-Identifier: MIT
// Belt drives of eulerian_ale in steady motion against closed forms: the string with inertia on two pulleys, and what
// it can transmit.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analytic/belt/string_simulation.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// The closed form of the drive of a run: driven by its first pulley.
analytic::StringDrive string_of(const BeltRun& run) { return analytic::string_drive_of(run.simulation().drive(), 0); }

std::string constant(const char* what, double value) {
  return fmt::format(R"({}={{"type": "constant", "value": {:.17g}}})", what, value);
}

// The belt enters a pulley by p/k = τ/(R k), 1.3e-6 m at most, which makes the path shorter by as much as its length
// changes by 2 π times that: of the strain of 5 % by 1.3e-4, and so the forces.
void record_drive(Record& record, const BeltRun& run, const analytic::SteadyStringMotion& exact, const std::string& at,
                  Rank rank) {
  record.relative("tight span force [N]" + at, run["span_force_2"], exact.force[0], 2e-4, rank);
  record.relative("slack span force [N]" + at, run["span_force_1"], exact.force[1], 2e-4);
  record.relative("ratio of angular velocities [-]" + at, run["angular_velocity_2"] / run["angular_velocity_1"],
                  exact.angular_velocity[1] / exact.angular_velocity[0], 1e-5, rank);
  record.relative("flux [m/s]" + at, run["flux"], exact.flux, 1e-5);
}

void equal_pulleys(Record& record) {
  struct Row {
    double speed{};   // of the driver's surface [m/s]
    double torque{};  // [N m]
  };
  // The first row stands for rest: inertia counts 1e-8 of the force.
  for (const Row& row :
       {Row{0.01, 20.0}, Row{5.0, 20.0}, Row{10.0, 20.0}, Row{15.0, 20.0}, Row{18.0, 20.0}, Row{10.0, 10.0}}) {
    const BeltRun run(embedded::ale_drives("string_drive.json"),
                      {constant("/drive/pulleys/0/motion/angular_velocity", 10.0 * row.speed),
                       constant("/drive/pulleys/1/motion/torques/0/moment", -row.torque)});
    record_drive(record, run, analytic::steady_string_motion(string_of(run), row.speed, row.torque),
                 fmt::format(" at {} m/s, {} N m", row.speed, row.torque),
                 row.speed == 18.0 ? Rank::headline : Rank::detail);
  }
}

void unequal_pulleys(Record& record) {
  const BeltRun run(embedded::ale_drives("unequal_string_drive.json"), {});
  const analytic::SteadyStringMotion exact = analytic::steady_string_motion(string_of(run), 10.0, 8.0);
  record_drive(record, run, exact, "", Rank::headline);
  record.relative("torque of the driver [N m]", -run["torque_1"], exact.driver_torque, 2e-4);
}

// Contact points stand 1/180 of a wrap apart or closer. In a zone so long at the entry of a pulley that slips all but
// there, the force would change by μ times its angle.
void largest_torque(Record& record) {
  BeltRun run(embedded::ale_drives("belt_characteristic.json"), {});
  double largest = 0.0;
  run.advance_to(6.0, [&] { largest = std::max(largest, run["torque_2"]); });
  const analytic::SteadyStringMotion exact = analytic::full_slip_motion(string_of(run), 10.0);
  record.relative("largest torque [N m]", largest, exact.driven_torque, 1e-3, Rank::headline);
  record.relative("tight span force [N]", run["span_force_2"], exact.force[0], 1e-3);
  record.relative("slack span force [N]", run["span_force_1"], exact.force[1], 1e-3);
  record.relative("ratio of angular velocities [-]", run["angular_velocity_2"] / run["angular_velocity_1"],
                  exact.stretch[1] / exact.stretch[0], 1e-3);
}

}  // namespace

void add_ale_drive_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "ale/string-drive",
                   .claim = "span forces, creep and flux of a drive whose belt has inertia, at six speeds and loads",
                   .reference = "exact: [Rubin 2000], evaluated to the last digits",
                   .run = equal_pulleys});
  cases.push_back({.id = "ale/unequal-string-drive",
                   .claim = "the same with unequal pulleys",
                   .reference = "exact: [Rubin 2000], evaluated to the last digits",
                   .run = unequal_pulleys});
  cases.push_back({.id = "ale/largest-torque",
                   .claim = "the torque at which the slip fills a wrap, by continuation over the creep",
                   .reference = "exact: [Rubin 2000], evaluated to the last digits",
                   .run = largest_torque});
}

}  // namespace beltdyn::verification
