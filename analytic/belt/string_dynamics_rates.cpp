// SPDX-License-Identifier: MIT
// The right-hand side of a StringDynamics.
#include <cmath>
#include <numbers>

#include "analytic/belt/string_dynamics.hpp"

namespace beltdyn::analytic {

void StringDynamics::place_axis(std::size_t k, double t, std::span<const double> x) {
  const DynamicPulley& p = drive_.pulleys[k];
  const MountMotion motion = p.has_mount ? MountMotion{x[mount_at_[k]], x[mount_at_[k] + 1]} : p.given(t);
  geometry_[k].axis = p.axis(motion.position);
  geometry_[k].velocity = geometry_[k].axis.by_u * motion.velocity;
}

// The path of BeltPath (1) to (3) without its checks, which ends of advance_to() have.
void StringDynamics::place_span(std::size_t k) {
  PulleyGeometry& here = geometry_[k];
  const PulleyGeometry& there = geometry_[behind(k)];
  const Eigen::Vector2d between = there.axis.place - here.axis.place;
  const Eigen::Vector2d apart = there.velocity - here.velocity;
  const double height = there.turn * there.radius - here.turn * here.radius;
  here.length = std::sqrt(between.squaredNorm() - height * height);
  const Eigen::Vector2d across(-between.y(), between.x());
  here.tangent = (here.length * between - height * across) / between.squaredNorm();
  here.spin = (here.tangent.x() * apart.y() - here.tangent.y() * apart.x()) / here.length;
  here.length_rate = here.tangent.dot(apart) + height * here.spin;
}

void StringDynamics::place_wrap(std::size_t k) {
  const Eigen::Vector2d& in = geometry_[before(k)].tangent;
  const Eigen::Vector2d& out = geometry_[k].tangent;
  const double angle = geometry_[k].turn * std::atan2(in.x() * out.y() - in.y() * out.x(), in.dot(out));
  geometry_[k].wrap = angle > 0.0 ? angle : angle + 2.0 * std::numbers::pi;
}

// What does not move stays as it was.
void StringDynamics::update_geometry(double t, std::span<const double> x) {
  const auto is_moved = [this](std::size_t k) { return drive_.pulleys[k].is_moved; };
  const auto span_moves = [&](std::size_t k) { return is_moved(k) || is_moved(behind(k)); };
  for (std::size_t k = 0; k < n(); ++k) {
    if (is_moved(k)) place_axis(k, t, x);
  }
  for (std::size_t k = 0; k < n(); ++k) {
    if (span_moves(k)) place_span(k);
  }
  for (std::size_t k = 0; k < n(); ++k) {
    if (span_moves(before(k)) || span_moves(k)) place_wrap(k);
  }
}

StringDynamics::Entering StringDynamics::entering(std::size_t k, double time) const {
  const auto [force, turned] = history_.pair(before(k), turned_at(k), time, panel_near_[k]);
  return {.force = force, .turned = turned};
}

// Where the slip arc with the force N_k at the exit meets what sticks, also beyond the exit or the entry, where the
// modes of the pulley are about to change.
void StringDynamics::find_front(std::size_t k, double t, std::span<const double> x) {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  PulleyMotion& m = motions_[k];
  const double exit = x[turned_at(k)] - geometry_[k].wrap;
  const double force_behind = x[k];
  if (arc.is_whole) {
    m.entered_rate = 0.0;
    m.front = {.zeta = x[turned_at(k)], .force = x[before(k)], .stretch = stretch(x[before(k)])};
    return;
  }
  if (!arc.frozen.empty()) {
    m.entered_rate = 0.0;
    // Frozen slip nearest to the exit always went the other way.
    const FrozenSlip& last = arc.frozen.back();
    const double zeta = 0.5 * (exit + arc.sign * (slip.angle(force_behind) - last.level));
    const double force = slip.force(last.level - last.sign * zeta);
    m.front = {.zeta = zeta, .force = force, .stretch = stretch(force)};
    return;
  }
  const double way = t - searched_at_;
  double entered = m.entered + (m.entered_rate + 0.5 * m.entered_bend * way) * way;
  double last = HUGE_VAL;
  for (int i = 0; i < kFrontIterations; ++i) {
    const auto [force, turned] = entering(k, entered);
    const double missing = slip.between(force_behind, force.value) + arc.sign * (turned.value - exit);
    const double slope = slip.slope(force.value) * force.rate + arc.sign * turned.rate;
    const double change = missing / slope;
    entered -= change;
    const double moved = std::abs(change) * std::abs(turned.rate);
    if (!(moved < last) || moved < last_correction()) {
      m.front = {.zeta = turned.value - change * turned.rate,
                 .force = force.value - change * force.rate,
                 .stretch = stretch(force.value - change * force.rate)};
      m.entered_rate = 1.0 / slope;  // of the right-hand side, which is yet to come
      break;
    }
    last = moved;
  }
  m.entered = entered;
  overlaps_ = overlaps_ || entered > head_.time;
}

void StringDynamics::evaluate(double t, std::span<const double> x, std::span<double> rate) {
  update_geometry(t, x);
  for (std::size_t k = 0; k < n(); ++k) {
    PulleyMotion& m = motions_[k];
    m.speed = drive_.pulleys[k].is_prescribed ? drive_.pulleys[k].speed(t) : x[speed_at_[k]];
    m.entering = m.speed - geometry_[k].turn * geometry_[before(k)].spin;
    m.leaving = m.speed - geometry_[k].turn * geometry_[k].spin;
    find_front(k, t, x);
  }
  searched_at_ = t;
  find_force_rates(x);
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& pulley = drive_.pulleys[k];
    PulleyMotion& m = motions_[k];
    const PulleyGeometry& g = geometry_[k];
    const std::size_t p = before(k);
    rate[k] = m.force_rate;
    rate[turned_at(k)] = m.entering;
    const bool sticks = !arcs()[k].is_whole;
    rate[natural_at(k)] = sticks ? m.entering * g.radius / stretch(x[p]) : m.inflow;
    if (sticks) m.entered_rate *= pulley.slip.slope(x[k]) * m.force_rate + arcs()[k].sign * m.leaving;
    m.entered_bend = t > head_.time ? (m.entered_rate - m.head_rate) / (t - head_.time) : 0.0;
    if (!pulley.is_prescribed) {
      rate[speed_at_[k]] = (g.radius * (x[k] - x[p]) + pulley.torque(t, m.speed)) / pulley.inertia;
      rate[angle_at_[k]] = m.speed;
    }
    if (!pulley.has_mount) continue;
    const double u = x[mount_at_[k]];
    const double velocity = x[mount_at_[k] + 1];
    const Eigen::Vector2d pull = x[k] * g.tangent - x[p] * geometry_[p].tangent;
    rate[mount_at_[k]] = velocity;
    rate[mount_at_[k] + 1] = (pull.dot(g.axis.by_u) + pulley.mount_force(t, u, velocity)) / pulley.mount_inertia;
  }
}

