// SPDX-License-Identifier: MIT
#include "analytic/belt/string_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::analytic {
namespace {

// Steps end at jumps of derivatives up to this one. A programme with a kink, and slip that changes its direction, make
// the second derivative of forces jump, and the third one where that comes out of the next pulley; error control sees
// to weaker ones.
constexpr int kFirstKink = 2;
constexpr int kHighestKink = 3;
// The direction of an arc that never grew beyond this is not noticed elsewhere [rad].
constexpr double kSmallArc = 1e-3;
// Of the time for which a particle sticks: no step is longer, so that what comes in during a step does not come out.
constexpr double kLongestStep = 0.9;
// Of the time that a particle takes on a pulley: a shorter time of stick is none.
constexpr double kLeastStick = 1e-6;
// A step shorter than this part of the time on the pulleys makes no way.
constexpr double kLeastStep = 1e-12;
constexpr double kFirstStep = 1e-3;
// An event is located to this part of a step.
constexpr double kEventPart = 1e-13;
constexpr int kEventIterations = 40;
constexpr int kFrontIterations = 60;
// An arc that is shorter than none by this changes its direction, so that rounding does not [rad].
constexpr double kNoArc = 1e-8;
// Of margins, where an event has been located.
constexpr double kAtEvent = 1e-9;

}  // namespace

StringDynamics::StringDynamics(StringDynamicsDrive drive, double tolerance)
    : drive_(std::move(drive)), tolerance_(tolerance), arcs_(drive_.pulleys.size()) {
  std::size_t size = 3 * n();
  for (const DynamicPulley& p : drive_.pulleys) size += (p.is_prescribed ? 0u : 2u) + (p.has_mount ? 2u : 0u);
  state_ = Eigen::VectorXd::Zero(at(size));
  scale_ = Eigen::VectorXd::Ones(at(size));
  const double largest = *std::ranges::max_element(drive_.force);
  std::size_t next = 3 * n();
  for (std::size_t k = 0; k < n(); ++k) {
    state_[at(k)] = drive_.force[k];
    scale_[at(k)] = largest;
    if (drive_.pulleys[k].is_prescribed) continue;
    state_[at(next)] = drive_.angular_velocity[k];
    scale_[at(next)] = drive_.angular_velocity[k];
    next += 2;
  }
  for (std::size_t k = 0; k < n(); ++k) {
    if (!drive_.pulleys[k].has_mount) continue;
    state_[at(next)] = drive_.mounts[k];
    next += 2;
  }
  // Until now the belt came in as it does in the steady motion.
  Eigen::VectorXd before = Eigen::VectorXd::Zero(at(size));
  const Geometry g = geometry(0.0, state_);
  if (!drive_.has_mounts) fixed_ = std::make_shared<const Geometry>(g);
  for (std::size_t k = 0; k < n(); ++k) {
    const std::size_t p = (k + n() - 1) % n();
    before[at(n() + k)] = drive_.angular_velocity[k];
    before[at(2 * n() + k)] = drive_.angular_velocity[k] * g.radius[k] / stretch(drive_.force[p]);
  }
  history_ = DenseHistory(0.0, state_, before);
  choose_signs();
  add_kink(kFirstKink);
  step_ = kFirstStep * longest_step(g, HUGE_VAL);
}

double StringDynamics::speed_of(std::size_t k, double t, const Eigen::VectorXd& x) const {
  if (drive_.pulleys[k].is_prescribed) return drive_.pulleys[k].speed(t);
  std::size_t next = 3 * n();
  for (std::size_t j = 0; j < k; ++j) next += drive_.pulleys[j].is_prescribed ? 0 : 2;
  return x[at(next)];
}

double StringDynamics::angle(std::size_t k) const {
  if (drive_.pulleys[k].is_prescribed) return drive_.pulleys[k].angle(time_);
  std::size_t next = 3 * n();
  for (std::size_t j = 0; j < k; ++j) next += drive_.pulleys[j].is_prescribed ? 0 : 2;
  return state_[at(next + 1)];
}

