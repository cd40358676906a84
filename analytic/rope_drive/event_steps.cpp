// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/event_steps.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/dynamics/own_history.hpp"
#include "core/base/error.hpp"
#include "core/numerics/root.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn::analytic {
namespace {

// Fractions of a step at which margins are checked.
constexpr std::array kLooks{0.2, kPlaceOfDefect, 0.75};
// Accuracy of the time of an event, relative to a step, or size of a margin at it.
constexpr double kEventPart = 1e-13;
constexpr double kAtEvent = 1e-10;
constexpr int kEventEvaluations = 100;
constexpr int kHalvings = 30;

}  // namespace

EventSteps::EventSteps(std::vector<double> state, std::vector<double> scale, std::size_t n_coupled, double first_step)
    : head_{.step = first_step, .state = std::move(state), .statistics = {}},
      scale_(std::move(scale)),
      n_coupled_(n_coupled),
      history_(head_.state.size()),
      stepper_(head_.state.size(), n_coupled),
      trial_(head_.state.size()),
      trial_rate_(head_.state.size()) {
  history_.push_line(0.0, head_.state, trial_rate_);
}

void EventSteps::look(double time, std::span<double> x) const {
  if (time < head_.time) {
    history_.last_values(time, x);
  } else {
    std::ranges::copy(head_.state, x.begin());
  }
}

EventSteps::Mark EventSteps::mark() const {
  return {.time = head_.time,
          .step = head_.step,
          .error_before = head_.error_before,
          .state = head_.state,
          .statistics = head_.statistics,
          .n_panels = history_.end()};
}

void EventSteps::go_back(const Mark& mark) {
  head_ = {.time = mark.time,
           .step = mark.step,
           .error_before = mark.error_before,
           .state = mark.state,
           .statistics = mark.statistics};
  history_.keep_up_to(mark.n_panels);
}

bool EventSteps::step(const EventSystem& system, double longest) {
  const std::size_t n_panels = history_.end();
  bool is_cut = longest < head_.step;
  double length = std::min(head_.step, longest);
  const double shortest = std::min(system.shortest(head_.time), 0.5 * length);
  double error = attempt(system, length);
  while (!(error <= 1.0)) {
    ++head_.statistics.rejected_steps;
    history_.keep_up_to(n_panels);
    is_cut = false;
    length *= rejected_step_factor(error);
    if (!(length > shortest)) {
      throw SolverError(
          fmt::format("at t = {:.6g} s steps of {:.3g} s are still too long for the tolerance; use a larger tolerance, "
                      "or remove the discontinuity there",
                      head_.time, length));
    }
    error = attempt(system, length);
  }
  const double next = length * next_step_factor(error, head_.error_before);
  head_.error_before = remembered_error(error);
  head_.step = std::max(is_cut ? head_.step : 0.0, next);
  ++head_.statistics.steps;
  const double event = look_for_event(system);
  if (event < HUGE_VAL) {
    head_.time = event;
    history_.shorten_last(event);
    history_.last_values(event, head_.state);
    return true;
  }
  head_.time += length;
  std::ranges::copy(stepper_.end(), head_.state.begin());
  return false;
}

// Tries a step. Returns its error in units of the tolerance, with its panel in the history.
double EventSteps::attempt(const EventSystem& system, double length) {
  history_.push_line(head_.time, head_.state, stepper_.rate());
  const auto try_step = [&] {
    system.begin();
    return stepper_.attempt(system.rates, head_.time, head_.state, length, scale_);
  };
  const TriedStep step(system.rates, stepper_, history_, head_.time, length);
  double error = try_step();
  if (system.reads_own_step() && std::isfinite(error)) error = step.repeat(std::cref(try_step), scale_, trial_);
  if (!(error <= 1.0)) return error;
  step.replace_panel([&](double time, std::span<const double>) {
    if (time >= head_.time + length) end_margin_ = system.margin();
  });
  const double between = step.defect(std::span(scale_).first(n_coupled_), trial_, trial_rate_);
  return between <= 1.0 ? error : between;
}

double EventSteps::margin_at(const EventSystem& system, double time) {
  history_.last_values(time, trial_);
  system.rates(time, trial_, trial_rate_);
  return system.margin();
}

// The time in the last panel at which a margin vanishes; HUGE_VAL if none does.
double EventSteps::look_for_event(const EventSystem& system) {
  const DensePanel& panel = history_.last();
  Sign before{.time = head_.time, .margin = 0.0};
  for (const double part : kLooks) {
    const double time = head_.time + part * panel.length;
    const Sign here{.time = time, .margin = margin_at(system, time)};
    if (!(here.margin > 0.0)) return first_event(system, before, here);
    before = here;
  }
  if (end_margin_ > 0.0) return HUGE_VAL;
  return first_event(system, before, {.time = panel.end, .margin = end_margin_});
}

// The time of the event between two times. At the head a margin may be 0, grow, and vanish later.
double EventSteps::first_event(const EventSystem& system, Sign low, Sign high) {
  const double length = history_.last().length;
  if (low.time <= head_.time) {
    low.margin = margin_at(system, low.time);
    const double displacement = high.time - head_.time;
    for (int i = kHalvings; i > 0 && !(low.margin > 0.0); --i) {
      const double time = head_.time + std::ldexp(displacement, -i);
      const double margin = margin_at(system, time);
      if (!(margin > 0.0) && i < kHalvings) return time;
      low = {.time = time, .margin = margin};
    }
  }
  if (!(low.margin > 0.0)) return high.time;
  const auto margin = [&](double time) {
    const double found = margin_at(system, time);
    return std::abs(found) < kAtEvent ? 0.0 : found;
  };
  return numerics::bracket_root(margin, {low.time, low.margin}, {high.time, high.margin}, kEventPart * length,
                                kEventEvaluations)
      .high;
}

void EventSteps::save(StateWriter& writer) const {
  writer.numbers("steps/head", std::vector<double>{head_.time, head_.step, head_.error_before});
  writer.numbers("steps/state", head_.state);
  history_.save(writer, "steps/panels");
  save_statistics(head_.statistics, writer);
}

void EventSteps::restore(StateReader& reader) {
  const std::vector<double>& head = reader.numbers("steps/head", 3);
  require_sound_checkpoint(head[0] >= 0.0 && head[1] > 0.0 && head[2] > 0.0);
  head_ = {.time = head[0],
           .step = head[1],
           .error_before = head[2],
           .state = reader.numbers("steps/state", head_.state.size()),
           .statistics = restore_statistics(reader)};
  history_.restore(reader, "steps/panels");
}

}  // namespace beltdyn::analytic
