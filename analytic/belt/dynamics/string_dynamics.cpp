// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/string_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"

namespace beltdyn::analytic {
namespace {

// Length of a step that makes no progress, relative to the time on the pulleys [-].
constexpr double kLeastStep = 1e-12;
// Length of a step after an inaccurate panel, relative to the time on the pulleys [-].
constexpr double kSmallStep = 1e-9;
// Length of the first step, relative to the time on the pulleys [-].
constexpr double kFirstStep = 1e-3;
constexpr int kMostSteps = 1'000'000;  // of one call
// Number of steps for which time functions are searched ahead for kinks.
constexpr double kStepsAhead = 100.0;

}  // namespace

StringDynamics::StringDynamics(StringDynamicsDrive drive, double tolerance, double longest_step)
    : drive_(std::move(drive)),
      n_(drive_.pulleys.size()),
      tolerance_(tolerance),
      longest_step_(longest_step),
      compliance_(1.0 / drive_.axial_stiffness),
      pace_(drive_.rests() ? drive_.pace : drive_.angular_velocity),
      last_correction_(std::min(1e-4, 0.3 * std::cbrt(tolerance))),
      speed_at_(n()),
      angle_at_(n()),
      mount_at_(n()),
      stepper_(0, 0),
      motions_(n()),
      panel_near_(n()),
      looked_(n()) {
  std::size_t next = 2 * n();
  for (std::size_t k = 0; k < n(); ++k) {
    if (!drive_.pulleys[k].is_prescribed) speed_at_[k] = next++;
  }
  for (std::size_t k = 0; k < n(); ++k) {
    if (!drive_.pulleys[k].has_mount) continue;
    mount_at_[k] = next;
    next += 2;
  }
  n_coupled_ = next;
  next += n();
  for (std::size_t k = 0; k < n(); ++k) {
    if (!drive_.pulleys[k].is_prescribed) angle_at_[k] = next++;
  }
  state_.assign(next, 0.0);
  scale_.assign(next, tolerance_);
  rate_ = trial_ = trial_rate_ = step_end_ = state_;
  const double largest = *std::ranges::max_element(drive_.force);
  for (std::size_t k = 0; k < n(); ++k) {
    state_[k] = drive_.force[k];
    scale_[k] = tolerance_ * largest;
    if (drive_.pulleys[k].has_mount) state_[mount_at_[k]] = drive_.mounts[k];
    if (drive_.pulleys[k].is_prescribed) continue;
    state_[speed_at_[k]] = drive_.angular_velocity[k];
    scale_[speed_at_[k]] = tolerance_ * pace_[k];
  }
  geometry_ = StringGeometry(drive_, drive_.path(axes_at(drive_.mounts)));
  for (std::size_t k = 0; k < n(); ++k) {
    const MountMotion motion = mount_motion(k, 0.0, state_);
    geometry_.place_axis(k, drive_.pulleys[k].axis(motion.position), motion.velocity);
  }
  geometry_.place_all();
  start_history();
  choose_signs();
  add_kink(kJumpOfRates);
  look(0.0);
}

void StringDynamics::start_history() {
  const std::size_t next = state_.size();
  // Before the start belt came in as in the steady motion.
  std::vector<double> before_now(next, 0.0);
  for (std::size_t k = 0; k < n(); ++k) {
    before_now[turned_at(k)] = drive_.angular_velocity[k];
    before_now[natural_at(k)] = drive_.angular_velocity[k] * geometry_[k].radius / stretch(drive_.force[before(k)]);
  }
  history_ = DenseHistory(next);
  history_.push_line(0.0, state_, before_now);
  stepper_ = DenseStep(next, n_coupled_);
  double shortest = HUGE_VAL;
  for (std::size_t k = 0; k < n(); ++k) shortest = std::min(shortest, geometry_[k].wrap / pace_[k]);
  head_ = {.time = 0.0,
           .step = std::min(kFirstStep * shortest, longest_step_),
           .state = state_,
           .arcs = std::vector<ArcMemory>(n()),
           .kinks = {},
           .has_event = false,
           .statistics = {}};
  if (drive_.rests()) {
    for (std::size_t k = 0; k < n(); ++k) {
      const StuckBelt at_rest{.level = drive_.pulleys[k].slip.angle(state_[before(k)]), .end = 0.0};
      arcs()[k].stuck = {{.came_in = true, .begin = 0.0, .first = 0.0}, at_rest};
    }
  }
}

double StringDynamics::angle(std::size_t k) const {
  return drive_.pulleys[k].is_prescribed ? drive_.pulleys[k].angle(time_) : state_[angle_at_[k]];
}

void StringDynamics::advance_to(double end) {
  const Head before_now = head_;
  has_end_ = false;
  const std::size_t n_panels = history_.end();
  try {
    go_to(end);
    look(end);
    if (std::ranges::any_of(drive_.pulleys, &DynamicPulley::is_moved)) path();
  } catch (...) {
    restore_step(before_now, n_panels);
    throw;
  }
  forget_passed();
}

void StringDynamics::restore_step(const Head& before_now, std::size_t n_panels) {
  head_ = before_now;
  has_end_ = false;
  is_within_step_ = false;
  history_.keep_up_to(n_panels);
  look(time_);
}

void StringDynamics::reset_searches() {
  for (std::size_t k = 0; k < n(); ++k) {
    motions_[k].entered = arcs()[k].entered;
    motions_[k].entered_rate = 0.0;
    motions_[k].entered_bend = 0.0;
    motions_[k].met = arcs()[k].met;
  }
}

void StringDynamics::search_from_head() {
  for (std::size_t k = 0; k < n(); ++k) {
    motions_[k].entered = arcs()[k].entered;
    motions_[k].entered_rate = motions_[k].head_rate;
    motions_[k].entered_bend = 0.0;
    motions_[k].met = arcs()[k].met;
  }
  searched_at_ = head_.time;
}

void StringDynamics::look(double time) {
  time_ = time;
  if (time < head_.time) {
    history_.last_values(time, state_);
  } else {
    state_ = head_.state;
  }
  reset_searches();
  evaluate(time, state_, rate_);
}

void StringDynamics::evaluate_head() {
  if (has_end_) {
    stepper_.go_on();
    geometry_ = end_geometry_;
    motions_ = end_motions_;
    searched_at_ = head_.time;
  } else {
    reset_searches();
    evaluate(head_.time, head_.state, stepper_.rate());
  }
  has_end_ = false;
  geometry_.set_head();
  for (std::size_t k = 0; k < n(); ++k) {
    ArcMemory& arc = arcs()[k];
    const SlipFrontState& f = motions_[k].front;
    if (arc.is_whole || arc.is_divided()) {
      arc.entered = head_.time;
    } else if (arc.exit_meets_history()) {
      // The history will be lost where the front has passed.
      arc.entered = motions_[k].entered;
      arc.stuck.back().begin = f.zeta;
      arc.stuck.back().first = std::min(arc.entered, arc.stuck.back().last);
    }
    arc.met = motions_[k].met;
    arc.largest = std::max(arc.largest, f.zeta - head_.state[turned_at(k)] + geometry_[k].wrap);
    motions_[k].head_rate = motions_[k].entered_rate;
  }
  pass_kinks();
}

void StringDynamics::go_to(double end) {
  for (int n = 0; head_.time < end; ++n) {
    throw_if_stopped();
    if (n == kMostSteps) {
      throw SolverError(
          fmt::format("{} steps led to t = {:.9g} s only, {:.3g} s before the end of a time step; use a larger "
                      "tolerance or a shorter time_step",
                      n, head_.time, end - head_.time));
    }
    evaluate_head();
    if (head_.has_event) {
      count_events();
      const std::int64_t changes = head_.statistics.status_changes;
      change_modes(kAtEvent, false);
      // The panel was too inaccurate to decide.
      const double length =
          std::max(history_.last().end - history_.last().start, kSmallStep * geometry_[0].wrap / pace_[0]);
      if (head_.statistics.status_changes == changes) head_.step = std::min(head_.step, 2.0 * length);
      head_.has_event = false;
      evaluate_head();
    }
    settle_modes();
    require_sound();
    take_step();
  }
}

double StringDynamics::step_without_kink(double length) {
  const double end = head_.time + length;
  if (!(end <= clear_until_) && !(has_kink_ && head_.time < clear_until_)) {
    const double ahead = head_.time + kStepsAhead * length;
    clear_until_ = drive_.next_kink(head_.time, ahead);
    has_kink_ = clear_until_ < ahead;
  }
  return has_kink_ ? std::min(length, clear_until_ - head_.time) : length;
}

void StringDynamics::take_step() {
  const double wanted = std::min(head_.step, longest_step_);
  double length = std::min(step_without_kink(wanted), way_to_kink(kFirstKink - 1));
  bool is_cut = length < wanted;
  const std::size_t n_panels = history_.end();
  const double shortest = kLeastStep * geometry_[0].wrap / pace_[0];
  Sign first;
  double error = attempt(length, first);
  while (!(error <= 1.0)) {
    ++head_.statistics.rejected_steps;
    history_.keep_up_to(n_panels);
    const double shorter = length * rejected_step_factor(error);
    const double to_kink = way_to_kink(kFirstKink);
    is_cut = is_cut || to_kink < length;
    length = to_kink < length ? std::max(to_kink, shorter) : shorter;
    if (!(length > shortest)) {
      throw SolverError(fmt::format(
          "at t = {:.6g} s steps of {:.3g} s are still too long for the tolerance; use a larger tolerance, "
          "or remove the discontinuity there, such as a mount reaching its stop or a step in a torque-speed table",
          head_.time, length));
    }
    error = attempt(length, first);
  }
  const double next = length * next_step_factor(error, head_.error_before);
  head_.error_before = remembered_error(error);
  head_.step = std::max(is_cut ? head_.step : 0.0, next);
  const bool is_at_kink = has_kink_ && head_.time + length >= clear_until_;
  accept(length, first);
  if (is_at_kink && !head_.has_event) {
    head_.time = clear_until_;
    has_end_ = false;
    add_kink(kFirstKink);
  }
}

// Tries a step. Returns its error in units of the tolerance, with its panel in the history, and sets `first` to the
// first evaluated time, if any, at which modes do not hold.
double StringDynamics::attempt(double length, Sign& first) {
  history_.push_line(head_.time, head_.state, stepper_.rate());
  overlaps_ = false;
  const VectorRates rates = [this](double t, std::span<const double> x, std::span<double> rate) {
    evaluate(t, x, rate);
  };
  const auto try_step = [&] {
    search_from_head();
    is_within_step_ = true;
    const double error = stepper_.attempt(rates, head_.time, head_.state, length, scale_);
    is_within_step_ = false;
    return error;
  };
  const TriedStep step(rates, stepper_, history_, head_.time, length);
  double error = try_step();
  if (overlaps_ && std::isfinite(error)) error = step.repeat(std::cref(try_step), scale_, trial_);
  if (!(error <= 1.0)) return error;
  extend(step, head_.time + length, first);
  const double between = step.defect(std::span(scale_).first(n_coupled_), trial_, trial_rate_);
  return between <= 1.0 ? error : between;
}

// Replaces the panel of the step by the result of the attempt.
void StringDynamics::extend(const TriedStep& step, double end, Sign& first) {
  std::ranges::copy(stepper_.end(), step_end_.begin());
  first = {.time = HUGE_VAL, .margin = 0.0};
  step.replace_panel([&](double time, std::span<const double> x) {
    const double margin = least_margin(x);
    if (margin < 0.0 && time < first.time) first = {.time = time, .margin = margin};
    if (time < end) return;
    end_geometry_ = geometry_;
    end_motions_ = motions_;
  });
}

void StringDynamics::accept(double length, Sign first) {
  ++head_.statistics.steps;
  double event = look_within_step(first);
  if (first.time < HUGE_VAL) {
    event = std::min(event, first_event({.time = head_.time, .margin = margin_at(head_.time)}, first));
  }
  if (event < HUGE_VAL) {
    head_.time = event;
    history_.shorten_last(head_.time);
    history_.last_values(head_.time, head_.state);
    head_.has_event = true;
  } else {
    head_.time += length;
    head_.patience = 0.0;
    has_end_ = !overlaps_;
    std::ranges::copy(step_end_, head_.state.begin());
  }
}

void StringDynamics::forget_passed() {
  double oldest = time_;
  for (const ArcMemory& arc : arcs()) oldest = std::min(oldest, arc.entered);
  history_.forget_before(oldest - head_.step);
}

}  // namespace beltdyn::analytic