StringDynamics::Geometry StringDynamics::geometry(double t, const Eigen::VectorXd& x) const {
  if (fixed_) return *fixed_;
  std::vector<Eigen::Vector2d> axes;
  std::vector<Eigen::Vector2d> velocities;
  auto next = x.size();
  for (std::size_t k = 0; k < n(); ++k) next -= drive_.pulleys[k].has_mount ? 2 : 0;
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& p = drive_.pulleys[k];
    MountMotion motion;
    if (p.has_mount) {
      motion = {x[next], x[next + 1]};
      next += 2;
    } else {
      motion = p.given(t);
    }
    const AxisPlace axis = p.axis(motion.position);
    axes.push_back(axis.place);
    velocities.emplace_back(axis.by_u * motion.velocity);
  }
  const BeltPath path = drive_.path(axes);
  Geometry g;
  for (std::size_t k = 0; k < n(); ++k) {
    const PathArc& arc = path.arcs()[k];
    const PathSpan& span = path.spans()[k];
    const PathArc& next_arc = path.arcs()[(k + 1) % n()];
    const Eigen::Vector2d apart = velocities[(k + 1) % n()] - velocities[k];
    g.radius.push_back(arc.radius);
    g.turn.push_back(arc.turn);
    g.wrap.push_back(arc.wrap);
    g.length.push_back(span.length);
    g.tangent.push_back(span.tangent);
    g.spin.push_back((span.tangent.x() * apart.y() - span.tangent.y() * apart.x()) / span.length);
    g.length_rate.push_back(span.tangent.dot(apart) +
                            (next_arc.turn * next_arc.radius - arc.turn * arc.radius) * g.spin.back());
  }
  return g;
}

// Where the slip arc with the force N_k at the exit meets what sticks, also beyond the exit, where the modes of the
// pulley are about to change.
SlipFrontState StringDynamics::front(std::size_t k, double wrap, const Eigen::VectorXd& x, double near) const {
  const ArcMemory& arc = arcs_[k];
  const double mu = drive_.pulleys[k].coefficient;
  const double exit = x[at(n() + k)] - wrap;
  const double log_force = std::log(x[at(k)]);
  if (!arc.frozen.empty()) {
    // Frozen slip nearest to the exit always went the other way.
    const FrozenSlip& last = arc.frozen.back();
    const double zeta = (log_force + arc.sign * mu * exit - last.level) / (2.0 * arc.sign * mu);
    const double force = std::exp(last.level - last.sign * mu * zeta);
    return {.zeta = zeta, .force = force, .stretch = stretch(force), .entered = near};
  }
  const std::size_t p = (k + n() - 1) % n();
  double entered = near;
  double last = HUGE_VAL;
  for (int i = 0; i < kFrontIterations; ++i) {
    const double force = history_.value(at(p), entered);
    const double missing = std::log(force) + arc.sign * mu * (history_.value(at(n() + k), entered) - exit) - log_force;
    const double slope = history_.rate(at(p), entered) / force + arc.sign * mu * history_.rate(at(n() + k), entered);
    const double change = missing / slope;
    entered -= change;
    if (!(std::abs(change) < last)) break;
    last = std::abs(change);
  }
  const double force = history_.value(at(p), entered);
  return {.zeta = history_.value(at(n() + k), entered), .force = force, .stretch = stretch(force), .entered = entered};
}

