// SPDX-License-Identifier: MIT
// Bodies clamped to closed belts.
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/root.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// Values of configs/demo/printer_axis.json, whose carriage is held by two belt spans.
constexpr double kStiffness = 20e3;
constexpr double kDensity = 0.02;
constexpr double kWidth = 6e-3;
constexpr double kBefore = 0.15;
constexpr double kBehind = 0.27;
constexpr double kMass = 0.4;

// The axis with both pulleys held and a force on the carriage. `stick`: stiffness of stick per area [N/m³]; 0: rigid
// stick.
BeltRun axis(const std::string& members, const std::string& force, double stick) {
  const std::string law =
      stick > 0.0
          ? fmt::format(R"({{"type": "elastoplastic_coulomb", "coefficient": 20, "stiffness_per_area": {}}})", stick)
          : std::string(R"({"type": "coulomb", "coefficient": 20})");
  return {
      embedded::ale_drives("printer_axis.json"),
      {only_run(fmt::format(R"("formulation": "eulerian_ale", {})", members)),
       R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": 0})",
       R"(/drive/pulleys/1/motion={"type": "prescribed", "angular_velocity": 0})", "/drive/belt/axial_damping=0",
       fmt::format(R"(/drive/bodies=[{{"from": 1, "distance": {}, "mass": {}, "force": {}}}])", kBefore, kMass, force),
       "/drive/contact/friction=" + law}};
}

// Elastic stick K is as compliant as an additional length √(EA/(K w)) of each span [m].
double longer_by(double stick) { return std::sqrt(kStiffness / (stick * kWidth)); }
double compliance(double longer) { return 1.0 / (kStiffness * (1.0 / (kBefore + longer) + 1.0 / (kBehind + longer))); }

void stretch(Record& record) {
  constexpr double kStick = 1e12;
  constexpr double kForce = 0.5;
  const BeltRun elastic = axis(R"("elements_per_pulley": 96, "elements_per_span": 32, "touching_refinement": 2,
                                  "time_step": 1e-4, "newton_tolerance": 1e-6)",
                               fmt::format("{}", kForce), kStick);
  record.relative("way of the carriage, elastic stick [m]", elastic["body_position_1"],
                  kForce * compliance(longer_by(kStick)), 1e-6, Rank::headline,
                  "the strain changes by 2e-5, and what is of second order by some hundredth of that");
  record.relative("force of the belt on it [N]", elastic["body_force_1"], -kForce, 1e-5, Rank::detail,
                  "what Newton's method leaves");
  Series series{.title = "way of a body that rigid stick holds",
                .parameter = "elements on a pulley",
                .error = "relative error [-]",
                .values = {24.0, 48.0, 96.0},
                .errors = {},
                .expected_order = 1.0};
  for (const double n : series.values) {
    const BeltRun rigid = axis(
        fmt::format(
            R"("elements_per_pulley": {}, "elements_per_span": 16, "touching_refinement": 2, "time_step": 1e-4)", n),
        fmt::format("{}", kForce), 0.0);
    series.errors.push_back(std::abs(rigid["body_position_1"] / (kForce * compliance(0.0)) - 1.0));
  }
  for (std::size_t i = 1; i < series.errors.size(); ++i) {
    record.absolute(fmt::format("order of convergence to rigid stick [-], {} elements", series.values[i]),
                    std::log2(series.errors[i - 1] / series.errors[i]), 1.0, 0.1);
  }
  record.series(std::move(series));
}

// The lowest root ω of m ω = √(EA ρ) (cot(ω l₁/c) + cot(ω l₂/c)): a mass between two rods.
double resonance(double longer) {
  const double c = std::sqrt(kStiffness / kDensity);
  const double impedance = std::sqrt(kStiffness * kDensity);
  const auto cotangent = [c](double omega, double length) { return 1.0 / std::tan(omega * length / c); };
  return numerics::find_root(
      [&](double omega) {
        return kMass * omega - impedance * (cotangent(omega, kBefore + longer) + cotangent(omega, kBehind + longer));
      },
      1.0, 0.9 * std::numbers::pi * c / (kBehind + longer));
}

