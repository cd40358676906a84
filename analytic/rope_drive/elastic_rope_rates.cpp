// SPDX-License-Identifier: MIT
// The right-hand side of an ElasticRope.
#include <algorithm>
#include <cmath>

#include "analytic/rope_drive/elastic_rope.hpp"

namespace beltdyn::analytic {

void ElasticRope::evaluate(double t, std::span<const double> x, std::span<double> rate) {
  std::ranges::fill(rate, 0.0);
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
    const bool moves = drive_.ends[end].kind == RopeEnd::Kind::body && !modes_.is_held[end];
    end_speeds_[end] = moves ? x[at_.end_speed_at(end)] : 0.0;
  }
  std::ranges::copy(drive_.length, lengths_.begin());
  lengths_.front() += x[at_.way_at(0)];
  lengths_.back() += x[at_.way_at(1)];
  place_blocks(x);
  for (std::size_t k = 0; k < n_; ++k) find_sides(k, t, x);
  for (std::size_t j = 0; j <= n_; ++j) j = find_chain(j, t, x);
  for (std::size_t j = 0; j <= n_; ++j) rate[j] = force_rates_[j];
  for (std::size_t k = 0; k < n_; ++k) set_sheave_rates(k, t, x, rate);
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) set_end_rates(end, t, x, rate);
  for (std::size_t b = 0; b < at_.n_blocks; ++b) set_block_rates(b, t, x, rate);
  least_ = margin(t, x);
}

// What blocks do to the lengths of spans, and their rates.
void ElasticRope::place_blocks(std::span<const double> x) {
  std::ranges::fill(by_blocks_, 0.0);
  for (std::size_t b = 0; b < at_.n_blocks; ++b) {
    block_speeds_[b] = modes_.is_block_held[b] ? 0.0 : x[at_.block_speed_at(b)];
    for (std::size_t j = 0; j <= n_; ++j) {
      lengths_[j] += drive_.blocks[b].take_up[j] * x[at_.block_at(b)];
      by_blocks_[j] += drive_.blocks[b].take_up[j] * block_speeds_[b];
    }
  }
}

// What came in at a side of a sheave.
LaidRope ElasticRope::laid(std::size_t k, int side, double time) const {
  const auto s = static_cast<std::size_t>(side);
  DensePair found;
  steps_.history().look(k + s, at_.angle_at(k), time, panel_near_[2 * k + s], found);
  const double zeta = s == 0 ? found.value[1] : found.value[1] - drive_.sheaves[k].wrap;
  return {.zeta = zeta,
          .zeta_rate = found.rate[1],
          .level = slip_[k].angle(found.value[0]),
          .level_rate = slip_[k].slope(found.value[0]) * found.rate[0]};
}

void ElasticRope::find_sides(std::size_t k, double t, std::span<const double> x) {
  const RopeSheave& sheave = drive_.sheaves[k];
  const RopeArc& arc = modes_.arcs[k];
  SheaveMotion& m = motions_[k];
  m.speed = sheave.is_prescribed ? sheave.speed(t) : modes_.brakes[k].holds ? 0.0 : x[at_.speed_at(k)];
  const double angle = x[at_.angle_at(k)];
  m.at.zeta = {angle, angle - sheave.wrap};
  for (std::size_t side = 0; side < 2; ++side) {
    m.at.force[side] = x[k + side];
    m.at.level[side] = slip_[k].angle(x[k + side]);
  }
  const LaidAt laid_at = [this, k](int side, double time) { return laid(k, side, time); };
  for (std::size_t side = 0; side < 2; ++side) {
    SideMotion& s = m.sides[side];
    s.inflow = -inwards(side) * m.speed;
    s.front = arc.front(side, m.at, t, laid_at);
    if (arc.is_whole) continue;
    if (arc.sign[side] != 0.0 && !arc.stuck.empty() && !arc.outer(side).is_line()) {
      reads_own_step_ = reads_own_step_ || s.front.met > steps_.time();
    }
    const double force = x[k + side];
    s.front_stretch = arc.sign[side] == 0.0 ? stretch(force) : stretch(slip_[k].force(s.front.level));
    s.given = -sheave.radius * s.inflow / s.front_stretch;
    s.by_force_rate =
        sheave.radius * arc.sign[side] * slip_[k].slope(force) * (1.0 / stretch(force) - 1.0 / s.front_stretch);
  }
}

