// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <utility>

#include <Eigen/Core>
#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include "core/contact/friction_law.hpp"
#include "core/contact/tangent.hpp"
#include "core/numerics/close.hpp"

namespace Eigen {

// expm1 is missing in Eigen's automatic differentiation: d(eˣ − 1) = eˣ dx.
inline AutoDiffScalar<Vector2d> expm1(const AutoDiffScalar<Vector2d>& x) {
  return {std::expm1(x.value()), Vector2d(std::exp(x.value()) * x.derivatives())};
}

}  // namespace Eigen

namespace beltdyn::contact::test {

// A number with its derivatives by two variables.
using Dual = Eigen::AutoDiffScalar<Eigen::Vector2d>;

// The exact derivatives and the tangent are the same expression with different rounding.
inline constexpr Tolerance kTangentTolerance{.rel = 1e-12, .abs = 1e-12};

inline Dual variable(double value, int index) { return {value, 2, index}; }

// Checks that the tangent of a friction law is the derivative of its traction and of its new memory. Two kinds of
// automatic differentiation must agree for derivatives by the slip of a step of constant velocity, the normal force,
// the step length and the memory.
template <class Law>
void check_tangent(const Law& law, const SlipStep& step, const typename Law::History& committed) {
  using DualHistory = typename Law::template HistoryOf<Dual>;
  typename Law::History trial{};
  const FrictionResponse response = law.respond(step, committed, trial);
  const auto tangent = linearise(law, step, committed);
  CAPTURE(step.slip);
  CAPTURE(step.normal_force);
  CHECK(response.traction == tangent.response.traction);
  CHECK(response.state == tangent.response.state);
  DualHistory before{};
  DualHistory after{};
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    before.value[k] = Dual(committed.value[k], Eigen::Vector2d::Zero());
    before.mode[k] = committed.mode[k];
  }
  const auto check = [&](const Dual& exact, double by_first, double by_second) {
    CHECK(close(by_first, exact.derivatives()[0], kTangentTolerance));
    CHECK(close(by_second, exact.derivatives()[1], kTangentTolerance));
  };
  const double rate = step.inverse_time_step;
  const Dual slip = variable(step.slip, 0);
  const Dual fixed_rate(rate, Eigen::Vector2d::Zero());
  const auto moved = law.respond(SlipStepOf<Dual>{.slip = slip,
                                                  .velocity = Dual(slip * rate),
                                                  .inverse_time_step = fixed_rate,
                                                  .normal_force = variable(step.normal_force, 1)},
                                 before, after);
  const auto by_slip = [rate](const auto& d) { return d.slip + rate * d.velocity; };
  CHECK(close(response.traction, moved.traction.value(), kTangentTolerance));
  check(moved.traction, by_slip(tangent.d_traction), tangent.d_traction.normal_force);
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    CHECK(close(trial.value[k], after.value[k].value(), kTangentTolerance));
    check(after.value[k], by_slip(tangent.d_memory[k]), tangent.d_memory[k].normal_force);
  }
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    const Dual kept = before.value[k];
    before.value[k] = variable(committed.value[k], 0);
    const Dual none(0.0, Eigen::Vector2d::Zero());
    const auto remembered = law.respond(SlipStepOf<Dual>{.slip = Dual(step.slip + none),
                                                         .velocity = Dual(step.velocity + none),
                                                         .inverse_time_step = variable(rate, 1),
                                                         .normal_force = Dual(step.normal_force + none)},
                                        before, after);
    check(remembered.traction, tangent.d_traction.memory[k], tangent.d_traction.inverse_time_step);
    check(after.value[k], tangent.d_memory[k].memory[k], tangent.d_memory[k].inverse_time_step);
    before.value[k] = kept;
  }
}

// Applies a slip in one step to a history and returns the response, at unit normal force by default.
template <class Law>
FrictionResponse move(const Law& law, double slip, typename Law::History& history, double time_step = 1.0,
                      double normal_force = 1.0) {
  typename Law::History trial{};
  const FrictionResponse response = law.respond(even_step(slip, time_step, normal_force), history, trial);
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
  // Each cycle brings the loop closer to the steady one. After some cycles, the memory of the start has faded.
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
