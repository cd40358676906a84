// SPDX-License-Identifier: MIT
#include "analytic/contour/delay_integrator.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

// Steps relative to the longest transit time [-].
constexpr double kFirstStep = 0.02;
constexpr double kLongestStep = 0.1;
constexpr double kSameTime = 1e-13;  // times closer than this are equal
// Longest step relative to the delay, so that the past is always known [-].
constexpr double kPartOfDelay = 0.5;
// Tolerance of a step, relative to the levels [-].
constexpr double kRelativeTolerance = 2e-14;
constexpr std::array kBreakpointTimes{"delay/breakpoint_times_1", "delay/breakpoint_times_2"};
constexpr std::array kBreakpointOrders{"delay/breakpoint_orders_1", "delay/breakpoint_orders_2"};

}  // namespace

DelayIntegrator::DelayIntegrator(const DelayEquations& equations)
    : DelaySolution(equations), next_step_(kFirstStep * equations.longest_transit()) {
  breakpoints_.fill({{.time = 0.0, .order = 1}});
}

std::vector<OdePanel<2>>::const_iterator DelayIntegrator::panel_at(double time) const {
  const auto after = std::upper_bound(panels_.begin(), panels_.end(), time,
                                      [](double t, const OdePanel<2>& panel) { return t < panel.start; });
  return after == panels_.begin() ? after : after - 1;
}

HistoryPoint DelayIntegrator::history(std::size_t span, double time) const {
  if (time <= 0.0 || panels_.empty()) return {};
  const OdePanel<2>& panel = *panel_at(time);
  return {.level = panel.value(span, time), .rate = panel.rate(span, time)};
}

double DelayIntegrator::next_knot(double time) const {
  const auto after = std::upper_bound(panels_.begin(), panels_.end(), time,
                                      [](double t, const OdePanel<2>& panel) { return t < panel.start; });
  if (after != panels_.end()) return after->start;
  return time < end_time_ ? end_time_ : std::numeric_limits<double>::infinity();
}

HistoryPoint DelayIntegrator::smooth_history(std::size_t k, double time) const {
  const std::size_t piece = next_breakpoint_[k];
  if (piece == 0 || panels_.empty()) return {};
  const std::size_t span = 1 - k;
  const std::vector<Breakpoint>& breakpoints = breakpoints_[span];
  double inside = std::max(time, breakpoints[piece - 1].time);
  if (piece < breakpoints.size()) inside = std::min(inside, std::nextafter(breakpoints[piece].time, 0.0));
  const OdePanel<2>& panel = *panel_at(inside);
  const double nearest = std::clamp(time, panel.start, panel.end());
  const double beyond = time - nearest;
  const double rate = panel.rate(span, nearest);
  return {.level = panel.value(span, nearest) + beyond * rate, .rate = rate};
}

std::array<double, 2> DelayIntegrator::smooth_slip_lengths(double time, const Levels& levels) const {
  std::array<double, 2> result{};
  for (std::size_t k = 0; k < 2; ++k) {
    result[k] = equations().slip_length(k, time, levels[k], end_slip_lengths_[k],
                                        [this, k](double t) { return smooth_history(k, t); });
  }
  return result;
}

double DelayIntegrator::front_entry_time(std::size_t k, double time, double level) const {
  const double c = equations().slip_length(k, time, level, end_slip_lengths_[k],
                                           [this, k](double t) { return smooth_history(k, t); });
  return equations().entry_time(k, time, c);
}

double DelayIntegrator::event_time(std::size_t k, const OdePanel<2>& panel) const {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const double slack = kSameTime * equations().longest_transit();
  const std::vector<Breakpoint>& breakpoints = breakpoints_[1 - k];
  if (equations().direction(k) == 0 || next_breakpoint_[k] >= breakpoints.size()) return kNever;
  const double breakpoint = breakpoints[next_breakpoint_[k]].time;
  const auto lead = [&](double t) { return front_entry_time(k, t, panel.value(k, t)) - breakpoint; };
  if (lead(panel.end()) <= slack) return kNever;
  constexpr int kMostEvaluations = 60;
  return numerics::bracket_root(lead, panel.start, panel.end(), 0.1 * slack, kMostEvaluations).low;
}

