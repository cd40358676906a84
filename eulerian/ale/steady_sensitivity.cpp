// SPDX-License-Identifier: MIT
// How a steady motion changes with its drive.
#include "eulerian/ale/steady_belt.hpp"

namespace beltdyn::eulerian::ale {

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

bool SteadyBelt::lead(std::span<const Pair> pairs) {
  if (equations_.drive().has_mounts()) return false;
  if (direction_ == 0) {
    for (const Pair& pair : pairs) {
      for (SteadyBelt* belt : {pair.less, pair.more}) {
        belt->rest();
        belt->last_time_ = last_time_;
      }
    }
    return true;
  }
  const bool has_jacobian = system_->factorise(x_);
  show();  // the Jacobian has used the arrays
  if (!has_jacobian) return false;
  Eigen::VectorXd above;
  Eigen::VectorXd below;
  Eigen::VectorXd change;
  for (const auto& [less, more] : pairs) {
    if (!less->join(*this) || !more->join(*this)) return false;
    if (!more->system_->evaluate(x_, above) || !less->system_->evaluate(x_, below)) return false;
    system_->solve(0.5 * (below - above), change);
    more->x_ = x_ + change;
    less->x_ = x_ - change;
    more->show();
    less->show();
  }
  return true;
}

}  // namespace beltdyn::eulerian::ale
