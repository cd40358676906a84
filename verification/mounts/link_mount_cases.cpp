// SPDX-License-Identifier: MIT
// Pulleys on mounts in lagrangian_links, compared with exact solutions of the string.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/exact/string_loop_motion.hpp"
#include "verification/largest.hpp"
#include "verification/mounts/mount_runs.hpp"
#include "verification/strings/string_loops.hpp"

namespace beltdyn::verification {
namespace {

using LinkRank = Record::Rank;

// Time steps below the stability limits of joints, 2√2/√(12 c/m), which is proportional to the link length, and of
// stiff contact. The mass of the belt, which raises these limits, does not matter in statics.
std::string chain(int links) {
  constexpr double kOfContact = 2.2e-6;
  constexpr double kOfJoints = 1e-3;
  return fmt::format(R"("formulation": "lagrangian_links", "links": {}, "settling_time": 0.1, )"
                     R"("time_integration": "runge_kutta_4", "time_step": {})",
                     links, std::min(kOfContact, kOfJoints / links));
}

// Links touch with their middles and protrude at their joints, so the path is longer by Σ α ℓ²/(12 R), with the wraps
// α. The arm follows: an error of second order.
void record_chains(Record& record, const std::string& quantity, const std::vector<std::pair<int, double>>& found,
                   const RefinementLimit& limit, LinkRank rank) {
  record_refinement(record, {quantity, "links", found}, limit, rank);
}

void chains_at_rest(Record& record) {
  std::vector<std::pair<int, double>> angle;
  std::vector<std::pair<int, double>> force;
  exact::StringLoopMotion exact;
  for (const int links : {400, 800, 1600}) {
    const BeltRun run(tensioner_text(), {only_run(chain(links)), "/drive/belt/mass_per_length=0.1"});
    angle.emplace_back(links, run["mount_position_4"]);
    force.emplace_back(links, run["span_force_1"]);
    // A very slow driver represents rest.
    exact = exact::steady_loop_motion(loop_of(run.simulation().drive()), 1e-6);
  }
  record_chains(record, "angle of the arm [rad]", angle, {exact.mount_coordinate[0], 5e-4, false}, LinkRank::headline);
  record.absolute("angle of the arm [rad], 1600 links", angle.back().second, exact.mount_coordinate[0], 5e-4,
                  LinkRank::headline);
  record.relative("force of the first span [N], 1600 links", force.back().second, exact.force[0], 5e-4);
  record_chains(record, "force of the first span [N]", force, {exact.force[0], 5e-4, true}, LinkRank::detail);
}

// Passing links excite the arm and the spans. Results are means over many links after the initial oscillations have
// decayed. Without bending damping the spans keep oscillating, which shortens them by 1e-5.
void running_chains(Record& record) {
  constexpr double kFrom = 0.45;
  constexpr double kWindow = 0.1;
  constexpr int kLooks = 331;
  RunningDrives drives;
  const std::vector<std::string> loads = accessory_loads();
  for (const int links : {400, 800}) {
    BeltRun run(tensioner_text(),
                {only_run(chain(links)), "/drive/belt/mass_per_length=0.1", "/drive/pulleys/3/mount/damping=0.2",
                 R"(/drive/pulleys/0/motion/angular_velocity={"type": "cosine_ramp", "from": 0, "to": 100, )"
                 R"("start_time": 0, "end_time": 0.3})",
                 "/drive/belt/axial_damping=0.05", "/drive/belt/bending_damping=1e-8", loads[0], loads[1], loads[2]});
    add_running_drive(drives, links, run, kFrom, kWindow, kLooks);
  }
  record_chains(record, "angle of the arm [rad], loaded", drives.angle, {drives.exact.mount_coordinate[0], 5e-4, false},
                LinkRank::headline);
  record.relative("force of the first span [N], loaded, 800 links", drives.force.back().second, drives.exact.force[0],
                  1.5e-3);
  record_chains(record, "angular velocity of pulley 3 [rad/s], loaded", drives.speed,
                {drives.exact.angular_velocity[2], 5e-4, true}, LinkRank::detail);
}

// A belt that slides without friction is stretched uniformly at any position of the arm.
void arm_with_prescribed_turn(Record& record) {
  std::vector<std::pair<int, double>> force;
  double exact = 0.0;
  for (const int links : {200, 400, 800}) {
    BeltRun run(
        tensioner_text(),
        {only_run(chain(links)), "/drive/belt/mass_per_length=0.1", "/drive/contact/friction/coefficient=1e-9",
         "/drive/belt/axial_damping=0.05",
         R"(/drive/pulleys/3/mount={"type": "arm", "pivot": [0.13, 0.29], "prescribed_angle": {"type": "cosine_ramp", )"
         R"("from": 0, "to": 0.2, "start_time": 0, "end_time": 0.2}})"});
    run.advance_to(0.21);
    const BeltDrive& drive = run.simulation().drive();
    std::vector<double> positions(drive.pulleys.size());
    positions[kTensioner] = run["mount_position_4"];
    const BeltPath path = path_with_mounts(drive, positions);
    exact = string_force(drive, path);
    double mean = 0.0;
    for (int span = 1; span <= 5; ++span) mean += run[fmt::format("span_force_{}", span)] / 5.0;
    force.emplace_back(links, mean);
    const AxisPlace axis = drive.pulleys[kTensioner].axis_at(positions[kTensioner]);
    const Eigen::Vector2d pull = path.spans()[kTensioner].tangent - path.spans()[kTensioner - 1].tangent;
    record.relative(fmt::format("moment of the belt on the arm over that of its spans [-], {} links", links),
                    run["mount_force_4"], mean * pull.dot(axis.by_u), 0.04 * 200 / links);
  }
  record_chains(record, "force of the spans, the arm turned by 0.2 rad [N]", force, {exact, 5e-4, true},
                LinkRank::headline);
}

void counterweight_of_links(Record& record) {
  let_weight_go(
      record,
      R"("formulation": "lagrangian_links", "time_integration": "runge_kutta_4", "links": 200, "time_step": 8e-7)",
      {"/drive/belt/mass_per_length=1e-3"}, {.pull = 1e-5});
}

// The moment of the belt includes the inertia of the arm, which is as small here as the time step permits. Oscillations
// are damped, and means over 5 ms remove the rest.
void tensioner_friction_of_links(Record& record) {
  const JointLoop loop = hysteresis(
      R"("formulation": "lagrangian_links", "time_integration": "runge_kutta_4", "links": 200, "time_step": 6e-6)",
      {"/drive/belt/mass_per_length=1", "/drive/belt/axial_damping=1",
       R"(/drive/contact/normal={"type": "penalty", "stiffness_per_area": 1e11, "damping_per_area": 5e5})",
       "/drive/contact/friction/stiffness_per_area=1e11", "/drive/pulleys/1/bearing_damping=0.05",
       "/drive/pulleys/3/bearing_damping=0.01", "/drive/pulleys/4/bearing_damping=0.05",
       "/drive/pulleys/3/mount/inertia=1e-5"},
      5e-3);
  record.at_most("moment over angle against the bristle, of its limit [-]", loop.law_error, 0.05, LinkRank::headline);
  record.relative("height of the loop over twice the limit [-]", (loop.highest - loop.lowest) / 0.2, 1.0, 0.05);
}

}  // namespace

void add_link_mount_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "mounts/tensioner/links-at-rest",
       .claim = "arm position of an accessory drive at rest, by lagrangian_links",
       .reference = "exact: the string on five pulleys and an arm",
       .slow = true,
       .run = chains_at_rest,
       .tolerances =
           "the requirement is 5e-4. Joints protrude by l^2/(8 R), which lengthens the path of 1600 links by 1.5e-5 m "
           "and rotates the arm by about 3e-4 rad; the order fluctuates with the position of wrap ends on the links"});
  cases.push_back({.id = "mounts/tensioner/links-running",
                   .claim = "arm position of a running accessory drive under load, by lagrangian_links",
                   .reference = "exact: the string on five pulleys and an arm",
                   .slow = true,
                   .run = running_chains,
                   .tolerances = "the requirement is 5e-4. The force of an oscillating chain is lower by about 1e-3 "
                                 "than that of a string (observed, rounded up)"});
  cases.push_back({.id = "mounts/tensioner/links-turned",
                   .claim = "the force of a belt whose tensioner has a prescribed rotation, by lagrangian_links",
                   .reference = "exact: the uniformly stretched string on the path around the rotated arm",
                   .slow = true,
                   .run = arm_with_prescribed_turn,
                   .tolerances = "the requirement is 5e-4; for the moment, the ends of the spans of links deviate from "
                                 "the tangents by half a link; observed errors rounded up"});
  cases.push_back(
      {.id = "mounts/counterweight/links",
       .claim = "a weight that tensions a belt, at rest and after release, by lagrangian_links",
       .reference = "exact: half of the weight in each strand, and a mass on a spring",
       .slow = true,
       .run = counterweight_of_links,
       .tolerances = "that of a massless string and of the other formulations: the belt has 8e-5 of the weight, and "
                     "the ramp and the closed form leave an error of 4.3e-3 in them, too; the belt settles for 0.1 s"});
  cases.push_back(
      {.id = "mounts/tensioner/links-friction",
       .claim = "the hysteresis loop (moment over angle) of a tensioner with dry friction, by lagrangian_links",
       .reference = "the bristle law, integrated along the angle",
       .slow = true,
       .run = tensioner_friction_of_links,
       .tolerances = "the inertia of the arm, and the overshoot of friction in a step; observed, rounded up"});
}

}  // namespace beltdyn::verification
