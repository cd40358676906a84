// SPDX-License-Identifier: MIT
// Rigid contact, which is what a drive has that gives no stiffness, of belts that are followed by their particles: a
// drive whose steady motion has a closed form, in time from rest until it is steady.
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// The drive of docs/howto/two_pulleys.md with a string for a belt, and a quarter of its damping.
constexpr std::string_view kFan = R"({
  "format": "beltdyn/1",
  "name": "fan",
  "drive": {
    "type": "belt_drive",
    "direction": "counterclockwise",
    "pulleys": [
      {
        "center": [0, 0], "radius": 0.04, "side": "inside", "inertia": 1e-3,
        "motion": {
          "type": "prescribed",
          "angular_velocity": {"type": "cosine_ramp", "from": 0, "to": 62.83185307179586, "start_time": 0, "end_time": 0.3}
        }
      },
      {
        "center": [0.4, 0], "radius": 0.08, "side": "inside", "inertia": 0.02,
        "motion": {"type": "torque", "torques": [{"type": "table", "speed": [0, 20, 40], "moment": [0, -2, -8]}]}
      }
    ],
    "belt": {
      "axial_stiffness": 5e4, "bending_stiffness": 0, "mass_per_length": 0.08, "width": 0.015, "contact_offset": 0,
      "axial_damping": 5, "pretension": {"type": "reference_strain", "strain": -0.004}
    },
    "contact": {"friction": {"type": "coulomb", "coefficient": 0.5}},
    "gravity": [0, 0]
  },
  "end_time": 1,
  "output": {},
  "runs": [{"name": "none", "formulation": "analytic_string", "time_step": 1}]
})";

// N = EA λ − EA + N₀; T = N − ρA G² λ obeys T₁/T₂ = e^(μ β) over the slip arcs β before the exits; ω r = G λ where a
// pulley is entered; the length is that of the path at rest. Solved to 13 digits.
constexpr double kTight = 237.493936547875;  // N [N]
constexpr double kSlack = 169.842809121274;
constexpr double kCreep = 0.001352008706;                     // 1 − ω₂ r₂/(ω₁ r₁)
constexpr double kRatio = 0.08 / (0.04 * 62.83185307179586);  // r₂/(ω₁ r₁) [s]

struct Errors {
  double creep{};  // relative
  double force{};  // of the tight force
};

// Means over the time in which the belt goes round, when it is steady: elements that pass shake a drive.
Errors errors_of(const std::string& run_members) {
  constexpr double kSteady = 0.8;  // the fan follows its driver by a time of 0.07 s [s]
  constexpr double kInterval = 5e-3;
  constexpr int kLooks = 100;  // over the time in which the belt of 1.18 m goes round at 2.5 m/s
  BeltRun run(kFan, {only_run(run_members), "/end_time=2"});
  const LoadedDrive mean = mean_drive(run, kSteady, kInterval, kLooks);
  const double creep = 1.0 - mean.driven_speed * kRatio;
  return {.creep = std::abs(creep / kCreep - 1.0),
          .force = larger(std::abs(mean.slack_force - kSlack), std::abs(mean.tight_force - kTight)) / kTight};
}

void ancf(Record& record) {
  Series series{.title = "creep of the fan",
                .parameter = "elements",
                .error = "relative error of the creep",
                .values = {},
                .errors = {},
                .expected_order = 2.0};
  for (const int factor : {1, 2, 4}) {
    const Errors errors = errors_of(fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": {})",
                                                240 * factor, 2e-4 / factor));
    series.values.push_back(240 * factor);
    series.errors.push_back(errors.creep);
    if (factor == 2) continue;
    const double part = factor == 1 ? 1.0 : 0.1;
    const Rank rank = factor == 1 ? Rank::headline : Rank::detail;
    record.at_most(fmt::format("{} elements: error of the creep, relative", 240 * factor), errors.creep, 5e-3 * part,
                   rank);
    record.at_most(fmt::format("{} elements: error of span forces, of the tight one", 240 * factor), errors.force,
                   1e-3 * part, rank);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    record.absolute(fmt::format("order of the creep from {:.0f} elements on", series.values[i]),
                    std::log2(series.errors[i] / series.errors[i + 1]), 2.0, 0.5);
  }
  record.series(series);
}

}  // namespace

void add_rigid_particle_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "rigid/ancf",
       .claim = "a drive that gives no contact stiffness has in lagrangian_ancf the creep and the forces of a "
                "string on rigid pulleys, to the second order of mesh and steps",
       .reference = "the closed form of a string with mass on two rigid pulleys with Coulomb friction",
       .slow = true,
       .run = ancf,
       .tolerances = "asked: half a per cent of the creep and a thousandth of the force, a tenth of both with elements "
                     "and steps a quarter as long; orders of means over a revolution, shaken by elements that pass"});
}

}  // namespace beltdyn::verification
