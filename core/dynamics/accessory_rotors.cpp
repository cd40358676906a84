// SPDX-License-Identifier: MIT
#include "core/dynamics/accessory_rotors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/dry_joints.hpp"

namespace beltdyn {
namespace {

using numerics::CoordinateState;
using numerics::StepRates;

// Newton's method for one rotor converges in few iterations: its torques are linear or smooth functions of the speed.
constexpr int kRotorIterations = 25;
constexpr double kRotorRounding = 1e-14;
constexpr std::size_t kSavedNumbers = 7;

}  // namespace

AccessoryRotors::AccessoryRotors(std::span<const Pulley> pulleys)
    : pulleys_(pulleys), rotors_(pulleys.size()), torque_derivative_(pulleys.size()) {
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    if (pulleys[p].accessory) pulleys_with_.push_back(p);
  }
}

void AccessoryRotors::run(std::span<const CoordinateState> angles, double time) {
  for (const std::size_t p : pulleys_with_) {
    const Accessory& a = accessory(p);
    const double speed = angles[p].v;
    rotors_[p] = {.angle = {.q = angles[p].q - a.steady_twist(time, speed), .v = speed},
                  .is_driven = !a.overruns_steadily(time, speed),
                  .torque = a.steady_torque(time, speed)};
  }
}

AccessoryMotion AccessoryRotors::motion(std::size_t p, const CoordinateState& phi) const {
  const Rotor& rotor = rotors_[p];
  return {.speed = rotor.angle.v,
          .pulley_speed = phi.v,
          .twist = phi.q - rotor.angle.q - rotor.free_twist,
          .is_driven = rotor.is_driven};
}

void AccessoryRotors::predict(const numerics::StepScheme& scheme, double h) {
  for (const std::size_t p : pulleys_with_) rotors_[p].angle = scheme.predict(rotors_[p].angle, h);
}

void AccessoryRotors::follow(std::span<const CoordinateState> angles, const StepRates& rates, double time) {
  for (const std::size_t p : pulleys_with_) {
    rotors_[p].torque = 0.0;
    torque_derivative_[p] = 0.0;
    if (rates.velocity > 0.0) solve(p, angles[p], rates, time);
  }
}

void AccessoryRotors::solve(std::size_t p, const CoordinateState& phi, const StepRates& rates, double time) {
  const Accessory& a = accessory(p);
  CoordinateState& psi = rotors_[p].angle;
  const bool is_joined = rotors_[p].is_driven;
  const bool has_inertia = rates.acceleration > 0.0;
  if (!has_inertia || (is_joined && !a.spring)) {
    psi = {
        .q = phi.q - rotors_[p].free_twist, .v = phi.v, .acceleration = phi.acceleration, .auxiliary = phi.auxiliary};
  }
  if (!has_inertia) {
    rotors_[p].torque = a.steady_torque(time, phi.v);
    torque_derivative_[p] = rates.velocity * a.steady_torque_derivative(time, phi.v);
    return;
  }
  const double rotor_slope = rates.acceleration * a.inertia;
  if (is_joined && !a.spring) {
    rotors_[p].torque = a.inertia * psi.acceleration - a.moment(time, psi.v);
    torque_derivative_[p] = rotor_slope - rates.velocity * a.moment_derivative(time, psi.v);
    return;
  }
  // J ψ̈ − M − C = 0 with C = k (φ − ψ − δ₀) + d (φ̇ − ψ̇), and C = 0 while the accessory overruns.
  const AccessorySpring spring = is_joined ? *a.spring : AccessorySpring{};
  const double stiff = spring.stiffness + rates.velocity * spring.damping;  // ∂C/∂φ at fixed ψ
  for (int i = 0; i < kRotorIterations; ++i) {
    const double moment = a.moment(time, psi.v);
    const AccessoryMotion now = motion(p, phi);
    rotors_[p].torque = spring.torque(now.twist, now.twist_rate());
    const double inertial = a.inertia * psi.acceleration;
    const double residual = inertial - moment - rotors_[p].torque;
    const double slope = rotor_slope - rates.velocity * a.moment_derivative(time, psi.v) + stiff;
    torque_derivative_[p] = stiff * (1.0 - stiff / slope);
    if (std::abs(residual) <= kRotorRounding * (std::abs(inertial) + std::abs(moment) + std::abs(rotors_[p].torque)))
      return;
    psi.move(rates, -residual / slope);
  }
}

