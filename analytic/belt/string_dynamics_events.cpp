// SPDX-License-Identifier: MIT
// The modes of the pulleys of a StringDynamics and the events at which they change.
#include <algorithm>
#include <cmath>

#include "analytic/belt/string_dynamics.hpp"

namespace beltdyn::analytic {
namespace {

// Steps end at jumps of derivatives up to this one, which is that of a first kink where it comes out of the next
// pulley; error control sees to weaker ones.
constexpr int kHighestKink = 3;
// The direction of an arc that never grew beyond this is not noticed elsewhere [rad].
constexpr double kSmallArc = 1e-3;
// An event is located to this part of a step.
constexpr double kEventPart = 1e-13;
constexpr int kEventIterations = 40;
// An arc that is shorter than none by this changes its direction, so that rounding does not [rad].
constexpr double kNoArc = 1e-8;
// Of margins, where an event has been located.
constexpr double kAtEvent = 1e-9;

}  // namespace

StringDynamics::Margins StringDynamics::margins(std::size_t k, const Geometry& g, double t, const Eigen::VectorXd& x,
                                                const Eigen::VectorXd& rate) const {
  const ArcMemory& arc = arcs_[k];
  const double mu = drive_.pulleys[k].coefficient;
  const SlipFrontState f = front(k, g[k].wrap, x, arc.entered);
  const double turned = speed_of(k, t, x) - g[k].turn * g[k].spin;
  const double exit = x[at(n() + k)] - g[k].wrap;
  Margins m{
      .slip = arc.sign * rate[at(k)] / (mu * x[at(k)] * turned) + 1.0, .arc = f.zeta - exit + kNoArc, .piece = 1.0};
  // Where there is no arc there is no slip that ends.
  if (m.arc < 2.0 * kNoArc) m.slip = 1.0;
  if (!arc.frozen.empty()) {
    m.piece = arc.frozen.back().end - f.zeta;
  } else if (arc.kink < kinks_.size()) {
    m.piece = (kinks_[arc.kink].time - f.entered) * turned;
  }
  return m;
}

double StringDynamics::least_margin(double t, const Eigen::VectorXd& x) const {
  const Geometry g = geometry(t, x);
  Eigen::VectorXd rate;
  rates(t, x, rate);
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < n(); ++k) {
    const Margins m = margins(k, g, t, x, rate);
    least = std::min({least, m.slip, m.arc, m.piece});
  }
  return least;
}

// How long into a step whose end lies beyond an event this is, by the method of Anderson and Björck.
double StringDynamics::first_event(const DensePanel& panel) const {
  double low = 0.0;
  double at_low = least_margin(panel.start, panel.values(panel.start));
  double high = panel.length;
  double at_high = least_margin(panel.end(), panel.values(panel.end()));
  if (!(at_low > 0.0)) return high;
  for (int i = 0; i < kEventIterations && high - low > kEventPart * panel.length; ++i) {
    const double next = std::clamp(high - at_high * (high - low) / (at_high - at_low), low, high);
    const double margin = least_margin(panel.start + next, panel.values(panel.start + next));
    if (margin < 0.0) {
      const double factor = 1.0 - margin / at_high;
      at_low *= factor > 0.0 ? factor : 0.5;
      high = next;
      at_high = margin;
      if (margin > -kAtEvent) break;
    } else {
      const double factor = 1.0 - margin / at_low;
      at_high *= factor > 0.0 ? factor : 0.5;
      low = next;
      at_low = margin;
      if (margin < 0.5 * kAtEvent) return std::max(next, kEventPart * panel.length);
    }
  }
  return high;
}

