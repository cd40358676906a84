// SPDX-License-Identifier: MIT
#include "eulerian/contour/eulerian_contour_options.hpp"

#include "core/belt/reduced_belt.hpp"
#include "core/drive/belt/reduced_contour.hpp"
#include "core/numerics/solve/closed_chain.hpp"
#include "eulerian/contour/eulerian_contour.hpp"

namespace beltdyn::eulerian {
namespace {

constexpr int kMostElements = 10'000'000;  // some gigabytes

}  // namespace

void EulerianContourOptions::visit(config::FieldVisitor& v) {
  using config::Presence;
  EulerianContourParameters& p = parameters_;
  config::visit_choice(v,
                       {"scheme", "-",
                        "how the displacement in a step is computed: paper (explicit derivative), partially_implicit "
                        "(current derivative), transported (as paper, with the displacement accumulated during stick) "
                        "or midpoint_energy (second order)"},
                       p.scheme, kSchemeNames, Presence::optional);
  config::visit_choice(
      v,
      {"status_update", "-",
       "when elements switch between stick and slip: explicit (at the end of each step), active_set (within the step, "
       "until consistent) or by_scheme (active_set for partially_implicit and midpoint_energy)"},
      p.status_update, kStatusUpdateNames, Presence::optional);
  v.integer({"elements_per_contact", "-", "the number n of elements on each pulley", config::Role::discretisation},
            p.elements_per_contact, {.low = numerics::ClosedChainLayout::kMinimumElements, .high = kMostElements});
  v.number({"stick_penalty", "N/m^2", "the penalty factor K for stick", config::Role::discretisation}, p.stick_penalty,
           config::kPositive);
  v.number({"time_step", "s", "the time step tau", config::Role::discretisation}, p.time_step, config::kPositive);
  v.number({"newton_tolerance", "-",
            "the largest correction of a material coordinate in the last Newton iteration, relative to the longer "
            "contact length",
            config::Role::discretisation},
           p.newton_tolerance, config::kPositive, Presence::optional);
  v.integer({"max_newton_iterations", "-", "the maximum number of Newton iterations per step"}, p.max_newton_iterations,
            {.low = 1}, Presence::optional);
  config::visit_choice(v,
                       {"jacobian", "-",
                        "when the tangent of Newton's method is updated: frozen (when an element switches or "
                        "convergence is slow) or full (in each iteration)"},
                       p.jacobian, kJacobianNames, Presence::optional);
  config::visit_choice(v,
                       {"slip_length", "-",
                        "how the slip length at the exit of a pulley is measured: sub_element (extrapolated from the "
                        "strains) or counted (a multiple of the element length)"},
                       p.slip_length, kSlipLengthNames, Presence::optional);
}

std::vector<std::string> EulerianContourOptions::objections(const Drive& drive) const {
  const std::variant<ContourDrive, std::string> contour = as_contour(drive);
  if (const auto* objection = std::get_if<std::string>(&contour)) return {*objection};
  return {};
}

std::unique_ptr<Simulation> EulerianContourOptions::create(const Drive& drive, double) const {
  return run_on_contour(
      drive, [this](const ContourDrive& contour) { return std::make_unique<EulerianContour>(contour, parameters_); });
}

std::vector<NumericalParameter> EulerianContourOptions::numerical_parameters() const {
  using Options = EulerianContourOptions;
  return {time_step_error<Options>(parameters_.scheme == Scheme::midpoint_energy ? kSecondOrder : 1.0,
                                   [](Options& o) -> double& { return o.parameters_.time_step; }),
          mesh_error<Options>("elements_per_contact", kContactMeshOrder, numerics::ClosedChainLayout::kMinimumElements,
                              [](Options& o) -> int& { return o.parameters_.elements_per_contact; }),
          {.name = "stick",
           .keys = "stick_penalty",
           .advice = "double stick_penalty",
           .order = 1.0,
           .ratios = kStepRatios,
           .coarsen = coarsening<Options>([](Options& options, double ratio) {
             options.parameters_.stick_penalty /= ratio;
             return ratio;
           })}};
}

}  // namespace beltdyn::eulerian