double ElasticRope::length_rate(std::size_t j) const {
  return by_blocks_[j] + (j == 0 ? end_speeds_[0] : 0.0) + (j == n_ ? end_speeds_[1] : 0.0);
}

double ElasticRope::paid_out_rate(std::size_t end, double t) const {
  const RopeEnd& e = drive_.ends[end];
  return e.kind == RopeEnd::Kind::winch ? e.paid_out(t) : 0.0;
}

// Of an arc on which the rope slips as a whole: how its natural length goes with the force at side 0 [m/N].
double ElasticRope::arc_yield(std::size_t k, std::span<const double> x) const {
  const RopeSheave& sheave = drive_.sheaves[k];
  const double in = stretch(x[k]);
  const double sigma = modes_.arcs[k].sign[0];
  if (sigma == 0.0) return -sheave.radius * sheave.wrap * compliance_ / (in * in);
  return sheave.radius * sigma * slip_[k].slope(x[k]) * (1.0 / stretch(x[k + 1]) - 1.0 / in);
}

// The rates of the forces of a span and of those after it up to the next sheave on which rope sticks, which is the last
// one: dN_j/dt = a_j r, r = dN/dt of the first. The sum of (2) is given + by_rate r = 0.
std::size_t ElasticRope::find_chain(std::size_t first, double t, std::span<const double> x) {
  double given = 0.0;
  double by_rate = 0.0;
  double a = 1.0;
  if (first > 0) {
    given += motions_[first - 1].sides[1].given;
    by_rate += motions_[first - 1].sides[1].by_force_rate;
  }
  std::size_t last = first;
  for (;; ++last) {
    const double lambda = stretch(x[last]);
    force_rates_[last] = a;
    by_rate += a * lengths_[last] * compliance_ / (lambda * lambda);
    given -= length_rate(last) / lambda;
    if (last == n_ || !modes_.arcs[last].is_whole) break;
    by_rate -= a * arc_yield(last, x);
    a *= slip_[last].slope(x[last]) / slip_[last].slope(x[last + 1]);
  }
  if (first == 0) given += paid_out_rate(0, t);
  if (last == n_) {
    given += paid_out_rate(1, t);
  } else {
    given += motions_[last].sides[0].given;
    by_rate += a * motions_[last].sides[0].by_force_rate;
  }
  double r = modes_.is_slack ? 0.0 : -given / by_rate;
  const bool is_given_0 = first == 0 && has_given_force(0);
  const bool is_given_1 = last == n_ && has_given_force(1);
  if (is_given_0) {
    r = drive_.ends[0].force_rate(t);
    end_speeds_[0] += (given + by_rate * r) * stretch(x[0]);
  } else if (is_given_1) {
    r = drive_.ends[1].force_rate(t) / a;
    end_speeds_[1] += (given + by_rate * r) * stretch(x[n_]);
  }
  for (std::size_t j = first; j <= last; ++j) force_rates_[j] *= r;
  pass_flow(first, last, t, x);
  return last;
}

// What goes onto the arcs at both ends of a chain, and onto and from those in it.
void ElasticRope::pass_flow(std::size_t first, std::size_t last, double t, std::span<const double> x) {
  const auto set_side = [&](std::size_t k, std::size_t side) {
    SideMotion& s = motions_[k].sides[side];
    s.level_rate = slip_[k].slope(x[k + side]) * force_rates_[k + side];
    s.natural = -(s.given + s.by_force_rate * force_rates_[k + side]);
    return s.natural;
  };
  double flow = first > 0 ? -set_side(first - 1, 1) : paid_out_rate(0, t);
  if (last < n_) set_side(last, 0);
  for (std::size_t j = first; j < last; ++j) {
    const double lambda = stretch(x[j]);
    flow -= length_rate(j) / lambda - lengths_[j] * compliance_ * force_rates_[j] / (lambda * lambda);
    motions_[j].sides[0].natural = flow;
    flow -= arc_yield(j, x) * force_rates_[j];
    motions_[j].sides[1].natural = -flow;
    for (std::size_t side = 0; side < 2; ++side) {
      motions_[j].sides[side].level_rate = slip_[j].slope(x[j + side]) * force_rates_[j + side];
    }
  }
}

