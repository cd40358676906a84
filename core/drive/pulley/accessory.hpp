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

// The sense in which a one-way clutch takes its accessory along.
enum class TurnSense { counterclockwise, clockwise };
inline constexpr std::array<std::string_view, 2> kTurnSenseNames{"counterclockwise", "clockwise"};

// A torsional spring between a pulley at φ and its accessory at ψ: C = k (φ − ψ − δ₀) + d (dφ/dt − dψ/dt), δ₀ where it
// is free of torque.
struct AccessorySpring {
  double stiffness{};  // k [N m/rad]
  double damping{};    // d [N m s/rad]

  double torque(double twist, double twist_rate) const { return stiffness * twist + damping * twist_rate; }  // C [N m]

  void visit(config::FieldVisitor& visitor);
};

// An accessory at an instant, beside its pulley.
struct AccessoryMotion {
  double speed{};         // dψ/dt [rad/s]
  double pulley_speed{};  // dφ/dt [rad/s]
  double twist{};         // φ − ψ − δ₀ [rad]
  bool is_driven = true;  // false: its clutch overruns

  double twist_rate() const { return pulley_speed - speed; }  // [rad/s]
};

// A machine that turns with a pulley, such as the rotor of an alternator: J d²ψ/dt² = M(t, dψ/dt) − d_b dψ/dt + C, with
// the torque C from the pulley to it. Without a one-way clutch the spring holds both ways. With one, C has the
// sense in which it takes along; where C would turn against that, the accessory overruns, C = 0, until the pulley is as
// fast again. Without a spring the clutch is rigid as long as it takes along.
struct Accessory {
  double inertia{};                              // J [kg m²]
  double bearing_damping{};                      // d_b [N m s/rad]
  std::vector<PulleyTorque> torques{};           // M
  std::optional<AccessorySpring> spring{};       // empty: rigid
  std::optional<TurnSense> driving_direction{};  // of a one-way clutch, empty: there is none

  // +1, −1: the sign of C that the clutch lets pass
  double sign() const { return driving_direction == TurnSense::clockwise ? -1.0 : 1.0; }
  double moment(double time, double angular_velocity) const;             // M − d_b dψ/dt [N m]
  double moment_derivative(double time, double angular_velocity) const;  // [N m s/rad]
  // Does its clutch overrun while it turns steadily as fast as its pulley?
  bool overruns_steadily(double time, double angular_velocity) const;
  // φ − ψ − δ₀ of such a motion, 0 without a spring [rad].
  double steady_twist(double time, double angular_velocity) const;
  // C of an accessory that turns steadily as fast as its pulley, and ∂C/∂ω; both 0 if it would overrun.
  double steady_torque(double time, double angular_velocity) const;
  double steady_torque_derivative(double time, double angular_velocity) const;
  // Does it hand on torque in that motion, by its spring or by a clutch that takes it along? Throws SolverError if the
  // clutch is at its change, the torque being 0.
  bool is_driven_steadily(double time, double angular_velocity, const std::string& pulley) const;
  // How far a one-way clutch is from its change under C, < 0 beyond it: of one that takes along C in its sense,
  // counting a torque of the tolerance as none [N m]; of one that is overrun the lead of the accessory [rad/s].
  double clutch_margin(const AccessoryMotion& motion, double torque, double tolerance) const;
  double energy(const AccessoryMotion& motion) const;  // of rotor and spring [J]
  // That torques and bearing bring, and that the spring takes.
  JointPower power(double time, const AccessoryMotion& motion) const;
  void for_each_orders(const std::function<void(TimeFunction::Orders&)>& change);

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
