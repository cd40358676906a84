// SPDX-License-Identifier: MIT
#include "verification/laws/law_drive.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "analytic/belt/steady/friction_loop.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

constexpr double kPath = 2.0 * (std::numbers::pi * kLawRadius + kLawSpan);  // [m]
constexpr double kSettled = 2.0;                                            // disturbances by the load have decayed [s]

// The largest derivative of friction by the slip velocity, per normal force [s/m]; 0 for laws without a viscous part.
struct SlipDamping {
  double operator()(const RegularisedCoulombConfig& law) const {
    const double slope = law.parameters.form == contact::Regularisation::threlfall ? 3.0 : 1.0;  // φ'(0)
    return slope * law.parameters.friction_coefficient / law.parameters.velocity;
  }
  double operator()(const LuGreConfig& law) const { return law.damping + law.viscosity; }
  double operator()(const GmsConfig& law) const { return law.viscosity; }
  template <class Law>
  double operator()(const Law&) const {
    return 0.0;
  }
};

}  // namespace

BeltRun law_run(const LawDrive& d) {
  double radius = kLawRadius;
  if (d.links > 0) {
    const double half_turn = 0.5 * kPath / d.links / kLawRadius;
    radius *= half_turn / std::tan(half_turn);
  }
  const double shorter = 2.0 * std::numbers::pi * (kLawRadius - radius) / kPath;
  std::vector<std::string> edits{
      "/drive/gravity=[0, 0]",
      "/drive/belt/bending_stiffness=1e-6",
      "/drive/belt/contact_offset=0",
      fmt::format("/drive/belt/axial_damping={}", d.axial_damping),
      fmt::format("/drive/belt/axial_stiffness={}", kLawStiffness * (1.0 - shorter)),
      fmt::format("/drive/belt/pretension/strain={}", kLawStressFree / (1.0 - shorter) - 1.0),
      fmt::format("/drive/pulleys/0/radius={}", radius),
      fmt::format("/drive/pulleys/1/radius={}", radius),
      fmt::format(R"(/drive/pulleys/0/motion/angular_velocity={{"type": "cosine_ramp", "from": 0, "to": {},
                     "start_time": 0, "end_time": 0.4}})",
                  kLawDriverSpeed),
      fmt::format(R"(/drive/pulleys/1/motion/torques=[
          {{"type": "applied", "moment":
            {{"type": "cosine_ramp", "from": 0, "to": -25, "start_time": 0.2, "end_time": 0.7}}}},
          {{"type": "applied", "moment":
            {{"type": "cosine_ramp", "from": 0, "to": {}, "start_time": 0.9, "end_time": 1.5}}}}])",
                  d.change_of_torque),
      fmt::format(R"(/drive/contact/normal={{"type": "penalty", "stiffness_per_area": {}, "damping_per_area": {}}})",
                  d.contact_stiffness, d.normal_damping),
      "/drive/contact/friction=" + law_text(d.law, LawScale::per_area),
      only_run(d.run)};
  edits.insert(edits.end(), d.edits.begin(), d.edits.end());
  return {embedded::ntarladima_2023("drive.json"), edits};
}

LawOnBelt on_undeformed_area(LawOnBelt law) {
  if (!std::holds_alternative<ElastoplasticCoulombConfig>(*law.law)) return law;
  const PulleyContact contact{.normal = PenaltyContact{}, .friction = law.law};
  analytic::FrictionLoop loop{.string = {.axial_stiffness = kLawStiffness,
                                         .unstressed_stretch = kLawStressFree,
                                         .mass_per_length = kLawMass,
                                         .reference_length = kPath},
                              .pulleys = {{.contact = contact, .label = "1"}, {.contact = contact, .label = "2"}},
                              .width = kLawWidth};
  loop.string.pulleys = {{.place = {.center = {0.0, 0.0}, .radius = kLawRadius}, .torque = {}},
                         {.place = {.center = {kLawSpan, 0.0}, .radius = kLawRadius},
                          .torque = [](double omega) { return 25.0 + 2.0 * omega; }}};
  const analytic::FrictionLoopMotion motion = analytic::friction_loop_motion(loop, kLawDriverSpeed * kLawRadius);
  law.driven_speed = motion.angular_velocity[1];
  law.tight_force = motion.force[1];
  law.slack_force = motion.force[0];
  return law;
}

std::string reference_of(const LawOnBelt& law) {
  return std::holds_alternative<ElastoplasticCoulombConfig>(*law.law)
             ? "analytic_string, the ordinary differential equations of the arcs"
             : "independent integration of force and memory along the arcs";
}

double entry_tolerance(const LawOnBelt& exact, double contact_stiffness) {
  constexpr double kCoulombSpeed = 11.30839922;  // ω₂ without compliance [rad/s]
  const auto* bristle = std::get_if<ElastoplasticCoulombConfig>(&*exact.law);
  if (bristle == nullptr) return 0.0;
  const double entry = std::sqrt(kLawLargestForce / (kLawWidth * contact_stiffness));
  const double uptake = std::sqrt(kLawStiffness / (kLawWidth * bristle->stiffness));
  return 2.0 * entry / uptake * (kCoulombSpeed - exact.driven_speed) / exact.driven_speed;
}

std::string law_ale(int per_pulley, double time_step) {
  return fmt::format(R"("formulation": "eulerian_ale", "elements_per_pulley": {}, "elements_per_span": 4,
                        "touching_refinement": 3, "time_step": {})",
                     per_pulley, time_step);
}

std::string law_ale_steady(int per_pulley) { return law_ale(per_pulley, kSettled) + R"(, "analysis": "steady")"; }

std::string law_ancf(int elements, double time_step) {
  return fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "segments_per_element": 8,
                        "time_integration": "generalised_alpha", "spectral_radius": 0, "time_step": {})",
                     elements, time_step);
}

std::string law_links(int links, const FrictionLawConfig& law) {
  constexpr double kOfJoints = 2e-5 * 480;  // for one link, below the stability limit 2√2/√(12 c/m) of the joints [s]
  // Runge-Kutta steps are stable up to 2.8 on the negative real axis; close to this limit they hardly damp oscillations
  // of links.
  constexpr double kStability = 1.0;
  const double damping = std::visit(SlipDamping{}, law) * kLawLargestForce / kLawRadius;  // per length [N s/m²]
  double step = kOfJoints / links;
  if (damping > 0.0) step = std::min(step, kStability * kLawMass / damping);
  return fmt::format(
      R"("formulation": "lagrangian_links", "time_integration": "runge_kutta_4", "links": {}, "time_step": {})", links,
      step);
}

LoadedDrive settled(const LawDrive& drive) {
  constexpr double kFrom = kSettled - 0.1;  // [s]
  constexpr double kLook = 1e-3;            // [s]
  BeltRun run = law_run(drive);
  return mean_drive(run, kFrom, kLook, static_cast<int>(std::lround(drive.mean_time / kLook)));
}

LoadedDrive steady(LawDrive drive) {
  // Elements per pulley. Half as many change the speed by less than 1e-5; with the softest bristles on hard contacts,
  // by 5e-5.
  const int elements = std::holds_alternative<ElastoplasticCoulombConfig>(drive.law) ? 640 : 160;
  drive.run = law_ale_steady(elements);
  drive.links = 0;
  BeltRun run = law_run(drive);
  run.advance_to(kSettled);
  return {run["angular_velocity_2"], run["span_force_2"], run["span_force_1"]};
}

}  // namespace beltdyn::verification
