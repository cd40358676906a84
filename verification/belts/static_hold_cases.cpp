// SPDX-License-Identifier: MIT
// A belt loaded below the friction limit stays where it is: bristles do not creep.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"
#include "verification/laws/friction_on_belts.hpp"

namespace beltdyn::verification {
namespace {

constexpr double kStep = 1e-3;    // [s]
constexpr double kLoading = 1.0;  // [s]
constexpr double kRest = 30.0;    // from then on the waves of the loading are below rounding [s]
constexpr int kSteps = 1'000'000;
constexpr int kEulerianSteps = 100'000;

// The drive of [Ntarladima 2023] with the driver at rest and a moment of 15 N m on the other pulley. Friction could
// hold (F₁ + F₂) tanh(μ π/2) R = 52 N m.
BeltRun loaded_belt(const std::string& formulation, const std::vector<std::string>& more) {
  std::vector<std::string> edits{
      R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}})",
      fmt::format(R"(/drive/pulleys/1/motion/torques/0/moment={{"type": "cosine_ramp", "from": 0, "to": -15,
                     "start_time": 0, "end_time": {}}})",
                  kLoading),
      // Bending damping is the only damping of transverse waves in the spans. It delays the approach to the equilibrium
      // shape with the time constant D k²/N, for the wave number k of the elements, which is below a second.
      "/drive/belt/bending_damping=5e-4",
      fmt::format(R"(/runs=[{{"name": "run", "time_step": {}, {}}}])", kStep, formulation)};
  edits.insert(edits.end(), more.begin(), more.end());
  return BeltRun(embedded::ntarladima_2023("drive.json"), edits);
}

// Positions and material coordinates of the points of the belt [m].
std::vector<Eigen::Vector3d> places(const BeltRun& run) {
  std::vector<Eigen::Vector3d> places;
  const BeltMap belt = run.simulation().belt();
  for (const BeltPoint& point : belt.points()) {
    places.emplace_back(point.position.x(), point.position.y(), point.material);
  }
  return places;
}

void static_hold(Record& record, const std::string& formulation, int steps, const std::vector<std::string>& edits = {},
                 const std::string& prefix = {}) {
  BeltRun run = loaded_belt(formulation, edits);
  run.advance_to(kRest);
  const std::vector<Eigen::Vector3d> before = places(run);
  const double radius = run.simulation().drive().pulleys[1].radius;
  const double angle = run.simulation().pulley_states()[1].angle;
  double drift = 0.0;
  constexpr int kLooks = 10;
  for (int look = 1; look <= kLooks; ++look) {
    run.advance_to(kRest + kStep * steps * look / kLooks);
    const std::vector<Eigen::Vector3d> now = places(run);
    for (std::size_t i = 0; i < now.size(); ++i) drift = larger(drift, (now[i] - before[i]).norm());
    drift = larger(drift, radius * std::abs(run.simulation().pulley_states()[1].angle - angle));
  }
  record.at_most(
      fmt::format("{}largest way of the belt and of the loaded pulley in {:.0e} steps [m]", prefix, 1.0 * steps), drift,
      1e-9, Record::Rank::headline);
  // Newton's method accepts a moment on a pulley of 2.5e-7 of the belt force, 400 N, times the radius.
  record.absolute(prefix + "moment of the belt on the loaded pulley [N m]",
                  run.simulation().pulley_states()[1].contact_moment, 15.0, 1e-5);
}

// Records the hold of a friction law in a Lagrangian and in a Eulerian belt.
void hold_of_law(Record& record, const LawOnBelt& law) {
  constexpr int kLawSteps = 100'000;
  const std::vector<std::string> friction{"/drive/contact/friction=" + law_text(law.law, LawScale::per_area)};
  static_hold(record, R"("formulation": "lagrangian_ancf", "elements": 24)", kLawSteps, friction, "lagrangian_ancf: ");
  static_hold(record, R"("formulation": "eulerian_ale", "elements_per_pulley": 12, "elements_per_span": 2)", kLawSteps,
              friction, "eulerian_ale: ");
}

}  // namespace

void add_static_hold_cases(std::vector<VerificationCase>& cases) {
  for (const std::string friction : {"paper", "consistent"}) {
    cases.push_back(
        {.id = "friction/static-hold-" + friction,
         .claim = "A belt loaded below the limit of friction does not move over a million steps (friction " + friction +
                  ").",
         .reference = "rest",
         .slow = true,
         .run =
             [friction](Record& record) {
               static_hold(
                   record,
                   fmt::format(R"("formulation": "lagrangian_ancf", "elements": 24, "friction": "{}")", friction),
                   kSteps);
             },
         .tolerances = "Newton's method accepts a moment of 2.5e-7 of the belt force of 400 N times the radius; on the "
                       "stick stiffness that is 1e-10 m, which may accumulate over steps but not grow"});
  }
  cases.push_back(
      {.id = "ale/static-hold",
       .claim = "A belt at rest under load does not move through its mesh over 100 000 steps.",
       .reference = "rest",
       .slow = true,
       .run =
           [](Record& record) {
             static_hold(record, R"("formulation": "eulerian_ale", "elements_per_pulley": 12, "elements_per_span": 2)",
                         kEulerianSteps);
           },
       .tolerances = "Newton's method accepts a moment of 2.5e-7 of the belt force of 400 N times the radius; on the "
                     "stick stiffness that is 1e-10 m, which may accumulate over steps but not grow"});
  for (const char* name : {"elastoplastic-5e8", "gms"}) {
    const LawOnBelt law = law_on_belt(name);
    cases.push_back(
        {.id = "friction/belts/hold/" + law.name,
         .claim =
             fmt::format("A belt loaded below the friction limit does not move over 100 000 steps with the law {}.",
                         law_name(law.law)),
         .reference = "rest",
         .slow = true,
         .run = [law](Record& record) { hold_of_law(record, law); },
         .tolerances = "Newton's method accepts a moment of 2.5e-7 of the belt force of 400 N times the radius; on the "
                       "stick stiffness that is 1e-10 m, which may accumulate over steps but not grow"});
  }
}

}  // namespace beltdyn::verification
