// SPDX-License-Identifier: MIT
// A belt that sags between idlers, which are modelled as small pulleys.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/numerics/root.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kDistance = 1.2;  // between the idlers [m]

// The sag of a belt between two idlers of radius R: the distance of its middle below the tops of the idlers [m]. It is
// a catenary with the horizontal force H and the weight q per length. It leaves an idler at an angle β from the top,
// where the slope of the idler equals the slope of the catenary:
//
//     x = a/2 − R sin β,   tan β = sinh(q x/H),   sag R (1 − cos β) + H/q [cosh(q x/H) − 1].
double sag_between(double horizontal_force, double weight, double radius) {
  const double scale = horizontal_force / weight;
  const auto reach = [&](double beta) { return 0.5 * kDistance - radius * std::sin(beta); };
  const double beta =
      numerics::find_root([&](double b) { return std::tan(b) - std::sinh(reach(b) / scale); }, 0.0, kDistance / scale);
  return radius * (1.0 - std::cos(beta)) + scale * (std::cosh(reach(beta) / scale) - 1.0);
}

// The belt between the idlers, with the computed force and speed in the middle, where the span is level.
struct Sagging {
  double force{};     // [N]
  double momentum{};  // m v² [N]
  double mass{};      // m of the stretched belt [kg/m]
  double sag{};       // measured [m]
  double expected{};  // sag_between() [m]
};
Sagging sagging(const BeltRun& idlers) {
  const BeltDrive& drive = idlers.simulation().drive();
  Sagging belt{.force = idlers["span_force_3"], .sag = std::abs(idlers["sag_deflection"])};
  const double stretch = 1.0 + drive.reference_strain_of_string() + belt.force / drive.belt.axial_stiffness;
  belt.mass = drive.belt.mass_per_length / stretch;
  belt.momentum = belt.mass * std::pow(idlers["span_speed_3"], 2);
  belt.expected = sag_between(belt.force - belt.momentum, belt.mass * drive.gravity.norm(), drive.pulleys[2].radius);
  return belt;
}

// The relative error of the sag at rest [-].
double relative_error(const std::string& run, Record* record) {
  const BeltRun idlers(embedded::ale_drives("idlers.json"), {only_run(run)});
  const auto [force, momentum, mass, measured, sag] = sagging(idlers);
  if (record != nullptr) {
    record->relative("sag [m]", measured, sag, 1e-4, Rank::headline);
    constexpr double kForce = 34693.88;  // belt force for which the pretension was chosen [N]
    record->relative("force in the middle [N]", force, kForce, 2e-3, Rank::detail,
                     "the pretension, given to five digits, of the belt before its weight acts");
    record->relative("sag of idlers without radius, without stretch [m]",
                     measured + sag_between(kForce, 98.0 * 9.81, 0.0) - sag, 0.00498798019613, 1e-4);
  }
  return std::abs(measured / sag - 1.0);
}

void sag_ale(Record& record) {
  relative_error(R"("formulation": "eulerian_ale", "elements_per_pulley": 8, "elements_per_span": 16,
                    "touching_refinement": 0, "span_refinement": 6, "time_step": 0.001)",
                 &record);
  // The mesh that is chosen resolves the 1.3 mm by which the weight presses the belt onto the idlers.
  record.at_most("relative error of the sag with the mesh that is left out",
                 relative_error(R"("formulation": "eulerian_ale", "time_step": 0.001)", nullptr), 1e-4, Rank::headline);
}

// Load and belt that move between the idlers take a part of the force for their curved path.
void sag_moving(Record& record) {
  const std::string free = R"("radius": 0.08, "side": "inside", "inertia": 1, "motion": {"type": "free"})";
  const BeltRun idlers(
      embedded::ale_drives("idlers.json"),
      {only_run(R"("formulation": "eulerian_ale", "analysis": "steady", "elements_per_pulley": 8,
                   "elements_per_span": 16, "touching_refinement": 0, "span_refinement": 6, "time_step": 0.001)"),
       "/drive/pulleys/0/motion/angular_velocity=20",
       R"(/drive/pulleys/1={"center": [3.6, 0], "radius": 0.4, "side": "inside", "inertia": 1, "motion": {"type": "free"}})",
       fmt::format(R"(/drive/pulleys/2={{"center": [2.4, 0.38], {}}})", free),
       fmt::format(R"(/drive/pulleys/3={{"center": [1.2, 0.38], {}}})", free)});
  const Sagging belt = sagging(idlers);
  record.relative("sag at 8 m/s [m]", belt.sag, belt.expected, 1e-4, Rank::headline);
  // span_sag_k of a run of this mass. The arcs on idlers of a radius R reduce the sag by the part R q/T, to first
  // order.
  const double gravity = idlers.simulation().drive().gravity.norm();
  const double tension = belt.force - belt.momentum;
  const SpanLoad run{.idler_spacing = kDistance};
  const double on_idlers = run.sag(belt.mass, {0.0, -gravity}, {1.0, 0.0}, belt.force, idlers["span_speed_3"]);
  const double shorter = 0.08 * belt.mass * gravity / tension;
  record.relative("sag of a span on idlers, of idlers of this radius [m]", belt.sag, on_idlers * (1.0 - shorter), 1e-4);
}

void sag_ancf(Record& record) {
  const auto run = [](int elements) {
    return fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": 0.001)", elements);
  };
  Series series{.title = "sag between idlers by lagrangian_ancf",
                .parameter = "elements",
                .error = "relative error of the sag [-]",
                .values = {800.0, 1600.0, 3200.0},
                .errors = {}};
  for (const double n : series.values) {
    series.errors.push_back(relative_error(run(static_cast<int>(n)), n == series.values.back() ? &record : nullptr));
  }
  record.series(std::move(series));
}

}  // namespace

void add_idler_sag_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "conveyor/sag/ale",
                   .claim = "In the mixed description a belt sags between idlers by the catenary.",
                   .reference = "closed form",
                   .run = sag_ale,
                   .tolerances = "a ten-thousandth; observed 2e-5, as elements at idlers touch them in some points"});
  cases.push_back({.id = "conveyor/sag/moving",
                   .claim = "A moving belt sags between idlers as one at rest whose force is smaller by m v^2.",
                   .reference = "closed form",
                   .run = sag_moving,
                   .tolerances = "a ten-thousandth; observed 3e-5, as for a belt at rest"});
  cases.push_back({.id = "conveyor/sag/ancf",
                   .claim = "A belt of cable elements sags between idlers by the catenary.",
                   .reference = "closed form",
                   .run = sag_ancf,
                   .tolerances = "a ten-thousandth; with elements as long as a quarter of what touches an idler"});
}

}  // namespace beltdyn::verification
