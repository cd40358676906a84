// SPDX-License-Identifier: MIT
#include "analytic/belt/string_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::analytic {
namespace {

// Of the time for which a particle sticks: no step is longer, so that what comes in during a step does not come out.
constexpr double kLongestStep = 0.9;
// Of the time that a particle takes on a pulley: shorter stick times are ignored.
constexpr double kLeastStick = 1e-6;
// A step shorter than this part of the time on the pulleys makes no way.
constexpr double kLeastStep = 1e-12;
constexpr double kFirstStep = 1e-3;

}  // namespace

StringDynamics::StringDynamics(StringDynamicsDrive drive, double tolerance)
    : drive_(std::move(drive)),
      tolerance_(tolerance),
      arcs_(drive_.pulleys.size()),
      panel_near_(drive_.pulleys.size()) {
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
  const BeltPath first = drive_.path(axes_at(drive_.mounts));
  for (const PathArc& arc : first.arcs()) {
    radius_.push_back(arc.radius);
    turn_.push_back(arc.turn);
  }
  // Until now the belt came in as it does in the steady motion.
  Eigen::VectorXd before = Eigen::VectorXd::Zero(at(size));
  const Geometry g = geometry(0.0, state_);
  if (!drive_.has_mounts) fixed_ = g;
  for (std::size_t k = 0; k < n(); ++k) {
    const std::size_t p = (k + n() - 1) % n();
    before[at(n() + k)] = drive_.angular_velocity[k];
    before[at(2 * n() + k)] = drive_.angular_velocity[k] * g[k].radius / stretch(drive_.force[p]);
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
  if (!fixed_.empty()) return fixed_;
  Geometry g(n());
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
    g[k] = {.radius = radius_[k], .turn = turn_[k], .axis = axis.place, .velocity = axis.by_u * motion.velocity};
  }
  // The path of BeltPath (1) to (3) without its checks, which ends of advance_to() have.
  for (std::size_t k = 0; k < n(); ++k) {
    PulleyGeometry& here = g[k];
    const PulleyGeometry& there = g[(k + 1) % n()];
    const Eigen::Vector2d between = there.axis - here.axis;
    const Eigen::Vector2d apart = there.velocity - here.velocity;
    const double height = there.turn * there.radius - here.turn * here.radius;
    here.length = std::sqrt(between.squaredNorm() - height * height);
    const Eigen::Vector2d across(-between.y(), between.x());
    here.tangent = (here.length * between - height * across) / between.squaredNorm();
    here.spin = (here.tangent.x() * apart.y() - here.tangent.y() * apart.x()) / here.length;
    here.length_rate = here.tangent.dot(apart) + height * here.spin;
  }
  for (std::size_t k = 0; k < n(); ++k) {
    const Eigen::Vector2d& in = g[(k + n() - 1) % n()].tangent;
    const Eigen::Vector2d& out = g[k].tangent;
    const double angle = turn_[k] * std::atan2(in.x() * out.y() - in.y() * out.x(), in.dot(out));
    g[k].wrap = angle > 0.0 ? angle : angle + 2.0 * std::numbers::pi;
  }
  return g;
}

StringDynamics::Entering StringDynamics::entering(std::size_t k, double time) const {
  const auto [force, turned] = history_.pair(at((k + n() - 1) % n()), at(n() + k), time, panel_near_[k]);
  return {.force = force, .turned = turned};
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
  double entered = near;
  double last = HUGE_VAL;
  for (int i = 0; i < kFrontIterations; ++i) {
    const auto [force, turned] = entering(k, entered);
    const double missing = std::log(force.value) + arc.sign * mu * (turned.value - exit) - log_force;
    const double slope = force.rate / force.value + arc.sign * mu * turned.rate;
    const double change = missing / slope;
    entered -= change;
    if (!(std::abs(change) < last) || std::abs(change) * turned.rate < kLastCorrection) break;
    last = std::abs(change);
  }
  const auto [force, turned] = entering(k, entered);
  return {.zeta = turned.value, .force = force.value, .stretch = stretch(force.value), .entered = entered};
}

void StringDynamics::rates(double t, const Eigen::VectorXd& x, Eigen::VectorXd& rate) const {
  const Geometry g = geometry(t, x);
  const double EA = drive_.axial_stiffness;
  rate.resize(x.size());
  const auto speed = [&](std::size_t k) { return speed_of(k, t, x); };
  std::size_t next = 3 * n();
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& pulley = drive_.pulleys[k];
    const std::size_t j = (k + 1) % n();
    const std::size_t p = (k + n() - 1) % n();
    const double speed_here = speed(k);
    const double force = x[at(k)];
    const double behind = stretch(force);
    const SlipFrontState f = front(k, g[k].wrap, x, arcs_[k].entered);
    const double yield = arcs_[k].sign * g[k].radius / (pulley.coefficient * force) * (1.0 / behind - 1.0 / f.stretch) -
                         g[k].length / (EA * behind * behind);
    rate[at(k)] = (g[k].radius * (speed_here - g[k].turn * g[k].spin) / f.stretch -
                   g[j].radius * (speed(j) - g[j].turn * g[k].spin) / behind - g[k].length_rate / behind) /
                  yield;
    const double turned = speed_here - g[k].turn * g[p].spin;
    rate[at(n() + k)] = turned;
    rate[at(2 * n() + k)] = turned * g[k].radius / stretch(x[at(p)]);
    if (pulley.is_prescribed) continue;
    rate[at(next)] = (g[k].radius * (force - x[at(p)]) + pulley.torque(t, speed_here)) / pulley.inertia;
    rate[at(next + 1)] = speed_here;
    next += 2;
  }
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& pulley = drive_.pulleys[k];
    if (!pulley.has_mount) continue;
    const std::size_t p = (k + n() - 1) % n();
    const double u = x[at(next)];
    const double velocity = x[at(next + 1)];
    const Eigen::Vector2d pull = x[at(k)] * g[k].tangent - x[at(p)] * g[p].tangent;
    rate[at(next)] = velocity;
    rate[at(next + 1)] = (pull.dot(pulley.axis(u).by_u) + pulley.mount_force(t, u, velocity)) / pulley.mount_inertia;
    next += 2;
  }
}

