// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/drive/pulley/pulley.hpp"
#include "core/dynamics/accessory_rotors.hpp"
#include "core/dynamics/dry_joints.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "core/numerics/solve/cyclic_border.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {

// The angles φ of the pulleys of a belt drive in a time step. A pulley of prescribed motion turns as given. The others
// obey
//
//     I φ̈ = M(t, φ̇) + M_f + M_b + τ − C,
//
// with M the moment of torques and bearing damping, M_f of dry friction in the bearing, M_b of a dry brake, τ the
// torque of the belt, and C the torque on an accessory (AccessoryRotors). The unknown angles extend the unknowns of the
// belt; they are in the border of its linear system (numerics::CyclicBorder). Bearings of pulleys of prescribed motion
// have friction too, which does not affect the motion.
class PulleyAngles {
 public:
  // All pulleys start at rest. The pulleys must outlive this object.
  explicit PulleyAngles(std::span<const Pulley> pulleys);

  std::size_t size() const { return states_.size(); }
  numerics::CoordinateState& operator[](std::size_t pulley) { return states_[pulley]; }
  const numerics::CoordinateState& operator[](std::size_t pulley) const { return states_[pulley]; }
  const std::vector<numerics::CoordinateState>& states() const { return states_; }
  void restore_states(const std::vector<numerics::CoordinateState>& states) { states_ = states; }
  AccessoryRotors& rotors() { return rotors_; }
  const AccessoryRotors& rotors() const { return rotors_; }
  int n_unknowns() const { return static_cast<int>(unknown_.size()); }
  // The index of a pulley's angle among the unknown ones, −1 if the angle is prescribed; shape (n_pulleys).
  std::span<const int> indices() const { return index_; }

  // Sets the prescribed pulleys to their velocities at a time.
  void start(double time);
  // Steady motion with these angular velocities at a time, shape (n_pulleys) [rad/s]; includes bearings and
  // accessories.
  void run(std::span<const double> speeds, double time);
  // Begins a step: turn() is measured from the present angles.
  void begin_step() { before_ = states_; }
  double turn(std::size_t pulley) const { return states_[pulley].q - before_[pulley].q; }  // [rad]
  // Sets the prescribed angles at the end of a step of length h, and predicts the others.
  void predict(const numerics::StepScheme& scheme, double h, double end);
  // The auxiliary accelerations at the end of a step; `before` are the states at its start.
  void finish_step(const numerics::StepScheme& scheme, std::span<const numerics::CoordinateState> before);

  // τ of the belt on a pulley in the trial state [N m], and ∂τ/∂φ [N m/rad].
  double torque(std::size_t pulley) const { return torques_[pulley]; }
  double torque_derivative(std::size_t pulley) const { return torque_derivatives_[pulley]; }
  void set_torque(std::size_t pulley, double torque) { torques_[pulley] = torque; }
  void set_torque_derivative(std::size_t pulley, double derivative) { torque_derivatives_[pulley] = derivative; }

  // Evaluates the friction of bearings and brakes in the trial state of a step of length h that ends at `end`.
  void find_bearings(double h, double end);
  double bearing_moment(std::size_t pulley) const {  // M_f [N m]
    return bearings_.response(pulley).force;
  }
  double brake_moment(std::size_t pulley) const {  // M_b [N m]
    return brakes_.response(pulley).force;
  }
  // The memory of bearings and brakes.
  struct JointState {
    std::vector<double> bearings;
    std::vector<double> brakes;
  };
  void store_joints(JointState& state) const;
  void restore_joints(const JointState& state);
  // Relaxes the bearings: no force, no memory.
  void relax_bearings();

  // Evaluates the accessories in the trial state.
  void find_accessories(const numerics::StepRates& rates, double time) { rotors_.follow(states_, rates, time); }
  // See AccessoryRotors; call at an accepted time.
  double clutch_margin(double tolerance) const { return rotors_.margin(states_, tolerance); }
  void change_clutches(double time, double tolerance);

  double accessory_energy() const { return rotors_.energy(states_); }  // [J]
  PowerFlow accessory_flow(double time) const { return rotors_.flow(time, states_); }

  // The largest residual of an unknown angle over the radius [N]; infinity if one is not finite.
  double residual_norm(const numerics::StepRates& rates, double time) const;
  // Enters the unknown angles into a border, starting at index 0.
  void enter(const numerics::StepRates& rates, double time, numerics::CyclicBorder& border) const;
  // Moves the unknown angles by `factor` times their correction.
  void move(const numerics::StepRates& rates, double factor, std::span<const double> correction);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  double residual(std::size_t pulley, const numerics::StepRates& rates, double time) const;

  std::span<const Pulley> pulleys_;
  std::vector<numerics::CoordinateState> states_;
  std::vector<numerics::CoordinateState> before_;
  std::vector<double> torques_;             // τ [N m]
  std::vector<double> torque_derivatives_;  // ∂τ/∂φ [N m/rad]
  std::vector<double> acting_;              // torques of belt and bearing [N m]
  AccessoryRotors rotors_;
  DryJoints bearings_;
  DryJoints brakes_;
  std::vector<std::size_t> unknown_;  // the pulley of each unknown angle
  std::vector<int> index_;
};

}  // namespace beltdyn
