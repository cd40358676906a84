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

// The accessories of pulleys in a step (Accessory). Each is condensed into the equation of its pulley,
//
//     I d²φ/dt² = M + τ − C:
//
// for a trial angle φ its own equation is solved for ψ, which gives C and its derivative by φ. A one-way clutch changes
// at the ends of steps; BeltStepper has steps end where one changes.
class AccessoryRotors {
 public:
  // At rest. The pulleys must outlive the rotors.
  explicit AccessoryRotors(std::span<const Pulley> pulleys);

  bool are_there() const { return !pulleys_with_.empty(); }
  bool has(std::size_t pulley) const { return pulleys_[pulley].accessory.has_value(); }

  struct Rotor {
    numerics::CoordinateState angle;  // ψ; of a rigid clutch that takes along that of the pulley but for its q
    double free_twist{};              // φ − ψ at which the spring is free of torque [rad]
    bool is_driven = true;
    double torque{};  // C [N m]
  };
  const Rotor& operator[](std::size_t pulley) const { return rotors_[pulley]; }
  double torque(std::size_t pulley) const { return rotors_[pulley].torque; }          // C [N m]
  double derivative(std::size_t pulley) const { return torque_derivative_[pulley]; }  // ∂C/∂φ [N m/rad]

  // In steady motion at the speeds of the pulleys, with the torques of a time; one that overruns is as fast as its
  // pulley.
  void run(std::span<const numerics::CoordinateState> angles, double time);
  // The first trial of the rotors at the end of a step of length h.
  void predict(const numerics::StepScheme& scheme, double h);
  // Finds ψ and C for the pulleys' angles at the end of a step; rates as in it, both 0 in statics, which has no C.
  void follow(std::span<const numerics::CoordinateState> angles, const numerics::StepRates& rates, double time);

  // How far the clutches are from a change, that of the one which is nearest to it: of one that takes along C in its
  // sense, of one that is overrun the lead of the accessory; < 0 beyond the change. Infinity if there is no clutch. A
  // torque that belongs to a force of the tolerance at the radius of the pulley is none [N].
  double margin(std::span<const numerics::CoordinateState> angles, double tolerance) const;
  // The auxiliary accelerations at the end of a step that is accepted, from the rotors before it.
  void finish_step(const numerics::StepScheme& scheme, std::span<const Rotor> before);
  // Clutches beyond their change change, at an accepted time with the torques τ of the belt on the pulleys. A pulley
  // that is joined with its accessory continues with the acceleration of both.
  void change_clutches(double time, double tolerance, std::span<const double> torques,
                       std::span<numerics::CoordinateState> angles);

  // Of rotors and springs [J].
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
  // Shape (n_pulleys); those without an accessory stay as they are.
  std::vector<Rotor> rotors_;
  std::vector<double> torque_derivative_;
};

}  // namespace beltdyn
