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

// The relative error of the sag [-]. The closed form uses the computed force in the middle, where the span is level.
double relative_error(const std::string& run, Record* record) {
  const BeltRun idlers(embedded::ale_drives("idlers.json"), {only_run(run)});
  const BeltDrive& drive = idlers.simulation().drive();
  const double force = idlers["span_force_3"];
  const double stretch = 1.0 + drive.reference_strain_of_string() + force / drive.belt.axial_stiffness;
  const double weight = drive.belt.mass_per_length * drive.gravity.norm() / stretch;
  const double sag = sag_between(force, weight, drive.pulleys[2].radius);
  const double measured = std::abs(idlers["sag_deflection"]);
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
  cases.push_back({.id = "conveyor/sag/ancf",
                   .claim = "A belt of cable elements sags between idlers by the catenary.",
                   .reference = "closed form",
                   .run = sag_ancf,
                   .tolerances = "a ten-thousandth; with elements as long as a quarter of what touches an idler"});
}

}  // namespace beltdyn::verification
