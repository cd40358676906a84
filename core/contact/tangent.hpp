// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/numerics/dual.hpp"

namespace beltdyn::contact {

// The derivatives of one result of a law, by each of its arguments.
template <std::size_t N>
struct FrictionDerivatives {
  double slip{};               // by Δ
  double velocity{};           // by v
  double inverse_time_step{};  // by 1/h
  double normal_force{};       // by N
  std::array<double, N> memory{};
};

// The response of a law at one contact point with its consistent tangent.
template <std::size_t N>
struct LinearisedResponse {
  FrictionResponse response;
  FrictionMemory<N> trial;
  FrictionDerivatives<N> d_traction;
  std::array<FrictionDerivatives<N>, N> d_memory;  // derivatives of the trial history
};

// Differentiates respond() forward by all its arguments. At a change of branch, the derivative is that of the branch
// which the law takes.
template <FrictionLaw Law>
LinearisedResponse<Law::History::kSize> linearise(const Law& law, const SlipStep& step,
                                                  const typename Law::History& committed) {
  constexpr std::size_t N = Law::History::kSize;
  constexpr std::size_t kStep = 4;  // slip, velocity, inverse time step, normal force
  using Dual = numerics::Dual<double, kStep + N>;
  const auto variable = [](double value, std::size_t direction) {
    Dual number(value);
    number.d[direction] = 1.0;
    return number;
  };
  typename Law::template HistoryOf<Dual> before{};
  typename Law::template HistoryOf<Dual> after{};
  for (std::size_t k = 0; k < N; ++k) {
    before.value[k] = variable(committed.value[k], kStep + k);
    before.mode[k] = committed.mode[k];
  }
  const auto answer = law.respond(SlipStepOf<Dual>{.slip = variable(step.slip, 0),
                                                   .velocity = variable(step.velocity, 1),
                                                   .inverse_time_step = variable(step.inverse_time_step, 2),
                                                   .normal_force = variable(step.normal_force, 3)},
                                  before, after);
  const auto derivatives = [](const Dual& number) {
    FrictionDerivatives<N> d{.slip = number.d[0],
                             .velocity = number.d[1],
                             .inverse_time_step = number.d[2],
                             .normal_force = number.d[3],
                             .memory = {}};
    for (std::size_t k = 0; k < N; ++k) d.memory[k] = number.d[kStep + k];
    return d;
  };
  LinearisedResponse<N> linearised{.response = {.traction = answer.traction.value, .state = answer.state},
                                   .trial = {},
                                   .d_traction = derivatives(answer.traction),
                                   .d_memory = {}};
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    linearised.trial.value[k] = after.value[k].value;
    linearised.trial.mode[k] = after.mode[k];
    linearised.d_memory[k] = derivatives(after.value[k]);
  }
  return linearised;
}

// The derivatives of the traction at zero slip with a relaxed history.
template <FrictionLaw Law>
FrictionDerivatives<Law::History::kSize> relaxed_tangent(const Law& law, double inverse_time_step,
                                                         double normal_force) {
  return linearise(law,
                   {.slip = 0.0, .velocity = 0.0, .inverse_time_step = inverse_time_step, .normal_force = normal_force},
                   typename Law::History{})
      .d_traction;
}

}  // namespace beltdyn::contact
