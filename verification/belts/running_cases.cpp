// SPDX-License-Identifier: MIT
// Drives that start in steady motion: with constant speeds and torques they must remain in it. Also the steady motion
// of their accessories.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kWatched = 0.5;        // three revolutions of the belt [s]
constexpr double kWatchedLinks = 0.05;  // in steps of 1e-6 s [s]
constexpr double kMeanForce = 750.0;    // span force [N]
constexpr double kMeanSpeed = 8.0;      // belt speed [m/s]
constexpr double kMeanRadius = 0.05;    // [m]
constexpr std::size_t kSpans = 5;
// Bound of the relative variation of speeds and forces [-]. A start from rest would change them by their own size.
constexpr double kAtRest = 5e-4;

// The accessory drive of configs/demo/ripple.json without its ripple, with friction in a bearing, and with the rotor of
// the alternator behind a spring and a one-way clutch.
BeltRun running_accessories(const std::string& members, const std::string& sense = "counterclockwise",
                            const std::vector<std::string>& more = {}) {
  std::vector<std::string> changes{
      only_run(members),
      R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": {"type": "constant",
              "value": 100}})",
      R"(/drive/pulleys/1/bearing_friction={"radius": 0.01, "normal_force": 100,
              "law": {"type": "elastoplastic_coulomb", "coefficient": 0.2, "stiffness": 1e6, "damping": 100}})",
      "/drive/pulleys/2/motion={\"type\": \"free\"}",
      "/drive/pulleys/2/inertia=3e-4",
      R"(/drive/pulleys/2/accessory={"inertia": 2.7e-3, "spring": {"stiffness": 20, "damping": 0.02},
              "torques": [{"type": "table", "speed": [0, 150, 300, 600], "moment": [0, -1, -3, -2]}],
              "one_way_clutch": {"driving_direction": ")" +
          sense + "\"}}"};
  changes.insert(changes.end(), more.begin(), more.end());
  return {embedded::mounts("ripple.json"), changes};
}

std::string ale_members(int per_pulley, const std::string& more) {
  return fmt::format(R"("formulation": "eulerian_ale", "elements_per_pulley": {}, "elements_per_span": {},
                        "touching_refinement": 1, {})",
                     per_pulley, per_pulley / 3, more);
}

struct Motion {
  std::array<double, kSpans> forces{};  // of the spans [N]
  std::array<double, kSpans> speeds{};  // of the pulleys [rad/s]
  double arm{};                         // [rad]
  double rotor{};                       // of the alternator [rad/s]
};

Motion motion_of(const BeltRun& run) {
  Motion motion{.arm = run["mount_position_4"], .rotor = run["accessory_angular_velocity_3"]};
  for (std::size_t k = 0; k < kSpans; ++k) {
    motion.forces[k] = run[fmt::format("span_force_{}", k + 1)];
    motion.speeds[k] = run[fmt::format("angular_velocity_{}", k + 1)];
  }
  return motion;
}

// The largest differences of two motions, relative to the mean force and the mean speed [-]; the difference of the arm
// angle [rad].
struct Apart {
  double forces{};
  double speeds{};
  double arm{};
};

Apart apart(const Motion& a, const Motion& b) {
  Apart result{.arm = std::abs(a.arm - b.arm)};
  for (std::size_t k = 0; k < kSpans; ++k) {
    result.forces = larger(result.forces, std::abs(a.forces[k] - b.forces[k]) / kMeanForce);
    result.speeds = larger(result.speeds, std::abs(a.speeds[k] - b.speeds[k]) * kMeanRadius / kMeanSpeed);
  }
  result.speeds = larger(result.speeds, std::abs(a.rotor - b.rotor) * kMeanRadius / kMeanSpeed);
  return result;
}

