// SPDX-License-Identifier: MIT
// The events of a StringDynamics, at which modes of the pulleys change.
#include <algorithm>
#include <cmath>

#include "analytic/belt/dynamics/string_dynamics.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

// Distance from a kink at which a front has passed it, relative to a step [-].
constexpr double kNearKink = 1e-2;
// Accuracy of the time of an event, relative to a step [-].
constexpr double kEventPart = 1e-13;
constexpr int kEventEvaluations = 100;
constexpr int kHalvings = 20;
// Number of events, within the part kSameTime of a turn's time, that counts as endless.
constexpr int kManyEvents = 6;
constexpr double kSameTime = 1e-9;
constexpr int kMostDoublings = 30;
// Backward speed of belt that still counts as standing, relative to its pace [-].
constexpr double kStandstill = 1e-6;
constexpr double kStandstillErrors = 100.0;  // the same in tolerances
// Force of a slack span, relative to its force at the start [-].
constexpr double kSlack = 1e-6;
// Speed, relative to the pace, below which margins are not divided by the speed [-].
constexpr double kSlow = 1e-3;
// Margins of rates above this value at the evaluated times of a step do not vanish between them [-].
constexpr double kCalm = 0.4;
// Number of times of a panel that are checked, and number of bisections between two of them.
constexpr int kLooks = 6;
constexpr int kSteepHalvings = 30;
// Tolerances, so that rounding changes no modes: negative length of a slip arc whose direction changes, and of belt
// that has come in and sticks [rad]; speed of belt that slips at the entry, relative to its speed [-].
constexpr double kNoArc = 1e-8;

}  // namespace

StringDynamics::Margins StringDynamics::margins(std::size_t k, std::span<const double> x) const {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  const PulleyMotion& here = motions_[k];
  const std::size_t p = before(k);
  const double rate_in = slip.slope(x[p]) * motions_[p].force_rate;
  const double rate_out = slip.slope(x[k]) * here.force_rate;
  if (arc.is_whole) {
    // Speed of the belt beyond the pulley's, in the direction of slip; between the ends it is linear in λ.
    const double lambda_in = stretch(x[p]);
    const double lambda_out = stretch(x[k]);
    const double radius = geometry_[k].radius;
    const double through = here.inflow - arc.sign * radius * (rate_out / lambda_out - rate_in / lambda_in);
    const double scale = radius * pace_[k];
    Margins m;
    m.entry = arc.sign * (here.inflow * lambda_in - radius * here.entering) / scale + kNoArc;
    m.slip = arc.sign * (through * lambda_out - radius * here.leaving) / scale + 2.0 * kNoArc;
    return m;
  }
  const double entry = x[turned_at(k)];
  const double scale = pace_[k];
  Margins m{.slip = here.leaving > kSlow * scale ? arc.sign * rate_out / here.leaving + 1.0
                                                 : (arc.sign * rate_out + here.leaving) / scale + kNoArc,
            .arc = here.front.zeta - entry + geometry_[k].wrap + kNoArc};
  // Without a slip arc there is no slip that could end.
  if (m.arc < 2.0 * kNoArc) m.slip = 1.0;
  if (arc.has_entry_slip()) {
    m.hold = (-arc.entry_sign * rate_in - here.entering) / scale + kNoArc;
    if (arc.stuck.empty()) {
      m.entry = entry - here.front.zeta + kNoArc;
    } else if (arc.stuck.size() == 1) {
      m.piece = here.entry_front.zeta - here.front.zeta;
    } else {
      m.inner = here.entry_front.zeta - arc.stuck.front().begin;
      m.piece = arc.stuck.back().end - here.front.zeta;
    }
    return m;
  }
  if (arc.stuck.size() == 1) {
    m.entry = entry - here.front.zeta + kNoArc;
  } else {
    m.piece = arc.stuck.back().end - here.front.zeta;
  }
  m.steep = (here.entering - std::abs(rate_in)) / scale + kNoArc;
  return m;
}

