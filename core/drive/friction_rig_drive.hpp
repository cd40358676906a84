// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "core/config/field_visitor.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// A mass on a surface at rest. Two forces pull it: a spring whose other end moves with the speed V(t), and a force R t
// that grows with time. T is the friction force of the contact:
//
//     m dv/dt = K (∫V dt − x) + R t − c v + T,   dx/dt = v,   x(0) = 0
struct PulledMass {
  double mass{};              // m > 0 [kg]
  double stiffness{};         // K ≥ 0 [N/m]
  TimeFunction pull_speed{};  // V [m/s]
  double force_rate{};        // R [N/s]
  double damping{};           // c ≥ 0 [N s/m]
  double initial_velocity{};  // v(0) [m/s]

  // Does the other end of the spring move?
  bool has_moving_spring() const { return !pull_speed.is_constant() || pull_speed.value(0.0) != 0.0; }
  // K (∫V dt − x) + R t [N]
  double pull(double time, double position) const;
  double kinetic_energy(double velocity) const { return 0.5 * mass * velocity * velocity; }  // [J]
  void visit(config::FieldVisitor& visitor);
};

// A contact with a prescribed velocity on the surface: dx/dt = v(t), x(0) = 0.
struct PrescribedVelocity {
  TimeFunction velocity;  // v(t) [m/s]

  void visit(config::FieldVisitor& visitor);
};

// A contact with a prescribed position on the surface: x = x(t). The velocity may jump where x has a kink.
struct PrescribedPosition {
  TimeFunction position;  // x(t) [m]

  void visit(config::FieldVisitor& visitor);
};

using RigMotion = std::variant<PulledMass, PrescribedVelocity, PrescribedPosition>;

// A test rig for friction laws: one contact under a constant normal force, and its motion.
struct FrictionRigDrive {
  double normal_force{};  // N > 0 [N]
  RigMotion motion;

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
