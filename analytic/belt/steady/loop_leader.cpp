// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/loop_leader.hpp"

#include <cmath>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Largest ratio of successive corrections [-]; they shrink by about the relative difference of the loops.
constexpr double kLeastContraction = 0.1;
// Accepted error of the unknowns, which are of the order of 1 [-]: rounding of the integration along arcs, 1e-12, over
// strains.
constexpr double kLedRest = 1e-10;
constexpr int kMostCorrections = 10;

}  // namespace

LoopLeader::LoopLeader(const FrictionLoop& loop, double driver_speed, const FrictionLoopState& state)
    : state_(state), equations_(loop, driver_speed) {
  const Eigen::VectorXd x = equations_.unknowns(state);
  Eigen::VectorXd residual;
  has_jacobian_ = equations_.evaluate(x, residual) && equations_.factorise(x);
}

std::optional<FrictionLoopState> LoopLeader::lead(const FrictionLoop& other, double driver_speed) {
  if (!has_jacobian_) return std::nullopt;
  FrictionLoopEquations equations(other, driver_speed);
  Eigen::VectorXd x = equations.unknowns(state_);
  Eigen::VectorXd residual;
  Eigen::VectorXd correction;
  double last = 0.0;
  for (int i = 0; i < kMostCorrections; ++i) {
    if (!equations.evaluate(x, residual)) return std::nullopt;
    equations_.solve(-residual, correction);
    const double size = correction.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(size) || (i > 0 && size > kLeastContraction * last && size > kLedRest)) return std::nullopt;
    x += correction;
    if (size <= kLedRest || (i > 0 && size * size <= kLedRest * last)) return equations.state(x);
    last = size;
  }
  return std::nullopt;
}

}  // namespace beltdyn::analytic
