// SPDX-License-Identifier: MIT
// How a steady motion changes with its drive.
#include <cmath>

#include "eulerian/ale/steady_belt.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Corrections with the Jacobian of the leader shrink by about the difference of the drives each; if by less than this,
// the Jacobian changes between the two, as where a front comes to a contact point.
constexpr double kContraction = 0.1;
// Where the next correction would be this small, as SteadySystem::size() has it, the rest is rounding.
constexpr double kRest = 1e-12;
constexpr int kMostSteps = 10;

}  // namespace

bool SteadyBelt::join(const SteadyBelt& leader) {
  if (!has_unknowns_of(leader) || equations_.drive().has_mounts()) return false;
  if (!system_ || direction_ != leader.direction_) system_.emplace(equations_, leader.direction_);
  direction_ = leader.direction_;
  last_time_ = leader.last_time_;
  before_last_.reset();
  system_->set_loads(loads_at(last_time_));
  return true;
}

bool SteadyBelt::lead(std::span<SteadyBelt* const> others) {
  if (equations_.drive().has_mounts()) return false;
  if (direction_ == 0) {
    for (SteadyBelt* other : others) {
      other->rest();
      other->last_time_ = last_time_;
    }
    return true;
  }
  const bool has_jacobian = system_->factorise(x_);
  show();  // the Jacobian has used the arrays
  if (!has_jacobian) return false;
  for (SteadyBelt* other : others) {
    if (!other->join(*this)) return false;
    if (!follow_leader(*other)) {
      other->x_ = x_;
      other->solve(last_time_);
    }
    other->show();
  }
  return true;
}

bool SteadyBelt::follow_leader(SteadyBelt& other) {
  Eigen::VectorXd residual;
  Eigen::VectorXd change;
  other.x_ = x_;
  double last = 0.0;
  for (int step = 0; step < kMostSteps; ++step) {
    if (!other.system_->evaluate(other.x_, residual)) return false;
    system_->solve(-residual, change);
    const double size = system_->size(change);
    if (!std::isfinite(size) || (step > 0 && size > kContraction * last && size > kRest)) return false;
    other.x_ += change;
    if (size <= kRest || (step > 0 && size * size <= kRest * last)) return true;
    last = size;
  }
  return false;
}

}  // namespace beltdyn::eulerian::ale