void StringDynamics::rates(double t, const Eigen::VectorXd& x, Eigen::VectorXd& rate) const {
  const Geometry g = geometry(t, x);
  const double EA = drive_.axial_stiffness;
  rate.resize(x.size());
  std::vector<double> speed;
  for (std::size_t k = 0; k < n(); ++k) speed.push_back(speed_of(k, t, x));
  std::size_t next = 3 * n();
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& pulley = drive_.pulleys[k];
    const std::size_t j = (k + 1) % n();
    const std::size_t p = (k + n() - 1) % n();
    const double force = x[at(k)];
    const double behind = stretch(force);
    const SlipFrontState f = front(k, g.wrap[k], x, arcs_[k].entered);
    const double yield = arcs_[k].sign * g.radius[k] / (pulley.coefficient * force) * (1.0 / behind - 1.0 / f.stretch) -
                         g.length[k] / (EA * behind * behind);
    rate[at(k)] = (g.radius[k] * (speed[k] - g.turn[k] * g.spin[k]) / f.stretch -
                   g.radius[j] * (speed[j] - g.turn[j] * g.spin[k]) / behind - g.length_rate[k] / behind) /
                  yield;
    const double turned = speed[k] - g.turn[k] * g.spin[p];
    rate[at(n() + k)] = turned;
    rate[at(2 * n() + k)] = turned * g.radius[k] / stretch(x[at(p)]);
    if (pulley.is_prescribed) continue;
    rate[at(next)] = (g.radius[k] * (force - x[at(p)]) + pulley.torque(t, speed[k])) / pulley.inertia;
    rate[at(next + 1)] = speed[k];
    next += 2;
  }
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& pulley = drive_.pulleys[k];
    if (!pulley.has_mount) continue;
    const std::size_t p = (k + n() - 1) % n();
    const double u = x[at(next)];
    const double velocity = x[at(next + 1)];
    const Eigen::Vector2d pull = x[at(k)] * g.tangent[k] - x[at(p)] * g.tangent[p];
    rate[at(next)] = velocity;
    rate[at(next + 1)] = (pull.dot(pulley.axis(u).by_u) + pulley.mount_force(t, u, velocity)) / pulley.mount_inertia;
    next += 2;
  }
}

