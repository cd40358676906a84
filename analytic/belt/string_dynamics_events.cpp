// SPDX-License-Identifier: MIT
// The modes of the pulleys of a StringDynamics and the events at which they change.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analytic/belt/string_dynamics.hpp"
#include "core/error.hpp"

namespace beltdyn::analytic {
namespace {

// A front that comes within this part of a step of a kink has passed it.
constexpr double kNearKink = 1e-2;
// The direction of an arc that never grew beyond this is not noticed elsewhere [rad].
constexpr double kSmallArc = 1e-3;
// An event is located to this part of a step.
constexpr double kEventPart = 1e-13;
constexpr int kEventIterations = 40;
// An arc that is shorter than none by this changes its direction, so that rounding does not; likewise where belt that
// has come in sticks [rad], and belt that slips at the entry, over its speed.
constexpr double kNoArc = 1e-8;
// Of margins, where an event has been located.
constexpr double kAtEvent = 1e-9;

}  // namespace

StringDynamics::Margins StringDynamics::margins(std::size_t k, std::span<const double> x) const {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  const PulleyMotion& here = motions_[k];
  const std::size_t p = before(k);
  const double rate_in = slip.slope(x[p]) * motions_[p].force_rate;
  const double rate_out = slip.slope(x[k]) * here.force_rate;
  if (arc.is_whole) {
    // How much faster than the pulley the belt is, in the direction of slip; between its ends that goes with λ.
    const double lambda_in = stretch(x[p]);
    const double lambda_out = stretch(x[k]);
    const double radius = geometry_[k].radius;
    const double through = here.inflow - arc.sign * radius * (rate_out / lambda_out - rate_in / lambda_in);
    const double scale = radius * drive_.angular_velocity[k];
    Margins m;
    m.entry = arc.sign * (here.inflow * lambda_in - radius * here.entering) / scale + kNoArc;
    m.slip = arc.sign * (through * lambda_out - radius * here.leaving) / scale + 2.0 * kNoArc;
    return m;
  }
  const double length = here.front.zeta - x[turned_at(k)] + geometry_[k].wrap;
  Margins m{.slip = arc.sign * rate_out / here.leaving + 1.0, .arc = length + kNoArc};
  // Where there is no arc there is no slip that ends.
  if (m.arc < 2.0 * kNoArc) m.slip = 1.0;
  if (!arc.frozen.empty()) {
    m.piece = arc.frozen.back().end - here.front.zeta;
  } else {
    m.entry = x[turned_at(k)] - here.front.zeta + kNoArc;
  }
  m.steep = 1.0 - std::abs(rate_in) / here.entering;
  return m;
}

double StringDynamics::least_margin(std::span<const double> x) const {
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < n(); ++k) least = std::min(least, margins(k, x).least());
  return least;
}

double StringDynamics::margin_at(double time) {
  history_.last_values(time, trial_);
  evaluate(time, trial_, trial_rate_);
  return least_margin(trial_);
}

// When the modes change in the last panel, before a time at which they are no more, by the method of Anderson and
// Björck.
double StringDynamics::first_event(Sign low, Sign high) {
  const double length = high.time - low.time;
  if (!(low.margin > 0.0)) return high.time;
  for (int i = 0; i < kEventIterations && high.time - low.time > kEventPart * length; ++i) {
    const double part = high.margin / (high.margin - low.margin);
    const double next = std::clamp(high.time - part * (high.time - low.time), low.time, high.time);
    const double margin = margin_at(next);
    if (margin < 0.0) {
      const double factor = 1.0 - margin / high.margin;
      low.margin *= factor > 0.0 ? factor : 0.5;
      high = {.time = next, .margin = margin};
      if (margin > -kAtEvent) break;
    } else {
      const double factor = 1.0 - margin / low.margin;
      high.margin *= factor > 0.0 ? factor : 0.5;
      low = {.time = next, .margin = margin};
      if (margin < 0.5 * kAtEvent) return std::max(next, head_.time + kEventPart * length);
    }
  }
  return high.time;
}

// The modes whose margins have been found to be used up.
void StringDynamics::change_modes() {
  int order = kFirstKink + 1;
  std::vector<Margins> all;
  for (std::size_t k = 0; k < n(); ++k) all.push_back(margins(k, head_.state));
  std::size_t span = kAllSpans;
  int n_changes = 0;
  for (std::size_t k = 0; k < n(); ++k) {
    const int jump = change_modes_of(k, all[k]);
    if (jump > kFirstKink) continue;
    span = ++n_changes == 1 ? k : kAllSpans;
    order = std::min(order, jump);
  }
  if (order > kFirstKink) return;
  ++head_.statistics.status_changes;
  // Changes of slip at an exit are in the force behind it alone; what they do to others has two derivatives more.
  add_kink(order, order == kFirstKink ? span : kAllSpans);
}

