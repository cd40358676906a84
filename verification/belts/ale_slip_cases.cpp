// SPDX-License-Identifier: MIT
// Slip arcs of the belt of eulerian_ale on its pulleys, compared with a string on bristles.
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "core/numerics/observed_order.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

// The drive of string_drive.json with contacts ten times as stiff.
constexpr double kRadius = 0.1;               // of both pulleys [m]
constexpr double kContactStiffness = 3.2e10;  // 4e11 N/m³ over the width of 0.08 m [N/m²]
const std::string kStiffContact = "/drive/contact/normal/stiffness_per_area=4e11";
// An element has three contact points, at Gauss points. Their largest spacing is this part of the element, sqrt(3/5)/2
// [-].
constexpr double kLargestSpacing = 0.3873;

std::string constant(const char* what, double value) {
  return fmt::format(R"({}={{"type": "constant", "value": {:.17g}}})", what, value);
}

struct StringArcs {
  std::array<double, 2> slip_arc{};  // of the belt on its compliant contacts [rad]
  std::array<double, 2> layer{};     // √(τ/k)/R [rad]
  double driven_speed{};             // ω₂ [rad/s]
};

// The string slips from the front given by the friction law to the end of the wrap. On contacts of stiffness k the end
// of contact lies further out by √(τ/k): the gap g obeys τ (g'' − 1/R) = k g in contact and g'' = 1/R behind it, so
// that the tangent of the last piece touches the circle √(τ/k) before the place where g vanishes.
StringArcs string_arcs(const std::vector<std::string>& edits) {
  std::vector<std::string> string_edits = edits;
  string_edits.push_back(R"(/runs=[{"name": "string", "formulation": "analytic_string", "time_step": 0.1}])");
  const BeltRun run(embedded::ale_drives("string_drive.json"), string_edits);
  const auto& motion = dynamic_cast<const analytic::SteadyStringSimulation&>(run.simulation()).motion();
  StringArcs arcs{.driven_speed = motion.angular_velocity[1]};
  for (std::size_t k = 0; k < 2; ++k) {
    arcs.layer[k] = std::sqrt(motion.effective_force[k] / kContactStiffness) / kRadius;
    arcs.slip_arc[k] = pi - motion.state_change[k].at(0) / kRadius + arcs.layer[k];
  }
  return arcs;
}

constexpr std::array<double, 6> kTorques{6.0, 11.0, 17.0, 23.0, 29.0, 33.0};  // [N m]

std::vector<std::string> drive_edits(double torque) {
  return {kStiffContact, constant("/drive/pulleys/1/motion/torques/0/moment", -torque)};
}

std::array<double, 2> ale_arcs(double torque, int per_pulley, int per_span) {
  std::vector<std::string> edits = drive_edits(torque);
  edits.push_back(fmt::format("/runs/0/elements_per_pulley={}", per_pulley));
  edits.push_back(fmt::format("/runs/0/elements_per_span={}", per_span));
  const BeltRun run(embedded::ale_drives("string_drive.json"), edits);
  return {run["slip_arc_1"], run["slip_arc_2"]};
}

// A front that is known only to lie between two contact points has an error of first order. Where the mesh resolves the
// layer of the bristles, √(EA/k_t)/R = 0.014 rad, the front is found from their tractions, with an error of second
// order. The position of the front within an element differs from load to load, so errors are averaged over loads.
void slip_arcs(Record& record) {
  const std::vector<double> meshes{24, 48, 96, 192};
  std::vector<double> means;
  for (const double per_pulley : meshes) {
    double sum = 0.0;
    double largest = 0.0;
    for (const double torque : kTorques) {
      const StringArcs exact = string_arcs(drive_edits(torque));
      const auto arcs = ale_arcs(torque, static_cast<int>(per_pulley), 4);
      for (std::size_t k = 0; k < 2; ++k) {
        const double error = std::abs(arcs[k] - exact.slip_arc[k]);
        sum += error;
        largest = larger(largest, error);
      }
    }
    means.push_back(sum / (2.0 * kTorques.size()));
    record.at_most(fmt::format("largest error of the slip arcs, {} elements on a pulley [rad]", per_pulley), largest,
                   kLargestSpacing * pi / per_pulley, per_pulley == 96 ? Rank::headline : Rank::detail,
                   "the largest spacing of contact points");
  }
  record.series({.title = "eulerian_ale against the string on bristles: slip arcs",
                 .parameter = "elements on a pulley",
                 .error = "mean error of the slip arcs over six loads [rad]",
                 .values = meshes,
                 .errors = means,
                 .expected_order = 1.0});
  record.absolute("order of the mean error in the elements [-]", numerics::fitted_order(meshes, means), 1.5, 0.5,
                  Rank::detail,
                  "between the first order of a position between points and the second order of the tractions");
  const double torque = kTorques[3];
  const StringArcs exact = string_arcs(drive_edits(torque));
  constexpr int kPerPulley = 64;
  const auto few = ale_arcs(torque, kPerPulley, 4);
  for (const int per_span : {2, 16, 64}) {
    const auto many = ale_arcs(torque, kPerPulley, per_span);
    for (std::size_t k = 0; k < 2; ++k) {
      record.absolute(fmt::format("slip arc {} with {} elements in a span [rad]", k + 1, per_span), many[k], few[k],
                      exact.layer[k], Rank::detail, "contact ends within the layer of contact compliance");
    }
  }
}

// A run in time reaches the same arcs: the driver turns at 1 rad/s, the driven pulley at the speed that belongs to a
// load, over nine revolutions of the belt.
void slip_arcs_in_time(Record& record) {
  constexpr int kPerPulley = 48;
  const std::string slow = constant("/drive/pulleys/0/motion/angular_velocity", 1.0);
  for (const double torque : {11.0, 23.0, 33.0}) {
    std::vector<std::string> edits = drive_edits(torque);
    edits.push_back(slow);
    const StringArcs exact = string_arcs(edits);
    BeltRun run(
        embedded::ale_drives("string_drive.json"),
        {kStiffContact, slow,
         fmt::format(
             R"(/drive/pulleys/1/motion={{"type": "prescribed", "angular_velocity": {{"type": "constant", "value": {:.17g}}}}})",
             exact.driven_speed),
         fmt::format(
             R"(/runs=[{{"name": "run", "formulation": "eulerian_ale", "elements_per_pulley": {}, "elements_per_span": 4, "time_step": {:.17g}}}])",
             kPerPulley, pi / kPerPulley)});
    run.advance_to(120.0);
    for (std::size_t k = 0; k < 2; ++k) {
      record.absolute(fmt::format("slip arc {} at the creep of {} N m [rad]", k + 1, torque),
                      run[fmt::format("slip_arc_{}", k + 1)], exact.slip_arc[k], kLargestSpacing * pi / kPerPulley,
                      Rank::detail, "the largest spacing of contact points");
    }
  }
}

}  // namespace

void add_ale_slip_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "ale/slip-arcs",
                   .claim = "the slip arcs of the steady belt converge with the number of elements on the pulleys and "
                            "do not depend on the number in the spans",
                   .reference = "exact: a string on bristles, with the ends of contact from force balance",
                   .run = slip_arcs,
                   .tolerances = "the spacing of contact points"});
  cases.push_back({.id = "ale/slip-arcs-in-time",
                   .claim = "the transient belt converges to the same slip arcs",
                   .reference = "exact: a string on bristles, with the ends of contact from force balance",
                   .run = slip_arcs_in_time,
                   .tolerances = "the spacing of contact points"});
}

}  // namespace beltdyn::verification