// What slip on an arc takes. That of a whole one is the integral of (Q λ − R ω) dN from side 0 to side 1, with the
// natural length Q that passes a place, Q + R σ (dg/dt)/λ the same at all places.
double ElasticRope::slip_power(std::size_t k, std::span<const double> x) const {
  const RopeArc& arc = modes_.arcs[k];
  const SheaveMotion& m = motions_[k];
  const double radius = drive_.sheaves[k].radius;
  const double stiffness = drive_.axial_stiffness;
  if (arc.is_whole) {
    if (arc.sign[0] == 0.0) return 0.0;
    const double in = stretch(x[k]);
    const double out = stretch(x[k + 1]);
    const double turn = radius * arc.sign[0] * m.sides[0].level_rate;
    return stiffness * (out - in) * (0.5 * (m.sides[0].natural + turn / in) * (out + in) - turn - radius * m.speed);
  }
  double power = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (arc.sign[side] == 0.0) continue;
    const SideMotion& s = m.sides[side];
    const double change = stretch(x[k + side]) - s.front_stretch;
    power += radius * s.slip_rate(arc.sign[side]) * stiffness * change * change / (2.0 * s.front_stretch);
  }
  return power;
}

void ElasticRope::set_sheave_rates(std::size_t k, double t, std::span<const double> x, std::span<double> rate) {
  const RopeSheave& sheave = drive_.sheaves[k];
  SheaveMotion& m = motions_[k];
  const double by_rope = sheave.radius * (x[k + 1] - x[k]);
  m.load = by_rope;
  m.brake = 0.0;
  rate[at_.angle_at(k)] = m.speed;
  if (sheave.is_prescribed) {
    rate[at_.drive_at(k)] = -by_rope * m.speed;
  } else {
    const double torque = sheave.torque ? sheave.torque(t, m.speed) : 0.0;
    m.load += torque;
    const BrakeState& brake = modes_.brakes[k];
    if (brake.holds) {
      m.brake = -m.load;
    } else if (sheave.brake) {
      m.brake = -brake.direction * sheave.brake(t);
    }
    rate[at_.speed_at(k)] = brake.holds ? 0.0 : (m.load + m.brake) / sheave.inertia;
    rate[at_.drive_at(k)] = torque * m.speed;
    rate[at_.brake_loss_at(k)] = -m.brake * m.speed;
  }
  rate[at_.slip_loss_at(k)] = slip_power(k, x);
  for (std::size_t side = 0; side < 2; ++side) {
    const double strain = x[k + side] * compliance_;
    rate[at_.natural_at(k, side)] = m.sides[side].natural;
    rate[at_.elastic_at(k, side)] = 0.5 * x[k + side] * strain * m.sides[side].natural;
  }
}

void ElasticRope::set_block_rates(std::size_t b, double t, std::span<const double> x, std::span<double> rate) {
  if (modes_.is_block_held[b]) return;
  const RopeBlock& block = drive_.blocks[b];
  const double given = block.force(t);
  double force = given;
  for (std::size_t j = 0; j <= n_; ++j) force -= block.take_up[j] * x[j];
  rate[at_.block_at(b)] = block_speeds_[b];
  rate[at_.block_speed_at(b)] = force / block.mass;
  rate[at_.block_work_at(b)] = given * block_speeds_[b];
}

void ElasticRope::set_end_rates(std::size_t end, double t, std::span<const double> x, std::span<double> rate) {
  const RopeEnd& e = drive_.ends[end];
  const double force = x[end == 0 ? 0 : n_];
  const double speed = end_speeds_[end];
  rate[at_.way_at(end)] = speed;
  switch (e.kind) {
    case RopeEnd::Kind::fixed:
      break;
    case RopeEnd::Kind::body:
      if (modes_.is_held[end]) break;
      rate[at_.end_speed_at(end)] = (e.force(t) - force) / e.mass;
      rate[at_.work_at(end)] = e.force(t) * speed;
      break;
    case RopeEnd::Kind::force:
      rate[at_.work_at(end)] = force * speed;
      break;
    case RopeEnd::Kind::winch: {
      // Rope that comes in brings its elastic energy; its end is drawn with the force.
      const double natural = e.paid_out(t);
      rate[at_.paid_out_at(end)] = natural;
      rate[at_.work_at(end)] = natural * force * (0.5 * force * compliance_ - stretch(force));
      break;
    }
  }
}

}  // namespace beltdyn::analytic