double AccessoryRotors::margin(std::size_t p, const CoordinateState& phi, double tolerance) const {
  return accessory(p).clutch_margin(motion(p, phi), rotors_[p].torque, tolerance * pulleys_[p].radius);
}

double AccessoryRotors::margin(std::span<const CoordinateState> angles, double tolerance) const {
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t p : pulleys_with_) {
    if (accessory(p).driving_direction) least = std::min(least, margin(p, angles[p], tolerance));
  }
  return least;
}

void AccessoryRotors::finish_step(const numerics::StepScheme& scheme, std::span<const Rotor> before) {
  for (const std::size_t p : pulleys_with_) {
    if (rotors_[p].is_driven && !accessory(p).spring) continue;
    scheme.finish(before[p].angle, rotors_[p].angle);
  }
}

void AccessoryRotors::change_clutches(double time, double tolerance, std::span<const double> torques,
                                      std::span<CoordinateState> angles) {
  for (const std::size_t p : pulleys_with_) {
    const Accessory& a = accessory(p);
    CoordinateState& phi = angles[p];
    Rotor& rotor = rotors_[p];
    if (!a.driving_direction || !(margin(p, phi, tolerance) < 0.0)) continue;
    rotor.is_driven = !rotor.is_driven;
    if (!rotor.is_driven) {
      rotor.angle.acceleration = a.moment(time, rotor.angle.v) / a.inertia;
      rotor.angle.auxiliary = rotor.angle.acceleration;
      rotors_[p].torque = 0.0;
      continue;
    }
    rotor.free_twist = phi.q - rotor.angle.q;
    if (a.spring) continue;
    const double both =
        (pulleys_[p].moment(time, phi.v) + a.moment(time, phi.v) + torques[p]) / (pulleys_[p].inertia + a.inertia);
    phi.acceleration = phi.auxiliary = both;
    rotor.angle = {.q = rotor.angle.q, .v = phi.v, .acceleration = both, .auxiliary = both};
    rotors_[p].torque = a.inertia * both - a.moment(time, phi.v);
  }
}

double AccessoryRotors::energy(std::span<const CoordinateState> angles) const {
  double energy = 0.0;
  for (const std::size_t p : pulleys_with_) energy += accessory(p).energy(motion(p, angles[p]));
  return energy;
}

PowerFlow AccessoryRotors::flow(double time, std::span<const CoordinateState> angles) const {
  PowerFlow flow;
  for (const std::size_t p : pulleys_with_) flow = flow + accessory(p).power(time, motion(p, angles[p]));
  return flow;
}

void AccessoryRotors::save(StateWriter& writer) const {
  std::vector<double> numbers;
  for (const std::size_t p : pulleys_with_) {
    const Rotor& r = rotors_[p];
    append_state(r.angle, numbers);
    numbers.insert(numbers.end(), {r.free_twist, r.is_driven ? 1.0 : 0.0, r.torque});
  }
  writer.numbers("accessories", numbers);
}

void AccessoryRotors::restore(StateReader& reader) {
  auto from = std::span(reader.numbers("accessories", kSavedNumbers * pulleys_with_.size())).begin();
  for (const std::size_t p : pulleys_with_) {
    Rotor& r = rotors_[p];
    take_state(r.angle, from);
    r.free_twist = *from++;
    r.is_driven = *from++ != 0.0;
    r.torque = *from++;
  }
}

}  // namespace beltdyn
