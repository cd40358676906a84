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

// The angles φ of the pulleys in a step of a belt drive. A pulley of prescribed motion turns as given. The others obey
//
//     I φ̈ = M(t, φ̇) + M_f + M_b + τ − C,
//
// M the moment of torques and bearing damping, M_f of dry friction in the bearing, M_b of a dry brake, τ the torque of
// the belt, C that on an accessory (AccessoryRotors). Their angles are unknowns in addition to those of the belt, in
// the border of its linear system (numerics::CyclicBorder). Bearings of pulleys of prescribed motion rub as well, which
// changes no motion.
class PulleyAngles {
 public:
  // At rest; the pulleys must outlive the angles.
  explicit PulleyAngles(std::span<const Pulley> pulleys);

  std::size_t size() const { return states_.size(); }
  numerics::CoordinateState& operator[](std::size_t pulley) { return states_[pulley]; }
  const numerics::CoordinateState& operator[](std::size_t pulley) const { return states_[pulley]; }
  const std::vector<numerics::CoordinateState>& states() const { return states_; }
  void restore_states(const std::vector<numerics::CoordinateState>& states) { states_ = states; }
  AccessoryRotors& rotors() { return rotors_; }
  const AccessoryRotors& rotors() const { return rotors_; }
  int n_unknowns() const { return static_cast<int>(unknown_.size()); }
  // The index of a pulley's angle among the unknown ones, −1 if it is prescribed; shape (n_pulleys).
  std::span<const int> indices() const { return index_; }

  // Gives the prescribed pulleys their velocities at a time.
  void start(double time);
  // In steady motion with these speeds at a time, shape (n_pulleys): bearings and accessories too.
  void run(std::span<const double> speeds, double time);
  // The turn of a pulley in a step is measured from its angle of now.
  void begin_step() { before_ = states_; }
  double turn(std::size_t pulley) const { return states_[pulley].q - before_[pulley].q; }  // [rad]
  // The prescribed angles at the end of a step of length h, and the first trial of the others.
  void predict(const numerics::StepScheme& scheme, double h, double end);
  // The auxiliary accelerations at the end of a step, from the states before it.
  void finish_step(const numerics::StepScheme& scheme, std::span<const numerics::CoordinateState> before);

  // τ of the belt on a pulley in the trial state [N m], and its derivative by the angle.
  double torque(std::size_t pulley) const { return torques_[pulley]; }
  double torque_derivative(std::size_t pulley) const { return torque_derivatives_[pulley]; }
  void set_torque(std::size_t pulley, double torque) { torques_[pulley] = torque; }
  void set_torque_derivative(std::size_t pulley, double derivative) { torque_derivatives_[pulley] = derivative; }

  // What the friction of bearings and brakes answers in the trial state of a step of length h with that end.
  void find_bearings(double h, double end);
  double bearing_moment(std::size_t pulley) const {  // M_f [N m]
    return bearings_.response(pulley).force;
  }
  double brake_moment(std::size_t pulley) const {  // M_b [N m]
    return brakes_.response(pulley).force;
  }
  // What bearings and brakes remember.
  struct JointState {
    std::vector<double> bearings;
    std::vector<double> brakes;
  };
  void store_joints(JointState& state) const;
  void restore_joints(const JointState& state);
  // Relaxed.
  void relax_bearings();

  // What accessories answer in the trial state.
  void find_accessories(const numerics::StepRates& rates, double time) { rotors_.follow(states_, rates, time); }
  // See AccessoryRotors; at an accepted time.
  double clutch_margin(double tolerance) const { return rotors_.margin(states_, tolerance); }
  void change_clutches(double time, double tolerance);

  double accessory_energy() const { return rotors_.energy(states_); }  // [J]
  PowerFlow accessory_flow(double time) const { return rotors_.flow(time, states_); }

  // The largest residual of an unknown angle, over the radius; infinity if one is not finite [N].
  double residual_norm(const numerics::StepRates& rates, double time) const;
  // Enters the unknown angles into a border, from the index 0 on.
  void enter(const numerics::StepRates& rates, double time, numerics::CyclicBorder& border) const;
  // Goes `factor` of a correction of the unknown angles further.
  void move(const numerics::StepRates& rates, double factor, std::span<const double> correction);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  double residual(std::size_t pulley, const numerics::StepRates& rates, double time) const;

  std::span<const Pulley> pulleys_;
  std::vector<numerics::CoordinateState> states_;
  std::vector<numerics::CoordinateState> before_;
  std::vector<double> torques_;
  std::vector<double> torque_derivatives_;
  std::vector<double> acting_;  // torques of belt and bearing
  AccessoryRotors rotors_;
  DryJoints bearings_;
  DryJoints brakes_;
  std::vector<std::size_t> unknown_;  // the pulley of each unknown angle
  std::vector<int> index_;
};

}  // namespace beltdyn
