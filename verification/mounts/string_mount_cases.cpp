// SPDX-License-Identifier: MIT
// analytic_string on several pulleys and with mounts, through runs of the program, compared with numbers computed
// independently of this code, with closed forms, and with the steady motion of a belt of elements.
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

const std::string kStringRun = R"("formulation": "analytic_string", "time_step": 0.1)";

std::string config_text(std::string_view name) { return std::string(embedded::mounts(name)); }

std::string loaded_pulley(int pulley, double moment) {
  return fmt::format(R"(/drive/pulleys/{}/motion={{"type": "torque", "torques": [{{"type": "applied", )"
                     R"("moment": {{"type": "constant", "value": {}}}}}]}})",
                     pulley, moment);
}

// The accessory drive at 100 rad/s, with loads or without.
std::vector<std::string> running_edits(const std::string& members, bool is_loaded) {
  std::vector<std::string> edits{only_run(members), "/drive/pulleys/0/motion/angular_velocity/value=100",
                                 "/drive/belt/mass_per_length=0.1"};
  if (is_loaded) {
    for (const std::string& edit : {loaded_pulley(1, -4.0), loaded_pulley(2, -3.0), loaded_pulley(4, -2.5)}) {
      edits.push_back(edit);
    }
  }
  return edits;
}

// References for the string on five pulleys and an arm with Coulomb friction and rigid stick, computed by another
// program to ten decimals.
struct AccessoryDrive {
  const char* at;
  double angle;  // q [rad]
  double flux;   // [m/s]
  double crank_torque;
  std::array<double, 5> force;  // of the spans [N]
  std::array<double, 5> speed;  // of the pulleys along the belt [rad/s]
};
constexpr double kIdle = 801.7548617837;
constexpr std::array<AccessoryDrive, 2> kAccessoryDrives{
    {{", without load",
      -1.5174491406,
      7.8945089840,
      0.0,
      {kIdle, kIdle, kIdle, kIdle, kIdle},
      {100.0, 400.0 / 3.0, 800.0 / 3.0, 1600.0 / 7.0, 1600.0 / 11.0}},
     {", loaded",
      -1.5448755645,
      7.8845304872,
      16.969696970,
      {666.5610984188, 733.2346731146, 833.2450351584, 833.2450351584, 878.7042906328},
      {100.0, 132.868708481483, 266.029466869843, 228.400750054422, 145.345931852814}}}};

void string_on_arm(Record& record) {
  for (const AccessoryDrive& exact : kAccessoryDrives) {
    const bool is_loaded = exact.crank_torque > 0.0;
    const Rank rank = is_loaded ? Rank::headline : Rank::detail;
    std::vector<std::string> edits = running_edits(kStringRun, is_loaded);
    edits.emplace_back("/drive/contact/friction/stiffness_per_area=1e17");
    // With this center the arm is exactly 0.09 m long.
    edits.emplace_back("/drive/pulleys/3/center=[0.13, 0.2]");
    const BeltRun run(config_text("tensioner.json"), edits);
    const std::string at = exact.at;
    record.absolute("angle of the arm [rad]" + at, run["mount_position_4"], exact.angle, 1e-9, rank);
    record.absolute("moment of the belt on the arm [N m]" + at, run["mount_force_4"], 30.0 * (exact.angle + 1.2), 3e-8);
    record.absolute("flux [m/s]" + at, run.simulation().flux(), exact.flux, 1e-9);
    record.absolute("torque of the crank [N m]" + at, -run["torque_1"], exact.crank_torque, 1e-8);
    for (std::size_t p = 0; p < 5; ++p) {
      const std::string number = std::to_string(p + 1);
      const double turn = run.simulation().path().arcs()[p].turn;
      record.relative("force of span " + number + " [N]" + at, run["span_force_" + number], exact.force[p], 1e-9,
                      p == 0 ? rank : Rank::detail);
      record.relative("angular velocity of pulley " + number + " [rad/s]" + at,
                      turn * run["angular_velocity_" + number], exact.speed[p], 1e-9);
    }
  }
}