// Margin until belt that does not slip on the whole pulley turns back there; the next function: until a span is slack.
double StringDynamics::advance_left(std::size_t k) const {
  if (arcs()[k].is_whole) return 1.0;
  return std::min(motions_[k].entering, motions_[k].leaving) / pace_[k] +
         std::max(kStandstill, kStandstillErrors * tolerance_);
}

double StringDynamics::tension_left(std::size_t k, std::span<const double> x) const {
  return x[k] * tolerance_ / scale_[k] - kSlack;
}

double StringDynamics::least_margin(std::span<const double> x) {
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < n(); ++k) {
    const Margins m = margins(k, x);
    calm_ = std::min(calm_, m.of_rates());
    least = std::min({least, m.least() + head_.patience, advance_left(k), tension_left(k, x)});
  }
  return least;
}

double StringDynamics::margin_at(double time) {
  history_.last_values(time, trial_);
  evaluate(time, trial_, trial_rate_);
  return least_margin(trial_);
}

// > 0 if belt that comes in does not stick.
double StringDynamics::steepness(std::size_t k, const DensePair& in) const {
  const double rate_in = drive_.pulleys[k].slip.slope(in.value[0]) * in.rate[0];
  return std::abs(rate_in) - in.rate[1] - kNoArc * pace_[k];
}

// Can slip end, by the belt that comes in and the belt that came in on the next pulley?
bool StringDynamics::may_end_slip(std::size_t k, const DensePair& in, const DensePair& out) const {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  if (arc.has_entry_slip() && -arc.entry_sign * slip.slope(in.value[0]) * in.rate[0] < in.rate[1]) return true;
  return arc.sign * slip.slope(out.value[0]) * out.rate[0] + in.rate[1] < 0.0;
}

// The time in an interval at which belt that comes in begins to slip.
double StringDynamics::first_steep(std::size_t k, double low, double high) const {
  const auto sticks = [&](double time) { return !(steepness(k, entering(k, time)) > 0.0); };
  return numerics::bisect({low, high}, sticks, 0.0, kSteepHalvings).high;
}

double StringDynamics::look_within_step(Sign& first) {
  if (calm_ > kCalm) return HUGE_VAL;
  const double start = head_.time;
  const double end = history_.last().end;
  double before_now = start;
  for (int i = 1; i <= kLooks; ++i) {
    const double time = i < kLooks ? start + (end - start) * i / kLooks : end;
    double steep = HUGE_VAL;
    for (std::size_t k = 0; k < n(); ++k) looked_[k] = entering(k, time);
    for (std::size_t k = 0; k < n(); ++k) {
      if (arcs()[k].is_whole) continue;
      if (!arcs()[k].has_entry_slip() && steepness(k, looked_[k]) > 0.0) {
        steep = std::min(steep, first_steep(k, before_now, time));
      }
      if (time < first.time && may_end_slip(k, looked_[k], looked_[behind(k)])) {
        const double margin = margin_at(time);
        if (margin < 0.0) first = {.time = time, .margin = margin};
      }
    }
    if (steep < HUGE_VAL || first.time <= time) return steep;
    before_now = time;
  }
  return HUGE_VAL;
}

// The time in the last panel at which modes change, before a time at which they do not hold.
double StringDynamics::first_event(Sign low, Sign high) {
  const double length = high.time - low.time;
  // At the event with which the step began, a margin may be 0, grow, and vanish later.
  for (int i = kHalvings; i > 0 && low.margin < 2.0 * kAtEvent; --i) {
    const double time = head_.time + std::ldexp(length, -i);
    const double margin = margin_at(time);
    if (margin < 0.0) return time;
    low = {.time = time, .margin = margin};
  }
  if (!(low.margin > 0.0)) return high.time;
  const auto margin = [this](double time) {
    const double found = margin_at(time);
    return std::abs(found) < 0.5 * kAtEvent ? 0.0 : found;
  };
  const double event = numerics::bracket_root(margin, {low.time, low.margin}, {high.time, high.margin},
                                              kEventPart * length, kEventEvaluations)
                           .high;
  return std::max(event, head_.time + kEventPart * length);
}