// The largest deviation of the drive from its initial motion up to the time `watched` [s].
Apart unrest(BeltRun& run, double watched = kWatched) {
  const Motion start = motion_of(run);
  Apart worst;
  run.advance_to(watched, [&] {
    const Apart now = apart(motion_of(run), start);
    worst.forces = larger(worst.forces, now.forces);
    worst.speeds = larger(worst.speeds, now.speeds);
    worst.arm = larger(worst.arm, now.arm);
  });
  return worst;
}

Motion steady_motion(int per_pulley) {
  return motion_of(running_accessories(ale_members(per_pulley, R"("analysis": "steady", "time_step": 1)")));
}

void running_ale(Record& record) {
  for (const int n : {12, 24}) {
    BeltRun run = running_accessories(ale_members(n, fmt::format(R"("time_step": {})", 0.012 / n)));
    const Apart coarse = apart(steady_motion(n), steady_motion(2 * n));
    const Apart begins = apart(motion_of(run), steady_motion(n));
    record.at_most(fmt::format("start, relative to the steady analysis, {} elements on a pulley [-]", n),
                   begins.forces + begins.speeds + begins.arm, 1e-9);
    const Apart left = unrest(run);
    record.at_most(fmt::format("span forces, over the mesh error, {} elements [-]", n), left.forces / coarse.forces,
                   1.0, n == 24 ? Rank::headline : Rank::detail);
    record.at_most(fmt::format("variation of span forces in 0.5 s, over their mean, {} elements [-]", n), left.forces,
                   kAtRest);
    record.at_most(fmt::format("variation of speeds in 0.5 s, over the belt speed, {} elements [-]", n), left.speeds,
                   kAtRest);
    record.at_most(fmt::format("variation of the arm angle in 0.5 s, {} elements [rad]", n), left.arm, kAtRest);
  }
}

// A moving belt of elements has a steady motion of its own, with oscillations from elements that pass pulleys. It
// converges to the steady motion of eulerian_ale as the elements get shorter.
void running_ancf(Record& record) {
  const Motion exact = steady_motion(48);
  Apart coarser_start;
  Apart coarser;
  for (const int n : {140, 280}) {
    BeltRun run = running_accessories(
        fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_integration": "generalised_alpha",
                       "spectral_radius": 0.5, "time_step": {})",
                    n, 0.07 / n));
    double open = 0.0;
    for (std::size_t k = 0; k < kSpans; ++k) {
      open = larger(open, std::abs(run[fmt::format("balance_torque_{}", k + 1)]));
    }
    record.at_most(fmt::format("balances of moments at the start, {} elements [-]", n), open, 1e-3, Rank::detail,
                   "the equilibrium is solved for; span forces are taken between nodes");
    const Apart begins = apart(motion_of(run), exact);
    const Apart left = unrest(run);
    record.at_most(fmt::format("variation of span forces in 0.5 s, over their mean, {} elements [-]", n), left.forces,
                   0.1, Rank::detail, "coarse meshes have steady motions that differ by a few per cent");
    if (n == 280) {
      const char* first = "elements that touch pulleys and leave them are an error of the first order";
      record.absolute("order in elements of the span forces at the start, from eulerian_ale [-]",
                      std::log2(coarser_start.forces / begins.forces), 1.0, 0.3, Rank::headline, first);
      record.absolute("order of the fluctuation of forces [-]", std::log2(coarser.forces / left.forces), 1.0, 0.3,
                      Rank::detail, first);
      record.absolute("order of the fluctuation of speeds [-]", std::log2(coarser.speeds / left.speeds), 1.0, 0.3,
                      Rank::detail, first);
    }
    coarser_start = begins;
    coarser = left;
  }
}