double StringDynamics::longest_step(const Geometry& g, double end) const {
  double longest = drive_.next_kink(time_, end) - time_;
  for (std::size_t k = 0; k < n(); ++k) {
    const double turned = entering(k, time_).turned.rate;
    const double whole = g[k].wrap / turned;
    const double sticks = (state_[at(n() + k)] - front(k, g[k].wrap, state_, arcs_[k].entered).zeta) / turned;
    if (!(sticks > kLeastStick * whole)) {
      throw SolverError(
          fmt::format("at t = {:.6g} s the belt slips over the whole wrap of pulley {}, beyond which the motion of a "
                      "massless string is not determined; reduce the torque, or increase friction or pretension",
                      time_, drive_.pulleys[k].label));
    }
    longest = std::min(longest, kLongestStep * sticks);
  }
  return longest;
}

void StringDynamics::advance_to(double end) {
  const Rest before{.time = time_,
                    .step = step_,
                    .state = state_,
                    .arcs = arcs_,
                    .kinks = kinks_,
                    .statistics = statistics_,
                    .n_panels = history_.panels().size()};
  try {
    go_to(end);
    if (fixed_.empty()) path();
  } catch (...) {
    restore_step(before);
    throw;
  }
  forget_passed();
}

void StringDynamics::restore_step(const Rest& before) {
  time_ = before.time;
  step_ = before.step;
  state_ = before.state;
  arcs_ = before.arcs;
  kinks_ = before.kinks;
  statistics_ = before.statistics;
  history_.keep_first(before.n_panels);
}

void StringDynamics::go_to(double end) {
  Eigen::VectorXd rate;
  while (time_ < end) {
    const Geometry g = geometry(time_, state_);
    rates(time_, state_, rate);
    require_sound(g, rate);
    const double longest = longest_step(g, end);
    const VectorRates right_hand_side = [this](double t, const Eigen::VectorXd& x, Eigen::VectorXd& by_time) {
      rates(t, x, by_time);
    };
    const auto after = [&](double length) {
      return dense_step(right_hand_side, time_, state_, rate, length, tolerance_ * scale_);
    };
    double length = std::min(step_, longest);
    DenseStep step = after(length);
    while (!(step.error <= 1.0)) {
      ++statistics_.rejected_steps;
      const double factor = std::isfinite(step.error) ? 0.9 * std::pow(step.error, -0.2) : 0.1;
      length *= std::clamp(factor, 0.1, 0.9);
      if (!(length > kLeastStep * g[0].wrap / history_.rate(at(n()), time_))) {
        throw SolverError(fmt::format(
            "at t = {:.6g} s steps of {:.3g} s are still too long for the tolerance; use a larger tolerance, or remove "
            "the discontinuity there, such as a mount reaching its stop or a step in a torque-speed table",
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
  for (std::size_t k = 0; k < n(); ++k) {
    ArcMemory& arc = arcs_[k];
    const SlipFrontState f = front(k, g[k].wrap, state_, arc.entered);
    if (arc.frozen.empty()) arc.entered = f.entered;
    arc.largest = std::max(arc.largest, f.zeta - state_[at(n() + k)] + g[k].wrap);
  }
}

void StringDynamics::forget_passed() {
  double oldest = time_;
  for (const ArcMemory& arc : arcs_) oldest = std::min(oldest, arc.entered);
  history_.forget_before(oldest - step_);
}

void StringDynamics::require_sound(const Geometry& g, const Eigen::VectorXd& rate) const {
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
      throw SolverError(fmt::format(
          "at t = {:.6g} s the belt stops or reverses on pulley {} ({:.3g} rad/s in the direction of travel); "
          "analytic_string_dynamics requires forward motion: keep the speeds of all pulleys above 0",
          time_, pulley.label, turned));
    }
    const double steep = std::abs(rate[at((k + n() - 1) % n())]) / (before * turned);
    if (steep > pulley.coefficient && g[k].wrap > 0.0) {
      throw SolverError(
          fmt::format("at t = {:.6g} s the belt slips at its entry to pulley {}: the relative change of its force per "
                      "rad of arriving belt, {:.3g}, exceeds the friction coefficient of {:.3g}; reduce the rates of "
                      "change of speeds and torques, or increase inertia, friction or speed",
                      time_, pulley.label, steep, pulley.coefficient));
    }
  }
}

}  // namespace beltdyn::analytic