// The angular frequency follows from the times at which the carriage passes its rest position forwards.
void swing(Record& record) {
  constexpr double kStick = 1e12;
  constexpr double kStep = 1e-5;
  BeltRun run = axis(fmt::format(R"("elements_per_pulley": 24, "elements_per_span": 16, "touching_refinement": 3,
                                    "time_step": {}, "spectral_radius": 1)",
                                 kStep),
                     R"({"type": "piecewise_linear", "time": [0, 1e-3], "value": [1, 0]})", kStick);
  std::vector<double> passes;
  double time = 2e-3;
  run.advance_to(time);
  double before = run["body_position_1"];
  double largest = 0.0;
  run.advance_to(0.1, [&] {
    const double now = run["body_position_1"];
    largest = larger(largest, std::abs(now));
    if (before < 0.0 && now >= 0.0) passes.push_back(run.time() - kStep * now / (now - before));
    before = now;
  });
  const double periods = static_cast<double>(passes.size()) - 1.0;
  const double omega = 2.0 * std::numbers::pi * periods / (passes.back() - passes.front());
  record.relative("angular frequency of the carriage on its belt [rad/s]", omega, resonance(longer_by(kStick)), 1e-4,
                  Rank::headline, "the trapezoidal rule lengthens the period by (ωh)²/12 = 4e-6");
  record.relative("the same of springs, with a third of the mass of the belt [rad/s]", omega,
                  1.0 / std::sqrt(compliance(longer_by(kStick)) * (kMass + kDensity * (kBefore + kBehind) / 3.0)),
                  1e-4);
}

// The axis of the demo: the carriage travels 80 mm through the mesh.
void moves(Record& record) {
  const auto run = [](const char* members) {
    return BeltRun(embedded::ale_drives("printer_axis.json"), {only_run(members)});
  };
  BeltRun ale = run(R"("formulation": "eulerian_ale", "elements_per_pulley": 24, "time_step": 2e-4)");
  BeltRun ancf = run(R"("formulation": "lagrangian_ancf", "elements": 1920, "time_step": 2e-4,
                        "time_integration": "generalised_alpha")");
  double displacement = 0.0;
  double force = 0.0;
  for (int i = 1; i <= 400; ++i) {
    for (BeltRun* of : {&ale, &ancf}) of->advance_to(1e-3 * i);
    displacement = larger(displacement, std::abs(ale["body_position_1"] - ancf["body_position_1"]));
    force = larger(force, std::abs(ale["body_force_1"] - ancf["body_force_1"]));
  }
  record.at_most("largest difference of the place of the carriage [m]", displacement, 1e-5, Rank::headline);
  record.at_most("largest difference of the force on it [N]", force, 0.5, Rank::headline);
}

}  // namespace

void add_belt_body_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "bodies/ale/stretch",
                   .claim = "In the mixed description a force moves a body on its belt as two spans let it.",
                   .reference = "closed form",
                   .run = stretch,
                   .tolerances = "first order, as the length is over which rigid stick takes up a force"});
  cases.push_back({.id = "bodies/ale/resonance",
                   .claim = "In the mixed description a body swings on its belt with the frequency of two rods.",
                   .reference = "closed form",
                   .run = swing,
                   .tolerances = "a ten-thousandth"});
  cases.push_back({.id = "bodies/ale/axis",
                   .claim = "The carriage of a printer moves as it does on a belt of cable elements.",
                   .reference = "lagrangian_ancf",
                   .slow = true,
                   .run = moves,
                   .tolerances =
                       "a ten-thousandth of the way, and 2 % of the range of the force of 29 N: elements that "
                       "come to pulleys shake it"});
}

}  // namespace beltdyn::verification