// Of a pulley; the order of the derivative that jumps.
int StringDynamics::change_modes_of(std::size_t k, const Margins& m) {
  ArcMemory& arc = arcs()[k];
  constexpr int kNone = kFirstKink + 1;
  if (arc.is_whole) {
    if (m.slip < kAtEvent) {
      throw SolverError(fmt::format(
          "at t = {:.6g} s gross slip on pulley {} ends at the exit of the belt first, which is not supported by "
          "analytic_string_dynamics; change the load more slowly",
          head_.time, drive_.pulleys[k].label));
    }
    if (!(m.entry < kAtEvent)) return kNone;
    arc.is_whole = false;
    arc.entered = head_.time;
    arc.kink = head_.kinks.size();
    return kFirstKink;
  }
  if (m.steep < kAtEvent) throw_slip_at_entry(k);
  if (m.arc < kAtEvent && m.arc <= std::min(m.slip, m.piece)) {
    // The arc has gone. Frozen slip of the opposite direction remains in place.
    arc.sign = -arc.sign;
    if (!arc.frozen.empty()) drop_frozen(k);
    const bool is_noticed = arc.largest > kSmallArc;
    arc.largest = 0.0;
    return is_noticed ? kFirstKink : kNone;
  }
  if (m.slip < kAtEvent) {
    reverse_slip(k);
    return kFirstKink;
  }
  if (m.entry < kAtEvent) {
    arc.is_whole = true;
    return kJumpOfRates;
  }
  if (!(m.piece < kAtEvent)) return kNone;
  // Behind frozen slip is that of the same direction, on the same line.
  drop_frozen(k);
  if (!arc.frozen.empty()) drop_frozen(k);
  return kFirstKink;
}

// The whole arc sticks from now on, and slip the other way begins at the exit.
void StringDynamics::reverse_slip(std::size_t k) {
  ArcMemory& arc = arcs()[k];
  const double front = motions_[k].front.zeta;
  const double exit = head_.state[turned_at(k)] - geometry_[k].wrap;
  if (!arc.frozen.empty()) arc.frozen.back().begin = front;
  const double level = drive_.pulleys[k].slip.angle(head_.state[k]) + arc.sign * exit;
  arc.frozen.push_back({.sign = arc.sign, .level = level, .begin = exit, .end = front});
  arc.sign = -arc.sign;
}

void StringDynamics::drop_frozen(std::size_t k) {
  ArcMemory& arc = arcs()[k];
  const double end = arc.frozen.back().end;
  arc.frozen.pop_back();
  if (!arc.frozen.empty()) return;
  arc.entered = time_of_entry(k, end, arc.entered);
  const std::vector<Kink>& kinks = head_.kinks;
  while (arc.kink < kinks.size() && kinks[arc.kink].time <= arc.entered) ++arc.kink;
}

// When the particle ζ came in, by Newton's method from a time on.
double StringDynamics::time_of_entry(std::size_t k, double zeta, double time) const {
  double last = HUGE_VAL;
  for (int i = 0; i < kFrontIterations; ++i) {
    const auto [value, rate, bend] = entering(k, time);
    const double change = (value[1] - zeta) / rate[1];
    time -= change * (1.0 + 0.5 * bend[1] / rate[1] * change);
    const double moved = std::abs(change) * rate[1];
    if (!(moved < last) || moved < last_correction_) break;
    last = moved;
  }
  return time;
}

// Where nothing slips yet the arc begins to slip the way in which its force is about to change.
void StringDynamics::choose_signs() {
  for (std::size_t k = 0; k < n(); ++k) arcs()[k].sign = state_[k] < state_[before(k)] ? -1.0 : 1.0;
  evaluate(0.0, state_, rate_);
  for (std::size_t k = 0; k < n(); ++k) {
    const double force_before = state_[before(k)];
    const bool is_even = std::abs(state_[k] - force_before) < kNoArc * force_before;
    if (is_even && rate_[k] < 0.0) arcs()[k].sign = -1.0;
  }
}

// Kinks that fronts have come to. What comes in with a jump of a derivative makes the next one jump where it comes out,
// which error control sees to from the third one on.
void StringDynamics::pass_kinks() {
  const DensePanel& last = history_.last();
  const double near = kNearKink * (last.end - last.start);
  int order = kFirstKink + 1;
  for (std::size_t k = 0; k < n(); ++k) {
    ArcMemory& arc = arcs()[k];
    if (arc.is_whole || !arc.frozen.empty()) continue;
    for (; arc.kink < head_.kinks.size() && head_.kinks[arc.kink].time <= arc.entered + near; ++arc.kink) {
      if (meets(k, head_.kinks[arc.kink])) order = std::min(order, head_.kinks[arc.kink].order + 1);
    }
  }
  if (order <= kFirstKink) add_kink(order);
}

// Is a kink in what enters a pulley?
bool StringDynamics::meets(std::size_t k, const Kink& kink) const {
  return kink.span == kAllSpans || kink.span == before(k);
}

double StringDynamics::way_to_kink(int order) const {
  double way = HUGE_VAL;
  for (std::size_t k = 0; k < n(); ++k) {
    const ArcMemory& arc = arcs()[k];
    if (arc.is_whole || !arc.frozen.empty() || !(motions_[k].head_rate > 0.0)) continue;
    for (std::size_t i = arc.kink; i < head_.kinks.size(); ++i) {
      if (head_.kinks[i].order > order || !meets(k, head_.kinks[i])) continue;
      way = std::min(way, (head_.kinks[i].time - arc.entered) / motions_[k].head_rate);
      break;
    }
  }
  return way;
}

void StringDynamics::add_kink(int order, std::size_t span) {
  std::vector<Kink>& kinks = head_.kinks;
  if (!kinks.empty() && kinks.back().time >= head_.time) return;
  // What all fronts have passed does not come again.
  std::size_t passed = kinks.size();
  for (ArcMemory& arc : arcs()) {
    if (arc.is_whole) arc.kink = kinks.size();
    passed = std::min(passed, arc.kink);
  }
  kinks.erase(kinks.begin(), kinks.begin() + static_cast<std::ptrdiff_t>(passed));
  for (ArcMemory& arc : arcs()) arc.kink -= passed;
  kinks.push_back({.time = head_.time, .order = order, .span = span});
  // At an entry where belt has come to stick again the front has passed it.
  for (ArcMemory& arc : arcs()) {
    if (arc.entered >= head_.time) arc.kink = kinks.size();
  }
}

}  // namespace beltdyn::analytic
