// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <variant>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"
#include "core/drive/pulley/joint_friction.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// How the axis of a pulley is held. An axis that moves has one coordinate u and the position c(u). The pulley turns
// about the axis by a separate angle. The drive gives the position of the axis as drawn, at the coordinate u_d.

// The axis does not move.
struct FixedMount {};

// A linear spring with the force −k (u − u₀)
struct MountSpring {
  double stiffness{};  // k [N m/rad]; of a slider [N/m]
  // u₀ [rad]; of a slider [m]. NaN if it is not given, until find_pretension() has found it.
  double free_position = std::numeric_limits<double>::quiet_NaN();
};
// Stops, contact::PenaltyNormal on each side: −k_s (u − u_max) beyond u_max, and likewise below u_min
struct MountStops {
  double lowest{};     // u_min [rad]; of a slider [m]
  double highest{};    // u_max [rad]; of a slider [m]
  double stiffness{};  // k_s [N m/rad]; of a slider [N/m]
  double damping{};    // [N m s/rad]; of a slider [N s/m]
};

// All that acts on the coordinate except the belt.
struct Suspension {
  double inertia{};  // of everything that moves with u: of an arm about its pivot [kg m²]; of a slider [kg]
  double damping{};  // d, for the force −d du/dt [N m s/rad]; of a slider [N s/m]
  std::optional<MountSpring> spring{};
  std::optional<MountStops> stops{};
  std::optional<JointFriction> friction{};
};

// An arm about a pivot: c = pivot + a (cos u, sin u), with a the distance of the axis as drawn from the pivot. u is the
// angle from the x axis, counted in the turn nearest to the free angle of the spring.
struct ArmMount {
  Eigen::Vector2d pivot = Eigen::Vector2d::Zero();  // [m]
  Suspension suspension{};
  std::optional<TimeFunction> prescribed_angle{};  // prescribes u − u_d [rad]
};

// A slider: c = c_d + u e, with c_d the axis as drawn, so u_d = 0. Gravity acts on its mass.
struct SliderMount {
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();  // e; of any length when given
  Suspension suspension{};
  std::optional<TimeFunction> force{};                    // along e [N]
  std::optional<TimeFunction> prescribed_displacement{};  // prescribes u [m]
};

// The displacement of the axis is prescribed: c = c_d + (x(t), y(t)). The coordinate is the time, u = t.
struct MovedMount {
  TimeFunction x;  // [m]
  TimeFunction y;  // [m]
};

using PulleyMount = std::variant<FixedMount, ArmMount, SliderMount, MovedMount>;

// Visits "type" and its fields. Whether pivot and axis differ is checked elsewhere, where the axis is known.
void visit_mount(config::FieldVisitor& visitor, PulleyMount& mount);

// The position of the axis c(u) and its derivatives.
struct AxisPlace {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();       // c [m]
  Eigen::Vector2d by_u = Eigen::Vector2d::Zero();        // dc/du
  Eigen::Vector2d by_u_twice = Eigen::Vector2d::Zero();  // d²c/du²; 0 for a moved axis
};

// A prescribed coordinate at an instant.
struct MountMotion {
  double position{};  // u
  double velocity{};  // du/dt
};

bool moves(const PulleyMount& mount);
// Is the mount an arm or a slider, whose coordinate is written to results?
bool has_coordinate(const PulleyMount& mount);
// What acts on the mount besides the belt. Null if its motion is prescribed or if it does not move.
const Suspension* suspension_of(const PulleyMount& mount);
Suspension* suspension_of(PulleyMount& mount);
// Does the mount rest where it is drawn, because its spring has no free position yet?
bool is_held(const Suspension& suspension);
// The coordinate u_d as drawn.
double drawn_position(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis);
AxisPlace axis_at(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis, double position);
// The motion of a mount without suspension_of(): prescribed, or fixed.
MountMotion given_motion(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis, double time);

// The generalised force of spring, damper, stops, applied force and weight on u, and its derivatives. Without friction.
struct MountForce {
  double force{};        // [N m]; of a slider [N]
  double by_position{};  // ∂/∂u
  double by_velocity{};  // ∂/∂(du/dt)
};
MountForce suspension_force(const PulleyMount& mount, const Eigen::Vector2d& gravity, double time, double position,
                            double velocity);
// The energy stored in spring and stops, and the kinetic energy [J].
double suspension_energy(const Suspension& suspension, double position, double velocity = 0.0);
// Does the mount have dampers or dry friction?
bool loses_power(const Suspension& suspension);
// The power dissipated by the dampers and by dry friction of this force [N m]; of a slider [N], and the power supplied
// by applied force and weight.
JointPower suspension_power(const PulleyMount& mount, const Eigen::Vector2d& gravity, double time,
                            const MountMotion& motion, double friction_force);
// The lever that relates a generalised force to a force at the axis: the length of an arm [m], else 1.
double force_arm(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis);

}  // namespace beltdyn