// Explicit steps are stable only with less damping. Passing links excite the drive, and their steady motion is the
// motion of a polygon.
void running_links(Record& record) {
  const Motion exact = steady_motion(48);
  Apart coarse;
  Apart coarse_start;
  for (const int n : {140, 280}) {
    BeltRun run = running_accessories(
        fmt::format(
            R"("formulation": "lagrangian_links", "time_integration": "runge_kutta_4", "links": {}, "time_step": {})",
            n, 2.8e-4 / n),
        "counterclockwise",
        {"/drive/belt/axial_damping=0.05", "/drive/contact/normal/damping_per_area=1e4",
         "/drive/contact/friction/damping_per_area=1e4"});
    const Apart begins = apart(motion_of(run), exact);
    const Apart left = unrest(run, kWatchedLinks);
    record.at_most(fmt::format("variation of span forces in 0.05 s, over their mean, {} links [-]", n), left.forces,
                   0.1, Rank::detail, "links passing pulleys excite force oscillations of a few per cent");
    if (n == 280) {
      record.absolute("order in links of the angle of the arm at the start, from eulerian_ale [-]",
                      std::log2(coarse_start.arm / begins.arm), 2.0, 0.5, Rank::headline);
      record.at_most("fluctuation of forces with 280 links over that with 140 [-]", left.forces / coarse.forces, 0.5,
                     Rank::headline);
      record.at_most("fluctuation of the arm with 280 links over its error at the start [-]", left.arm / begins.arm,
                     0.25);
    }
    coarse = left;
    coarse_start = begins;
  }
}

// The table of the alternator between 150 and 300 rad/s, where the operating point of 266 rad/s lies [N m].
double alternator_torque(double speed) { return 1.0 + 2.0 * (speed - 150.0) / 150.0; }

void steady_accessories(Record& record) {
  const std::string string = R"("formulation": "analytic_string", "time_step": 1)";
  for (const char* sense : {"counterclockwise", "clockwise"}) {
    const BeltRun exact = running_accessories(string, sense);
    const BeltRun belt = running_accessories(ale_members(24, R"("analysis": "steady", "time_step": 1)"), sense);
    const bool is_taken = exact["accessory_torque_3"] != 0.0;
    const std::string takes = fmt::format(", driven by the pulley {}", sense);
    for (const BeltRun* run : {&exact, &belt}) {
      const std::string who = run == &exact ? "analytic_string" : "eulerian_ale";
      const double torque = is_taken ? alternator_torque((*run)["angular_velocity_3"]) : 0.0;
      record.absolute("torque on the accessory, " + who + takes + " [N m]", (*run)["accessory_torque_3"], torque,
                      1e-12);
      record.absolute("torque of the belt on its pulley, " + who + takes + " [N m]", (*run)["torque_3"], torque, 1e-6);
    }
  }
}

}  // namespace

void add_running_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "running/ale",
       .claim = "A drive of eulerian_ale that starts in its steady motion stays there: the states of friction in "
                "contacts, mounts and bearings, of springs and of clutches are initialised from it.",
       .reference = "its steady analysis",
       .run = running_ale,
       .tolerances = "the mesh error of the span forces, from a mesh twice as fine; 5e-4 of the change in speeds and "
                     "forces caused by a start from rest"});
  cases.push_back({.id = "accessories/steady",
                   .claim = "In steady motion the belt carries the torque of an accessory at its pulley speed, and no "
                            "torque of an overrunning accessory.",
                   .reference = "exact: the table of torques",
                   .run = steady_accessories,
                   .tolerances = "the tolerances of the solvers"});
  cases.push_back(
      {.id = "running/links",
       .claim = "A drive of lagrangian_links starts in the steady motion of a polygon, which converges to that of "
                "eulerian_ale with shorter links, and stays in it.",
       .reference = "eulerian_ale, and itself",
       .slow = true,
       .run = running_links,
       .tolerances = "the polygon of links differs from the arcs by the square of the link length; disturbances from "
                     "links reaching and leaving pulleys decrease with at least order 1"});
  cases.push_back(
      {.id = "running/ancf",
       .claim = "A drive of lagrangian_ancf starts in the steady motion of eulerian_ale, which converges to its own "
                "with finer elements.",
       .reference = "eulerian_ale, and itself",
       .slow = true,
       .run = running_ancf,
       .tolerances = "disturbances from elements reaching and leaving pulleys decrease with at least order 1"});
}

}  // namespace beltdyn::verification
