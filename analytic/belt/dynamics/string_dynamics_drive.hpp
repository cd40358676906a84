// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "analytic/belt/dynamics/slip_angle.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/drive/pulley/pulley_mount.hpp"

namespace beltdyn::analytic {

// A pulley of a StringDynamicsDrive; angles, speeds and torques in the sense of the belt.
struct DynamicPulley {
  std::string label{};   // what messages call it
  SlipAngle slip{};      // how the force grows where the belt slips
  double inertia{};      // I [kg m²]
  bool is_prescribed{};  // has it a given speed, or a given torque?
  bool has_mount{};      // has it a coordinate that the belt moves?
  bool is_moved{};       // does its axis move at all?
  // ω(t) and its integral from 0, of a prescribed pulley
  std::function<double(double time)> speed{};
  std::function<double(double time)> angle{};
  // −M(t, ω), by which a pulley that is not prescribed is driven beside the belt [N m]
  std::function<double(double time, double angular_velocity)> torque{};
  // The place of the axis at the coordinate u, of a mount that is given at any time
  std::function<AxisPlace(double position)> axis{};
  std::function<MountMotion(double time)> given{};
  double mount_inertia{};  // J of a mount that the belt moves [kg, kg m²]
  std::function<double(double time, double position, double velocity)> mount_force{};  // of all but the belt
};

// A massless string on pulleys that move, and its motion at t = 0, which is steady, or rest. Of a belt with a mass the
// forces N are effective forces, without the centrifugal ones (MasslessLoop).
struct StringDynamicsDrive {
  double axial_stiffness{};     // EA, of a belt with a mass EA − ρA G² [N]
  double unstressed_stretch{};  // λ₀: N = EA (λ − λ₀), with these [-]
  double reference_length{};    // L₀ [m]
  std::vector<DynamicPulley> pulleys;
  // The path with the axes at these places [m], shape (n_pulleys).
  std::function<BeltPath(const std::vector<Eigen::Vector2d>& axes)> path;
  // The first time in (t0, t1) at which a time function has a kink; t1 if there is none.
  std::function<double(double t0, double t1)> next_kink;
  double momentum{};  // ρA G², which times λ is the centrifugal part of a force [N]

  std::vector<double> force{};             // of the spans [N]
  std::vector<double> angular_velocity{};  // of the pulleys, 0 of all at rest [rad/s]
  std::vector<double> pace{};              // at rest, angular velocities to come, about [rad/s]
  std::vector<double> mounts{};            // u of the pulleys

  bool rests() const { return !pace.empty(); }
};

}  // namespace beltdyn::analytic
