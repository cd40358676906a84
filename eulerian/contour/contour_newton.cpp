// SPDX-License-Identifier: MIT
#include "eulerian/contour/contour_newton.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.hpp"
#include "core/numerics/lanes/lanes.hpp"

namespace beltdyn::eulerian {
namespace {

using numerics::Lanes;
using numerics::load;
using numerics::store;

// A frozen tangent is renewed if a correction exceeds this part of the one before [-].
constexpr double kSlowContraction = 0.1;

// w ← w − correction; returns the largest |correction|.
[[gnu::flatten]] double subtract(std::span<const double> correction, std::span<double> w) {
  Lanes largest = 0.0;
  for (std::size_t i = 0; i < w.size(); i += numerics::ClosedChainLayout::kLanes) {
    const Lanes part = load(correction.data() + i);
    largest = max(largest, abs(part));
    store(load(w.data() + i) - part, w.data() + i);
  }
  // hmax() ignores NaN, but the solver spreads a NaN to all entries, so that one entry tells.
  return std::isfinite(correction[0]) ? hmax(largest) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

ContourNewton::ContourNewton(std::unique_ptr<numerics::ClosedChainSolver> solver,
                             const numerics::ClosedChainLayout& layout, Jacobian jacobian, double tolerance,
                             int max_iterations)
    : solver_(std::move(solver)),
      jacobian_(jacobian),
      tolerance_(tolerance),
      max_iterations_(max_iterations),
      residual_(layout.node_slots()),
      matrix_(layout),
      trial_matrix_(layout) {}

bool ContourNewton::factorise(const ContourBelt& belt, const ContactField& contact, std::span<const double> w) {
  belt.hessian(contact, w, trial_matrix_);
  has_trial_ = true;
  stale_ = !solver_->factorise(trial_matrix_);
  return !stale_;
}

ContourNewton::Result ContourNewton::solve(const ContourBelt& belt, const ContactField& contact, std::span<double> w) {
  Result result{.outcome = Outcome::not_converged};
  double previous = std::numeric_limits<double>::infinity();
  while (result.iterations < max_iterations_) {
    belt.gradient(contact, w, residual_);
    if (stale_ || jacobian_ == Jacobian::full) {
      ++result.factorisations;
      if (!factorise(belt, contact, w)) {
        result.outcome = Outcome::singular;
        return result;
      }
    }
    solver_->solve(residual_);
    result.correction = subtract(residual_, w);
    ++result.iterations;
    if (!std::isfinite(result.correction)) {
      result.outcome = Outcome::diverged;
      return result;
    }
    if (result.correction <= tolerance_) {
      result.outcome = Outcome::converged;
      return result;
    }
    if (result.correction > kSlowContraction * previous) stale_ = true;
    previous = result.correction;
  }
  return result;
}

void ContourNewton::accept() {
  if (has_trial_) {
    std::swap(matrix_, trial_matrix_);
    factorised_ = true;
    has_trial_ = false;
  }
  was_stale_ = stale_;
}

void ContourNewton::reject() {
  if (has_trial_ && factorised_) solver_->factorise(matrix_);
  has_trial_ = false;
  stale_ = was_stale_;
}

void ContourNewton::save(StateWriter& writer) const {
  writer.numbers("tangent_diagonal", matrix_.diagonal);
  writer.numbers("tangent_coupling", matrix_.coupling);
  writer.numbers("tangent_link", matrix_.link);
  writer.integer("tangent_factorised", factorised_ ? 1 : 0);
  writer.integer("tangent_stale", stale_ ? 1 : 0);
}

void ContourNewton::restore(StateReader& reader) {
  const std::vector<double>& link = reader.numbers("tangent_link", matrix_.link.size());
  matrix_.diagonal = reader.numbers("tangent_diagonal", matrix_.diagonal.size());
  matrix_.coupling = reader.numbers("tangent_coupling", matrix_.coupling.size());
  matrix_.link = {link[0], link[1]};
  factorised_ = reader.integer("tangent_factorised") != 0;
  stale_ = was_stale_ = reader.integer("tangent_stale") != 0;
  has_trial_ = false;
  if (factorised_) solver_->factorise(matrix_);
}

}  // namespace beltdyn::eulerian
