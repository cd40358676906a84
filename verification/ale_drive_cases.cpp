// SPDX-License-Identifier: MIT
// Belt drives of eulerian_ale in limits where exact solutions are known: the string with inertia on two pulleys and
// what it can transmit, the contour of [Oborin 2018].
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analytic/belt/string_simulation.hpp"
#include "eulerian/ale/ale_simulation.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/contour_support.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

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

// The drive of [Oborin 2018] (62) in the plane: with a pretension of 10 EA the friction of a string is even, μ N/r = f
// but for 5e-5, and its force follows strains that are small against it. No configuration may ask for such a belt.
BeltDrive oborin_belt() {
  constexpr double kRadius = 1.0 / pi;
  constexpr double kPretension = 10.0;
  constexpr double kFriction = 0.002;  // f [N/m]
  BeltDrive drive;
  for (const double speed : {1.0, 0.999}) {
    Pulley pulley;
    pulley.center = {drive.pulleys.empty() ? 0.0 : 2.0, 0.0};
    pulley.radius = kRadius;
    pulley.inertia = 1.0;
    pulley.motion = PrescribedMotion{TimeFunction(speed / kRadius)};
    drive.pulleys.push_back(pulley);
  }
  drive.belt.axial_stiffness = 1.0;
  drive.belt.width = 1.0;
  drive.belt.pretension = ReferenceStrain{-kPretension};
  // The belt enters by 3e-7 m, and sticks with a slip of 2e-8 m, 1e-4 of what the speeds differ by in the times below.
  drive.contact = PulleyContact{PenaltyContact{1e8, 0.0},
                                ElastoplasticCoulombFriction{kFriction * kRadius / kPretension, 1e5, 0.0}};
  return drive;
}

// The largest relative difference of the strains of both spans at t = 0.5 s, 1 s and 2 s, and their sum.
struct OborinErrors {
  double largest{};
  double sum{};
};

OborinErrors oborin_errors(double time_step, const ContourHistory& exact) {
  eulerian::ale::AleParameters parameters;
  parameters.mesh = {.elements_per_pulley = 60, .elements_per_span = 4};
  parameters.time_integration = eulerian::ale::TimeIntegration::quasi_static;
  parameters.time_step = time_step;
  parameters.newton_tolerance = 1e-9;  // 5e-6 of the differences of the force
  eulerian::ale::AleSimulation simulation(oborin_belt(), parameters);
  const auto span_forces = [&simulation] {
    const BeltMap belt = simulation.belt();
    return std::array{belt.at(1.0 + 1.0).force, belt.at(3.0 + 2.0).force};
  };
  const std::array start = span_forces();
  OborinErrors errors;
  for (const double time : {0.5, 1.0, 2.0}) {
    const auto steps = std::lround((time - simulation.time()) / time_step);
    for (long i = 0; i < steps; ++i) simulation.advance(time_step);
    const std::array now = span_forces();
    for (const double error :
         {(now[0] - start[0]) / exact.strain_slack(time) - 1.0, (now[1] - start[1]) / exact.strain_tight(time) - 1.0}) {
      errors.largest = std::max(errors.largest, std::abs(error));
      errors.sum += std::abs(error);
    }
  }
  return errors;
}

// A bristle that enters within a step counts its slip from a straight way on, an error of the first order; the rest, by
// mesh, pretension and contact, does not depend on the step.
void oborin_limit(Record& record) {
  const ContourHistory exact = run_contour(
      oborin_62(), R"({"formulation": "analytic_dde", "strain": "finite_material", "time_step": 0.05})", 2.0);
  const OborinErrors coarse = oborin_errors(0.01, exact);
  const OborinErrors middle = oborin_errors(0.005, exact);
  const OborinErrors fine = oborin_errors(0.0025, exact);
  record.at_most("strain of the spans, steps of 5 ms, relative [-]", middle.largest, 5e-3, Rank::headline);
  record.at_most("strain of the spans, steps of 2.5 ms, relative [-]", fine.largest, 5e-3);
  record.absolute("order of convergence in the step [-]",
                  std::log2((coarse.sum - middle.sum) / (middle.sum - fine.sum)), 1.0, 0.3);
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
  cases.push_back({.id = "ale/oborin-limit",
                   .claim = "a belt in the plane with a large pretension moves as the contour of [Oborin 2018]",
                   .reference = "delay equations of [Oborin 2018], high accuracy",
                   .run = oborin_limit});
}

}  // namespace beltdyn::verification
