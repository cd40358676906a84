// SPDX-License-Identifier: MIT
// The events of a RigidRopeMotion, and its motion from one to the next.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "analytic/rope_drive/rigid_rope_motion.hpp"
#include "core/base/error.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

constexpr double kSlack = 1e-12;     // relative; of forces, speeds and shares that must stay positive [-]
constexpr int kLooks = 8;            // checks for events in a step
constexpr int kMostChanges = 100;    // changes of modes at one time
constexpr double kSameTime = 1e-15;  // relative
constexpr double kNothing = 1e-11;   // of a length [m], and of forces relative to the largest one [-]

}  // namespace

void RigidRopeMotion::advance_to(double end) {
  const State before = state_;
  const SolverStatistics counts = statistics_;
  try {
    while (state_.time < end) step_towards(end);
  } catch (const SolverError&) {
    state_ = before;
    statistics_ = counts;
    limit_ = smooth_until(HUGE_VAL);
    solve_at(state_.time, state_.x);
    throw;
  }
}

// The next kink of a time function, or release of a body.
double RigidRopeMotion::smooth_until(double end) const {
  double next = rope_.next_kink ? rope_.next_kink(state_.time, end) : end;
  for (const RigidEnd& body : rope_.ends) {
    if (body.kind == EndKind::body && body.held_until > state_.time) next = std::min(next, body.held_until);
  }
  return next;
}

// Integrates with the present modes up to a time, without a search for events.
void RigidRopeMotion::go_on_to(double time) {
  while (state_.time < time) {
    stepper_.begin(state_.x, state_.time, time - state_.time);
    stepper_.step([this](double t, const Vector& x, Vector& dxdt) { rates(t, x, dxdt); });
    const double reached = stepper_.end();
    stepper_.state_at(reached, state_.x);
    state_.time = time - reached <= kSameTime * std::abs(time) ? time : reached;
    adjust(state_.time, state_.x);
  }
}

void RigidRopeMotion::step_towards(double end) {
  const double from = state_.time;
  const double kink = smooth_until(HUGE_VAL);
  limit_ = std::nextafter(kink, from);
  const double stop = std::min(end, kink);
  stepper_.begin(state_.x, from, std::min(state_.step, stop - from));
  stepper_.step([this](double t, const Vector& x, Vector& dxdt) { rates(t, x, dxdt); });
  ++statistics_.steps;
  double reached = stepper_.end();
  if (stop - reached <= kSameTime * std::abs(stop)) reached = stop;
  // The length that the error allows, not the rest up to the stop.
  state_.step = std::max(stepper_.suggested_step(), reached < stop ? 0.0 : state_.step);
  if (const std::optional<double> event = first_event(from, stepper_.end())) {
    go_on_to(*event);
    ++statistics_.status_changes;
    change_modes(from);
    return;
  }
  stepper_.state_at(stepper_.end(), state_.x);
  state_.time = reached;
  adjust(state_.time, state_.x);
  if (reached == kink) {
    change_modes(from);
  } else {
    changes_ = 0;
    solve_at(state_.time, state_.x);
    follow_stops();
  }
}

std::optional<double> RigidRopeMotion::first_event(double start, double end) {
  const auto guard = [this](double t) {
    stepper_.state_at(t, trial_);
    Vector x = trial_;
    adjust(t, x);
    return least_guard(t, x);
  };
  double before = start;
  for (int i = 1; i <= kLooks; ++i) {
    const double t = i == kLooks ? end : start + (end - start) * i / kLooks;
    if (guard(t) >= 0.0) {
      before = t;
      continue;
    }
    return guard(before) > 0.0 ? numerics::find_root(guard, before, t) : before;
  }
  return std::nullopt;
}

double RigidRopeMotion::least_guard(double time, const Vector& x) {
  solve_at(time, x);
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < rope_.spans.size(); ++k) least = std::min(least, rope_guard(k));
  const bool has_anchor = std::ranges::any_of(state_.modes, &RigidSheaveMode::anchors);
  if (has_anchor && !load_.is_given[0] && !load_.is_given[1]) {
    least = std::min({least, forces_.share + kSlack, 1.0 - forces_.share + kSlack});
  }
  for (std::size_t k = 0; k < rope_.sheaves.size(); ++k) least = std::min(least, sheave_guard(k, x));
  return least;
}

// Margin of span k and the sheave behind it: taut, in contact, and of positive length.
double RigidRopeMotion::rope_guard(std::size_t k) const {
  const std::array<double, 2> force = forces_.span(k);
  double least = std::min({force[0], force[1], load_.spans[k]});
  if (k == rope_.sheaves.size()) return least;
  const RigidSheaveForces& sheave = forces_.sheaves[k];
  const CapstanArc& arc = rope_.sheaves[k].arc;
  const double momentum = rope_.density * load_.speed * load_.speed;
  return std::min({least, arc.pressing(0.0, sheave.entry - momentum), arc.pressing(arc.wrap, sheave.exit - momentum)});
}

