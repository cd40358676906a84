// SPDX-License-Identifier: MIT
// How a steady motion changes with its drive.
#include "eulerian/ale/steady_belt.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Of Newton's method, each of which makes errors smaller by as much as the drives differ.
constexpr int kSteps = 2;

}  // namespace

bool SteadyBelt::join(const SteadyBelt& leader) {
  const bool fits = leader.equations_.arrays().q.size() == equations_.arrays().q.size() &&
                    leader.speeds_.size() == speeds_.size() && !equations_.drive().has_mounts();
  if (!fits) return false;
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
  Eigen::VectorXd residual;
  Eigen::VectorXd change;
  for (SteadyBelt* other : others) {
    if (!other->join(*this)) return false;
    other->x_ = x_;
    for (int step = 0; step < kSteps; ++step) {
      if (!other->system_->evaluate(other->x_, residual)) return false;
      system_->solve(-residual, change);
      other->x_ += change;
    }
    other->show();
  }
  return true;
}

}  // namespace beltdyn::eulerian::ale
