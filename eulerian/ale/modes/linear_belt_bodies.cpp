// SPDX-License-Identifier: MIT
// The equations of the bodies in a LinearBelt other than the belt, and the shapes of its motions.
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "eulerian/ale/modes/linear_belt.hpp"

namespace beltdyn::eulerian::ale {

// I dω/dt = moment of the belt + torques and bearing moment, which depend on the speed
void LinearBelt::add_pulleys(const Base& base) {
  const BeltDrive& drive = base.equations.drive();
  const double time = base.time;
  for (std::size_t p = 0; p < speed_at_.size(); ++p) {
    if (speed_at_[p] >= size_) continue;
    const double omega = base.speeds[p];
    if (omega == 0.0 && drive.pulleys[p].bearing_friction) {
      throw SolverError(
          fmt::format("pulley {} is held by its bearing friction, which is not supported by the linear analysis; let "
                      "it turn, or remove its bearing_friction",
                      drive.pulley_label(p)));
    }
    const Pulley& pulley = drive.pulleys[p];
    double slope = pulley.moment_derivative(time, omega);
    if (pulley.bearing_friction) slope += steady_friction(*pulley.bearing_friction, omega).by_rate;
    entries_.push_back(
        by_speed({.row = speed_at_[p], .column = speed_at_[p], .constant = -slope, .linear = pulley.inertia}));
    if (rests_ && pulley.brake && pulley.brake->capacity.value(time) > 0.0) {
      entries_.push_back({.row = speed_at_[p], .column = speed_at_[p], .constant = pulley.brake->stiffness});
    }
    if (pulley.accessory) add_accessory(*pulley.accessory, p, time, omega);
  }
}

// (s J + R) χ = C,  s C = (k + s d) (ω − χ),  C the torque between pulley and accessory
void LinearBelt::add_accessory(const Accessory& accessory, std::size_t pulley, double time, double omega) {
  const int turn = speed_at_[pulley];
  if (const std::optional<RigidAccessory>& rigid = rigid_[pulley]) {
    entries_.push_back(
        by_speed({.row = turn, .column = turn, .constant = rigid->resistance, .linear = rigid->inertia}));
  }
  const int speed = accessory_at_[pulley];
  if (speed < 0) return;
  const int torque = speed + 1;
  const AccessorySpring& spring = *accessory.spring;
  entries_.push_back({.row = torque, .column = torque, .constant = 0.0, .linear = 1.0});
  entries_.push_back({.row = speed,
                      .column = speed,
                      .constant = -accessory.moment_derivative(time, omega),
                      .linear = accessory.inertia});
  entries_.push_back({.row = speed, .column = torque, .constant = -1.0});
  entries_.push_back(
      by_speed({.row = torque, .column = turn, .constant = -spring.stiffness, .linear = -spring.damping}));
  entries_.push_back({.row = torque, .column = speed, .constant = spring.stiffness, .linear = spring.damping});
  entries_.push_back({.row = turn, .column = torque, .constant = 1.0});
}

// J ü = f + Q − (friction that holds)
void LinearBelt::add_mounts(const Base& base) {
  const BeltDrive& drive = base.equations.drive();
  for (std::size_t p = 0; p < mount_at_.size(); ++p) {
    if (!base.equations.mounts().is_unknown(p)) continue;
    const PulleyMount& mount = drive.pulleys[p].mount;
    const MountForce force = suspension_force(mount, drive.gravity, base.time, base.mounts[p], 0.0);
    const std::optional<JointFriction>& friction = suspension_of(mount)->friction;
    const JointHold hold = friction ? hold_at_rest(*friction) : JointHold{};
    entries_.push_back({.row = mount_at_[p],
                        .column = mount_at_[p],
                        .constant = hold.stiffness - force.by_position,
                        .linear = hold.damping - force.by_velocity,
                        .quadratic = suspension_of(mount)->inertia});
    const std::vector<SteadySystem::MountColumn> column = base.system.mount_columns(base.unknowns, p);
    for (std::size_t i = 0; i < column.size(); ++i) {
      const int row = belt_row(static_cast<int>(i));
      if (row < 0) continue;
      entries_.push_back(
          {.row = row, .column = mount_at_[p], .constant = column[i].by_place, .linear = column[i].by_velocity});
    }
  }
}

ModeShape LinearBelt::shape_of(Complex s, const Eigen::VectorXcd& x) const {
  const Motion motion = motion_of(s, x);
  ModeShape shape{.angle = motion.angular_velocity,
                  .mount = motion.mount_position,
                  .accessory = motion.accessory_speed,
                  .across = {},
                  .along = {}};
  for (Complex& angle : shape.angle) angle /= s;
  for (Complex& angle : shape.accessory) angle /= s;
  for (const Displacement& displacement : displacements_) {
    Complex across = 0.0;
    Complex along = 0.0;
    for (std::size_t j = 0; j < kElementUnknowns; ++j) {
      const Complex q = x[q_at(displacement.element, j)];
      across += displacement.across[j] * q;
      along += displacement.along[j] * q;
    }
    shape.across.push_back(across);
    shape.along.push_back(along);
  }
  return shape;
}

}  // namespace beltdyn::eulerian::ale
