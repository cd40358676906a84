// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/drive/belt/places.hpp"
#include "core/drive/pulley/accessory.hpp"
#include "core/drive/pulley/joint_friction.hpp"
#include "core/drive/pulley/pulley_contact.hpp"
#include "core/drive/pulley/pulley_mount.hpp"
#include "core/drive/pulley/pulley_torque.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// Angles, angular velocities and moments are positive counter-clockwise, independent of the direction of the belt.

// ω is prescribed at all times; the required moment follows.
struct PrescribedMotion {
  TimeFunction angular_velocity;  // [rad/s]
};
// Torques act on the pulley in addition to those of belt and bearing.
struct TorqueMotion {
  std::vector<PulleyTorque> torques;
};
// The pulley is moved by belt and bearing alone.
struct FreeMotion {};

using PulleyMotion = std::variant<PrescribedMotion, TorqueMotion, FreeMotion>;

// The surface on which the belt runs: grooves into which a V or poly-V belt wedges, or a flat face. by_side: pulleys
// inside the loop are grooved, pulleys outside are flat, for the back of the belt.
enum class PulleySurface { by_side, grooved, flat };
inline constexpr std::array<std::string_view, 3> kPulleySurfaceNames{"by_side", "grooved", "flat"};

// A rigid circular pulley on an axis; the axis may move if its mount allows it. With an eccentricity e, the centre of
// the circle moves around the axis: C(φ) = axis + e (cos(φ + φ₀), sin(φ + φ₀)), with φ the angle of rotation.
struct Pulley {
  std::string name{};                                // for messages and results; empty: the pulley has only its number
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  // position of the axis as drawn [m]
  double radius{};                                   // r, radius of the surface that the belt touches [m]
  PulleySide side = PulleySide::inside;
  double inertia{};          // I, about the axis [kg m²]
  double bearing_damping{};  // d, for the moment −d ω [N m s/rad]
  std::optional<JointFriction> bearing_friction{};
  double eccentricity{};        // e [m]
  double eccentricity_angle{};  // φ₀ [rad]
  PulleyMotion motion;
  PulleyMount mount{};
  std::optional<Accessory> accessory{};
  PulleySurface surface = PulleySurface::by_side;
  std::optional<PulleyContact> contact{};  // empty: the contact of the drive
  std::optional<Brake> brake{};

  bool is_prescribed() const { return std::holds_alternative<PrescribedMotion>(motion); }
  // C(φ) − axis [m]
  Eigen::Vector2d center_from_axis(double angle) const;
  // C(φ) with the axis as drawn [m]
  Eigen::Vector2d circle_center(double angle) const { return center + center_from_axis(angle); }
  AxisPlace axis_at(double mount_position) const { return beltdyn::axis_at(mount, center, mount_position); }
  // The moment of torques and bearing damping in I dω/dt = moment + (dry friction of the bearing) + (moment of the
  // belt) − (torque on the accessory). Not for a prescribed motion.
  double moment(double time, double angular_velocity) const;             // [N m]
  double moment_derivative(double time, double angular_velocity) const;  // ∂/∂ω [N m s/rad]

  // The dry friction of the bearing in steady rotation, also for a prescribed motion [N m].
  double steady_bearing_friction(double angular_velocity) const;
  // moment() plus steady_bearing_friction(), minus the torque on an accessory that turns steadily with the pulley.
  double steady_moment(double time, double angular_velocity) const;             // [N m]
  double steady_moment_derivative(double time, double angular_velocity) const;  // [N m s/rad]

  void visit(config::FieldVisitor& visitor);
  // The keys of a pulley of a rope with ends: `radius` is that of the centre line of the rope, and `inside` stands for
  // the left side of the rope.
  void visit_of_rope(config::FieldVisitor& visitor);
  // The keys of the drum of a winch. Without a radius, the winch has no drum. Angles, speeds and torques are positive
  // when the rope is paid out.
  void visit_drum(config::FieldVisitor& visitor);

 private:
  void visit_brake(config::FieldVisitor& visitor);
  void visit_contact(config::FieldVisitor& visitor);
};

// The prescribed angular velocity ω(t) of a pulley [rad/s].
inline const TimeFunction& prescribed_speed(const Pulley& pulley) {
  return std::get<PrescribedMotion>(pulley.motion).angular_velocity;
}

// Indices of the coordinates of pulleys in the vector of unknowns: first all angles, then all mounts. −1 where a
// coordinate is no unknown. Shapes (n_pulleys).
struct PulleyUnknowns {
  std::vector<int> angle;
  std::vector<int> mount;
};
PulleyUnknowns pulley_unknowns(std::span<const Pulley> pulleys);

}  // namespace beltdyn
