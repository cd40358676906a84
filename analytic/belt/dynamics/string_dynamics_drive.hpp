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

// A pulley of a StringDynamicsDrive; angles, speeds and torques are positive in the running direction of the belt.
struct DynamicPulley {
  std::string label{};   // name in messages
  SlipAngle slip{};      // growth of the force where the belt slips
  double inertia{};      // I [kg m²]
  bool is_prescribed{};  // is its speed prescribed, in place of a torque?
  bool has_mount{};      // has it a mount that the belt moves?
  bool is_moved{};       // does its axis move at all?
  // Of a prescribed pulley: ω(t) and its integral from 0.
  std::function<double(double time)> speed{};
  std::function<double(double time)> angle{};
  // Of a free pulley: −M(t, ω), the driving torque in addition to the belt [N m].
  std::function<double(double time, double angular_velocity)> torque{};
  // Place of the axis at the coordinate u; motion of a mount with a given motion.
  std::function<AxisPlace(double position)> axis{};
  std::function<MountMotion(double time)> given{};
  double mount_inertia{};  // J of a mount that the belt moves [kg, kg m²]
  std::function<double(double time, double position, double velocity)> mount_force{};  // of all but the belt [N, N m]
};

// A massless string on moving pulleys, and its motion at t = 0, which is steady or at rest. For a belt with mass the
// forces N are effective forces, without the centrifugal part (MasslessLoop).
struct StringDynamicsDrive {
  double axial_stiffness{};     // EA, for a belt with mass EA − ρA G² [N]
  double unstressed_stretch{};  // λ₀: N = EA (λ − λ₀), both as above [-]
  double reference_length{};    // L₀ [m]
  std::vector<DynamicPulley> pulleys;
  // The path for given places of the axes [m], shape (n_pulleys).
  std::function<BeltPath(const std::vector<Eigen::Vector2d>& axes)> path;
  // The first time in (t0, t1) at which a time function has a kink; t1 if there is none.
  std::function<double(double t0, double t1)> next_kink;
  double momentum{};  // ρA G²; times λ it is the centrifugal part of a force [N]

  std::vector<double> force{};             // of the spans [N]
  std::vector<double> angular_velocity{};  // of the pulleys, all 0 at rest [rad/s]
  std::vector<double> pace{};              // at rest: approximate angular velocities to come [rad/s]
  std::vector<double> mounts{};            // u of the pulleys

  bool rests() const { return !pace.empty(); }
};

}  // namespace beltdyn::analytic
