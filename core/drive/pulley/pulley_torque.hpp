// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// Moments on a pulley of angular velocity ω. Both are positive counter-clockwise, whatever the direction of the belt.

// A given moment M(t)
struct AppliedTorque {
  TimeFunction moment;  // M [N m]
};
// A load −M(t) tanh(ω/ω_t): it opposes the rotation in either direction and vanishes at rest, so it cannot drive.
struct ResistingTorque {
  TimeFunction moment;        // M ≥ 0 [N m]
  double transition_speed{};  // ω_t > 0 [rad/s]
};
// A given power, M = P(t) ω/(ω² + ω_t²): it drives with the power P > 0 or brakes with P < 0, in either direction. P/ω
// is singular at rest, so the moment is reduced below ω_t and vanishes at rest. The actual power is P/(1 + (ω_t/ω)²).
struct ConstantPower {
  TimeFunction power;         // P [W]
  double transition_speed{};  // ω_t > 0 [rad/s]
};
// A tabulated moment factor(t) M(ω). M is linear between the given points, and constant below the first and above the
// last speed.
struct TorqueTable {
  std::vector<double> speed;             // ω [rad/s], increasing, shape (n_points)
  std::vector<double> moment;            // M [N m], shape (n_points)
  std::optional<TimeFunction> factor{};  // [-]; empty: 1
};

// A dry brake. Its moment opposes the rotation with C(t). At rest it takes any value up to C(t) that holds the pulley.
struct Brake {
  TimeFunction capacity;  // C ≥ 0 [N m]
  // Stiffness [N m/rad] and damping [N m s/rad] of stick, with which a formulation that steps in time holds the pulley.
  // They are set by the numerical method; 0: not set.
  double stiffness{};
  double damping{};

  void visit(config::FieldVisitor& visitor);
};

// A moment on a pulley, as a function of time and of the angular velocity ω.
struct PulleyTorque {
  std::variant<AppliedTorque, ResistingTorque, ConstantPower, TorqueTable> form;

  double moment(double time, double angular_velocity) const;  // [N m]
  // ∂/∂ω [N m s/rad]; at a point of a table, the slope of the line above it
  double moment_derivative(double time, double angular_velocity) const;
  // Is the moment independent of time at fixed ω?
  bool is_steady() const;

  void for_each_orders(const std::function<void(TimeFunction::Orders&)>& change);

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
