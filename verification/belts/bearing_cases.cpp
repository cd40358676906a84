// SPDX-License-Identifier: MIT
// Dry friction in bearings: break-away, run-down and standstill of a drive on two pulleys, and its steady motion.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kBearingRadius = 0.02;  // [m]
constexpr double kBearingForce = 100.0;  // [N]
constexpr double kBearingMu = 0.5;
constexpr double kBearingStiffness = 1e6;                                      // of the bristle [N/m]
constexpr double kBearingDamping = 5e3;                                        // of the bristle [N s/m]
constexpr double kBearingLimit = kBearingRadius * kBearingForce * kBearingMu;  // 1 N m
constexpr double kRotorInertia = 0.02;                                         // of a pulley [kg m²]
constexpr double kRotorRadius = 0.05;                                          // [m]
constexpr double kBeltMass = 0.1;                                              // ρA [kg/m]

std::string bearing() {
  return fmt::format(
      R"({{"radius": {}, "normal_force": {}, "law": {{"type": "elastoplastic_coulomb", "coefficient": {}, "stiffness": {},
           "damping": {}}}}})",
      kBearingRadius, kBearingForce, kBearingMu, kBearingStiffness, kBearingDamping);
}

BeltRun bearing_drive(const std::string& members, const std::string& first_motion, const std::string& second_motion) {
  std::vector<std::string> edits{only_run(members),
                                 "/drive/pulleys/1/center=[0.3, 0]",
                                 "/drive/pulleys/0/motion=" + first_motion,
                                 "/drive/pulleys/1/motion=" + second_motion,
                                 "/drive/belt/contact_offset=0",
                                 "/drive/belt/bending_stiffness=0.01",
                                 fmt::format("/drive/belt/mass_per_length={}", kBeltMass),
                                 "/drive/belt/axial_damping=1",
                                 R"(/drive/belt/pretension={"type": "reference_strain", "strain": -0.001})",
                                 "/end_time=0.9"};
  for (const int p : {0, 1}) {
    edits.push_back(fmt::format("/drive/pulleys/{}/radius={}", p, kRotorRadius));
    edits.push_back(fmt::format("/drive/pulleys/{}/inertia={}", p, kRotorInertia));
    edits.push_back(fmt::format("/drive/pulleys/{}/bearing_friction={}", p, bearing()));
  }
  return {embedded::ale_drives("face_drive.json"), edits};
}

// Both pulleys are alike. Each accelerates half of the belt's mass, so the belt transmits no moment between them. The
// torque on each pulley rises by 10 N m/s to twice the friction limit and is removed after 0.3 s.
constexpr double kRampEnd = 0.2;     // [s]
constexpr double kHoldEnd = 0.3;     // [s]
constexpr double kTorqueEnd = 0.31;  // [s]
const std::string kPush = fmt::format(
    R"({{"type": "torque", "torques": [{{"type": "applied", "moment":
        {{"type": "piecewise_linear", "time": [0, {}, {}, {}], "value": [0, 2, 2, 0]}}}}]}})",
    kRampEnd, kHoldEnd, kTorqueEnd);

// A rotor that sticks is a mass on the bristle of its bearing, with the stiffness k = r² K and the damping d = r² D.
// Under the ramp its angular velocity tends to 10 N m/s / k. It breaks away, with that speed, when k φ + d dφ/dt, which
// then equals the torque of the ramp, reaches the limit.
constexpr double kStickStiffness = kBearingRadius * kBearingRadius * kBearingStiffness;  // 400 N m/rad
constexpr double kStickDamping = kBearingRadius * kBearingRadius * kBearingDamping;      // 2 N m s/rad
constexpr double kCreepRate = 10.0 / kStickStiffness;                                    // [rad/s]

// Upper bound of the moment that the belt adds to bearing friction, relative to the friction limit [-], and its reason.
struct Drag {
  double part{};
  std::string reason{};
};

