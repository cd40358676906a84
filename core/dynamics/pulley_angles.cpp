// SPDX-License-Identifier: MIT
#include "core/dynamics/pulley_angles.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

namespace beltdyn {
namespace {

std::string bearing_key(std::size_t pulley) { return "bearing_friction_" + std::to_string(pulley); }

}  // namespace

PulleyAngles::PulleyAngles(std::span<const Pulley> pulleys)
    : pulleys_(pulleys),
      states_(pulleys.size()),
      before_(states_),
      torques_(pulleys.size()),
      torque_derivatives_(pulleys.size()),
      acting_(pulleys.size()),
      rotors_(pulleys),
      bearings_(pulleys.size()),
      index_(pulley_unknowns(pulleys).angle) {
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    if (index_[p] >= 0) unknown_.push_back(p);
  }
  relax_bearings();
}

void PulleyAngles::relax_bearings() {
  for (std::size_t p = 0; p < bearings_.size(); ++p) {
    if (pulleys_[p].bearing_friction) bearings_[p].emplace(*pulleys_[p].bearing_friction);
  }
}

void PulleyAngles::find_bearings(double h) {
  for (std::size_t p = 0; p < bearings_.size(); ++p) {
    if (bearings_[p]) bearings_[p]->try_step(turn(p), states_[p].v, h);
  }
}

void PulleyAngles::store_bearings(std::vector<DryJoint::State>& states) const {
  states.resize(bearings_.size());
  for (std::size_t p = 0; p < bearings_.size(); ++p) {
    if (bearings_[p]) bearings_[p]->store(states[p]);
  }
}

void PulleyAngles::restore_bearings(const std::vector<DryJoint::State>& states) {
  for (std::size_t p = 0; p < bearings_.size(); ++p) {
    if (bearings_[p]) bearings_[p]->restore(states[p]);
  }
}

void PulleyAngles::change_clutches(double time, double tolerance) {
  for (std::size_t p = 0; p < acting_.size(); ++p) acting_[p] = torques_[p] + bearing_moment(p);
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
    if (bearings_[p]) bearings_[p]->accept();
  }
}

// I φ̈ − M(t, φ̇) − M_f − τ + C
double PulleyAngles::residual(std::size_t pulley, const numerics::StepRates& rates, double time) const {
  const numerics::CoordinateState& angle = states_[pulley];
  const double inertial = rates.acceleration == 0.0 ? 0.0 : pulleys_[pulley].inertia * angle.acceleration;
  return inertial - pulleys_[pulley].moment(time, angle.v) - bearing_moment(pulley) - torques_[pulley] +
         rotors_.torque(pulley);
}

double PulleyAngles::residual_norm(const numerics::StepRates& rates, double time) const {
  double norm = 0.0;
  for (const std::size_t p : unknown_) {
    const double force = std::abs(residual(p, rates, time)) / pulleys_[p].radius;
    norm = std::isfinite(force) ? std::max(norm, force) : INFINITY;
  }
  return norm;
}

// J_ff = c_a I − c_v ∂(M + M_f)/∂ω − ∂M_f/∂φ − ∂τ/∂φ + ∂C/∂φ and b_f = −(I φ̈ − M − M_f − τ + C)
void PulleyAngles::enter(const numerics::StepRates& rates, double time, numerics::CyclicBorder& border) const {
  for (std::size_t f = 0; f < unknown_.size(); ++f) {
    const std::size_t p = unknown_[f];
    const Pulley& pulley = pulleys_[p];
    const JointResponse bearing = bearings_[p] ? bearings_[p]->response() : JointResponse{};
    border.set(f,
               rates.acceleration * pulley.inertia -
                   rates.velocity * (pulley.moment_derivative(time, states_[p].v) + bearing.by_rate) - bearing.by_turn -
                   torque_derivatives_[p] + rotors_.derivative(p),
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
  for (const numerics::CoordinateState& angle : states_) {
    angles.insert(angles.end(), {angle.q, angle.v, angle.acceleration, angle.auxiliary});
  }
  writer.numbers("angles", angles);
  for (std::size_t p = 0; p < bearings_.size(); ++p) {
    if (!bearings_[p]) continue;
    DryJoint::State bearing;
    bearings_[p]->store(bearing);
    bearing.memory.push_back(bearing.force);
    writer.numbers(bearing_key(p), bearing.memory);
  }
  if (rotors_.are_there()) rotors_.save(writer);
}

void PulleyAngles::restore(StateReader& reader) {
  const std::vector<double>& angles = reader.numbers("angles", 4 * states_.size());
  for (std::size_t p = 0; p < states_.size(); ++p) {
    states_[p] = {angles[4 * p], angles[4 * p + 1], angles[4 * p + 2], angles[4 * p + 3]};
  }
  for (std::size_t p = 0; p < bearings_.size(); ++p) {
    if (!bearings_[p]) continue;
    DryJoint::State bearing;
    bearings_[p]->store(bearing);
    bearing.memory = reader.numbers(bearing_key(p), bearing.memory.size() + 1);
    bearing.force = bearing.memory.back();
    bearing.memory.pop_back();
    bearings_[p]->restore(bearing);
  }
  if (rotors_.are_there()) rotors_.restore(reader);
}

}  // namespace beltdyn
