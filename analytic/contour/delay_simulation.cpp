// SPDX-License-Identifier: MIT
#include "analytic/contour/delay_simulation.hpp"

#include <algorithm>

#include <boost/math/quadrature/gauss.hpp>

#include "analytic/contour/delay_integrator.hpp"
#include "analytic/contour/delay_midpoint.hpp"

namespace beltdyn::analytic {
namespace {

std::unique_ptr<DelaySolution> make_solution(const ContourDrive& drive, StrainModel model, DelayMethod method) {
  const DelayEquations equations(drive, model);
  if (method == DelayMethod::midpoint) return std::make_unique<DelayMidpoint>(equations);
  return std::make_unique<DelayIntegrator>(equations);
}

}  // namespace

DelaySimulation::DelaySimulation(const ContourDrive& drive, StrainModel model, DelayMethod method, double time_step)
    : LevelSimulation(drive, model),
      method_(method),
      solution_(make_solution(drive, model, method)),
      time_step_(time_step) {}

// The scheme of the paper is of second order in the step. Its error of the length is of the same order relative to the
// elongation, which is of the order of f R/b.
ContourTolerances DelaySimulation::balance_tolerances() const {
  constexpr double kShareOfElongation = 1e-3;
  ContourTolerances tolerances = LevelSimulation::balance_tolerances();
  if (method_ == DelayMethod::midpoint) {
    tolerances.length =
        kShareOfElongation * std::max(slope(0) * drive().contact_length[0], slope(1) * drive().contact_length[1]);
  }
  return tolerances;
}

LevelSimulation::Contact DelaySimulation::contact(std::size_t k) const {
  const double level = solution_->levels()[k];
  const double length = solution_->slip_lengths()[k];
  const int direction = length > 0.0 ? solution_->equations().direction(k) : 0;
  return {.exit = {.level = level, .front_level = level - direction * slope(k) * length, .slip_length = length},
          .direction = direction};
}

LevelSimulation::StickPoint DelaySimulation::stick_point(std::size_t k, double local) const {
  const double speed = solution_->equations().speed(k);
  const HistoryPoint past = solution_->history(1 - k, time() - local / speed);
  return {.level = past.level, .slope = -past.rate / speed};
}

double DelaySimulation::stick_elongation(std::size_t k, double length) const {
  const double speed = solution_->equations().speed(k);
  // Exact except for rounding between the knots of the history, where it is a polynomial of degree 5 at most.
  constexpr unsigned kPoints = 7;
  const auto elongation = [this, k](double t) { return law().elongation(solution_->history(1 - k, t).level); };
  double sum = 0.0;
  double from = std::max(0.0, time() - length / speed);
  while (from < time()) {
    const double to = std::min(solution_->next_knot(from), time());
    sum += boost::math::quadrature::gauss<double, kPoints>::integrate(elongation, from, to);
    from = to;
  }
  return speed * sum;
}

}  // namespace beltdyn::analytic
