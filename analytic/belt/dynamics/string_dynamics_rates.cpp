// SPDX-License-Identifier: MIT
// The right-hand side of a StringDynamics.
#include <cmath>

#include "analytic/belt/dynamics/string_dynamics.hpp"

namespace beltdyn::analytic {

MountMotion StringDynamics::mount_motion(std::size_t k, double t, std::span<const double> x) const {
  const DynamicPulley& p = drive_.pulleys[k];
  return p.has_mount ? MountMotion{x[mount_at_[k]], x[mount_at_[k] + 1]} : p.given(t);
}

void StringDynamics::update_geometry(double t, std::span<const double> x) {
  for (const std::size_t k : geometry_.moved_axes()) {
    const MountMotion motion = mount_motion(k, t, x);
    geometry_.place_axis(k, drive_.pulleys[k].axis(motion.position), motion.velocity);
  }
  geometry_.update(is_within_step_);
}

void StringDynamics::evaluate(double t, std::span<const double> x, std::span<double> rate) {
  update_geometry(t, x);
  for (std::size_t k = 0; k < n(); ++k) {
    PulleyMotion& m = motions_[k];
    m.speed = drive_.pulleys[k].is_prescribed ? drive_.pulleys[k].speed(t) : x[speed_at_[k]];
    m.entering = m.speed - geometry_[k].turn * geometry_[before(k)].spin;
    m.leaving = m.speed - geometry_[k].turn * geometry_[k].spin;
    find_front(k, t, x);
    find_entry_front(k, x);
    geometry_[k].per_stretch = 1.0 / stretch(x[k]);
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
    rate[natural_at(k)] = natural_taken(k, x);
    if (!arcs()[k].is_whole) m.entered_rate *= pulley.slip.slope(x[k]) * m.force_rate + arcs()[k].sign * m.leaving;
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

// Natural length that enters a pulley per time [m/s].
double StringDynamics::natural_taken(std::size_t k, std::span<const double> x) const {
  const PulleyMotion& m = motions_[k];
  const std::size_t p = before(k);
  if (arcs()[k].is_whole) return m.inflow;
  const double radius = geometry_[k].radius;
  if (!arcs()[k].has_entry_slip()) return m.entering * radius * geometry_[p].per_stretch;
  return m.entering * radius / m.entry_front.stretch - yield_of_entry(k, x) * motions_[p].force_rate;
}

// ∓ R g′(N) (1/λ − 1/λ_e): yield of the slip arc at an entry to the force before it [m/N].
double StringDynamics::yield_of_entry(std::size_t k, std::span<const double> x) const {
  const std::size_t p = before(k);
  return arcs()[k].entry_sign * geometry_[k].radius * drive_.pulleys[k].slip.slope(x[p]) *
         (geometry_[p].per_stretch - 1.0 / motions_[k].entry_front.stretch);
}

// Computes the rate of the force behind a pulley on which belt sticks, by (1).
void StringDynamics::find_chain(std::size_t first, std::span<const double> x) {
  const std::size_t next = behind(first);
  if (arcs()[next].is_whole) {
    find_chain_of_slip(first, x);
    return;
  }
  PulleyMotion& m = motions_[first];
  const PulleyGeometry& g = geometry_[first];
  const double per_stretch = g.per_stretch;
  const double per_front = 1.0 / m.front.stretch;
  m.inflow = g.radius * m.leaving * per_front;
  double yield =
      arcs()[first].sign * g.radius * drive_.pulleys[first].slip.slope(x[first]) * (per_stretch - per_front) -
      g.length * compliance_ * per_stretch * per_stretch;
  const double taken = geometry_[next].radius * motions_[next].entering;
  if (!arcs()[next].has_entry_slip()) {
    m.force_rate = (m.inflow - (taken + g.length_rate) * per_stretch) / yield;
    return;
  }
  yield -= yield_of_entry(next, x);
  m.force_rate = (m.inflow - taken / motions_[next].entry_front.stretch - g.length_rate * per_stretch) / yield;
}

// Decrease of the natural length of a span per force [m/N].
double StringDynamics::give_of_span(std::size_t k, double lambda) const {
  return geometry_[k].length * compliance_ / (lambda * lambda);
}

// Computes the rates of the forces behind a pulley on which belt sticks, and behind the following pulleys on which all
// of the belt slips. By (2) and the condition of slip they are dN_j/dt = a_j r + c_j, with r = dN/dt behind the first
// pulley.
void StringDynamics::find_chain_of_slip(std::size_t first, std::span<const double> x) {
  PulleyMotion& m = motions_[first];
  const PulleyGeometry& g = geometry_[first];
  double lambda = stretch(x[first]);
  m.inflow = g.radius * m.leaving / m.front.stretch;
  const double yield = arcs()[first].sign * g.radius * drive_.pulleys[first].slip.slope(x[first]) *
                           (1.0 / lambda - 1.0 / m.front.stretch) -
                       give_of_span(first, lambda);
  // Sum of the balances: by_rate r + given = −(flow into the pulley after the last one)
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
  const double taken = geometry_[next].radius * motions_[next].entering;
  if (arcs()[next].has_entry_slip()) {
    const double yield_in = yield_of_entry(next, x);
    by_rate -= yield_in * a;
    given += taken / motions_[next].entry_front.stretch - yield_in * c;
  } else {
    given += taken / lambda;
  }
  const double rate = -given / by_rate;
  m.force_rate = rate;
  pass_flow(first, next, m.inflow - g.length_rate / stretch(x[first]) - yield * rate, x);
}

// Computes the flows into the pulleys between two pulleys, on which all of the belt slips, and the rates of the forces
// behind them, by (2) from the flow into the first of them.
void StringDynamics::pass_flow(std::size_t first, std::size_t next, double flow, std::span<const double> x) {
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