// Two equal pulleys: the spans are parallel and each carries half of the force on the slider. The length of the belt is
// twice the distance plus a circumference.
void weight_on_string(Record& record) {
  BeltRun run(config_text("weight_on_slider.json"), {only_run(kStringRun)});
  const BeltDrive& drive = run.simulation().drive();
  const auto& slider = std::get<SliderMount>(drive.pulleys[1].mount);
  for (const double time : {0.0, 0.1}) {
    run.advance_to(time);
    const double pull = slider.suspension.inertia * drive.gravity.x() + slider.force->value(time);
    const std::string at = time > 0.0 ? ", all of the weight" : ", half of it supported";
    for (const char* span : {"span_force_1", "span_force_2"}) {
      record.relative(span + (" over half of the applied force [-]" + at), run[span] / (0.5 * pull), 1.0, 1e-9,
                      time > 0.0 ? Rank::headline : Rank::detail);
    }
    record.relative("force of the belt on the slider over the applied force [-]" + at, -run["mount_force_2"] / pull,
                    1.0, 1e-9);
    const double length = drive.reference_length() * (1.0 + 0.5 * pull / drive.belt.axial_stiffness);
    const double distance = 0.5 * length - std::numbers::pi * drive.pulleys[0].radius;
    record.absolute("displacement of the slider [m]" + at, run["mount_position_2"], distance - 0.5, 1e-10);
  }
}

// Stick is so soft that the belt comes to stick within √(EA/(k w)) = 12 mm, a quarter of the shortest arc. This turns
// the arm by 6.5e-4 rad and reduces the slip arc of the crank to a half.
void string_against_elements(Record& record) {
  const auto run_of = [](const std::string& members) {
    std::vector<std::string> edits = running_edits(members, true);
    edits.emplace_back("/drive/contact/normal/stiffness_per_area=1e14");
    edits.emplace_back("/drive/contact/friction/stiffness_per_area=2e10");
    return BeltRun(config_text("tensioner.json"), edits);
  };
  const BeltRun string = run_of(kStringRun);
  const BeltRun ale = run_of(steady_ale(80, 4, 0.1));
  record.absolute("angle of the arm [rad]", ale["mount_position_4"], string["mount_position_4"], 5e-6, Rank::headline);
  record.relative("flux [m/s]", ale["flux"], string.simulation().flux(), 1e-7);
  record.relative("torque of the crank [N m]", ale["torque_1"], string["torque_1"], 5e-6);
  for (std::size_t p = 1; p <= 5; ++p) {
    const std::string number = std::to_string(p);
    const auto hold = [&](const char* column, const char* unit, double tolerance, Rank rank) {
      const std::string name = column + number;
      record.relative(fmt::format("{} [{}]", name, unit), ale[name], string[name], tolerance, rank);
    };
    hold("span_force_", "N", 4e-5, p == 1 ? Rank::headline : Rank::detail);
    hold("hub_load_", "N", 4e-5, Rank::detail);
    hold("angular_velocity_", "rad/s", 2e-6, Rank::detail);
    record.absolute("slip arc " + number + " [rad]", ale["slip_arc_" + number], string["slip_arc_" + number], 1.5e-2);
  }
}

}  // namespace

void add_string_mount_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "mounts/string/accessory-drive",
       .claim =
           "arm position, forces and speeds of a running accessory drive, with and without load, by analytic_string",
       .reference = "a string with rigid stick, from an independent program",
       .run = string_on_arm,
       .tolerances = "the numbers have ten decimals; a stick stiffness of 1e17 N/m3 changes the elongation of the belt "
                     "on each pulley by 1.2e-10"});
  cases.push_back({.id = "mounts/string/counterweight",
                   .claim = "a weight that tensions a belt at rest, by analytic_string",
                   .reference = "exact: half of the weight in each strand",
                   .run = weight_on_string,
                   .tolerances = "Newton's method ends at corrections of 1e-9"});
  cases.push_back(
      {.id = "mounts/string/ale",
       .claim = "the loaded accessory drive with soft stick, the steady eulerian_ale against analytic_string",
       .reference = "analytic_string",
       .slow = true,
       .run = string_against_elements,
       .tolerances =
           "a contact penetration of at most 1.4e-8 m shortens the path by 1e-7 m, 5e-6 of its elongation and its "
           "forces; the mesh error is about 1e-5, and a slip end lies up to half an element away, 1.2e-2 rad"});
}

}  // namespace beltdyn::verification
