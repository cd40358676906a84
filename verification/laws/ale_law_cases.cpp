// SPDX-License-Identifier: MIT
// The steady motion of eulerian_ale with every friction law, in the limit of a string on rigid pulleys.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/laws/law_drive.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kContactStiffness = 2e12;  // [N/m³]
constexpr double kEndTime = 2.45;           // end of the time functions of the drive [s]

// The drive of [Ntarladima 2023] as a string: no weight, almost no bending stiffness, no dampers, stiff contacts at the
// centre line.
BeltRun string_run(const LawOnBelt& law, int per_pulley) {
  BeltRun run(
      embedded::ntarladima_2023("drive.json"),
      {"/drive/gravity=[0, 0]", "/drive/belt/bending_stiffness=1e-6", "/drive/belt/axial_damping=0",
       "/drive/belt/contact_offset=0", "/drive/pulleys/0/radius=0.1", "/drive/pulleys/1/radius=0.1",
       fmt::format(R"(/drive/contact/normal={{"type": "penalty", "stiffness_per_area": {}, "damping_per_area": 0}})",
                   kContactStiffness),
       "/drive/contact/friction=" + law_text(law.law, LawScale::per_area),
       fmt::format(
           R"(/runs=[{{"name": "run", "formulation": "eulerian_ale", "analysis": "steady", "time_step": {}, "elements_per_pulley": {}, "elements_per_span": 4, "touching_refinement": 3}}])",
           kEndTime, per_pulley)});
  run.advance_to(kEndTime);
  return run;
}

void steady(Record& record, const LawOnBelt& law) {
  const LawOnBelt exact = on_undeformed_area(law);
  const int per_pulley = std::holds_alternative<ElastoplasticCoulombConfig>(*law.law) ? 640 : 160;
  const double coarse = string_run(law, per_pulley / 2)["angular_velocity_2"];
  const BeltRun fine = string_run(law, per_pulley);
  // Penetration, N/(r k) = 2.4e-8 m, is negligible.
  const double speed_tolerance = 2e-5 + entry_tolerance(exact, kContactStiffness);
  record.relative("driven speed [rad/s]", fine["angular_velocity_2"], exact.driven_speed, speed_tolerance,
                  Rank::headline);
  record.relative("tight span force [N]", fine["span_force_2"], exact.tight_force, 2e-4);
  record.relative("slack span force [N]", fine["span_force_1"], exact.slack_force, 2e-4);
  record.relative("driven speed with half of the elements [rad/s]", coarse, fine["angular_velocity_2"],
                  speed_tolerance);
}

}  // namespace

void add_ale_law_cases(std::vector<VerificationCase>& cases) {
  // The same laws with other numbers are short.
  constexpr std::array<std::string_view, 6> kLong{"dahl-5e3", "elastoplastic-1e7", "elastoplastic-5e8",
                                                  "gms",      "gms-viscous",       "lugre"};
  for (const LawOnBelt& law : laws_on_belts()) {
    cases.push_back(
        {.id = "friction/belts/ale-steady/" + law.name,
         .claim = fmt::format("The steady Eulerian belt with the law {} converges to the string with the same law.",
                              law_name(law.law)),
         .reference = reference_of(law),
         .slow = std::ranges::find(kLong, law.name) != kLong.end(),
         .run = [law](Record& record) { steady(record, law); },
         .tolerances = "2e-5 of the speed: the largest change when the number of elements is halved, and the effect of "
                       "contact compliance where elastoplastic bristles enter; ten times as much for the forces, of "
                       "which a tenth is observed"});
  }
}

}  // namespace beltdyn::verification
