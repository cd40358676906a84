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

// How the axis of a pulley is held. An axis that moves has one coordinate u, its place is c(u); the pulley turns about
// it by an angle of its own. The drive gives the axis where it is drawn, at the coordinate u_d.

// The axis does not move.
struct FixedMount {};

// −k (u − u₀)
struct MountSpring {
  double stiffness{};  // k [N m/rad], of a slider [N/m]
  // u₀ [rad], [m]; of an arm none until find_pretension() has found it, if it is not given
  double free_position = std::numeric_limits<double>::quiet_NaN();
};
// contact::PenaltyNormal on either side: −k_s (u − u_max) beyond u_max, and likewise below u_min
struct MountStops {
  double lowest{};     // u_min [rad], [m]
  double highest{};    // u_max
  double stiffness{};  // k_s [N m/rad], [N/m]
  double damping{};    // [N m s/rad], [N s/m]
};

// Forces on the coordinate other than that of the belt.
struct Suspension {
  double inertia{};  // of all that moves with u: of an arm about its pivot [kg m²], of a slider [kg]
  double damping{};  // d, −d du/dt [N m s/rad], [N s/m]
  std::optional<MountSpring> spring{};
  std::optional<MountStops> stops{};
  std::optional<JointFriction> friction{};
};

// An arm about a pivot, c = pivot + a (cos u, sin u), a the distance of the drawn axis; u the angle from the x axis
// nearest to where the spring is free.
struct ArmMount {
  Eigen::Vector2d pivot = Eigen::Vector2d::Zero();  // [m]
  Suspension suspension{};
  std::optional<TimeFunction> prescribed_angle{};  // prescribes u − u_d [rad]
};

// A slide, c = c_d + u e with the drawn axis c_d; u_d = 0. Its mass has weight.
struct SliderMount {
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();  // e, of any length when given
  Suspension suspension{};
  std::optional<TimeFunction> force{};                    // along e [N]
  std::optional<TimeFunction> prescribed_displacement{};  // prescribes u [m]
};

// The axis goes a given way from where it is drawn: c = c_d + (x(t), y(t)). Its coordinate is the time, u = t.
struct MovedMount {
  TimeFunction x;  // [m]
  TimeFunction y;
};

using PulleyMount = std::variant<FixedMount, ArmMount, SliderMount, MovedMount>;

// Visits "type" and what belongs to it. That pivot and axis differ is checked where the axis is known.
void visit_mount(config::FieldVisitor& visitor, PulleyMount& mount);

// c(u) and its derivatives.
struct AxisPlace {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();       // c [m]
  Eigen::Vector2d by_u = Eigen::Vector2d::Zero();        // dc/du
  Eigen::Vector2d by_u_twice = Eigen::Vector2d::Zero();  // d²c/du², 0 for a moved axis
};

// A prescribed coordinate at a time.
struct MountMotion {
  double position{};  // u
  double velocity{};  // du/dt
};

bool moves(const PulleyMount& mount);
// Has it an arm or a slider, whose coordinate is written to results?
bool has_coordinate(const PulleyMount& mount);
// Forces on it other than that of the belt; null if its motion is given, or if it does not move.
const Suspension* suspension_of(const PulleyMount& mount);
// Does an arm rest where it is drawn, for a free angle that has yet to be found?
bool is_held(const Suspension& suspension);
// u_d
double drawn_position(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis);
AxisPlace axis_at(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis, double position);
// The given motion of a mount without suspension_of().
MountMotion given_motion(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis, double time);

// The generalised force of spring, damper, stops, force and weight on u, and its derivatives; friction is apart.
struct MountForce {
  double force{};        // [N m], [N]
  double by_position{};  // ∂/∂u
  double by_velocity{};  // ∂/∂(du/dt)
};
MountForce suspension_force(const PulleyMount& mount, const Eigen::Vector2d& gravity, double time, double position,
                            double velocity);
// What spring and stops store, and the moving mass [J].
double suspension_energy(const Suspension& suspension, double position, double velocity = 0.0);
// Has it dampers or dry friction?
bool loses_power(const Suspension& suspension);
// With the force of dry friction [N m], [N].
JointPower suspension_power(const PulleyMount& mount, const Eigen::Vector2d& gravity, double time,
                            const MountMotion& motion, double friction_force);
// The length by which a generalised force becomes one at the axis: of an arm that of the arm, else 1.
double force_arm(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis);

}  // namespace beltdyn
