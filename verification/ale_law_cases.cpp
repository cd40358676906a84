// SPDX-License-Identifier: MIT
// The steady motion of eulerian_ale with every law of friction, in the limit of a string on rigid pulleys.
#include <string>
#include <variant>
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
       R"(/drive/contact/normal={"type": "penalty", "stiffness_per_area": 2e12, "damping_per_area": 0})",
       "/drive/contact/friction=" + law_text(law.law, LawScale::per_area),
       fmt::format(
           R"(/runs=[{{"name": "run", "formulation": "eulerian_ale", "analysis": "steady", "time_step": {}, "elements_per_pulley": {}, "elements_per_span": 4, "touching_refinement": 3}}])",
           kEndTime, per_pulley)});
  run.advance_to(kEndTime);
  return run;
}

// The elastic bristle has its stiffness per area of the undeformed belt here, and per area of the belt as it is in the
// reference: the stretch of 0.97 to 1.035 changes the part of the creep that is due to the bristles.
double stretch_tolerance(const LawOnBelt& law) {
  constexpr double kCoulombSpeed = 11.30839922;  // ω₂ without compliance [rad/s]
  constexpr double kLargestStrain = 0.035;
  if (!std::holds_alternative<ElastoplasticCoulombConfig>(law.law)) return 0.0;
  return kLargestStrain * (kCoulombSpeed - law.driven_speed) / law.driven_speed;
}

void steady(Record& record, const LawOnBelt& law) {
  const double coarse = string_run(law, 80)["angular_velocity_2"];
  const BeltRun fine = string_run(law, 160);
  const double stretch = stretch_tolerance(law);
  // Penetration, N/(r k) = 2.4e-8 m, is nothing; where a particle enters, pressure grows on sqrt(N/k) = 1e-4 m while
  // it already remembers, which weighs the more the softer a law is.
  record.relative("driven speed [rad/s]", fine["angular_velocity_2"], law.driven_speed, 2e-5 + stretch, Rank::headline);
  record.relative("tight span force [N]", fine["span_force_2"], law.tight_force, 2e-4 + stretch);
  record.relative("slack span force [N]", fine["span_force_1"], law.slack_force, 2e-4 + stretch);
  record.relative("driven speed with half of the elements [rad/s]", coarse, fine["angular_velocity_2"], 2e-5 + stretch);
}

}  // namespace

void add_ale_law_cases(std::vector<VerificationCase>& cases) {
  for (const LawOnBelt& law : laws_on_belts()) {
    cases.push_back(
        {.id = "friction/belts/ale-steady/" + law.name,
         .claim = fmt::format("The steady Eulerian belt with the law {} is the string with it, in its limit.",
                              law_name(law.law)),
         .reference = "independent integration of force and memory along the arcs",
         .run = [law](Record& record) { steady(record, law); }});
  }
}

}  // namespace beltdyn::verification
