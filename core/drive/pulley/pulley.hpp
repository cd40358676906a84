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

// ω is given at all times, by whatever moment it takes.
struct PrescribedMotion {
  TimeFunction angular_velocity;  // [rad/s]
};
// Moments act in addition to those of belt and bearing.
struct TorqueMotion {
  std::vector<PulleyTorque> torques;
};
// Belt and bearing alone move the pulley.
struct FreeMotion {};

using PulleyMotion = std::variant<PrescribedMotion, TorqueMotion, FreeMotion>;

// What the belt runs on: grooves into which a V or poly-V belt wedges, or a flat face. By its side a pulley inside of
// the loop is grooved, and one outside is flat, for the back of the belt.
enum class PulleySurface { by_side, grooved, flat };
inline constexpr std::array<std::string_view, 3> kPulleySurfaceNames{"by_side", "grooved", "flat"};

// A rigid circular pulley on an axis, which its mount may let move. With an eccentricity e the centre of the circle
// goes round the axis: C(φ) = axis + e (cos(φ + φ₀), sin(φ + φ₀)), φ the angle of rotation.
struct Pulley {
  std::string name{};                                // of use to people; empty: it has only its number
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  // the axis, where it is drawn [m]
  double radius{};                                   // r, of the surface that the belt touches [m]
  PulleySide side = PulleySide::inside;
  double inertia{};          // I, about the axis [kg m²]
  double bearing_damping{};  // d, a moment −d ω [N m s/rad]
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
  // C(φ) with the axis where it is drawn [m]
  Eigen::Vector2d circle_center(double angle) const { return center + center_from_axis(angle); }
  AxisPlace axis_at(double mount_position) const { return beltdyn::axis_at(mount, center, mount_position); }
  // The moment of torques and bearing damping: I dω/dt = moment + (dry friction of the bearing) + (moment of the belt)
  // − (torque on the accessory). Not for a prescribed motion.
  double moment(double time, double angular_velocity) const;             // [N m]
  double moment_derivative(double time, double angular_velocity) const;  // ∂/∂ω [N m s/rad]

  // Of the dry friction of the bearing while the pulley turns steadily, also by a prescribed motion [N m].
  double steady_bearing_friction(double angular_velocity) const;
  // The moment with it, less the torque on an accessory that turns steadily with the pulley.
  double steady_moment(double time, double angular_velocity) const;             // [N m]
  double steady_moment_derivative(double time, double angular_velocity) const;  // [N m s/rad]

  void visit(config::FieldVisitor& visitor);
  // The keys of a pulley of a rope with ends: its radius is that of the centre line of the rope, and inside stands for
  // the left side of the rope's way.
  void visit_of_rope(config::FieldVisitor& visitor);
  // The keys of a drum on which a rope is wound; without a radius it is none. Angles, speeds and torques are positive
  // as it pays out.
  void visit_drum(config::FieldVisitor& visitor);

 private:
  void visit_brake(config::FieldVisitor& visitor);
  void visit_contact(config::FieldVisitor& visitor);
};

// ω(t) of a pulley whose motion is prescribed [rad/s].
inline const TimeFunction& prescribed_speed(const Pulley& pulley) {
  return std::get<PrescribedMotion>(pulley.motion).angular_velocity;
}

// Indices of the unknown coordinates of pulleys among the unknowns: first the angles, then those of mounts;
// −1 where there is none. Shapes (n_pulleys).
struct PulleyUnknowns {
  std::vector<int> angle;
  std::vector<int> mount;
};
PulleyUnknowns pulley_unknowns(std::span<const Pulley> pulleys);

}  // namespace beltdyn