void run_down(Record& record, const std::string& members, const Drag& drag, double rest) {
  BeltRun run = bearing_drive(members, kPush, kPush);
  const auto angle = [&run] { return run.simulation().pulley_states()[0].angle; };
  const double length = run.simulation().drive().reference_length();
  const double inertia = kRotorInertia + 0.5 * kBeltMass * length * kRotorRadius * kRotorRadius;
  const double twist = kBearingLimit / kStickStiffness;
  run.advance_to(0.09);
  record.relative("angle while it sticks, at nine tenths of the limit [rad]", angle(),
                  0.9 * twist - kStickDamping * kCreepRate / kStickStiffness, 2e-3 + drag.part, Rank::detail,
                  "1 % of the initial oscillation, exp(-d t/2I), which is a tenth of the angle, twice; " + drag.reason);
  run.advance_to(kHoldEnd);
  record.relative("angular velocity after break-away [rad/s]", run["angular_velocity_1"], 0.15 / inertia + kCreepRate,
                  drag.part, Rank::headline, drag.reason);
  run.advance_to(0.4);
  // Friction has used up the impulse of the torque beyond the limit, 0.15 N m s, and the momentum at break-away by
  // t = 0.46 s.
  const double deceleration = kBearingLimit / inertia;
  record.relative("time to standstill, predicted 0.06 s before [s]", run["angular_velocity_1"] / deceleration,
                  0.06 + kCreepRate / deceleration, 0.36 / 0.06 * drag.part, Rank::headline,
                  "over 0.36 s, " + drag.reason);
  record.relative("power of the bearing [W]", run["bearing_power_1"], kBearingLimit * run["angular_velocity_1"], 1e-9);
  run.advance_to(0.7);
  const double stopped = angle();
  double farthest = 0.0;
  run.advance_to(0.9, [&] { farthest = larger(farthest, std::abs(angle() - stopped)); });
  record.at_most("rotation from 0.7 s to 0.9 s, over the bristle deflection [-]", farthest / twist, rest,
                 Rank::headline, "exp(-d t/2I) of the oscillation at 0.46 s");
  record.at_most("balance of power [-]", std::abs(run["balance_power"]), 5e-4);
}

void steady_bearings(Record& record) {
  const std::string given = R"({"type": "prescribed", "angular_velocity": {"type": "constant", "value": 20}})";
  const std::vector<std::string> runs{steady_ale(40, 10, 0.9), R"("formulation": "analytic_string", "time_step": 0.9)"};
  for (const std::string& members : runs) {
    BeltRun run = bearing_drive(members, given, R"({"type": "free"})");
    run.advance_to(0.9);
    const std::string who = members == runs[0] ? "eulerian_ale, steady" : "analytic_string";
    record.relative("torque of the belt on the driven pulley, " + who + " [N m]", run["torque_2"], kBearingLimit, 1e-8);
    record.relative("moment of the drive less that of the belt, " + who + " [N m]",
                    run["drive_torque_1"] + run["torque_1"], kBearingLimit, 1e-12);
  }
}

}  // namespace

void add_bearing_cases(std::vector<VerificationCase>& cases) {
  struct Formulation {
    std::string name;
    std::string members;
    Drag drag;
    double rest;
    bool slow;
  };
  const Drag damped{5e-4, "dampers of belt and contacts are allowed to dissipate less than 5e-4 of the bearing losses"};
  // Joints protrude from a pulley by ℓ²/(8 R) = 0.15 mm. With a belt force of 60 N this causes a detent moment of
  // 9e-3 N m.
  const Drag notched{9e-3, "the polygon of links causes a moment ripple of 9e-3 of the limit"};
  const std::vector<Formulation> formulations{
      {"ale",
       R"("formulation": "eulerian_ale", "elements_per_pulley": 16, "elements_per_span": 4, "time_step": 2.5e-4)",
       damped, 5e-5, false},
      {"ancf", R"("formulation": "lagrangian_ancf", "elements": 96, "time_integration": "generalised_alpha",
                  "spectral_radius": 0.5, "time_step": 2.5e-4)",
       damped, 5e-5, false},
      {"links",
       R"("formulation": "lagrangian_links", "links": 120, "settling_time": 0.1, )"
       R"("time_integration": "runge_kutta_4", "time_step": 4e-6)",
       notched, 1e-3, true}};
  for (const Formulation& f : formulations) {
    cases.push_back(
        {.id = "bearings/run-down/" + f.name,
         .claim = "A drive breaks away at the friction limit of its bearings, stops when friction has consumed the "
                  "impulse of its torques, and stays at rest.",
         .reference = "exact: balance of impulse",
         .slow = f.slow,
         .run = [f](Record& record) { run_down(record, f.members, f.drag, f.rest); },
         .tolerances = "rounding; the power-balance error is that of the schemes, well below the dry-friction losses"});
  }
  cases.push_back({.id = "bearings/steady",
                   .claim = "In steady motion the moment of the belt on an idler equals its bearing moment.",
                   .reference = "exact: balance of moments",
                   .run = steady_bearings,
                   .tolerances = "the tolerances of the solvers"});
}

}  // namespace beltdyn::verification
