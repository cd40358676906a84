// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "analytic/rig/friction_rig.hpp"
#include "core/base/error.hpp"
#include "core/contact/parameter_check.hpp"
#include "core/numerics/root.hpp"

// Member functions of FrictionRig, for sources that instantiate it with laws of their choice.
namespace beltdyn::analytic {

template <contact::RateFrictionLaw Law>
FrictionRig<Law>::FrictionRig(const Law& law, const FrictionRigDrive& drive, const OdeTolerance& tolerance)
    : law_(law), drive_(drive), tolerance_(tolerance) {
  contact::positive(drive_.normal_force, "normal force");
  if (const auto* pulled = std::get_if<PulledMass>(&drive_.motion)) {
    contact::positive(pulled->mass, "mass");
    state_.velocity = pulled->initial_velocity;
  }
  impose_motion(state_);
}

template <contact::RateFrictionLaw Law>
typename FrictionRig<Law>::Vector FrictionRig<Law>::pack(const State& state) const {
  Vector vector{state.position, state.velocity, state.friction_work};
  std::copy(state.history.value.begin(), state.history.value.end(), vector.begin() + kMemory);
  return vector;
}

template <contact::RateFrictionLaw Law>
typename FrictionRig<Law>::State FrictionRig<Law>::unpack(double time, const Vector& vector,
                                                          const History& modes) const {
  State state{.time = time,
              .position = vector[0],
              .velocity = vector[1],
              .friction_work = vector[2],
              .history = modes,
              .step = state_.step};
  std::copy(vector.begin() + kMemory, vector.end(), state.history.value.begin());
  impose_motion(state);
  return state;
}

template <contact::RateFrictionLaw Law>
void FrictionRig<Law>::impose_motion(State& state) const {
  if (const auto* given = std::get_if<PrescribedVelocity>(&drive_.motion)) {
    state.velocity = given->velocity.value(state.time);
  } else if (const auto* path = std::get_if<PrescribedPosition>(&drive_.motion)) {
    state.position = path->position.value(state.time);
    state.velocity = path->position.derivative(state.time);
  }
}

template <contact::RateFrictionLaw Law>
contact::SlipMotion FrictionRig<Law>::motion_of(const State& state) const {
  return {.velocity = state.velocity, .normal_force = drive_.normal_force};
}

template <contact::RateFrictionLaw Law>
typename FrictionRig<Law>::Vector FrictionRig<Law>::rates(const State& state) const {
  Vector rate{state.velocity, 0.0, friction(state) * state.velocity};
  if (const auto* pulled = std::get_if<PulledMass>(&drive_.motion)) {
    rate[1] = (pulled->pull(state.time, state.position) - resistance(state)) / pulled->mass;
  }
  const auto memory = law_.memory_rate(motion_of(state), state.history);
  std::copy_n(memory.begin(), law_.memory_size(), rate.begin() + kMemory);
  return rate;
}

template <contact::RateFrictionLaw Law>
double FrictionRig<Law>::friction(const State& state) const {
  return -law_.traction(motion_of(state), state.history);
}

template <contact::RateFrictionLaw Law>
double FrictionRig<Law>::resistance(const State& state) const {
  const auto* pulled = std::get_if<PulledMass>(&drive_.motion);
  return friction(state) + (pulled ? pulled->damping * state.velocity : 0.0);
}

template <contact::RateFrictionLaw Law>
typename FrictionRig<Law>::State FrictionRig<Law>::sample(const Panel& panel, double time) const {
  Vector vector{};
  for (std::size_t i = 0; i < kSize; ++i) vector[i] = panel.solution.value(i, time);
  return unpack(time, vector, panel.modes);
}

template <contact::RateFrictionLaw Law>
double FrictionRig<Law>::next_kink(double end) const {
  if (const auto* given = std::get_if<PrescribedVelocity>(&drive_.motion)) {
    return given->velocity.next_kink(state_.time, end);
  }
  if (const auto* path = std::get_if<PrescribedPosition>(&drive_.motion)) {
    return path->position.next_kink(state_.time, end);
  }
  return std::get<PulledMass>(drive_.motion).pull_speed.next_kink(state_.time, end);
}

template <contact::RateFrictionLaw Law>
double FrictionRig<Law>::length_of_step(double end) const {
  const double length = std::min(end - state_.time, state_.step);
  const double kink = next_kink(state_.time + length);
  if (kink >= state_.time + length) return length;
  // Rounding must not pass the kink, since the motion changes there.
  double to_kink = kink - state_.time;
  while (state_.time + to_kink > kink) to_kink = std::nextafter(to_kink, 0.0);
  return to_kink;
}

template <contact::RateFrictionLaw Law>
OdeStep<FrictionRig<Law>::kSize> FrictionRig<Law>::integrate(double length) const {
  const double stop = state_.time + length;
  const OdeRates<kSize> right_hand_side = [this, stop](double time, const Vector& vector) {
    State state = unpack(time, vector, state_.history);
    // The velocity of a prescribed position is the one behind a kink; a step that ends at the kink needs the one
    // before.
    if (const auto* path = std::get_if<PrescribedPosition>(&drive_.motion); path != nullptr && time > state_.time) {
      state.velocity = path->position.derivative(std::nextafter(std::min(time, stop), state_.time));
    }
    return rates(state);
  };
  return ode_step<kSize>(right_hand_side, state_.time, pack(state_), length, tolerance_);
}

template <contact::RateFrictionLaw Law>
std::optional<typename FrictionRig<Law>::Switch> FrictionRig<Law>::first_switch(
    const Panel& panel) const requires contact::HybridFrictionLaw<Law> {
  std::optional<Switch> first;
  const auto margin = [&](std::size_t mode, double time) {
    const State state = sample(panel, time);
    return law_.mode_margin(mode, motion_of(state), state.history);
  };
  for (std::size_t mode = 0; mode < law_.n_modes(); ++mode) {
    double before = panel.start();
    for (int i = 1; i <= kSamples; ++i) {
      double after = i == kSamples ? panel.end() : panel.start() + panel.solution.length * i / kSamples;
      if (margin(mode, after) >= 0.0) {
        before = after;
        continue;
      }
      if (i == 1 && margin(mode, before) < 0.0) after = before;
      after = numerics::bisect({before, after}, [&](double time) { return !(margin(mode, time) < 0.0); }).high;
      if (!first || after < first->time) first = {mode, after};
      break;
    }
  }
  return first;
}

template <contact::RateFrictionLaw Law>
typename FrictionRig<Law>::Panel FrictionRig<Law>::advance_once(double end) {
  const double length = length_of_step(end);
  OdeStep<kSize> step = integrate(length);
  // A step shortened by `end` says nothing about the next step.
  const double kept = length < state_.step && std::isfinite(state_.step) ? state_.step : 0.0;
  const double next = step.panel.length == length ? std::max(step.suggested_step, kept) : step.suggested_step;
  Panel panel{step.panel, state_.history, step.rejections};
  bool reaches_end = step.panel.length == length && length == end - state_.time;
  bool reaches_switch = false;
  std::optional<Switch> due;
  if constexpr (contact::HybridFrictionLaw<Law>) {
    due = first_switch(panel);
    if (due && due->time <= state_.time) {
      law_.switch_mode(due->mode, motion_of(state_), state_.history);
      panel.solution.length = 0.0;
      return panel;
    }
    if (due) {
      const double to_switch = std::min(due->time - state_.time, step.panel.length);
      step = integrate(to_switch);
      panel.solution = step.panel;
      panel.rejections += step.rejections;
      reaches_switch = step.panel.length == to_switch;
      reaches_end = reaches_end && reaches_switch && due->time >= end;
    }
  }
  const double reached = reaches_switch ? due->time : panel.end();
  state_ = unpack(reaches_end ? end : reached, step.end, state_.history);
  state_.step = next;
  if constexpr (contact::HybridFrictionLaw<Law>) {
    if (reaches_switch) law_.switch_mode(due->mode, motion_of(state_), state_.history);
  }
  return panel;
}

template <contact::RateFrictionLaw Law>
typename FrictionRig<Law>::Panel FrictionRig<Law>::advance(double end) {
  const State before = state_;
  try {
    for (int i = 0; i < kSwitchesAtOnce; ++i) {
      const Panel panel = advance_once(end);
      if (panel.solution.length > 0.0) return panel;
    }
    throw SolverError(
        fmt::format("the states of the friction law did not converge at t = {:.9g} s with v = {:.3g} m/s after {} "
                    "switches; use a law that can stick in this motion",
                    state_.time, state_.velocity, kSwitchesAtOnce));
  } catch (...) {
    state_ = before;
    throw;
  }
}

}  // namespace beltdyn::analytic