// The modes whose margins have been found to be used up.
void StringDynamics::change_modes() {
  const Geometry g = geometry(time_, state_);
  Eigen::VectorXd rate;
  rates(time_, state_, rate);
  int order = kHighestKink + 1;
  for (std::size_t k = 0; k < n(); ++k) {
    const Margins m = margins(k, g, time_, state_, rate);
    ArcMemory& arc = arcs_[k];
    const SlipFrontState f = front(k, g[k].wrap, state_, arc.entered);
    if (m.arc < kAtEvent && m.arc <= std::min(m.slip, m.piece)) {
      // The arc has gone. Frozen slip of the opposite direction continues where it was.
      arc.sign = -arc.sign;
      if (!arc.frozen.empty()) drop_frozen(k);
      if (arc.largest > kSmallArc) order = kFirstKink;
      arc.largest = 0.0;
    } else if (m.slip < kAtEvent) {
      reverse_slip(k, g[k].wrap, f);
      order = kFirstKink;
    } else if (m.piece < kAtEvent) {
      if (arc.frozen.empty()) {
        order = std::min(order, kinks_[arc.kink].order + 1);
        ++arc.kink;
      } else {
        // Behind frozen slip is that of the same direction, on the same line.
        drop_frozen(k);
        if (!arc.frozen.empty()) drop_frozen(k);
        order = kFirstKink;
      }
    }
  }
  if (order == kFirstKink) ++statistics_.status_changes;
  if (order <= kHighestKink) add_kink(order);
}

// The whole arc sticks from now on, and slip the other way begins at the exit.
void StringDynamics::reverse_slip(std::size_t k, double wrap, const SlipFrontState& at_front) {
  ArcMemory& arc = arcs_[k];
  const double exit = state_[at(n() + k)] - wrap;
  if (arc.frozen.empty()) {
    arc.entered = at_front.entered;
  } else {
    arc.frozen.back().begin = at_front.zeta;
  }
  const double level = std::log(state_[at(k)]) + arc.sign * drive_.pulleys[k].coefficient * exit;
  arc.frozen.push_back({.sign = arc.sign, .level = level, .begin = exit, .end = at_front.zeta});
  arc.sign = -arc.sign;
}

void StringDynamics::drop_frozen(std::size_t k) {
  ArcMemory& arc = arcs_[k];
  const double end = arc.frozen.back().end;
  arc.frozen.pop_back();
  if (!arc.frozen.empty()) return;
  arc.entered = time_of_entry(k, end);
  while (arc.kink < kinks_.size() && kinks_[arc.kink].time <= arc.entered) ++arc.kink;
}

// When the particle ζ came in.
double StringDynamics::time_of_entry(std::size_t k, double zeta) const {
  double time = arcs_[k].entered;
  double last = HUGE_VAL;
  for (int i = 0; i < kFrontIterations; ++i) {
    const DenseValue turned = entering(k, time).turned;
    const double change = (turned.value - zeta) / turned.rate;
    time = std::min(time - change, time_);
    if (!(std::abs(change) < last) || std::abs(change) * turned.rate < kLastCorrection) break;
    last = std::abs(change);
  }
  return time;
}

// Where nothing slips yet the arc begins to slip the way in which its force is about to change.
void StringDynamics::choose_signs() {
  for (std::size_t k = 0; k < n(); ++k) {
    const double before = state_[at((k + n() - 1) % n())];
    arcs_[k].sign = state_[at(k)] < before ? -1.0 : 1.0;
  }
  Eigen::VectorXd rate;
  rates(0.0, state_, rate);
  for (std::size_t k = 0; k < n(); ++k) {
    const double before = state_[at((k + n() - 1) % n())];
    const bool is_even = std::abs(state_[at(k)] - before) < kNoArc * before;
    if (is_even && rate[at(k)] < 0.0) arcs_[k].sign = -1.0;
  }
}

void StringDynamics::add_kink(int order) {
  if (!kinks_.empty() && kinks_.back().time >= time_) return;
  // What all fronts have passed does not come again.
  std::size_t passed = kinks_.size();
  for (const ArcMemory& arc : arcs_) passed = std::min(passed, arc.kink);
  kinks_.erase(kinks_.begin(), kinks_.begin() + static_cast<std::ptrdiff_t>(passed));
  for (ArcMemory& arc : arcs_) arc.kink -= passed;
  kinks_.push_back({.time = time_, .order = order});
}

}  // namespace beltdyn::analytic
