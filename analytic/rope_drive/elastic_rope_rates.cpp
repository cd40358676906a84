// SPDX-License-Identifier: MIT
// The right-hand side of an ElasticRope. Both sides of an arc are treated alike. At a side, w is the angular speed with
// which the surface comes in, d the depth, the angle from the side inwards, and σ = ±1 belongs to a slip arc there,
// along which g(N) = ln(N)/μ is g(N_e) + σ d; σ = 0 if rope that comes in sticks. From the front f, where a slip arc
// meets stuck rope, the natural length
//
//     F = − R w/λ_f + R σ g′(N_e) (dN_e/dt) (1/λ_e − 1/λ_f)                                                     (1)
//
// flows to the span outside, of length l, for which
//
//     (dl/dt)/λ − l (dN/dt)/(EA λ²) = F + F′ + u,                                                               (2)
//
// with F from both sides of the span and u from a winch: for a drum r ω/λ_w of rope that comes off or is wound up. Slip
// continues while h = − σ dg(N_e)/dt − w > 0, and dissipates the power R h EA (λ_e − λ_f)²/(2 λ_f). Then the slip arc
// freezes; rope that comes in sticks if w > |dg(N_e)/dt|, otherwise slip of the other direction begins. If a front
// reaches the other side, the rope slips on the whole arc: g(N) differs by σ φ between its spans, the flow through the
// arc is unknown, and (2) holds for both spans and the arc together, until the rope is no faster than the surface at
// one side.
#include <algorithm>
#include <cmath>

#include "analytic/rope_drive/elastic_rope.hpp"
#include "core/drive/pulley/dry_friction.hpp"

namespace beltdyn::analytic {

void ElasticRope::evaluate(double t, std::span<const double> x, std::span<double> rate) {
  std::ranges::fill(rate, 0.0);
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    speeds_[b] = bodies_[b].is_free && !modes_.is_held[b] ? x[at_.body_speed_at(b)] : 0.0;
  }
  kinematics_.place(x.subspan(at_.displacement_at(0), bodies_.size()), speeds_);
  for (std::size_t k = 0; k < n_; ++k) find_sides(k, t, x);
  for (std::size_t j = 0; j <= n_; ++j) j = find_chain(j, t, x);
  for (std::size_t j = 0; j <= n_; ++j) rate[j] = force_rates_[j];
  for (std::size_t k = 0; k < n_; ++k) set_sheave_rates(k, t, x, rate);
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) set_end_rates(end, t, x, rate);
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (bodies_[b].is_free && !modes_.is_held[b]) set_body_rates(b, t, x, rate);
  }
  least_ = margin(t, x);
}

// The particle that came in at a side of a sheave at a time.
LaidRope ElasticRope::laid(std::size_t k, int side, double time) const {
  const auto s = static_cast<std::size_t>(side);
  DensePair found;
  steps_.history().look(k + s, at_.zeta_at(k, s), time, panel_near_[2 * k + s], found);
  return {.zeta = found.value[1],
          .zeta_rate = found.rate[1],
          .level = slip_[k].angle(found.value[0]),
          .level_rate = slip_[k].slope(found.value[0]) * found.rate[0]};
}

