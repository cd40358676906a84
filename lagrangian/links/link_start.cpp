// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/stop_request.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "lagrangian/links/link_belt.hpp"

namespace beltdyn::lagrangian::links {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// The approach to equilibrium in steps from rest. Lengths are in periods of the fastest vibration over 2π [-]: the
// first step is as long as that, and steps grow as forces fall. A step must not move a link by its length, nor increase
// forces by more than kLargerForce.
constexpr double kFirstRelaxation = 1.0;
constexpr double kLongestRelaxation = 1e5;
constexpr double kShortestRelaxation = 1e-3;
constexpr double kMostGrowth = 4.0;
constexpr double kLeastGrowth = 0.5;
constexpr double kLargerForce = 10.0;
constexpr int kMostRelaxations = 200;

}  // namespace

void LinkBelt::settle(const PreparationObserver& observer) {
  is_locked_ = true;
  if (parameters_.settling_time > 0.0 || !find_equilibrium()) {
    forcing_ = {.has_friction = false, .mass_damping = parameters_.settling_damping};
    prepare(settling_in_motion(parameters_), observer);
  }
  bring_to_rest(state_);
  is_locked_ = false;
  forcing_ = {};
}

void LinkBelt::bring_to_rest(numerics::AlignedVector& state) const {
  const auto at = [&](std::size_t place) { return state.begin() + static_cast<std::ptrdiff_t>(place); };
  std::fill(at(layout_.field(LinkLayout::vx)), at(layout_.mount_position(0)), 0.0);
  std::fill(at(layout_.mount_velocity(0)), state.end(), 0.0);
}

double LinkBelt::force_at_rest(const numerics::AlignedVector& state) {
  find_rates(0.0, state, spare_);
  double force = implicit_.force(state, spare_);
  for (std::size_t m = 0; m < layout_.n_mounts(); ++m) {
    const double mobility = mounts_.mobility(m, mount_forcing(0.0));
    const Pulley& pulley = drive_->pulleys[model_.mounts[m].pulley];
    if (mobility == 0.0) continue;
    force = std::max(force,
                     std::abs(spare_[layout_.mount_velocity(m)]) / mobility / force_arm(pulley.mount, pulley.center));
  }
  return came_apart_ ? kInfinity : force;
}

// Held mounts keep their exact place.
void LinkBelt::hold_mounts(const numerics::AlignedVector& from, numerics::AlignedVector& to) const {
  for (std::size_t m = 0; m < layout_.n_mounts(); ++m) {
    const std::size_t place = layout_.mount_position(m);
    if (mounts_.mobility(m, mount_forcing(0.0)) == 0.0) to[place] = from[place];
  }
}

// Does a step from one state to another move a link by its length?
bool LinkBelt::moves_far(const numerics::AlignedVector& from, const numerics::AlignedVector& to) const {
  for (const LinkLayout::Field field : {LinkLayout::x, LinkLayout::y}) {
    for (std::size_t i = layout_.field(field); i < layout_.field(field) + layout_.n_links(); ++i) {
      if (!(std::abs(to[i] - from[i]) < model_.link_length)) return true;
    }
  }
  return false;
}

bool LinkBelt::find_equilibrium() {
  const numerics::AlignedVector laid = state_;
  const double accepted = residual_tolerance(*drive_, 0.0);
  const double unit = 1.0 / model_.highest_frequency();
  forcing_ = {.has_friction = false};
  came_apart_ = false;
  double length = kFirstRelaxation * unit;
  double force = force_at_rest(state_);
  for (int n = 0; n < kMostRelaxations && length > kShortestRelaxation * unit; ++n) {
    if (force <= accepted) return true;
    throw_if_stopped();
    came_apart_ = false;
    const bool is_regular = implicit_.relax(link_rates(), length, state_, next_);
    bring_to_rest(next_);
    hold_mounts(state_, next_);
    const double next_force = is_regular && !moves_far(state_, next_) ? force_at_rest(next_) : kInfinity;
    if (!(next_force <= kLargerForce * force)) {
      length /= kMostGrowth;
      continue;
    }
    state_.swap(next_);
    length =
        std::min(length * std::clamp(2.0 * force / next_force, kLeastGrowth, kMostGrowth), kLongestRelaxation * unit);
    force = next_force;
  }
  came_apart_ = false;
  state_ = laid;
  return false;
}

void LinkBelt::prepare(double duration, const PreparationObserver& observer) {
  const long n_steps = preparing_steps(duration, parameters_, limits_);
  const double h = duration / static_cast<double>(n_steps);
  time_ = -duration;
  for (long i = 0; i < n_steps; ++i) {
    throw_if_stopped();
    step(h);
    if (lead_) lead_->follow(h, layout_, state_);
    if (observer) observer(i + 1, n_steps);
  }
  time_ = 0.0;
  statistics_ = {};
}

void LinkBelt::run_in(const RunningBelt& running, const PreparationObserver& observer) {
  const double revolution = model_.n_links * model_.reference_length / std::abs(running.flux);
  const double duration = std::max(settling_in_motion(parameters_), revolution);
  lead_.emplace(running, -duration, model_, parameters_.settling_damping);
  lead_->put(layout_, state_);
  accessories_.run(state_, modes_);
  finish_step(-duration, state_, modes_);
  prepare(duration, observer);
  lead_.reset();
  // Angles are measured from the start on.
  for (std::size_t a = 0; a < model_.accessories.size(); ++a) {
    state_[layout_.accessory_angle(a)] -= state_[layout_.pulley_angle(model_.accessories[a])];
  }
  for (std::size_t p = 0; p < layout_.n_pulleys(); ++p) state_[layout_.pulley_angle(p)] = 0.0;
  for (std::size_t m = 0; m < layout_.n_mounts(); ++m) state_[layout_.mount_velocity(m)] = 0.0;
}

}  // namespace beltdyn::lagrangian::links
