// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/drive/pulley/joint_friction.hpp"
#include "core/drive/pulley/pulley_torque.hpp"

namespace beltdyn {

// The direction of rotation in which a one-way clutch drives its accessory.
enum class TurnSense { counterclockwise, clockwise };
inline constexpr std::array<std::string_view, 2> kTurnSenseNames{"counterclockwise", "clockwise"};

// A torsional spring between a pulley at the angle φ and its accessory at ψ: C = k (φ − ψ − δ₀) + d (dφ/dt − dψ/dt),
// with δ₀ the angle free of torque.
struct AccessorySpring {
  double stiffness{};  // k [N m/rad]
  double damping{};    // d [N m s/rad]

  double torque(double twist, double twist_rate) const { return stiffness * twist + damping * twist_rate; }  // C [N m]

  void visit(config::FieldVisitor& visitor);
};

// The motion of an accessory and its pulley at an instant.
struct AccessoryMotion {
  double speed{};         // dψ/dt [rad/s]
  double pulley_speed{};  // dφ/dt [rad/s]
  double twist{};         // φ − ψ − δ₀ [rad]
  bool is_driven = true;  // false: the clutch overruns

  double twist_rate() const { return pulley_speed - speed; }  // [rad/s]
};

// A machine that turns with a pulley, such as the rotor of an alternator: J d²ψ/dt² = M(t, dψ/dt) − d_b dψ/dt + C, with
// C the torque from the pulley to the accessory. Without a one-way clutch, the spring transmits torque in both
// directions. With a clutch, C acts in the driving direction only. Where C would have the opposite sign, the accessory
// overruns with C = 0 until the pulley has caught up. Without a spring, the clutch is rigid while it is engaged.
struct Accessory {
  double inertia{};                              // J [kg m²]
  double bearing_damping{};                      // d_b [N m s/rad]
  std::vector<PulleyTorque> torques{};           // M
  std::optional<AccessorySpring> spring{};       // empty: rigid connection
  std::optional<TurnSense> driving_direction{};  // of a one-way clutch; empty: no clutch

  // The sign of C that the clutch transmits: +1 or −1
  double sign() const { return driving_direction == TurnSense::clockwise ? -1.0 : 1.0; }
  double moment(double time, double angular_velocity) const;             // M − d_b dψ/dt [N m]
  double moment_derivative(double time, double angular_velocity) const;  // [N m s/rad]
  // Does the clutch overrun in steady motion at the speed of the pulley?
  bool overruns_steadily(double time, double angular_velocity) const;
  // φ − ψ − δ₀ in this steady motion; 0 without a spring [rad].
  double steady_twist(double time, double angular_velocity) const;
  // C of an accessory that turns steadily at the speed of its pulley, and ∂C/∂ω. Both are 0 if the accessory overruns.
  double steady_torque(double time, double angular_velocity) const;
  double steady_torque_derivative(double time, double angular_velocity) const;
  // Does the accessory receive torque in this steady motion, through its spring or an engaged clutch? Throws
  // SolverError if the torque is 0, so that a clutch is just about to engage or disengage.
  bool is_driven_steadily(double time, double angular_velocity, const std::string& pulley) const;
  // The margin of a one-way clutch, < 0 where it engages or disengages: of an engaged clutch its torque C in the
  // driving direction plus the tolerance [N m], of an overrunning one the lead of the accessory [rad/s].
  double clutch_margin(const AccessoryMotion& motion, double torque, double tolerance) const;
  double energy(const AccessoryMotion& motion) const;  // kinetic and of the spring [J]
  // The power supplied by torques and bearing, and the power dissipated by the spring.
  JointPower power(double time, const AccessoryMotion& motion) const;
  void for_each_orders(const std::function<void(TimeFunction::Orders&)>& change);

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
