// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/event_steps.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Of the step control of a method of order 8; an error counts as no less than the least.
constexpr double kStepExponent = -1.0 / 8.0;
constexpr double kSafety = 0.85;
constexpr double kStepMemory = 0.02;
constexpr double kLeastError = 1e-4;
constexpr double kLeastFactor = 0.3;
constexpr double kLargestFactor = 6.0;
// A step is its own history when its end moves by this part of the tolerance, after so many times at most.
constexpr double kOwnHistory = 0.1;
constexpr int kMostRepetitions = 8;
// Between the ends of a step its rates are seen to be right here, to so many times the tolerance.
constexpr double kPlaceOfDefect = 0.45;
constexpr double kLargestDefect = 1e3;
// Margins are looked at there too, as parts of a step.
constexpr std::array kLooks{0.2, kPlaceOfDefect, 0.75};
// An event is located to this part of a step, or where a margin is as small.
constexpr double kEventPart = 1e-13;
constexpr double kAtEvent = 1e-10;
constexpr int kEventIterations = 150;
constexpr int kPerHalving = 3;
constexpr int kHalvings = 30;

double step_factor(double error, double error_before) {
  if (!(error > 0.0)) return kLargestFactor;
  return kSafety * std::pow(error, kStepExponent + 0.75 * kStepMemory) * std::pow(error_before, kStepMemory);
}

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
    length *= std::clamp(std::isfinite(error) ? kSafety * std::pow(error, kStepExponent) : 0.1, 0.1, kSafety);
    if (!(length > shortest)) {
      throw SolverError(
          fmt::format("at t = {:.6g} s steps of {:.3g} s are still too long for the tolerance; use a larger tolerance, "
                      "or remove the "
                      "discontinuity there",
                      head_.time, length));
    }
    error = attempt(system, length);
  }
  const double next = length * std::clamp(step_factor(error, head_.error_before), kLeastFactor, kLargestFactor);
  head_.error_before = std::max(error, kLeastError);
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

// The error of a step in units of the tolerance, with its panel in the history.
double EventSteps::attempt(const EventSystem& system, double length) {
  history_.push_line(head_.time, head_.state, stepper_.rate());
  system.begin();
  double error = stepper_.attempt(system.rates, head_.time, head_.state, length, scale_);
  if (system.reads_own_step() && std::isfinite(error)) error = repeat_attempt(system, length, error);
  if (!(error <= 1.0)) return error;
  const double between = extend(system, length);
  return between <= 1.0 ? error : between;
}

double EventSteps::repeat_attempt(const EventSystem& system, double length, double error) {
  for (int i = 0; i < kMostRepetitions; ++i) {
    std::ranges::copy(stepper_.end(), trial_.begin());
    stepper_.extend(system.rates, head_.time, length, [](double, std::span<const double>) {});
    history_.pop();
    history_.push({.start = head_.time, .length = length, .end = head_.time + length}, stepper_.coefficients());
    system.begin();
    error = stepper_.attempt(system.rates, head_.time, head_.state, length, scale_);
    double moved = 0.0;
    for (std::size_t j = 0; j < trial_.size(); ++j) {
      moved = std::max(moved, std::abs(stepper_.end()[j] - trial_[j]) / scale_[j]);
    }
    if (!std::isfinite(error) || moved <= kOwnHistory) return error;
  }
  return HUGE_VAL;
}

// The error of the panel between its ends, in units of what it may be: that of its rates, over the step.
double EventSteps::extend(const EventSystem& system, double length) {
  const double end = head_.time + length;
  stepper_.extend(system.rates, head_.time, length, [&](double time, std::span<const double>) {
    if (time >= end) end_margin_ = system.margin();
  });
  history_.pop();
  history_.push({.start = head_.time, .length = length, .end = end}, stepper_.coefficients());
  const double place = head_.time + kPlaceOfDefect * length;
  history_.last_values(place, trial_);
  system.rates(place, trial_, trial_rate_);
  double worst = 0.0;
  for (std::size_t i = 0; i < n_coupled_; ++i) {
    worst = std::max(worst, std::abs(history_.at(i, place, near_).rate - trial_rate_[i]) / scale_[i]);
  }
  return length * worst / kLargestDefect;
}

