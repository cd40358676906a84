// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <utility>

#include <Eigen/Core>
#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include "core/contact/friction_law.hpp"
#include "core/numerics/close.hpp"

namespace Eigen {

// Missing in Eigen's automatic differentiation: d(eˣ − 1) = eˣ dx.
inline AutoDiffScalar<Vector2d> expm1(const AutoDiffScalar<Vector2d>& x) {
  return {std::expm1(x.value()), Vector2d(std::exp(x.value()) * x.derivatives())};
}

}  // namespace Eigen

namespace beltdyn::contact::test {

// A number with its derivatives by two variables.
using Dual = Eigen::AutoDiffScalar<Eigen::Vector2d>;

// The exact derivatives and the tangent are the same expression rounded in another order.
inline constexpr Tolerance kTangentTolerance{.rel = 1e-12, .abs = 1e-12};

inline Dual variable(double value, int index) { return {value, 2, index}; }

// The tangent of a friction law is the derivative of its traction; the call with derivatives is the call without.
template <class Law>
void check_tangent(const Law& law, const SlipStep& step, const typename Law::History& committed) {
  typename Law::History trial{};
  typename Law::History dual_trial{};
  const FrictionResponse response = law.respond(step, committed, trial);
  const auto dual = law.respond(
      SlipStepOf<Dual>{
          .slip = variable(step.slip, 0), .time_step = step.time_step, .normal_force = variable(step.normal_force, 1)},
      committed, dual_trial);
  CAPTURE(step.slip);
  CAPTURE(step.normal_force);
  CHECK(response.traction == dual.traction.value());
  CHECK(response.state == dual.state);
  CHECK(close(response.d_slip, dual.traction.derivatives()[0], kTangentTolerance));
  CHECK(close(response.d_normal, dual.traction.derivatives()[1], kTangentTolerance));
}

// The traction for a slip in one step from a history, at unit normal force unless told.
template <class Law>
FrictionResponse move(const Law& law, double slip, typename Law::History& history, double time_step = 1.0,
                      double normal_force = 1.0) {
  typename Law::History trial{};
  const FrictionResponse response =
      law.respond(SlipStep{.slip = slip, .time_step = time_step, .normal_force = normal_force}, history, trial);
  history = trial;
  return response;
}

// ∮ F dx of a steady hysteresis loop between ±amplitude, by Simpson's rule over pairs of `n_steps` (even) steps each
// way. F = −T; exact where F is a cubic over each pair of steps.
template <class Law>
double loop_area(const Law& law, double amplitude, int n_steps) {
  typename Law::History history{};
  const double dx = 2.0 * amplitude / n_steps;
  const auto sweep = [&](double start, double direction) {
    double sum = 0.0;
    double before = start;
    for (int i = 0; i < n_steps; i += 2) {
      const double middle = -move(law, direction * dx, history).traction;
      const double after = -move(law, direction * dx, history).traction;
      sum += dx / 3.0 * (before + 4.0 * middle + after);
      before = after;
    }
    return std::pair{sum, before};
  };
  double force = -move(law, amplitude, history).traction;
  double area = 0.0;
  // Each turn brings the loop closer to the steady one; the memory of the start has faded after some.
  constexpr int kTurns = 12;
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto [back, lower] = sweep(force, -1.0);
    const auto [forth, upper] = sweep(lower, 1.0);
    force = upper;
    area = forth - back;
  }
  return area;
}

}  // namespace beltdyn::contact::test