// Where nothing slips yet, slip begins in the direction in which the force is about to change.
void StringDynamics::choose_signs() {
  for (std::size_t k = 0; k < n(); ++k) arcs()[k].sign = state_[k] < state_[before(k)] ? -1.0 : 1.0;
  evaluate(0.0, state_, rate_);
  for (std::size_t k = 0; k < n(); ++k) {
    const double force_before = state_[before(k)];
    const bool is_even = std::abs(state_[k] - force_before) < kNoArc * force_before;
    if (is_even && rate_[k] < 0.0) arcs()[k].sign = -1.0;
  }
}

// If an error of the steps makes modes change to and fro, slightly negative margins are tolerated.
void StringDynamics::count_events() {
  const double turn = geometry_[0].wrap / pace_[0];
  head_.n_events = head_.time - head_.event_time < kSameTime * turn ? head_.n_events + 1 : 0;
  head_.event_time = head_.time;
  const int doublings = std::min(head_.n_events - kManyEvents, kMostDoublings);
  head_.patience = doublings > 0 ? std::ldexp(kNoArc, doublings) : 0.0;
}

// Handles kinks that fronts have reached. If a derivative jumps in belt that comes in, the next derivative jumps where
// this belt leaves; from the third derivative on error control is sufficient.
void StringDynamics::pass_kinks() {
  const DensePanel& last = history_.last();
  const double near = kNearKink * (last.end - last.start);
  int order = kFirstKink + 1;
  for (std::size_t k = 0; k < n(); ++k) {
    ArcMemory& arc = arcs()[k];
    if (!arc.exit_meets_history()) continue;
    for (; arc.kink < head_.kinks.size() && head_.kinks[arc.kink].time <= arc.entered + near; ++arc.kink) {
      if (meets(k, head_.kinks[arc.kink])) order = std::min(order, head_.kinks[arc.kink].order + 1);
    }
  }
  if (order <= kFirstKink) add_kink(order);
}

// Is a kink in the belt that enters this pulley?
bool StringDynamics::meets(std::size_t k, const Kink& kink) const {
  return kink.span == kAllSpans || kink.span == before(k);
}

double StringDynamics::way_to_kink(int order) const {
  double wait = HUGE_VAL;
  for (std::size_t k = 0; k < n(); ++k) {
    const ArcMemory& arc = arcs()[k];
    if (!arc.exit_meets_history() || !(motions_[k].head_rate > 0.0)) continue;
    for (std::size_t i = arc.kink; i < head_.kinks.size(); ++i) {
      if (head_.kinks[i].order > order || !meets(k, head_.kinks[i])) continue;
      wait = std::min(wait, (head_.kinks[i].time - arc.entered) / motions_[k].head_rate);
      break;
    }
  }
  return wait;
}

void StringDynamics::add_kink(int order, std::size_t span) {
  std::vector<Kink>& kinks = head_.kinks;
  if (!kinks.empty() && kinks.back().time >= head_.time) {
    Kink& last = kinks.back();
    last.order = std::min(last.order, order);
    if (last.span != span) last.span = kAllSpans;
    return;
  }
  // Kinks that all fronts have passed are removed.
  std::size_t passed = kinks.size();
  for (ArcMemory& arc : arcs()) {
    if (arc.is_whole || arc.is_divided()) arc.kink = kinks.size();
    passed = std::min(passed, arc.kink);
  }
  kinks.erase(kinks.begin(), kinks.begin() + static_cast<std::ptrdiff_t>(passed));
  for (ArcMemory& arc : arcs()) arc.kink -= passed;
  kinks.push_back({.time = head_.time, .order = order, .span = span});
  // At an entry where the belt has come to stick again, the front has passed all kinks.
  for (ArcMemory& arc : arcs()) {
    if (arc.entered >= head_.time) arc.kink = kinks.size();
  }
}

}  // namespace beltdyn::analytic
