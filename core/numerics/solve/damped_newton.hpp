// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <Eigen/Core>

#include "core/base/stop_request.hpp"

namespace beltdyn::numerics {

// A system of nonlinear equations for damped_newton().
class NonlinearSystem {
 public:
  virtual ~NonlinearSystem() = default;

  // Evaluates the residual at x; false if there is none, for example because a length is negative.
  virtual bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) = 0;
  // Factorises the Jacobian at x; false if it is singular.
  virtual bool factorise(const Eigen::VectorXd& x) = 0;
  // Solves J d = rhs with the last factorisation.
  virtual void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) = 0;
  // The norm of a correction, scaled so that 1 is large.
  virtual double size(const Eigen::VectorXd& correction) const { return correction.lpNorm<Eigen::Infinity>(); }
};

// The Jacobian of a small system at x by central differences. The unknowns are of order 1. None if there is no residual
// close to x.
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

// The stopping criteria of damped_newton().
struct NewtonLimits {
  double tolerance = 1e-11;   // of the size of the correction
  int iterations = 60;        // largest number of factorisations
  double least_share = 1e-4;  // smallest part of a correction that is tried
};

// At kinks of a system the correction depends on the side, and possibly no part of it makes the next one smaller. Then
// up to kMostUndamped corrections below kSmallUndamped are taken undamped, every third one reduced to kUndampedPart:
// they may reach the right side.
inline constexpr int kMostUndamped = 12;
inline constexpr double kSmallUndamped = 0.05;
inline constexpr double kUndampedPart = 0.6;

// The result of damped_newton().
struct NewtonOutcome {
  bool converged = false;
  int iterations = 0;            // number of factorisations
  double correction = INFINITY;  // size of the last correction
};

// Ratio up to which simplified corrections continue. A correction with the Jacobian of the previous iteration costs one
// residual, which pays while it is this part of the correction before: steady belts take the least time between 0.2 and
// 0.5.
inline constexpr double kQuick = 0.25;
// Simplified corrections end when the next one would be this part of the tolerance, about the error after a last
// quadratically converging correction.
inline constexpr double kLeft = 1e-4;

// Newton's method with the affine invariant damping of Deuflhard (Newton Methods for Nonlinear Problems, 2004,
// Sec. 3.3). A part λ of the correction d is taken if the next correction with the same Jacobian is smaller,
// |d̄| ≤ (1 − λ/4) |d|; the units of the residual therefore do not matter. If a correction leads to a singular
// Jacobian, half of it is taken instead. x is the start and becomes the solution. Throws Interrupted.
inline NewtonOutcome damped_newton(NonlinearSystem& system, Eigen::VectorXd& x, const NewtonLimits& limits) {
  NewtonOutcome outcome;
  Eigen::VectorXd residual;
  Eigen::VectorXd d;
  Eigen::VectorXd simplified;
  Eigen::VectorXd trial;
  Eigen::VectorXd origin;  // x before the last correction d
  if (!system.evaluate(x, residual)) return outcome;
  double share = 1.0;  // λ, the part of a correction to try
  double taken = 1.0;  // the part of the last correction that was taken
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
      // Corrections of the size of rounding errors need not decrease.
      if (before <= limits.tolerance || after <= (1.0 - 0.25 * share) * before) break;
    }
    origin = x;
    taken = share;
    x = trial;
    if (before <= limits.tolerance && share == 1.0) {
      outcome.converged = true;
      return outcome;
    }
    // Simplified corrections are applied while they decrease fast, until the remaining error is negligible.
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
