// SPDX-License-Identifier: MIT
// The steady motion of eulerian_ale with every law of friction, in the limit of a string on rigid pulleys.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/friction_on_belts.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kEndTime = 2.45;  // of the programmes of the drive [s]

// The drive of [Ntarladima 2023] as a string: no weight, next to no bending stiffness, no dampers, stiff contacts with
// the centre line.
BeltRun string_run(const LawOnBelt& law, int per_pulley) {
  BeltRun run(
      embedded::ntarladima_2023("drive.json"),
      {"/drive/gravity=[0, 0]", "/drive/belt/bending_stiffness=1e-6", "/drive/belt/axial_damping=0",
       "/drive/belt/contact_offset=0", "/drive/pulleys/0/radius=0.1", "/drive/pulleys/1/radius=0.1",
       R"(/drive/contact/normal={"type": "penalty", "stiffness_per_area": 4e10, "damping_per_area": 0})",
       "/drive/contact/friction=" + law_text(law.law, LawScale::per_area),
       fmt::format(
           R"(/runs=[{{"name": "run", "formulation": "eulerian_ale", "analysis": "steady", "time_step": {}, "elements_per_pulley": {}, "elements_per_span": 4, "touching_refinement": 2}}])",
           kEndTime, per_pulley)});
  run.advance_to(kEndTime);
  return run;
}

void steady(Record& record, const LawOnBelt& law) {
  const BeltRun coarse = string_run(law, 20);
  const BeltRun middle = string_run(law, 40);
  const BeltRun fine = string_run(law, 80);
  // The penetration N/(r k) = 1.2e-6 m of a radius of 0.1 m is 1.2e-5 of it.
  record.relative("driven speed [rad/s]", fine["angular_velocity_2"], law.driven_speed, 2e-5, Rank::headline);
  record.relative("tight span force [N]", fine["span_force_2"], law.tight_force, 2e-4);
  record.relative("slack span force [N]", fine["span_force_1"], law.slack_force, 2e-4);
  const double first = std::abs(middle["angular_velocity_2"] - coarse["angular_velocity_2"]);
  const double second = std::abs(fine["angular_velocity_2"] - middle["angular_velocity_2"]);
  record.value("observed order in the mesh, 20, 40 and 80 elements on a pulley [-]", std::log2(first / second));
}

}  // namespace

void add_ale_law_cases(std::vector<VerificationCase>& cases) {
  for (const LawOnBelt& law : laws_on_belts()) {
    cases.push_back({.id = "friction/belts/ale-steady/" + law.name,
                     .claim = fmt::format("The steady Eulerian belt with the law {} is the string with it, in its limit.",
                                          law_name(law.law)),
                     .reference = "independent integration of force and memory along the arcs",
                     .run = [law](Record& record) { steady(record, law); }});
  }
}

}  // namespace beltdyn::verification
