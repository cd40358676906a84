// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <Eigen/Core>

#include "core/base/stop_request.hpp"

namespace beltdyn::numerics {

// A system of equations as damped_newton() sees it.
class NonlinearSystem {
 public:
  virtual ~NonlinearSystem() = default;

  // The residual at x; false if there is none, e.g. because a length has become negative.
  virtual bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) = 0;
  // Factorises the Jacobian at x; false if it is singular.
  virtual bool factorise(const Eigen::VectorXd& x) = 0;
  // Solves J d = rhs with the last factorisation.
  virtual void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) = 0;
  // The size of a correction, in the measure in which 1 is large.
  virtual double size(const Eigen::VectorXd& correction) const { return correction.lpNorm<Eigen::Infinity>(); }
};

// The Jacobian of a small system at x by central differences of a step, in which the unknowns are of the order of 1;
// none if there is no residual close to x.
inline std::optional<Eigen::MatrixXd> central_differences(NonlinearSystem& system, const Eigen::VectorXd& x,
                                                          double step) {
  Eigen::MatrixXd jacobian(x.size(), x.size());
  Eigen::VectorXd above;
  Eigen::VectorXd below;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    Eigen::VectorXd moved = x;
    moved[j] += step;
    if (!system.evaluate(moved, above)) return std::nullopt;
    moved[j] = x[j] - step;
    if (!system.evaluate(moved, below)) return std::nullopt;
    jacobian.col(j) = (above - below) / (2.0 * step);
  }
  return jacobian;
}

struct NewtonLimits {
  double tolerance = 1e-11;   // of the size of a correction
  int iterations = 60;        // factorisations, at most
  double least_share = 1e-4;  // of a correction
};

// Where a system has kinks corrections change with the side, and no part of one need make the next one smaller. Then
// so many of them are taken as a whole or by this part, by turns, if they are this small: they may come to the right
// side.
inline constexpr int kMostUndamped = 12;
inline constexpr double kSmallUndamped = 0.05;
inline constexpr double kUndampedPart = 0.6;

struct NewtonOutcome {
  bool converged = false;
  int iterations = 0;            // factorisations
  double correction = INFINITY;  // size of the last one
};

// A correction with the Jacobian of the place before costs a residual. It is worth that as long as it is this part of
// the correction before it: steady belts take the least time between 0.2 and 0.5.
inline constexpr double kQuick = 0.25;
// They end where the next one would be this part of the tolerance: about what the last correction of Newton's method,
// which shrinks faster, leaves.
inline constexpr double kLeft = 1e-4;

// Newton's method with the affine invariant damping of Deuflhard (Newton Methods for Nonlinear Problems, 2004,
// Sec. 3.3): a part λ of the correction d is taken if the next correction, with the same Jacobian, is smaller, |d̄| ≤
// (1 − λ/4) |d|. So what units the residual has does not matter. Of a correction to where the Jacobian is singular half
// is taken instead. x is the start and becomes the solution. Throws Interrupted.
inline NewtonOutcome damped_newton(NonlinearSystem& system, Eigen::VectorXd& x, const NewtonLimits& limits) {
  NewtonOutcome outcome;
  Eigen::VectorXd residual;
  Eigen::VectorXd d;
  Eigen::VectorXd simplified;
  Eigen::VectorXd trial;
  Eigen::VectorXd origin;  // x before the correction d of which a part was taken
  if (!system.evaluate(x, residual)) return outcome;
  double share = 1.0;
  double taken = 1.0;
  int undamped = 0;
  const auto take_undamped = [&] {
    if (undamped == kMostUndamped || outcome.correction > kSmallUndamped) return false;
    share = ++undamped % 3 == 0 ? kUndampedPart : 1.0;
    trial = x + share * d;
    if (!system.evaluate(trial, residual)) return false;
    system.solve(-residual, simplified);
    return true;
  };
  while (outcome.iterations < limits.iterations) {
    throw_if_stopped();
    ++outcome.iterations;
    if (!system.factorise(x)) {
      do {
        taken *= 0.5;
        if (origin.size() == 0 || taken < limits.least_share) return outcome;
        x = origin + taken * d;
      } while (!system.evaluate(x, residual));
      share = taken;
      continue;
    }
    system.solve(-residual, d);
    const double before = system.size(d);
    outcome.correction = before;
    if (!std::isfinite(before)) return outcome;
    for (;; share *= 0.5) {
      if (share < limits.least_share) {
        if (!take_undamped()) return outcome;
        break;
      }
      trial = x + share * d;
      if (!system.evaluate(trial, residual)) continue;
      system.solve(-residual, simplified);
      const double after = system.size(simplified);
      // Corrections of the size of rounding need not become smaller.
      if (before <= limits.tolerance || after <= (1.0 - 0.25 * share) * before) break;
    }
    origin = x;
    taken = share;
    x = trial;
    if (before <= limits.tolerance && share == 1.0) {
      outcome.converged = true;
      return outcome;
    }
    // Simplified corrections are taken as well while they become smaller quickly, until they leave next to nothing.
    double last = before;
    for (double next = system.size(simplified); share == 1.0 && next <= kQuick * last;) {
      trial = x + simplified;
      if (next * next <= kLeft * limits.tolerance * last) {
        x = trial;
        outcome.correction = next;
        outcome.converged = true;
        return outcome;
      }
      if (!system.evaluate(trial, residual)) {
        system.evaluate(x, residual);
        break;
      }
      x = trial;
      system.solve(-residual, simplified);
      last = next;
      next = system.size(simplified);
    }
    share = std::min(1.0, 4.0 * share);
  }
  return outcome;
}

}  // namespace beltdyn::numerics