void ElasticRope::find_sides(std::size_t k, double t, std::span<const double> x) {
  const RopeSheave& sheave = drive_.sheaves[k];
  const RopeArc& arc = modes_.arcs[k];
  SheaveMotion& m = motions_[k];
  m.speed = sheave.is_prescribed ? sheave.speed(t) : modes_.brakes[k].holds ? 0.0 : x[at_.speed_at(k)];
  for (std::size_t side = 0; side < 2; ++side) {
    m.at.zeta[side] = x[at_.zeta_at(k, side)];
    m.at.force[side] = x[k + side];
    m.at.level[side] = slip_[k].angle(x[k + side]);
  }
  const LaidAt laid_at = [this, k](int side, double time) { return laid(k, side, time); };
  for (std::size_t side = 0; side < 2; ++side) {
    SideMotion& s = m.sides[side];
    s.inflow = -inwards(side) * (m.speed - kinematics_.side_rate(k, side));
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

double ElasticRope::paid_out_rate(std::size_t end, double t, std::span<const double> x) const {
  const RopeEnd& e = drive_.ends[end];
  if (e.kind != RopeEnd::Kind::winch) return 0.0;
  if (!e.drum) return e.paid_out(t);
  const double speed = drum_speed_at(end, t, x);
  return e.drum->radius * speed / drum_stretch(end, speed, x);
}

double ElasticRope::drum_speed_at(std::size_t end, double t, std::span<const double> x) const {
  const RopeDrum& drum = *drive_.ends[end].drum;
  if (drum.is_prescribed) return drum.speed(t);
  return modes_.drum_brakes[end].holds ? 0.0 : x[at_.drum_speed_at(end)];
}

// Moment of rope and torque on a free drum [N m].
double ElasticRope::drum_load(std::size_t end, double t, std::span<const double> x) const {
  const RopeDrum& drum = *drive_.ends[end].drum;
  return x[end * n_] * drum.radius + drum.torque(t, drum_speed_at(end, t, x));
}

double ElasticRope::drum_stretch(std::size_t end, double speed, std::span<const double> x) const {
  return speed > 0.0 ? modes_.wound[end]->stretch_at(x[at_.paid_out_at(end)]) : stretch(x[end * n_]);
}

// Decrease of the natural length of a span per force [m/N].
double ElasticRope::span_yield(std::size_t j, std::span<const double> x) const {
  const double lambda = stretch(x[j]);
  return kinematics_.length(j) * compliance_ / (lambda * lambda);
}

// For an arc on which the whole rope slips: derivative of its natural length by the force at side 0 [m/N],
double ElasticRope::arc_yield(std::size_t k, std::span<const double> x) const {
  const RopeSheave& sheave = drive_.sheaves[k];
  const double in = stretch(x[k]);
  const double sigma = modes_.arcs[k].sign[0];
  if (sigma == 0.0) return -sheave.radius * motions_[k].at.wrap() * compliance_ / (in * in);
  return sheave.radius * sigma * slip_[k].slope(x[k]) * (1.0 / stretch(x[k + 1]) - 1.0 / in);
}

// and its growth with the wrap per time [m/s].
double ElasticRope::arc_growth(std::size_t k, std::span<const double> x) const {
  return drive_.sheaves[k].radius * motions_[k].wrap_rate() / stretch(x[k + 1]);
}

// Computes the rates of the forces of a span and of the following spans up to the next sheave on which rope sticks:
// dN_j/dt = a_j r + c_j, with r = dN/dt of the first span. The sum of (2) is given + by_rate r = 0. Returns the last
// span.
std::size_t ElasticRope::find_chain(std::size_t first, double t, std::span<const double> x) {
  double given = 0.0;
  double by_rate = 0.0;
  double a = 1.0;
  double c = 0.0;
  const auto add = [&](double by_force_rate) {
    by_rate += by_force_rate * a;
    given += by_force_rate * c;
  };
  if (first > 0) {
    given += motions_[first - 1].sides[1].given;
    add(motions_[first - 1].sides[1].by_force_rate);
  } else {
    given += paid_out_rate(0, t, x);
  }
  std::size_t last = first;
  for (;; ++last) {
    add(span_yield(last, x));
    given -= kinematics_.length_rate(last) / stretch(x[last]);
    if (last == n_ || !modes_.arcs[last].is_whole) break;
    add(-arc_yield(last, x));
    given -= arc_growth(last, x);
    const double slope = slip_[last].slope(x[last + 1]);
    a *= slip_[last].slope(x[last]) / slope;
    c = (slip_[last].slope(x[last]) * c + modes_.arcs[last].sign[0] * motions_[last].wrap_rate()) / slope;
  }
  if (last < n_) {
    given += motions_[last].sides[0].given;
    add(motions_[last].sides[0].by_force_rate);
  } else {
    given += paid_out_rate(1, t, x);
  }
  double r = modes_.is_slack ? 0.0 : -given / by_rate;
  // With a given force, the speed of its end closes the sum.
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
    const std::size_t j = end * n_;
    if (j < first || j > last || !has_given_force(end) || (end == 1 && first == 0 && has_given_force(0))) continue;
    r = end == 0 ? drive_.ends[0].force_rate(t) : (drive_.ends[1].force_rate(t) - c) / a;
    speeds_[end] = (given + by_rate * r) * stretch(x[j]);
    kinematics_.add_end_speed(end, speeds_[end]);
  }
  set_chain(first, last, r, x);
  pass_flow(first, last, t, x);
  return last;
}

void ElasticRope::set_chain(std::size_t first, std::size_t last, double rate, std::span<const double> x) {
  for (std::size_t j = first;; ++j) {
    force_rates_[j] = rate;
    if (j > 0) motions_[j - 1].sides[1].level_rate = slip_[j - 1].slope(x[j]) * rate;
    if (j < n_) motions_[j].sides[0].level_rate = slip_[j].slope(x[j]) * rate;
    if (j == last) return;
    rate = (slip_[j].slope(x[j]) * rate + modes_.arcs[j].sign[0] * motions_[j].wrap_rate()) / slip_[j].slope(x[j + 1]);
  }
}

// Sets the flows onto the arcs at both ends of a chain, and onto and from the arcs within it.
void ElasticRope::pass_flow(std::size_t first, std::size_t last, double t, std::span<const double> x) {
  const auto set_side = [&](std::size_t k, std::size_t side) {
    SideMotion& s = motions_[k].sides[side];
    s.natural = -(s.given + s.by_force_rate * force_rates_[k + side]);
    return s.natural;
  };
  double flow = first > 0 ? -set_side(first - 1, 1) : paid_out_rate(0, t, x);
  if (last < n_) set_side(last, 0);
  for (std::size_t j = first; j < last; ++j) {
    flow -= kinematics_.length_rate(j) / stretch(x[j]) - span_yield(j, x) * force_rates_[j];
    motions_[j].sides[0].natural = flow;
    flow -= arc_yield(j, x) * force_rates_[j] + arc_growth(j, x);
    motions_[j].sides[1].natural = -flow;
  }
}

// Power dissipated by slip on an arc. For a whole arc it is the integral of (Q λ − R w) dN from side 0 to side 1, with
// the natural length Q and the surface that pass a place, both seen from side 0; Q + R σ (dg/dt)/λ is the same at all
// places.
double ElasticRope::slip_power_at(std::size_t k, std::span<const double> x) const {
  const RopeArc& arc = modes_.arcs[k];
  const SheaveMotion& m = motions_[k];
  const double radius = drive_.sheaves[k].radius;
  const double stiffness = drive_.axial_stiffness;
  if (arc.is_whole) {
    if (arc.sign[0] == 0.0) return 0.0;
    const double in = stretch(x[k]);
    const double out = stretch(x[k + 1]);
    const double turn = radius * arc.sign[0] * m.sides[0].level_rate;
    return stiffness * (out - in) *
           (0.5 * (m.sides[0].natural + turn / in) * (out + in) - turn - radius * m.sides[0].inflow);
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

// Speed of the rope inwards relative to the surface, at a side of an arc on which the whole rope slips [m/s].
double ElasticRope::inwards_slip(std::size_t k, std::size_t side) const {
  const SideMotion& s = motions_[k].sides[side];
  return s.natural * stretch(motions_[k].at.force[side]) - drive_.sheaves[k].radius * s.inflow;
}

// The smallest |slip| on an arc [m/s]; between its sides slip is linear in λ.
double ElasticRope::whole_slip(std::size_t k) const {
  if (!modes_.arcs[k].is_whole) return 0.0;
  return std::min(std::abs(inwards_slip(k, 0)), std::abs(inwards_slip(k, 1)));
}

void ElasticRope::set_sheave_rates(std::size_t k, double t, std::span<const double> x, std::span<double> rate) {
  const RopeSheave& sheave = drive_.sheaves[k];
  SheaveMotion& m = motions_[k];
  const double by_rope = sheave.radius * (x[k + 1] - x[k]);
  m.load = by_rope;
  m.brake = 0.0;
  m.bearing = 0.0;
  rate[at_.angle_at(k)] = m.speed;
  if (sheave.is_prescribed) {
    rate[at_.drive_at(k)] = -by_rope * m.speed;
  } else {
    const double torque = sheave.torque ? sheave.torque(t, m.speed) : 0.0;
    m.load += torque;
    const BrakeState& brake = modes_.brakes[k];
    const double limit = sheave.brake ? sheave.brake(t) : 0.0;
    const double dry = brake.holds ? -m.load : -brake.direction * limit;
    m.bearing = dry * bearing_share(sheave.bearing, limit);
    m.brake = dry - m.bearing;
    rate[at_.speed_at(k)] = brake.holds ? 0.0 : (m.load + dry) / sheave.inertia;
    rate[at_.drive_at(k)] = (torque + m.bearing) * m.speed;
    rate[at_.brake_loss_at(k)] = -m.brake * m.speed;
  }
  rate[at_.slip_loss_at(k)] = slip_power_at(k, x);
  rate[at_.slip_distance_at(k)] = whole_slip(k);
  for (std::size_t side = 0; side < 2; ++side) {
    rate[at_.zeta_at(k, side)] = -inwards(side) * m.sides[side].inflow;
    const double strain = x[k + side] * compliance_;
    rate[at_.natural_at(k, side)] = m.sides[side].natural;
    rate[at_.elastic_at(k, side)] = 0.5 * x[k + side] * strain * m.sides[side].natural;
  }
}

// Length of the span of a body that is an end, whose rope moves with it; 0 for a block [m].
double ElasticRope::rope_length_at(std::size_t b) const { return b < 2 ? kinematics_.length(b * n_) : 0.0; }

void ElasticRope::set_body_rates(std::size_t b, double t, std::span<const double> x, std::span<double> rate) {
  const RopeBody& body = bodies_[b];
  const double length = rope_length_at(b);
  const double speed = speeds_[b];
  const double force = body.force(t, x[at_.displacement_at(b)], speed) + body.rope_weight * length;
  rate[at_.displacement_at(b)] = speed;
  rate[at_.body_speed_at(b)] = (force - kinematics_.pull(b, x)) / (body.mass + body.rope_mass * length);
  // Rope that comes onto the span brings its kinetic energy.
  const double growth = b < 2 ? kinematics_.length_rate(b * n_) : 0.0;
  rate[at_.work_at(b)] = force * speed + 0.5 * body.rope_mass * speed * speed * growth;
}

// Sets the rates of ends that are no bodies.
void ElasticRope::set_end_rates(std::size_t end, double t, std::span<const double> x, std::span<double> rate) {
  const RopeEnd& e = drive_.ends[end];
  const double force = x[end * n_];
  if (e.kind == RopeEnd::Kind::force) {
    rate[at_.displacement_at(end)] = speeds_[end];
    rate[at_.work_at(end)] = force * speeds_[end];
  } else if (e.drum) {
    set_drum_rates(end, t, x, rate);
  } else if (e.kind == RopeEnd::Kind::winch) {
    // Rope that comes in brings its elastic energy; the force draws at its end.
    const double natural = e.paid_out(t);
    rate[at_.paid_out_at(end)] = natural;
    rate[at_.work_at(end)] = natural * force * (0.5 * force * compliance_ - stretch(force));
  }
}

// Rope on a drum does not slip, except where it comes off with another force than it was wound up with.
void ElasticRope::set_drum_rates(std::size_t end, double t, std::span<const double> x, std::span<double> rate) {
  const RopeDrum& drum = *drive_.ends[end].drum;
  const double force = x[end * n_];
  const double speed = drum_speed_at(end, t, x);
  const double wound = drum_stretch(end, speed, x);
  const double natural = drum.radius * speed / wound;
  const double change = stretch(force) - wound;
  rate[at_.paid_out_at(end)] = natural;
  rate[at_.drum_angle_at(end)] = speed;
  rate[at_.work_at(end)] = natural * 0.5 * drive_.axial_stiffness * (wound - 1.0) * (wound - 1.0);
  rate[at_.drum_loss_at(end)] = natural * 0.5 * drive_.axial_stiffness * change * change;
  if (drum.is_prescribed) {
    rate[at_.drum_drive_at(end)] = -force * drum.radius * speed;
    return;
  }
  const BrakeState& brake = modes_.drum_brakes[end];
  const double load = drum_load(end, t, x);
  const double limit = drum.brake ? drum.brake(t) : 0.0;
  drum_brake_moments_[end] = brake.holds ? -load : -brake.direction * limit;
  rate[at_.drum_speed_at(end)] = brake.holds ? 0.0 : (load + drum_brake_moments_[end]) / drum.inertia;
  rate[at_.drum_drive_at(end)] = drum.torque(t, speed) * speed;
  rate[at_.drum_brake_at(end)] = -drum_brake_moments_[end] * speed;
}

}  // namespace beltdyn::analytic
