// SPDX-License-Identifier: MIT
// Conveyors in time as a string with mass, analytic_string_dynamics.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/exact/start_up_wave.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using exact::ConveyorBelt;
using Rank = Record::Rank;

constexpr double kSpeed = 0.5;  // of the drum [m/s]
constexpr double kRadius = 0.4;
// Of configs/verification/conveyor_start.json with a hundred times its resistance.
constexpr ConveyorBelt kPulled{.axial_stiffness = 2e7, .mass_per_length = 100.0, .resistance = 19.62};
constexpr ConveyorBelt kLetGo{.axial_stiffness = 2e7, .mass_per_length = 24.0, .resistance = 0.24 * 19.62};

BeltRun pulled_at_once() {
  return {embedded::ale_drives("conveyor_start.json"),
          {only_run(R"("formulation": "analytic_string_dynamics", "time_step": 0.01)"),
           fmt::format("/drive/pulleys/0/motion/angular_velocity={}", kSpeed / kRadius),
           "/drive/spans/0/resistance_coefficient=0.02", "/drive/spans/1/resistance_coefficient=0.02"}};
}

// The belt at the distance y in front of the drum.
ProfilePoint before_drum(const BeltRun& run, double y) {
  const PathSpan& span = run.simulation().path().spans()[1];
  const std::array<double, 1> sigma{span.start + span.length - y};
  return run.simulation().profile(sigma).front();
}

// The time at which the front comes to y, behind which the belt keeps its speed there: from the displacement since
// then, which the interpolation between places and steps keeps [s].
double arrival(double y, double expected) {
  BeltRun run = pulled_at_once();
  constexpr double kLook = 0.02;  // time around the expected one [s]
  constexpr int kLooks = 400;
  constexpr double kInterval = 2.0 * kLook / kLooks;
  double before = before_drum(run, y).speed;
  double displacement = 0.0;
  run.look(expected - kLook, kInterval, kLooks, [&] {
    const double now = before_drum(run, y).speed;
    displacement += 0.5 * kInterval * (before + now);
    before = now;
  });
  return run.time() - displacement / before;
}

void start_at_once(Record& record) {
  constexpr double kRounding = 1e-9;
  const exact::DrumAtOnce wave(kPulled, kSpeed);
  const exact::DrumAtOnce let_go(kLetGo, kSpeed);
  BeltRun run = pulled_at_once();
  const double before = run["span_exit_force_2"];
  const double force = before_drum(run, 500.0).force;  // equal along the level span
  run.advance_to(2.0);
  record.relative("force added before the drum [N]", run["span_exit_force_2"] - before, wave.at(0.0, 2.0).force,
                  kRounding, Rank::headline);
  record.relative("force of the drum [N]", run["drive_torque_1"] / kRadius,
                  wave.at(0.0, 2.0).force + let_go.at(0.0, 2.0).force, 1e-4, Rank::detail,
                  "on the mesh of the span before the drum, the span behind it has a part of its mass at its ends");
  for (const double y : {100.0, 300.0, 700.0}) {
    const ProfilePoint point = before_drum(run, y);
    record.relative(fmt::format("force added at {} m [N]", y), point.force - force, wave.at(y, 2.0).force, kRounding,
                    Rank::headline);
    record.relative(fmt::format("speed at {} m [m/s]", y), point.speed, wave.at(y, 2.0).speed, kRounding);
  }
  record.at_most("speed ahead of the front [m/s]", std::abs(before_drum(run, 950.0).speed), 1e-15);
  const double front = 300.0 / kPulled.wave_speed();
  record.relative("time at which the front comes to 300 m [s]", arrival(300.0, front), front, 1e-6, Rank::headline);
}

// A conveyor that starts, in both formulations. EA = 80 MN; nearly all of the mass belongs to the idlers and the load,
// since analytic_string_dynamics neglects the weight of the belt on pulleys.
BeltRun starting(const std::string& members) {
  return {
      embedded::ale_drives("conveyor.json"),
      {only_run(members), "/drive/belt/axial_stiffness=8e7", "/drive/belt/mass_per_length=0.18",
       "/drive/spans/0/idler_mass_per_length=29.82", "/drive/spans/1/idler_mass_per_length=23.82",
       "/drive/contact/friction/coefficient=0.8", "/drive/pulleys/1/mount/damping=1e5",
       "/drive/pulleys/1/mount/force=9e4",
       R"(/drive/pulleys/0/motion/angular_velocity={"type": "cosine_ramp", "from": 0, "to": 10, "start_time": 0.5, "end_time": 20.5})"}};
}

void start_up(Record& record) {
  constexpr double kEnd = 8.0;
  constexpr double kInterval = 0.05;
  const int n = static_cast<int>(std::lround(kEnd / kInterval));
  const std::array<std::string, 6> columns{"drive_torque_1",    "span_exit_force_2", "span_entry_force_1",
                                           "span_exit_force_1", "mount_position_2",  "angular_velocity_2"};
  BeltRun string = starting(R"("formulation": "analytic_string_dynamics", "time_step": 0.05, "tolerance": 1e-10)");
  BeltRun ale = starting(
      R"("formulation": "eulerian_ale", "elements_per_pulley": 8, "elements_per_span": 100, "span_refinement": 9,
         "time_step": 0.01)");
  std::array<std::vector<double>, 6> of_string;
  std::array<std::vector<double>, 6> of_ale;
  const auto keep = [&columns](const BeltRun& run, std::array<std::vector<double>, 6>& values) {
    for (std::size_t i = 0; i < columns.size(); ++i) values[i].push_back(run[columns[i]]);
  };
  string.look(0.0, kInterval, n, [&] { keep(string, of_string); });
  ale.look(0.0, kInterval, n, [&] { keep(ale, of_ale); });
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto [least, most] = std::ranges::minmax(of_ale[i]);
    double worst = 0.0;
    for (std::size_t j = 0; j < of_ale[i].size(); ++j) {
      worst = larger(worst, std::abs(of_string[i][j] - of_ale[i][j]) / (most - least));
    }
    record.at_most(fmt::format("largest difference of {} in 8 s, of its range [-]", columns[i]), worst, 0.01,
                   i < 2 ? Rank::headline : Rank::detail);
  }
}

}  // namespace

void add_conveyor_wave_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "conveyor/start-waves",
                   .claim = "A conveyor as a string with mass, whose drum runs at once, has the forces, the speeds and "
                            "the front of the closed form to rounding.",
                   .reference = "closed form by characteristics",
                   .run = start_at_once,
                   .tolerances = "rounding, which forces of 130 kN and 500 steps raise to 1e-12"});
  cases.push_back({.id = "conveyor/start-formulations",
                   .claim = "A conveyor with a take-up starts alike as a string with mass and in eulerian_ale.",
                   .reference = "eulerian_ale",
                   .slow = true,
                   .run = start_up,
                   .tolerances = "the string neglects its strain (1.3e-3) and the speed of the belt against that of "
                                 "waves (4.5e-3); eulerian_ale smears fronts over an element of 1e-2 of the span"});
}

}  // namespace beltdyn::verification
