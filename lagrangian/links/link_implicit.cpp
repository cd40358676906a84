// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/step_scales.hpp"
#include "lagrangian/links/link_belt.hpp"

namespace beltdyn::lagrangian::links {
namespace {

// An implicit step is accepted if the mean square of the gaps grows by no more than this factor, or if gaps are small
// relative to a link [-].
constexpr double kGapGrowth = 4.0;
constexpr double kSmallGap = 0.01;
// Factor of a step's tolerance while a belt runs in [-]; vibrations are damped away there.
constexpr double kRunningIn = 100.0;

}  // namespace

LinkContributions LinkBelt::link_rates() {
  return [this](const LinkStage& stage, const numerics::AlignedVector& state, LinkRates& found) {
    std::vector<double>& contributions = found.contributions;
    const double time = stage.time;
    forcing_.stage = stage.length;
    forcing_.memory_before = stage.base.data();
    forcing_.modes_after = stage_modes_.data();
    find_rates(time, state, found.rates, &forces_);
    forcing_.stage = 0.0;
    const std::size_t n = layout_.n_links();
    for (std::size_t p = 0; p < speeds_.size(); ++p) {
      const LinkPulley& pulley = model_.pulleys[p];
      const double per_traction =
          drive_->pulleys[p].is_prescribed() ? 0.0 : -pulley.turn * pulley.radius / accessories_.inertia(p, modes_);
      for (std::size_t i = 0; i < n; ++i) {
        contributions[p * n + i] =
            forces_.pulley[i] == static_cast<double>(p) ? per_traction * forces_.traction[i] : 0.0;
      }
    }
    if (mounts_.any()) add_contributions(time, state, contributions);
  };
}

// On failure writes the reason to failure_.
bool LinkBelt::implicit_step(double h, double gaps_before) {
  came_apart_ = false;
  stage_modes_ = modes_;
  const bool is_solved = implicit_.step(link_rates(), time_, h, state_, next_);
  statistics_.newton_iterations += implicit_.newton_iterations();
  statistics_.factorisations += implicit_.factorisations();
  if (!is_solved) {
    failure_ = implicit_.failure();
    return false;
  }
  came_apart_ = false;
  find_rates(time_ + h, next_, spare_);
  if (!(gaps_ <= std::max(kGapGrowth * gaps_before, kSmallGap * kSmallGap))) {
    failure_ = "joints gaped";
    return false;
  }
  // Settling needs no error control, and running in needs less accuracy.
  const double tolerance = parameters_.step_tolerance * (lead_ ? kRunningIn : 1.0);
  const bool is_checked = tolerance > 0.0 && !is_locked_;
  const double error = is_checked ? implicit_.error() / smallest_radius(*drive_) : 0.0;
  may_grow_ = !is_checked || error < numerics::kRoomToDouble * tolerance;
  if (error <= tolerance || !is_checked) return true;
  failure_ =
      fmt::format("the step error was {:.3g} times the smallest radius (step_tolerance {:.3g})", error, tolerance);
  return false;
}

// Adds the contributions of forces on moving circles.
void LinkBelt::add_contributions(double time, const numerics::AlignedVector& state,
                                 std::vector<double>& contributions) const {
  const std::size_t n = layout_.n_links();
  const auto push_from = [this](std::size_t i) {
    return numerics::Vec2<double>{-forces_.push_x[i], -forces_.push_y[i]};
  };
  for (std::size_t p = 0; p < layout_.n_pulleys(); ++p) {
    if (!model_.pulleys[p].moves || drive_->pulleys[p].is_prescribed()) continue;
    for (std::size_t i = 0; i < n; ++i) {
      if (forces_.pulley[i] != static_cast<double>(p)) continue;
      contributions[p * n + i] += mounts_.moment(p, push_from(i), state) / accessories_.inertia(p, modes_);
    }
  }
  for (std::size_t m = 0; m < layout_.n_mounts(); ++m) {
    const double mobility = mounts_.mobility(m, mount_forcing(time));
    const auto pulley = static_cast<double>(model_.mounts[m].pulley);
    double* own = contributions.data() + (layout_.n_pulleys() + m) * n;
    for (std::size_t i = 0; i < n; ++i) {
      own[i] = forces_.pulley[i] == pulley ? mobility * mounts_.force_on(m, push_from(i), state) : 0.0;
    }
  }
}

// Takes the friction modes of links at the end of an implicit step.
void LinkBelt::take_modes() {
  for (std::size_t k = 0; k < layout_.n_memory(); ++k) {
    for (std::size_t i = k * layout_.stride(); i < k * layout_.stride() + layout_.n_links(); ++i) {
      if (stage_modes_[i] != modes_[i]) ++statistics_.status_changes;
      modes_[i] = stage_modes_[i];
    }
  }
}

// Halves a step that fails; the step grows again after some successes.
void LinkBelt::advance_implicitly(double dt) {
  const double end = time_ + dt;
  const Attempt before = attempt();
  find_rates(time_, state_, spare_);
  double gaps_before = gaps_;
  while (time_ < end) {
    throw_if_stopped();
    const double left = end - time_;
    const double h = substep_.next(left, kSubsteps);
    if (implicit_step(h, gaps_before)) {
      gaps_before = gaps_;
      take_modes();
      accept(h);
      if (h == left) time_ = end;
      substep_.succeed(dt, kSubsteps, may_grow_);
      continue;
    }
    ++statistics_.rejected_steps;
    if (substep_.fail(h, dt, kSubsteps)) continue;
    const double failed_at = time_;
    restore(before);
    throw SolverError(fmt::format(
        "no step from t = {:.9g} s succeeds, down to {:.3g} s: {}; check that the belt stays taut and the pulleys do "
        "not collide, or try a shorter time_step, more links or a softer contact.",
        failed_at, h, failure_));
  }
}

}  // namespace beltdyn::lagrangian::links