// Tries a step from the end of the history; it ends at the first breakpoint, if one is met.
OdeStep<2> DelayIntegrator::trial_step() {
  // At equal speeds nothing moves, and a tolerance of 0 could not be met.
  const double scale = std::max(equations().level_scale(), std::numeric_limits<double>::epsilon());
  const OdeTolerance tolerance{.relative = kRelativeTolerance, .absolute = kRelativeTolerance * scale};
  const OdeRates<2> rates = [this](double t, const Levels& levels) {
    return equations().rates(levels, smooth_slip_lengths(t, levels));
  };
  double length = std::min(next_step_, kLongestStep * equations().longest_transit());
  for (std::size_t k = 0; k < 2; ++k) {
    const double delay = (equations().contact_length(k) - end_slip_lengths_[k]) / equations().speed(k);
    length = std::min(length, kPartOfDelay * delay);
  }
  // Beyond a breakpoint a trial step is wrong, since its history is extended: the breakpoint found improves with each
  // shorter trial.
  constexpr int kMostTrials = 20;
  for (int i = 0; i < kMostTrials; ++i) {
    OdeStep<2> step = ode_step<2>(rates, end_time_, end_levels_, length, tolerance);
    statistics_.rejected_steps += step.rejections;
    const double event = std::min(event_time(0, step.panel), event_time(1, step.panel));
    if (event > step.panel.end()) {
      if (i > 0) step.suggested_step = next_step_;
      return step;
    }
    ++statistics_.rejected_steps;
    length = event - end_time_;
  }
  throw SolverError(
      fmt::format("the time at which a slip zone meets a kink of the strain, near t = {:.9g} s, was not located to "
                  "within {:.0e} of a transit time in {} trials; use the method midpoint",
                  end_time_ + length, kSameTime, kMostTrials));
}

void DelayIntegrator::add_panel() {
  const OdeStep<2> step = trial_step();
  const double time = step.panel.end();
  const std::array<double, 2> slip = smooth_slip_lengths(time, step.end);
  equations().require_stick_zone(time, slip);
  equations().require_stick_at_entry(time, equations().rates(step.end, slip));
  panels_.push_back(step.panel);
  cross_breakpoints(time, slip);
  end_time_ = time;
  end_levels_ = step.end;
  end_slip_lengths_ = slip;
  next_step_ = step.suggested_step;
  ++statistics_.steps;
}

