// SPDX-License-Identifier: MIT
#include "eulerian/ale/steady/steady_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/tangent.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// A softened law reaches the friction limit by a slip of this part of the radius; a law without memory, by a slip
// velocity of this part of the belt speed [-].
constexpr double kSoftSlip = 0.2;
// The factor of the stiffness from step to step [-]; it grows after successes and shrinks after failures.
constexpr double kFirstFactor = 10.0;
constexpr double kLargestFactor = 100.0;
constexpr double kSmallestFactor = 1.001;
// Largest correction at the end, relative to the strain, except for rounding [-]. Slip consists of differences of
// stretch, which in a belt of steel are some parts in a million.
constexpr double kPartOfStrain = 2e-8;
constexpr int kIterations = 30;
// Number of contact points that the fronts of slip pass in an iteration: finer meshes take more iterations.
constexpr int kPointsAnIteration = 4;

// The factor, at most 1, of the stiffness that softens a law so; `coefficient`: friction coefficient of fast sliding.
double softest_factor(const FrictionLaw& law, double coefficient, double pressure, double radius, double speed) {
  if (coefficient == 0.0) return 1.0;
  const double slope = std::visit(
      [&](const auto& l) {
        const auto d = contact::relaxed_tangent(l, speed / radius, pressure);
        return -(d.slip * radius + d.velocity * speed);
      },
      law);
  return std::min(1.0, coefficient * pressure / (kSoftSlip * slope));
}

// Stretch of the shortest element by rounding of its material coordinates, which are as large as the belt is long [-].
double rounding(const AleEquations& equations) {
  constexpr double kUnits = 16.0;  // Newton's corrections of long belts stay below so many units of rounding
  const AleModel& model = equations.model();
  return kUnits * std::numeric_limits<double>::epsilon() * model.reference_length /
         std::ranges::min(model.mesh.lengths);
}

}  // namespace

numerics::NewtonOutcome approach(SteadySystem& system, Eigen::VectorXd& x, const SteadyAim& aim) {
  const int points = system.equations().model().mesh.size() * static_cast<int>(kContactPoints);
  const int iterations = aim.on_path ? kIterations : kIterations + points / kPointsAnIteration;
  const double tolerance =
      aim.on_path.value_or(std::max(std::min(kEndTolerance, kPartOfStrain * aim.strain), rounding(system.equations())));
  return numerics::damped_newton(system, x,
                                 {.tolerance = tolerance, .iterations = std::min(aim.most_iterations, iterations)});
}

std::vector<double> softest_factors(const AleEquations& equations, double speed, double force) {
  std::vector<double> factors;
  for (std::size_t p = 0; p < equations.pulleys().size(); ++p) {
    const ContactCircle<double>& circle = equations.pulleys()[p].circle;
    factors.push_back(softest_factor(equations.model().laws.friction.of_pulley(p),
                                     equations.drive().kinetic_coefficient(p), force / circle.line_radius,
                                     circle.radius, speed));
  }
  return factors;
}

// Predicts the motion from the last two: it changes nearly in proportion to the inverse of the stiffness.
std::optional<double> ramp_friction(const AleEquations& equations, const std::vector<double>& softest,
                                    const Eigen::VectorXd& x, const RampStep& step) {
  const auto try_factor = [&](double factor, const Eigen::VectorXd& guess) {
    std::vector<FrictionLaw> laws;
    for (std::size_t p = 0; p < softest.size(); ++p) {
      laws.push_back(
          std::visit([&](const auto& law) -> FrictionLaw { return law.softened(std::max(factor, softest[p])); },
                     equations.model().laws.friction.of_pulley(p)));
    }
    return step(contact::LawTable(laws), factor == 1.0, guess);
  };
  double reached = std::ranges::min(softest);
  if (!try_factor(reached, Eigen::VectorXd(x))) return std::nullopt;
  double factor = kFirstFactor;
  double before = 0.0;  // the factor before the last one, with its motion
  Eigen::VectorXd x_before;
  while (reached < 1.0) {
    const double next = std::min(1.0, reached * factor);
    const Eigen::VectorXd last = x;
    bool succeeds = false;
    if (before > 0.0) {
      const double way = (1.0 / reached - 1.0 / next) / (1.0 / before - 1.0 / reached);
      succeeds = try_factor(next, last + way * (last - x_before));
    }
    if (succeeds || try_factor(next, last)) {
      before = reached;
      x_before = last;
      reached = next;
      factor = std::min(kLargestFactor, factor * factor);
      continue;
    }
    factor = std::sqrt(factor);
    if (factor < kSmallestFactor) return reached;
  }
  return 1.0;
}

}  // namespace beltdyn::eulerian::ale
