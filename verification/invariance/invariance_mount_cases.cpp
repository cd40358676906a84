// SPDX-License-Identifier: MIT
// Results of a drive with a tensioner on an arm do not depend on its place, its orientation and its reflection.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/belts/seen_drives.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// A resisting load that grows linearly with the speed, up to 300 rad/s.
std::string load(const Placement& view, double moment) {
  const std::string pair =
      view.mirrored ? R"("speed": [-300, 0], "moment": [{}, 0])" : R"("speed": [0, 300], "moment": [0, -{}])";
  return fmt::format(R"({{"type": "torque", "torques": [{{"type": "table", {}}}]}})",
                     fmt::format(fmt::runtime(pair), moment));
}

// The drive of demo/ripple.json with a crank that speeds up.
std::vector<std::string> edits(const std::string& members, const Placement& view) {
  constexpr std::array<std::array<double, 2>, 5> kCenters{
      {{0.0, 0.0}, {0.24, 0.06}, {0.22, 0.24}, {0.135, 0.2}, {-0.02, 0.26}}};
  std::vector<std::string> list{
      only_run(members),
      fmt::format(R"(/drive/direction="{}")", view.mirrored ? "clockwise" : "counterclockwise"),
      "/drive/gravity=" + view.direction(0.0, -9.81),
      "/drive/pulleys/3/mount/pivot=" + view.place(0.13, 0.29),
      fmt::format("/drive/pulleys/3/mount/spring/free_angle={}", view.angle - view.sense() * 1.2),
      fmt::format(R"(/drive/pulleys/0/motion={{"type": "prescribed", "angular_velocity": {{"type": "cosine_ramp",
                      "from": {}, "to": {}, "start_time": 0.002, "end_time": 0.03}}}})",
                  view.sense() * 100.0, view.sense() * 103.0),
      "/drive/pulleys/2/motion=" + load(view, 2.0),
      "/drive/pulleys/4/motion=" + load(view, 10.0)};
  for (std::size_t k = 0; k < kCenters.size(); ++k) {
    list.push_back(fmt::format("/drive/pulleys/{}/center={}", k, view.place(kCenters[k][0], kCenters[k][1])));
  }
  return list;
}

// A history column with its typical size; `has_sense`: reflection changes its sign.
struct Signal {
  const char* column;
  double size;
  bool has_sense;
};
constexpr std::array<Signal, 5> kSignals{{{"span_force_1", 700.0, false},
                                          {"span_force_3", 700.0, false},
                                          {"angular_velocity_3", 267.0, true},
                                          {"torque_1", 10.0, true},
                                          {"mount_position_4", 0.1, true}}};

// All signals at equal intervals, relative to their sizes. The angle of the arm is relative to its initial angle.
std::vector<double> signals_of(const std::string& members, const Placement& view) {
  constexpr double kInterval = 2e-3;  // [s]
  constexpr int kNumber = 10;
  BeltRun run(embedded::mounts("ripple.json"), edits(members, view));
  const double arm = run["mount_position_4"];
  std::vector<double> numbers;
  run.look(0.0, kInterval, kNumber, [&] {
    for (const Signal& signal : kSignals) {
      const bool is_arm = std::string_view(signal.column) == "mount_position_4";
      const double value = run[signal.column] - (is_arm ? arm : 0.0);
      numbers.push_back((signal.has_sense ? view.sense() : 1.0) * value / signal.size);
    }
  });
  return numbers;
}

struct ArmSubject {
  const char* name;
  const char* members;
};
constexpr std::array<ArmSubject, 3> kArmSubjects{
    {{"string in time", R"("formulation": "analytic_string_dynamics", "time_step": 1e-3, "tolerance": 1e-11)"},
     {"Eulerian beam",
      R"("formulation": "eulerian_ale", "elements_per_pulley": 12, "elements_per_span": 4, "touching_refinement": 1,
         "newton_tolerance": 1e-7, "time_step": 1e-3)"},
     {"Lagrangian beam",
      R"("formulation": "lagrangian_ancf", "elements": 280, "time_integration": "generalised_alpha",
         "spectral_radius": 0.5, "newton_tolerance": 1e-7, "time_step": 5e-4)"}}};

void compare_arms(Record& record, const Placement& view) {
  // As for drives without mounts: rounding of positions is 1e-11 of the contact penetration, and changes of contact
  // states amplify it.
  constexpr double kRoundingOfArms = 1e-8;
  for (const ArmSubject& subject : kArmSubjects) {
    const std::vector<double> plain = signals_of(subject.members, {});
    const std::vector<double> other = signals_of(subject.members, view);
    double apart = 0.0;
    for (std::size_t i = 0; i < plain.size(); ++i) apart = larger(apart, std::abs(plain[i] - other[i]));
    record.at_most(fmt::format("{}: largest difference of forces, speeds, torques and the arm [-]", subject.name),
                   apart, kRoundingOfArms, Rank::detail,
                   "rounding, amplified by points that change between contact and separation or stick and slip");
  }
}

void shifted_arms(Record& record) { compare_arms(record, {.shift = 1.25}); }
void rotated_arms(Record& record) { compare_arms(record, {.angle = 1.0}); }
void mirrored_arms(Record& record) { compare_arms(record, {.mirrored = true}); }

}  // namespace

void add_mount_invariance_cases(std::vector<VerificationCase>& cases) {
  add_invariances(
      cases, "invariance/mount/", "the same drive as originally written",
      {{"shifted", "a translated drive with a tensioner has the same forces and motion of its arm", shifted_arms},
       {"rotated", "a drive with a tensioner rotated together with gravity has the same forces and motion of its arm",
        rotated_arms},
       {"mirrored", "a mirrored drive with a tensioner has the same forces and the opposite motion of its arm",
        mirrored_arms}});
}

}  // namespace beltdyn::verification
