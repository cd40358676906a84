// SPDX-License-Identifier: MIT
// How a steady motion changes with its drive.
#include <algorithm>
#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Largest ratio of successive corrections with the leader's Jacobian [-]. Corrections shrink by about the relative
// difference of the drives; if by less than this, the Jacobian changes between the two, as where a front reaches a
// contact point.
constexpr double kContraction = 0.1;
// Predicted size of the next correction, by SteadySystem::size(), at which only rounding remains [-].
constexpr double kRest = 1e-12;
constexpr int kMostSteps = 10;

}  // namespace

bool SteadyBelt::join(const SteadyBelt& leader) {
  if (!has_unknowns_of(leader)) return false;
  if (!system_ || direction_ != leader.direction_) system_.emplace(equations_, leader.direction_);
  direction_ = leader.direction_;
  last_time_ = leader.last_time_;
  before_last_.reset();
  system_->set_loads(loads_at(last_time_));
  return true;
}

bool SteadyBelt::begin_leading() {
  if (direction_ == 0) return true;
  const bool has_jacobian = system_->factorise(x_);
  show();  // needed since the Jacobian has used the arrays
  return has_jacobian;
}

bool SteadyBelt::lead(SteadyBelt& other) {
  if (direction_ == 0) {
    other.rest();
    other.last_time_ = last_time_;
    return true;
  }
  if (!other.join(*this)) return false;
  if (!follow_leader(other)) {
    other.x_ = x_;
    other.solve(last_time_);
  }
  other.show();
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

// The mounts of the other drive move as in its own search, with two differences: the motions of held mounts are led,
// which costs a few back-substitutions each, and the equilibrium is solved to rounding, since differences magnify
// errors.
bool SteadyDrive::lead(std::span<SteadyDrive* const> others) {
  if (!belt_.begin_leading()) return false;
  return std::ranges::all_of(others, [this](SteadyDrive* other) { return lead(*other); });
}

bool SteadyDrive::lead(SteadyDrive& other) {
  if (!drive().has_mounts()) return belt_.lead(other.belt_);
  if (other.free_ != free_) return false;
  if (belt_.flux() == 0.0) {
    other.solve(belt_.time());
    return true;
  }
  AleEquations::Placement now = belt_.placement();
  other.follow_given_motions(now, belt_.time());
  bool is_led = true;
  const GoTo go_to = [&](const AleEquations::Placement& placement) {
    other.belt_.place(placement);
    is_led = is_led && belt_.lead(other.belt_);
  };
  go_to(now);
  if (is_led && !free_.empty()) other.balance(now, belt_.time(), Balance::to_rounding, go_to);
  return is_led;
}

}  // namespace beltdyn::eulerian::ale