double EventSteps::margin_at(const EventSystem& system, double time) {
  history_.last_values(time, trial_);
  system.rates(time, trial_, trial_rate_);
  return system.margin();
}

// When a margin is used up in the last panel; HUGE_VAL if none is.
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

// Between two times, by the method of Anderson and Björck. At the head a margin may be none, grow, and go later.
double EventSteps::first_event(const EventSystem& system, Sign low, Sign high) {
  const double length = history_.last().length;
  if (low.time <= head_.time) {
    low.margin = margin_at(system, low.time);
    const double way = high.time - head_.time;
    for (int i = kHalvings; i > 0 && !(low.margin > 0.0); --i) {
      const double time = head_.time + std::ldexp(way, -i);
      const double margin = margin_at(system, time);
      if (!(margin > 0.0) && i < kHalvings) return time;
      low = {.time = time, .margin = margin};
    }
  }
  if (!(low.margin > 0.0)) return high.time;
  double low_weight = low.margin;
  double high_weight = high.margin;
  double halved = high.time - low.time;
  for (int i = 0; i < kEventIterations && high.time - low.time > kEventPart * length; ++i) {
    const double part = high_weight / (high_weight - low_weight);
    double next = high.time - part * (high.time - low.time);
    // The least of margins has corners, near which intervals are halved.
    const bool is_slow = i % kPerHalving == kPerHalving - 1 && high.time - low.time > 0.5 * halved;
    if (is_slow || !(next > low.time && next < high.time)) next = 0.5 * (low.time + high.time);
    if (i % kPerHalving == kPerHalving - 1) halved = high.time - low.time;
    const double margin = margin_at(system, next);
    if (!(margin > 0.0)) {
      const double factor = 1.0 - margin / high.margin;
      low_weight *= factor > 0.0 ? factor : 0.5;
      high = {.time = next, .margin = margin};
      high_weight = margin;
      if (margin > -kAtEvent) break;
    } else {
      const double factor = 1.0 - margin / low.margin;
      high_weight *= factor > 0.0 ? factor : 0.5;
      low = {.time = next, .margin = margin};
      low_weight = margin;
    }
  }
  return high.time;
}

void EventSteps::save(StateWriter& writer) const {
  writer.numbers("steps/head", std::vector<double>{head_.time, head_.step, head_.error_before});
  writer.numbers("steps/state", head_.state);
  std::vector<double> panels;
  for (std::size_t i = history_.first(); i < history_.end(); ++i) {
    const DensePanel& panel = history_.panel(i);
    panels.insert(panels.end(), {panel.start, panel.length, panel.end});
    const std::span<const double> c = history_.coefficients(i);
    panels.insert(panels.end(), c.begin(), c.end());
  }
  writer.numbers("steps/panels", panels);
  const SolverStatistics& s = head_.statistics;
  writer.integers("steps/counts", std::vector<std::int64_t>{s.steps, s.rejected_steps, s.status_changes});
}

void EventSteps::restore(StateReader& reader) {
  const std::vector<double>& head = reader.numbers("steps/head", 3);
  const std::vector<double>& panels = reader.numbers("steps/panels");
  const std::size_t width = 3 + DenseHistory::kCoefficients * head_.state.size();
  require_sound_checkpoint(head[0] >= 0.0 && head[1] > 0.0 && head[2] > 0.0);
  require_sound_checkpoint(!panels.empty() && panels.size() % width == 0);
  for (std::size_t i = 0; i < panels.size(); i += width) require_sound_checkpoint(panels[i + 1] > 0.0);
  const std::vector<std::int64_t>& n_of = reader.integers("steps/counts", 3, {.least = 0});
  head_ = {.time = head[0],
           .step = head[1],
           .error_before = head[2],
           .state = reader.numbers("steps/state", head_.state.size()),
           .statistics = {.steps = n_of[0], .rejected_steps = n_of[1], .status_changes = n_of[2]}};
  history_.clear();
  for (std::size_t i = 0; i < panels.size(); i += width) {
    history_.push({.start = panels[i], .length = panels[i + 1], .end = panels[i + 2]},
                  std::span(panels).subspan(i + 3, width - 3));
  }
}

}  // namespace beltdyn::analytic
