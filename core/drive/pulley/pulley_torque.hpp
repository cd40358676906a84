// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// Moments on a pulley of angular velocity ω; both are positive counter-clockwise, independent of the direction of the
// belt.

// M(t)
struct AppliedTorque {
  TimeFunction moment;  // M [N m]
};
// −M(t) tanh(ω/ω_t): opposes the rotation, in either direction, and vanishes at rest, so that it cannot drive
struct ResistingTorque {
  TimeFunction moment;        // M ≥ 0 [N m]
  double transition_speed{};  // ω_t > 0 [rad/s]
};
// P(t) ω/(ω² + ω_t²): drives with the power P where P > 0 and takes it where P < 0, in either direction of rotation.
// Below ω_t it decreases to zero at rest, where P/ω has no value; the power is P/(1 + (ω_t/ω)²).
struct ConstantPower {
  TimeFunction power;         // P [W]
  double transition_speed{};  // ω_t > 0 [rad/s]
};
// factor(t) M(ω), M by straight lines through given points, constant below the first and above the last speed
struct TorqueTable {
  std::vector<double> speed;             // ω, increasing [rad/s], shape (n_points)
  std::vector<double> moment;            // M [N m], shape (n_points)
  std::optional<TimeFunction> factor{};  // [-], empty: 1
};

// A dry brake: up to C(t), against the rotation, and at rest whatever holds the pulley.
struct Brake {
  TimeFunction capacity;  // C ≥ 0 [N m]
  // How a formulation that steps in time holds the pulley, numbers of the method: stiffness [N m/rad] and damping
  // [N m s/rad] of stick; 0: none have been set.
  double stiffness{};
  double damping{};

  void visit(config::FieldVisitor& visitor);
};

// A moment on a pulley, as a function of time and of the angular velocity ω.
struct PulleyTorque {
  std::variant<AppliedTorque, ResistingTorque, ConstantPower, TorqueTable> form;

  double moment(double time, double angular_velocity) const;  // [N m]
  // ∂/∂ω [N m s/rad], of a table at one of its points that of the line above
  double moment_derivative(double time, double angular_velocity) const;
  // Is it the same at all times for the same ω?
  bool is_steady() const;

  void for_each_orders(const std::function<void(TimeFunction::Orders&)>& change);

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