StringDynamics::Margins StringDynamics::margins(std::size_t k, const Geometry& g, double t, const Eigen::VectorXd& x,
                                                const Eigen::VectorXd& rate) const {
  const ArcMemory& arc = arcs_[k];
  const double mu = drive_.pulleys[k].coefficient;
  const SlipFrontState f = front(k, g.wrap[k], x, arc.entered);
  const double turned = speed_of(k, t, x) - g.turn[k] * g.spin[k];
  const double exit = x[at(n() + k)] - g.wrap[k];
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

double StringDynamics::longest_step(const Geometry& g, double end) const {
  double longest = drive_.next_kink(time_, end) - time_;
  for (std::size_t k = 0; k < n(); ++k) {
    const double turned = history_.rate(at(n() + k), time_);
    const double whole = g.wrap[k] / turned;
    const double sticks = (state_[at(n() + k)] - front(k, g.wrap[k], state_, arcs_[k].entered).zeta) / turned;
    if (!(sticks > kLeastStick * whole)) {
      throw SolverError(
          fmt::format("at t = {:.6g} s the belt slips on the whole of pulley {}, beyond which the motion of a massless "
                      "string is not determined; reduce the torque, or give more friction or pretension",
                      time_, drive_.pulleys[k].label));
    }
    longest = std::min(longest, kLongestStep * sticks);
  }
  return longest;
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

void StringDynamics::advance_to(double end) {
  while (time_ < end) {
    const Geometry g = geometry(time_, state_);
    require_sound(g);
    const double longest = longest_step(g, end);
    const VectorRates right_hand_side = [this](double t, const Eigen::VectorXd& x, Eigen::VectorXd& rate) {
      rates(t, x, rate);
    };
    Eigen::VectorXd rate;
    rates(time_, state_, rate);
    const auto after = [&](double length) {
      return dense_step(right_hand_side, time_, state_, rate, length, tolerance_ * scale_);
    };
    double length = std::min(step_, longest);
    DenseStep step = after(length);
    while (!(step.error <= 1.0)) {
      ++statistics_.rejected_steps;
      const double factor = std::isfinite(step.error) ? 0.9 * std::pow(step.error, -0.2) : 0.1;
      length *= std::clamp(factor, 0.1, 0.9);
      if (!(length > kLeastStep * g.wrap[0] / history_.rate(at(n()), time_))) {
        throw SolverError(fmt::format(
            "at t = {:.6g} s steps of {:.3g} s are still too long for the tolerance; use a larger tolerance, "
            "or look for what jumps there: a stop of a mount, a torque over speed with a step",
            time_, length));
      }
      step = after(length);
    }
    step_ = std::max(length < longest ? 0.0 : step_, length * std::clamp(0.9 * std::pow(step.error, -0.2), 0.3, 5.0));
    if (least_margin(time_ + length, step.end) < 0.0) {
      const double high = first_event(step.panel);
      if (high < length) step = after(high);
      accept(std::move(step));
      change_modes();
    } else {
      accept(std::move(step));
    }
    if (time_ < end && drive_.next_kink(time_ - 0.5 * length, end) <= time_) add_kink(kFirstKink);
  }
}

void StringDynamics::accept(DenseStep step) {
  time_ = step.panel.end();
  state_ = std::move(step.end);
  history_.push(std::move(step.panel));
  ++statistics_.steps;
  const Geometry g = geometry(time_, state_);
  double oldest = time_;
  for (std::size_t k = 0; k < n(); ++k) {
    ArcMemory& arc = arcs_[k];
    const SlipFrontState f = front(k, g.wrap[k], state_, arc.entered);
    if (arc.frozen.empty()) arc.entered = f.entered;
    arc.largest = std::max(arc.largest, f.zeta - state_[at(n() + k)] + g.wrap[k]);
    oldest = std::min(oldest, arc.entered);
  }
  history_.forget_before(oldest - step_);
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
    const SlipFrontState f = front(k, g.wrap[k], state_, arc.entered);
    if (m.arc < kAtEvent && m.arc <= std::min(m.slip, m.piece)) {
      // The arc has gone. Frozen slip that was the other way goes on where it was.
      arc.sign = -arc.sign;
      if (!arc.frozen.empty()) drop_frozen(k);
      if (arc.largest > kSmallArc) order = kFirstKink;
      arc.largest = 0.0;
    } else if (m.slip < kAtEvent) {
      reverse_slip(k, g.wrap[k], f);
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
  const Eigen::Index turned = at(n() + k);
  double time = arcs_[k].entered;
  double last = HUGE_VAL;
  for (int i = 0; i < kFrontIterations; ++i) {
    const double change = (history_.value(turned, time) - zeta) / history_.rate(turned, time);
    time = std::min(time - change, time_);
    if (!(std::abs(change) < last)) break;
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

void StringDynamics::require_sound(const Geometry& g) const {
  Eigen::VectorXd rate;
  rates(time_, state_, rate);
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& pulley = drive_.pulleys[k];
    const double before = state_[at((k + n() - 1) % n())];
    if (!(state_[at(k)] > 0.0)) {
      throw SolverError(
          fmt::format("at t = {:.6g} s the span behind pulley {} goes slack; tighten the belt or reduce the torques",
                      time_, pulley.label));
    }
    const double turned = rate[at(n() + k)];
    if (!(turned > 0.0)) {
      throw SolverError(
          fmt::format("at t = {:.6g} s the belt stands on pulley {} or turns back, at {:.3g} rad/s along the belt; the "
                      "string in time runs forward: keep the speeds of all pulleys above 0",
                      time_, pulley.label, turned));
    }
    const double steep = std::abs(rate[at((k + n() - 1) % n())]) / (before * turned);
    if (steep > pulley.coefficient && g.wrap[k] > 0.0) {
      throw SolverError(
          fmt::format("at t = {:.6g} s the belt slips at its entry to pulley {}: its force changes by {:.3g} of itself "
                      "per rad that comes in, more than the coefficient of friction of {:.3g}; reduce the change of "
                      "speeds and torques, or give more inertia, friction or speed",
                      time_, pulley.label, steep, pulley.coefficient));
    }
  }
}

}  // namespace beltdyn::analytic
