// SPDX-License-Identifier: MIT
// The paths of SteadyBelt to a motion: from the last one, from rest by friction that stiffens, along a growing load.
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "eulerian/ale/steady/steady_belt.hpp"
#include "eulerian/ale/transient/ale_statics.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Largest correction, relative to the strain, with which the state closest to a motion is accepted if no motion is
// found [-]. Where friction or contact of a point jumps, a mesh may have no motion at some loads.
constexpr double kNearestPart = 3e-3;
// First speed of a loaded pulley without prescribed motion, relative to the speed without slip [-].
constexpr double kFirstSlip = 0.95;
// Smallest step of the share of the load [-].
constexpr double kLeastLoad = 1.0 / 256.0;

}  // namespace

bool SteadyBelt::try_loads(const SteadySystem::Loads& loads, double tolerance, Eigen::VectorXd guess) {
  stalls_ = false;
  const int left = last_iteration_ - newton_iterations_;
  if (left <= 0) return false;
  system_->set_loads(loads);
  const bool is_end = tolerance == kEndTolerance;
  const numerics::NewtonOutcome outcome =
      approach(*system_, guess,
               {.on_path = is_end ? std::nullopt : std::optional(path_scale_ * aim_on_path_),
                .strain = strain_,
                .most_iterations = left});
  newton_iterations_ += outcome.iterations;
  const bool succeeds = outcome.converged || outcome.correction <= tolerance;
  stalls_ = !succeeds && is_end && loads.share == 1.0 && outcome.correction <= kNearestPart * strain_;
  const bool is_better = !nearest_ || nearest_->time != loads.time || outcome.correction < nearest_->correction;
  if (stalls_ && is_better) nearest_ = Nearest{.x = guess, .time = loads.time, .correction = outcome.correction};
  if (succeeds) x_ = std::move(guess);
  return succeeds;
}

bool SteadyBelt::press(const SteadySystem::Loads& loads) {
  double stiffest = 0.0;
  for (const PulleyEntry& pulley : equations_.pulleys()) stiffest = std::max(stiffest, pulley.circle.stiffening);
  const Eigen::VectorXd before = x_;
  for (const double stiffening : patch_stiffenings(stiffest)) {
    system_->take_circles(stiffening);
    if (try_loads(loads, kPathTolerance)) continue;
    x_ = before;
    system_->take_circles();
    return false;
  }
  return true;
}

bool SteadyBelt::follow(const SteadySystem::Loads& loads) {
  const double speed = surface_speed(loads);
  // The motion of an instant, scaled to the present speed. It stays a motion if friction depends on slip and not on
  // speeds.
  const auto at_speed = [&](const Instant& instant) {
    return system_->faster(instant.x, speed / surface_speed(loads_at(instant.time)));
  };
  Instant last{.x = x_, .time = last_time_};
  const Eigen::VectorXd start = at_speed(last);
  const double last_interval = before_last_ ? last_time_ - before_last_->time : 0.0;
  const bool succeeds = (last_interval != 0.0 && try_loads(loads, kEndTolerance,
                                                           start + (loads.time - last_time_) / last_interval *
                                                                       (start - at_speed(*before_last_)))) ||
                        try_loads(loads, kEndTolerance, start);
  if (succeeds && loads.time != last.time) before_last_ = std::move(last);
  return succeeds;
}

bool SteadyBelt::take_nearest(const SteadySystem::Loads& loads) {
  if (!nearest_ || nearest_->time != loads.time) return false;
  before_last_.reset();
  direction_ = surface_speed(loads) > 0.0 ? 1 : -1;
  system_.emplace(equations_, direction_);
  system_->set_loads(loads);
  x_ = nearest_->x;
  show();
  accept_slipping();
  return true;
}

void SteadyBelt::follow_closely(const SteadySystem::Loads& loads) {
  const State before = state();
  const std::optional<Instant> before_last = before_last_;
  if (follow(loads)) {
    show();
    if (grips()) return;
  }
  before_last_ = before_last;
  put_back(before);
  throw SolverError(reason(loads.time));
}

// Halves the steps where Newton's method fails.
bool SteadyBelt::follow_by_steps(double time) {
  if (time == last_time_) return false;
  const State before = state();
  const std::optional<Instant> before_last = before_last_;
  const double from = last_time_;
  double step = 0.5 * (time - from);
  while (last_time_ != time && std::abs(step) > kLeastLoad * std::abs(time - from)) {
    const double next = std::abs(time - last_time_) < 1.5 * std::abs(step) ? time : last_time_ + step;
    if (follow(loads_at(next))) {
      speeds_ = system_->speeds(x_);
      last_time_ = next;
    } else {
      step *= 0.5;
    }
  }
  if (last_time_ == time) return true;
  last_time_ = from;
  before_last_ = before_last;
  put_back(before);
  return false;
}