double RigidRopeMotion::sheave_guard(std::size_t k, const Vector& x) const {
  const RigidSheaveMode& mode = state_.modes[k];
  const RigidSheave& sheave = rope_.sheaves[k];
  const RigidSheaveForces& at_sheave = forces_.sheaves[k];
  const double v = x[kSpeed];
  const double c = x[at(k)];
  const double speed_slack = kSlack * (1.0 + std::abs(v) + std::abs(c));
  const double force_slack = kSlack * (1.0 + std::abs(at_sheave.least) + std::abs(at_sheave.most));
  double least = HUGE_VAL;
  if (mode.slip != 0) {
    least = mode.slip * (v - c) + speed_slack;
  } else if (mode.anchors) {
    // If several parts hold the rope, all must require the same speed.
    const double own = sheave.is_prescribed ? c : 0.0;
    least = 2.0 * speed_slack - std::abs(v - own);
  } else {
    least = std::min(at_sheave.most - at_sheave.friction, at_sheave.friction - at_sheave.least) + force_slack;
  }
  if (!sheave.brake) return least;
  const RigidLoad::Sheave& load = load_.sheaves[k];
  if (mode.brake != 0) return std::min(least, mode.brake * c + speed_slack);
  if (mode.anchors) {
    // The rope can hold what the brake cannot hold.
    return std::min({least, load.force + load.brake - at_sheave.least + force_slack,
                     at_sheave.most - load.force + load.brake + force_slack});
  }
  return mode.slip == 0 ? least : std::min(least, load.brake - std::abs(at_sheave.brake) + force_slack);
}

// At an event: parts with equal speeds stick or rest until their modes are decided again.
void RigidRopeMotion::touch() {
  Vector& x = state_.x;
  std::optional<double> leading;  // speed of a part that the rope sticks to and cannot move
  for (std::size_t k = 0; k < state_.modes.size(); ++k) {
    RigidSheaveMode& mode = state_.modes[k];
    const RigidSheave& sheave = rope_.sheaves[k];
    double& c = x[at(k)];
    const bool stops = sheave.brake && mode.brake * c <= 0.0;
    if (stops && (mode.brake != 0 || mode.slip != 0 || mode.anchors)) {
      mode.brake = 0;
      c = 0.0;
    }
    const double slack = kSlack * (1.0 + std::abs(x[kSpeed]) + std::abs(c));
    const double ahead = x[kSpeed] - c;
    if (mode.anchors && std::abs(ahead) > slack) mode.slip = sign_of(ahead);
    if (mode.slip * ahead <= 0.0) mode.slip = 0;
    mode.anchors = false;
    const bool leads = sheave.is_prescribed || (stops && c == 0.0);
    if (mode.slip == 0 && leads && !leading) leading = c;
  }
  if (leading && !has_given_end(state_.time)) x[kSpeed] = *leading;
  for (std::size_t k = 0; k < state_.modes.size(); ++k) {
    if (state_.modes[k].slip == 0 && !rope_.sheaves[k].is_prescribed) x[at(k)] = x[kSpeed];
  }
}

// Decides which parts stick or slip from now on. `from`: time before the last step.
void RigidRopeMotion::change_modes(double from) {
  changes_ = state_.time > from ? 0 : changes_ + 1;
  if (changes_ > kMostChanges) {
    throw SolverError(
        fmt::format("the rope changes between stick and slip without end at t = {:.9g} s; change a coefficient of "
                    "friction or a force a little",
                    state_.time));
  }
  limit_ = std::nextafter(smooth_until(HUGE_VAL), state_.time);
  touch();
  take_load(state_.time, state_.x);
  state_.modes = solver_.decide(load_, state_.modes);
  adjust(state_.time, state_.x);
  solve_at(state_.time, state_.x);
  throw_if_over();
  follow_stops();
}

// Records when a brake begins to act, and when the rope comes to rest.
void RigidRopeMotion::follow_stops() {
  bool acts = false;
  for (std::size_t k = 0; k < load_.sheaves.size(); ++k) {
    acts = acts || load_.sheaves[k].brake > rope_.sheaves[k].bearing;
  }
  // A brake acts from the end of the last step without brake.
  if (!acts && !state_.is_braked) state_.braked_from = state_.x[kDisplacement];
  state_.is_braked = state_.is_braked || acts;
  const bool rests = state_.x[kSpeed] == 0.0 && forces_.acceleration == 0.0;
  if (rests && state_.moves) {
    state_.stop = Stop{.time = state_.time};
    if (state_.is_braked) state_.stop->displacement = std::abs(state_.x[kDisplacement] - state_.braked_from);
  }
  if (!rests) state_.stop.reset();
  state_.moves = !rests;
}

// An event may be located slightly before the condition that ends the motion.
void RigidRopeMotion::throw_if_over() const {
  double largest = 0.0;
  for (std::size_t k = 0; k < rope_.spans.size(); ++k) {
    for (const double force : forces_.span(k)) largest = std::max(largest, std::abs(force));
  }
  for (std::size_t k = 0; k < rope_.spans.size(); ++k) {
    const std::array<double, 2> force = forces_.span(k);
    if (!(load_.spans[k] > kNothing)) {
      throw SolverError(fmt::format(
          "an end of the rope reaches a pulley: span {} has no length left at t = {:.9g} s, at {:.6g} m/s; end the run "
          "before, brake earlier or make the span longer",
          k + 1, state_.time, load_.speed));
    }
    if (!(std::min(force[0], force[1]) > kNothing * largest)) {
      throw SolverError(fmt::format(
          "the rope goes slack: the force of span {} falls to 0 at t = {:.9g} s, where the rope runs at {:.6g} m/s and "
          "accelerates at {:.6g} m/s^2; brake more softly, or load that end",
          k + 1, state_.time, load_.speed, forces_.acceleration));
    }
    if (!(rope_guard(k) > kNothing * std::min(largest, 1.0))) {
      throw SolverError(fmt::format(
          "the rope lifts off pulley {} at t = {:.9g} s, where it runs at {:.6g} m/s under {:.6g} and {:.6g} N; run "
          "more slowly, or load the ends",
          rope_.sheaves[k].label, state_.time, load_.speed, forces_.sheaves[k].entry, forces_.sheaves[k].exit));
    }
  }
}

}  // namespace beltdyn::analytic