void StringDynamics::find_force_rates(std::span<const double> x) {
  for (std::size_t k = 0; k < n(); ++k) {
    if (!arcs()[k].is_whole) find_chain(k, x);
  }
}

// The rates of the force behind a pulley on which belt sticks, and of those behind the pulleys after it on which it
// slips all over. By (2) and what slip demands they are dN_j/dt = a_j r + c_j, with r = dN/dt behind the first.
void StringDynamics::find_chain(std::size_t first, std::span<const double> x) {
  const double EA = drive_.axial_stiffness;
  PulleyMotion& m = motions_[first];
  const PulleyGeometry& g = geometry_[first];
  const auto give_of_span = [&](std::size_t k, double lambda) { return geometry_[k].length / (EA * lambda * lambda); };
  double lambda = stretch(x[first]);
  m.inflow = g.radius * m.leaving / m.front.stretch;
  const double yield = arcs()[first].sign * g.radius * drive_.pulleys[first].slip.slope(x[first]) *
                           (1.0 / lambda - 1.0 / m.front.stretch) -
                       give_of_span(first, lambda);
  // Σ of the balances: by_rate r + given = − what goes into the pulley after the last one
  double by_rate = yield;
  double given = g.length_rate / lambda - m.inflow;
  double a = 1.0;
  double c = 0.0;
  std::size_t last = first;
  for (std::size_t j = behind(first); arcs()[j].is_whole; j = behind(j)) {
    const SlipAngle& slip = drive_.pulleys[j].slip;
    const double sign = arcs()[j].sign;
    const double wrap_rate = motions_[j].entering - motions_[j].leaving;
    const double slope_in = slip.slope(x[last]);
    const double slope_out = slip.slope(x[j]);
    const double lambda_in = lambda;
    const double a_in = a;
    const double c_in = c;
    lambda = stretch(x[j]);
    a = slope_in * a_in / slope_out;
    c = (slope_in * c_in + sign * wrap_rate) / slope_out;
    const double lever = sign * geometry_[j].radius;
    const double out = lever * slope_out / lambda - give_of_span(j, lambda);
    const double in = lever * slope_in / lambda_in;
    by_rate += out * a - in * a_in;
    given += out * c - in * c_in + geometry_[j].length_rate / lambda;
    last = j;
  }
  const std::size_t next = behind(last);
  const double taken = geometry_[next].radius * motions_[next].entering / lambda;
  const double rate = -(given + taken) / by_rate;
  m.force_rate = rate;
  double flow = m.inflow - g.length_rate / stretch(x[first]) - yield * rate;
  for (std::size_t j = behind(first), p = first; j != next; p = j, j = behind(j)) {
    const SlipAngle& slip = drive_.pulleys[j].slip;
    const double sign = arcs()[j].sign;
    PulleyMotion& here = motions_[j];
    const double wrap_rate = here.entering - here.leaving;
    here.inflow = flow;
    here.force_rate = (slip.slope(x[p]) * motions_[p].force_rate + sign * wrap_rate) / slip.slope(x[j]);
    const double lambda_out = stretch(x[j]);
    flow -= sign * geometry_[j].radius *
                (slip.slope(x[j]) * here.force_rate / lambda_out -
                 slip.slope(x[p]) * motions_[p].force_rate / stretch(x[p])) -
            give_of_span(j, lambda_out) * here.force_rate + geometry_[j].length_rate / lambda_out;
  }
}

}  // namespace beltdyn::analytic