// The first state for Newton's method: the belt as it rests on its pulleys, passing with the surface speed of the
// prescribed pulley that moves.
void SteadyBelt::start(double time, double speed, double share) {
  const BeltDrive& drive = equations_.drive();
  const BeltPath path = drive.path();
  rest();
  before_last_.reset();
  direction_ = speed > 0.0 ? 1 : -1;
  system_.emplace(equations_, direction_);
  SteadySystem::Loads loads = loads_at(time);
  loads.share = share;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    if (drive.pulleys[p].is_prescribed()) continue;
    const PathArc& arc = path.arcs()[p];
    loads.speeds[p] = (share > 0.0 ? kFirstSlip : 1.0) * arc.turn * speed / arc.radius;
  }
  system_->set_loads(loads);
  x_ = system_->pack(speed * equations_.model().reference_length / equations_.model().mesh.loop);
  system_->keep_stretch(static_spreads_, x_);
  ramp(loads, softest_factors(equations_, std::abs(speed), std::abs(force_at_rest(drive))));
}

void SteadyBelt::ramp(SteadySystem::Loads loads, const std::vector<double>& softest) {
  bool is_first = true;
  const auto step = [&](const contact::LawTable<FrictionLaw>& laws, bool is_whole, const Eigen::VectorXd& guess) {
    loads.friction = laws;
    const bool may_press = std::exchange(is_first, false);
    if (try_loads(loads, is_whole ? kEndTolerance : kPathTolerance, guess)) return true;
    if (stalls_) throw SolverError("no steady motion is found: " + reason(loads.time));
    return may_press && press(loads);
  };
  const std::optional<double> reached = ramp_friction(equations_, softest, x_, step);
  if (!reached) throw SolverError("no steady motion is found even with soft friction: " + reason(loads.time));
  if (*reached == 1.0) return;
  throw SolverError(
      fmt::format("no steady motion is found with friction stiffer than {:.3g} times the given "
                  "stiffness: {}",
                  *reached, reason(loads.time)));
}

// Halves the steps of the load where Newton's method fails, or leads to another branch. Another branch is a motion in
// which a pulley slips that did not slip without load; a pulley that touches the belt in few points only may do so.
bool SteadyBelt::load_up(double time, double speed) {
  try {
    start(time, speed, 0.0);
  } catch (const SolverError&) {
    return false;
  }
  show();
  const std::vector<std::size_t> without_load = slipping();
  SteadySystem::Loads loads = loads_at(time);
  double reached = 0.0;
  double step = 1.0;
  while (reached < 1.0) {
    const Eigen::VectorXd x_before = x_;
    step = std::min(step, 1.0 - reached);
    loads.share = reached + step;
    bool succeeds = try_loads(loads, loads.share == 1.0 ? kEndTolerance : kPathTolerance);
    if (succeeds) {
      show();
      succeeds = std::ranges::includes(without_load, slipping());
      if (!succeeds && loads.share == 1.0) nearest_ = Nearest{.x = x_, .time = time, .correction = 0.0};
    }
    if (succeeds) {
      reached = loads.share;
      step *= 2.0;
      continue;
    }
    x_ = x_before;
    step *= 0.5;
    if (step < kLeastLoad || stalls_) return false;
  }
  return true;
}

// Restarts from the belt at rest; restores the last state if that fails.
void SteadyBelt::restart(const SteadySystem::Loads& loads) {
  const State before = state();
  const double speed = surface_speed(loads);
  std::exception_ptr failure;
  for (const double aim : {kPathTolerance, kFinePath}) {
    aim_on_path_ = aim;
    bool succeeds = true;
    try {
      start(loads.time, speed, 1.0);
    } catch (const SolverError&) {
      if (!failure) failure = std::current_exception();
      std::optional<Nearest> nearest = std::exchange(nearest_, std::nullopt);
      succeeds = load_up(loads.time, speed);
      if (!nearest_) nearest_ = std::move(nearest);
    }
    aim_on_path_ = kPathTolerance;
    if (succeeds) return;
    put_back(before);
  }
  if (take_nearest(loads)) return;
  std::rethrow_exception(failure);
}

}  // namespace beltdyn::eulerian::ale
