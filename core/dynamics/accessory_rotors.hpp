// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/drive/pulley/pulley.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "core/run/energy_ledger.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {

// The rotors of the accessories (Accessory) that the pulleys drive, in a time step. Each accessory is condensed into
// the equation of its pulley,
//
//     I d²φ/dt² = M + τ − C:
//
// for a trial angle φ of the pulley, the equation of the accessory is solved for its angle ψ. This gives the torque C
// on the accessory and ∂C/∂φ. A one-way clutch changes its state at the end of a step only; BeltStepper ends a step
// where a clutch changes.
class AccessoryRotors {
 public:
  // All rotors start at rest. The pulleys must outlive this object.
  explicit AccessoryRotors(std::span<const Pulley> pulleys);

  bool are_there() const { return !pulleys_with_.empty(); }
  bool has(std::size_t pulley) const { return pulleys_[pulley].accessory.has_value(); }

  // The state of one rotor.
  struct Rotor {
    numerics::CoordinateState angle;  // ψ; with a driving rigid clutch φ − free_twist, with the rates of φ
    double free_twist{};              // φ − ψ at which the spring carries no torque [rad]
    bool is_driven = true;
    double torque{};  // C [N m]
  };
  const Rotor& operator[](std::size_t pulley) const { return rotors_[pulley]; }
  double torque(std::size_t pulley) const { return rotors_[pulley].torque; }          // C [N m]
  double derivative(std::size_t pulley) const { return torque_derivative_[pulley]; }  // ∂C/∂φ [N m/rad]

  // Steady motion at the speeds of the pulleys, with the torques at this time. An accessory that overruns is as fast as
  // its pulley.
  void run(std::span<const numerics::CoordinateState> angles, double time);
  // Predicts the rotors at the end of a step of length h, as the start of the iteration.
  void predict(const numerics::StepScheme& scheme, double h);
  // Finds ψ and C for the pulleys' angles at the end of a step with these rates. In statics both rates are 0, and so is
  // C.
  void follow(std::span<const numerics::CoordinateState> angles, const numerics::StepRates& rates, double time);

  // The smallest distance of a clutch from a change of state: C in the driving direction for a clutch that drives [N
  // m], the lead of the accessory for one that overruns [rad/s]. Negative beyond the change, infinity without clutches.
  // A torque below tolerance [N] times the radius of the pulley counts as zero.
  double margin(std::span<const numerics::CoordinateState> angles, double tolerance) const;
  // The auxiliary accelerations at the end of an accepted step; `before` are the rotors at its start.
  void finish_step(const numerics::StepScheme& scheme, std::span<const Rotor> before);
  // Switches the clutches that are beyond their change, at an accepted time with the torques τ of the belt on the
  // pulleys. A pulley that a rigid clutch joins to its accessory continues with their common acceleration.
  void change_clutches(double time, double tolerance, std::span<const double> torques,
                       std::span<numerics::CoordinateState> angles);

  // Kinetic energy of the rotors and elastic energy of their springs [J].
  double energy(std::span<const numerics::CoordinateState> angles) const;
  PowerFlow flow(double time, std::span<const numerics::CoordinateState> angles) const;

  const std::vector<Rotor>& states() const { return rotors_; }
  void restore_states(const std::vector<Rotor>& states) { rotors_ = states; }
  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  const Accessory& accessory(std::size_t pulley) const { return *pulleys_[pulley].accessory; }
  AccessoryMotion motion(std::size_t pulley, const numerics::CoordinateState& angle) const;
  double margin(std::size_t pulley, const numerics::CoordinateState& angle, double tolerance) const;
  void solve(std::size_t pulley, const numerics::CoordinateState& angle, const numerics::StepRates& rates, double time);

  std::span<const Pulley> pulleys_;
  std::vector<std::size_t> pulleys_with_;
  // Shape (n_pulleys); entries of pulleys without an accessory are not used.
  std::vector<Rotor> rotors_;
  std::vector<double> torque_derivative_;  // ∂C/∂φ [N m/rad]
};

}  // namespace beltdyn
