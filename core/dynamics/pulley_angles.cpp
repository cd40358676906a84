// SPDX-License-Identifier: MIT
#include "core/dynamics/pulley_angles.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/drive/pulley/dry_friction.hpp"

namespace beltdyn {
PulleyAngles::PulleyAngles(std::span<const Pulley> pulleys)
    : pulleys_(pulleys),
      states_(pulleys.size()),
      before_(states_),
      torques_(pulleys.size()),
      torque_derivatives_(pulleys.size()),
      acting_(pulleys.size()),
      rotors_(pulleys),
      bearings_(pulleys.size()),
      brakes_(pulleys.size()),
      index_(pulley_unknowns(pulleys).angle) {
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    if (index_[p] >= 0) unknown_.push_back(p);
  }
  relax_bearings();
}

void PulleyAngles::relax_bearings() {
  for (std::size_t p = 0; p < size(); ++p) {
    if (pulleys_[p].bearing_friction) bearings_.put(p, *pulleys_[p].bearing_friction);
    if (pulleys_[p].brake) brakes_.put(p, joint_of(*pulleys_[p].brake));
  }
}

void PulleyAngles::find_bearings(double h, double end) {
  for (std::size_t p = 0; p < size(); ++p) {
    if (bearings_[p]) bearings_[p]->try_step(turn(p), states_[p].v, h);
    if (!brakes_[p]) continue;
    brakes_[p]->press(pulleys_[p].brake->capacity.value(end));
    brakes_[p]->try_step(turn(p), states_[p].v, h);
  }
}

void PulleyAngles::store_joints(JointState& state) const {
  bearings_.store_state(state.bearings);
  brakes_.store_state(state.brakes);
}

void PulleyAngles::restore_joints(const JointState& state) {
  bearings_.restore_state(state.bearings);
  brakes_.restore_state(state.brakes);
}

void PulleyAngles::change_clutches(double time, double tolerance) {
  for (std::size_t p = 0; p < acting_.size(); ++p) acting_[p] = torques_[p] + bearing_moment(p) + brake_moment(p);
  rotors_.change_clutches(time, tolerance, acting_, states_);
}

void PulleyAngles::start(double time) {
  for (std::size_t p = 0; p < states_.size(); ++p) {
    if (const auto* motion = std::get_if<PrescribedMotion>(&pulleys_[p].motion)) {
      states_[p].v = motion->angular_velocity.value(time);
    }
  }
}

void PulleyAngles::run(std::span<const double> speeds, double time) {
  for (std::size_t p = 0; p < states_.size(); ++p) {
    states_[p] = {.v = speeds[p]};
    if (bearings_[p]) bearings_[p]->run(speeds[p]);
  }
  before_ = states_;
  rotors_.run(states_, time);
}

void PulleyAngles::predict(const numerics::StepScheme& scheme, double h, double end) {
  for (std::size_t p = 0; p < states_.size(); ++p) {
    numerics::CoordinateState& angle = states_[p];
    if (const auto* motion = std::get_if<PrescribedMotion>(&pulleys_[p].motion)) {
      const double omega = motion->angular_velocity.value(end);
      angle.q += h * ((1.0 - scheme.slip_weight) * angle.v + scheme.slip_weight * omega);
      angle.v = omega;
    } else {
      angle = scheme.predict(angle, h);
    }
  }
  rotors_.predict(scheme, h);
}

void PulleyAngles::finish_step(const numerics::StepScheme& scheme, std::span<const numerics::CoordinateState> before) {
  for (std::size_t p = 0; p < states_.size(); ++p) {
    scheme.finish(before[p], states_[p]);
  }
  bearings_.accept();
  brakes_.accept();
}

// I φ̈ − M(t, φ̇) − M_f − M_b − τ + C
double PulleyAngles::residual(std::size_t pulley, const numerics::StepRates& rates, double time) const {
  const numerics::CoordinateState& angle = states_[pulley];
  const double inertial = rates.acceleration == 0.0 ? 0.0 : pulleys_[pulley].inertia * angle.acceleration;
  return inertial - pulleys_[pulley].moment(time, angle.v) - bearing_moment(pulley) - brake_moment(pulley) -
         torques_[pulley] + rotors_.torque(pulley);
}

double PulleyAngles::residual_norm(const numerics::StepRates& rates, double time) const {
  double norm = 0.0;
  for (const std::size_t p : unknown_) {
    const double force = std::abs(residual(p, rates, time)) / pulleys_[p].radius;
    norm = std::isfinite(force) ? std::max(norm, force) : INFINITY;
  }
  return norm;
}

// J_ff = c_a I − c_v ∂(M + M_f + M_b)/∂ω − ∂(M_f + M_b)/∂φ − ∂τ/∂φ + ∂C/∂φ and b_f = −(I φ̈ − M − M_f − M_b − τ + C)
void PulleyAngles::enter(const numerics::StepRates& rates, double time, numerics::CyclicBorder& border) const {
  for (std::size_t f = 0; f < unknown_.size(); ++f) {
    const std::size_t p = unknown_[f];
    const Pulley& pulley = pulleys_[p];
    const JointResponse bearing = bearings_.response(p);
    const JointResponse brake = brakes_.response(p);
    border.set(f,
               rates.acceleration * pulley.inertia -
                   rates.velocity * (pulley.moment_derivative(time, states_[p].v) + bearing.by_rate + brake.by_rate) -
                   bearing.by_turn - brake.by_turn - torque_derivatives_[p] + rotors_.derivative(p),
               -residual(p, rates, time));
  }
}

void PulleyAngles::move(const numerics::StepRates& rates, double factor, std::span<const double> correction) {
  for (std::size_t f = 0; f < unknown_.size(); ++f) {
    states_[unknown_[f]].move(rates, factor * correction[f]);
  }
}

void PulleyAngles::save(StateWriter& writer) const {
  std::vector<double> angles;
  for (const numerics::CoordinateState& angle : states_) append_state(angle, angles);
  writer.numbers("angles", angles);
  bearings_.save(writer, "bearing_friction");
  brakes_.save(writer, "brakes");
  if (rotors_.are_there()) rotors_.save(writer);
}

void PulleyAngles::restore(StateReader& reader) {
  auto from = std::span(reader.numbers("angles", 4 * states_.size())).begin();
  for (numerics::CoordinateState& angle : states_) take_state(angle, from);
  bearings_.restore(reader, "bearing_friction");
  brakes_.restore(reader, "brakes");
  if (rotors_.are_there()) rotors_.restore(reader);
}

}  // namespace beltdyn
