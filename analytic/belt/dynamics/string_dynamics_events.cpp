// SPDX-License-Identifier: MIT
// When the modes of the pulleys of a StringDynamics change.
#include <algorithm>
#include <cmath>

#include "analytic/belt/dynamics/string_dynamics.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

// A front that comes within this part of a step of a kink has passed it.
constexpr double kNearKink = 1e-2;
// An event is located to this part of a step.
constexpr double kEventPart = 1e-13;
constexpr int kEventEvaluations = 100;
constexpr int kHalvings = 20;
// So many events in so short a part of the time of a turn are one that does not come to an end.
constexpr int kManyEvents = 6;
constexpr double kSameTime = 1e-9;
constexpr int kMostDoublings = 30;
// Belt that turns back by this part of its pace still stands.
constexpr double kStandstill = 1e-6;
constexpr double kStandstillErrors = 100.0;  // and by so many times the tolerance
// A span with this part of the force at the start is slack.
constexpr double kSlack = 1e-6;
// Belt that is slower than this part of its pace has margins that are not taken by its speed.
constexpr double kSlow = 1e-3;
// Margins of rates that are larger at the places of a step that its method looks at do not go between them.
constexpr double kCalm = 0.4;
// Places of a panel that are looked at, and bisections between two of them.
constexpr int kLooks = 6;
constexpr int kSteepHalvings = 30;
// An arc that is shorter than none by this changes its direction, so that rounding does not; likewise where belt that
// has come in sticks [rad], and belt that slips at the entry, over its speed.
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
    // How much faster than the pulley the belt is, in the direction of slip; between its ends that goes with λ.
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
  // Where there is no arc there is no slip that ends.
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

// Until belt that does not slip on the whole pulley turns back there; and until a span is slack.
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

// > 0 where belt that comes in does not stick.
double StringDynamics::steepness(std::size_t k, const DensePair& in) const {
  const double rate_in = drive_.pulleys[k].slip.slope(in.value[0]) * in.rate[0];
  return std::abs(rate_in) - in.rate[1] - kNoArc * pace_[k];
}

// By what comes in and what came in on the next pulley.
bool StringDynamics::may_end_slip(std::size_t k, const DensePair& in, const DensePair& out) const {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  if (arc.has_entry_slip() && -arc.entry_sign * slip.slope(in.value[0]) * in.rate[0] < in.rate[1]) return true;
  return arc.sign * slip.slope(out.value[0]) * out.rate[0] + in.rate[1] < 0.0;
}

// When what comes in begins not to stick, between two times.
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

// When the modes change in the last panel, before a time at which they are no more.
double StringDynamics::first_event(Sign low, Sign high) {
  const double length = high.time - low.time;
  // At the event that the step began with a margin may be none, grow, and go later.
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

// Where an error of the steps makes modes change to and fro, margins may become a little less than none.
void StringDynamics::count_events() {
  const double turn = geometry_[0].wrap / pace_[0];
  head_.n_events = head_.time - head_.event_time < kSameTime * turn ? head_.n_events + 1 : 0;
  head_.event_time = head_.time;
  const int doublings = std::min(head_.n_events - kManyEvents, kMostDoublings);
  head_.patience = doublings > 0 ? std::ldexp(kNoArc, doublings) : 0.0;
}

// Kinks that fronts have come to. What comes in with a jump of a derivative makes the next one jump where it comes out,
// which error control sees to from the third one on.
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

// Is a kink in what enters a pulley?
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
  // What all fronts have passed does not come again.
  std::size_t passed = kinks.size();
  for (ArcMemory& arc : arcs()) {
    if (arc.is_whole || arc.is_divided()) arc.kink = kinks.size();
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