// Moves fronts that have reached a breakpoint to the next piece of history.
void DelayIntegrator::cross_breakpoints(double time, const std::array<double, 2>& slip_lengths) {
  const double slack = 2.0 * kSameTime * equations().longest_transit();
  std::array<int, 2> order{};
  for (std::size_t k = 0; k < 2; ++k) {
    if (equations().direction(k) == 0) continue;
    const std::vector<Breakpoint>& past = breakpoints_[1 - k];
    const double entry = equations().entry_time(k, time, slip_lengths[k]);
    while (next_breakpoint_[k] < past.size() && entry >= past[next_breakpoint_[k]].time - slack) {
      order[k] = past[next_breakpoint_[k]].order + 1;
      ++next_breakpoint_[k];
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    if (order[k] > 0 && order[k] <= kHighestOrder) breakpoints_[k].push_back({.time = time, .order = order[k]});
  }
}

void DelayIntegrator::advance(double dt) {
  const double target = time() + dt;
  if (panels_.empty()) equations().require_stick_at_entry(0.0, equations().rates({}, {}));
  while (end_time_ < target) {
    throw_if_stopped();
    add_panel();
  }
  const OdePanel<2>& panel = *panel_at(target);
  const Levels levels{panel.value(0, target), panel.value(1, target)};
  std::array<double, 2> slip{};
  for (std::size_t k = 0; k < 2; ++k) {
    slip[k] = equations().slip_length(k, target, levels[k], slip_lengths()[k],
                                      [this, k](double t) { return history(1 - k, t); });
  }
  set_state(target, levels, slip);
  forget();
}

void DelayIntegrator::forget() {
  // Erasing half of the panels at once keeps the cost per step constant.
  const auto needed = panel_at(oldest_time()) - panels_.begin();
  if (2 * needed > static_cast<std::ptrdiff_t>(panels_.size()))
    panels_.erase(panels_.begin(), panels_.begin() + needed);
}

std::vector<double> DelayIntegrator::breakpoints(std::size_t span) const {
  std::vector<double> times;
  for (const Breakpoint& breakpoint : breakpoints_[span]) times.push_back(breakpoint.time);
  return times;
}

void DelayIntegrator::save(StateWriter& writer) const {
  DelaySolution::save(writer);
  std::vector<double> numbers;
  for (const OdePanel<2>& panel : panels_) {
    numbers.insert(numbers.end(), {panel.start, panel.length});
    for (const Levels& c : panel.coefficients) numbers.insert(numbers.end(), c.begin(), c.end());
  }
  writer.numbers("delay/panels", numbers);
  for (std::size_t span = 0; span < 2; ++span) {
    std::vector<std::int64_t> orders;
    for (const Breakpoint& breakpoint : breakpoints_[span]) orders.push_back(breakpoint.order);
    writer.numbers(kBreakpointTimes[span], breakpoints(span));
    writer.integers(kBreakpointOrders[span], orders);
  }
  writer.integers("delay/counters", std::array{static_cast<std::int64_t>(next_breakpoint_[0]),
                                               static_cast<std::int64_t>(next_breakpoint_[1]), statistics_.steps,
                                               statistics_.rejected_steps});
  writer.numbers("delay/end", std::array{end_time_, next_step_, end_levels_[0], end_levels_[1], end_slip_lengths_[0],
                                         end_slip_lengths_[1]});
}

void DelayIntegrator::restore(StateReader& reader) {
  DelaySolution::restore(reader);
  constexpr std::size_t kNumbers = 2 + 2 * OdePanel<2>::kCoefficients;
  const std::vector<double>& numbers = reader.numbers("delay/panels");
  const std::vector<std::int64_t>& counters = reader.integers("delay/counters", 4, {});
  const std::vector<double>& end = reader.numbers("delay/end", 6);
  require_sound_checkpoint(numbers.size() % kNumbers == 0 && end[1] > 0.0);
  panels_.clear();
  for (std::size_t i = 0; i < numbers.size(); i += kNumbers) {
    OdePanel<2> panel{.start = numbers[i], .length = numbers[i + 1]};
    for (std::size_t j = 0; j < panel.coefficients.size(); ++j) {
      panel.coefficients[j] = {numbers[i + 2 + 2 * j], numbers[i + 3 + 2 * j]};
    }
    panels_.push_back(panel);
  }
  for (std::size_t span = 0; span < 2; ++span) {
    const std::vector<double>& times = reader.numbers(kBreakpointTimes[span]);
    const std::vector<std::int64_t>& orders =
        reader.integers(kBreakpointOrders[span], times.size(), {.least = 0, .most = kHighestOrder});
    breakpoints_[span].clear();
    for (std::size_t i = 0; i < times.size(); ++i) {
      breakpoints_[span].push_back({times[i], static_cast<int>(orders[i])});
    }
  }
  next_breakpoint_ = {static_cast<std::size_t>(counters[0]), static_cast<std::size_t>(counters[1])};
  for (std::size_t k = 0; k < 2; ++k) require_sound_checkpoint(next_breakpoint_[k] <= breakpoints_[1 - k].size());
  statistics_ = {.steps = counters[2], .rejected_steps = counters[3]};
  end_time_ = end[0];
  next_step_ = end[1];
  end_levels_ = {end[2], end[3]};
  end_slip_lengths_ = {end[4], end[5]};
}

}  // namespace beltdyn::analytic
