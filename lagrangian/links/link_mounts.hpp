// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/drive/pulley/pulley.hpp"
#include "core/run/energy_ledger.hpp"
#include "lagrangian/links/link_joints.hpp"
#include "lagrangian/links/link_kernel.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// The conditions under which mounts move at an instant.
struct MountForcing {
  double time{};             // [s]
  double mass_damping{};     // damping of mounts while they settle [1/s]
  bool is_settling = false;  // if settling: prescribed motions rest at their start, without friction and dampers
};

// While mounts settle they have moments of inertia J_s = 4 K/d², for which the damping d of all velocities is critical,
// but at least a few times the mass of the links around their pulleys. K is the stiffness that holds a mount on an even
// string. So a light or heavy arm comes to rest as quickly as the belt. With d = 0, or where K ≤ 0, J_s = J.

// The circles of the moving pulleys in a belt of links: their places and motion. Circles of pulleys on mounts follow
// the coordinates u of LinkModel::mounts, which are a part of the state,
//
//     J u″ = f(t, u, u′) + f_r + Q,   Q = F·dc/du,
//
// with f of spring, damper, stops, force and weight, f_r of dry friction in rate form, and F the force of the links on
// the pulley; a prescribed u follows its motion. The circle of an eccentric pulley moves around its axis, so that F has
// a moment about the axis.
class LinkMounts {
 public:
  // Drive and model must outlive the mounts. Throws SolverError if the mounts have no equilibrium.
  LinkMounts(const BeltDrive& drive, const LinkModel& model, double settling_damping);

  // Does any circle move?
  bool any() const { return !moving_.empty(); }

  // The axis of a pulley in a state, and the centre of its circle [m].
  Eigen::Vector2d axis(std::size_t pulley, std::span<const double> state) const;
  Eigen::Vector2d circle(std::size_t pulley, std::span<const double> state) const;
  // Passes places and velocities of the circles to the kernel.
  void place(const MountForcing& forcing, std::span<const double> state, std::span<const double> pulley_speeds,
             LinkKernel& kernel) const;

  // Moment of a force of the links on a pulley about its axis, by the eccentricity of the circle alone [N m].
  double moment(std::size_t pulley, const numerics::Vec2<double>& force, std::span<const double> state) const;
  // Q of that force on a mount [N m], [N].
  double force_on(std::size_t mount, const numerics::Vec2<double>& force, std::span<const double> state) const;
  // Derivative of u″ by Q; 0 if u is prescribed.
  double mobility(std::size_t mount, const MountForcing& forcing) const;
  // After an evaluation of the kernel: adds to the moments on pulleys, and writes the rates of the mounts.
  void find_rates(const MountForcing& forcing, std::span<const double> state, std::span<const double> modes,
                  const LinkKernel& kernel, std::span<double> moments, std::span<double> rates) const;

  // Sets prescribed coordinates to their exact motion.
  void put_given(const MountForcing& forcing, std::span<double> state) const;
  const LinkJoints& joints() const { return joints_; }

  // Energy of springs, stops and moving masses [J].
  double energy(std::span<const double> state) const;
  Eigen::Vector2d axis_velocity(std::size_t mount, double time, std::span<const double> state) const;  // [m/s]
  // Power dissipated by dampers and dry friction [W].
  double lost_power(std::size_t mount, double time, std::span<const double> state, std::span<const double> modes) const;
  // `forces`: of the belt on the mounts, shape as LinkModel::mounts.
  PowerFlow flow(double time, std::span<const double> state, std::span<const double> modes,
                 std::span<const double> forces) const;

 private:
  const Pulley& pulley_of(std::size_t mount) const;
  // Do mounts stay in their initial places while the belt settles?
  bool holds(const MountForcing& forcing) const;
  double position(std::size_t mount, std::span<const double> state) const {
    return state[layout_.mount_position(mount)];
  }
  double velocity(std::size_t mount, std::span<const double> state) const {
    return state[layout_.mount_velocity(mount)];
  }
  MountMotion motion(std::size_t mount, double time, std::span<const double> state) const;
  AxisPlace axis_place(std::size_t pulley, std::span<const double> state) const;

  const BeltDrive* drive_;
  const LinkModel* model_;
  LinkLayout layout_;
  LinkJoints joints_;
  std::vector<std::size_t> moving_;       // pulleys whose circles may move
  std::vector<int> mount_;                // mount of each pulley, −1: none
  std::vector<double> settling_inertia_;  // J_s, shape as LinkModel::mounts; 0 if u is prescribed
};

}  // namespace beltdyn::lagrangian::links
