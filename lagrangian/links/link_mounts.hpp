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

// What decides how mounts move at an instant.
struct MountForcing {
  double time{};             // [s]
  double mass_damping{};     // of mounts that settle [1/s]
  bool is_settling = false;  // given motions rest at their start, and there is no friction and no damper
};

// Mounts settle with the moments of inertia J_s = 4 K/d² that make the damping d of all velocities critical to them, K
// the stiffness that holds them on an even string, and a few times the mass of the links around their pulleys at least:
// whether an arm is light or heavy, it comes to rest as quickly as the belt. With d = 0, or where K ≤ 0, J_s = J.

// The circles of the pulleys that move, in a belt of links: where they are, and what moves them. Those of pulleys on
// mounts follow the coordinates u of LinkModel::mounts, which are a part of the state,
//
//     J u″ = f(t, u, u′) + f_r + Q,   Q = F·dc/du,
//
// f of spring, damper, stops, force and weight, f_r of dry friction in rate form, F the force of the links on the
// pulley; a prescribed u goes as given. The circle of an eccentric pulley goes round its axis, on which F has a moment.
class LinkMounts {
 public:
  // The drive and the model must outlive the mounts. Throws SolverError if the mounts have no place to rest.
  LinkMounts(const BeltDrive& drive, const LinkModel& model, double settling_damping);

  // Does any circle move?
  bool any() const { return !moving_.empty(); }

  // The axis of a pulley in a state, and the center of its circle [m].
  Eigen::Vector2d axis(std::size_t pulley, std::span<const double> state) const;
  Eigen::Vector2d circle(std::size_t pulley, std::span<const double> state) const;
  // Tells the kernel where the circles are, and how fast.
  void place(const MountForcing& forcing, std::span<const double> state, std::span<const double> pulley_speeds,
             LinkKernel& kernel) const;

  // The moment of a force of the links on a pulley about its axis, from the center of the circle alone [N m].
  double moment(std::size_t pulley, const numerics::Vec2<double>& force, std::span<const double> state) const;
  // Q of that force; shape as LinkModel::mounts.
  double force_on(std::size_t mount, const numerics::Vec2<double>& force, std::span<const double> state) const;
  // u″ per Q, 0 if u is prescribed.
  double mobility(std::size_t mount, const MountForcing& forcing) const;
  // After an evaluation of the kernel: adds to the moments on pulleys, and writes the rates of the mounts.
  void find_rates(const MountForcing& forcing, std::span<const double> state, std::span<const double> modes,
                  const LinkKernel& kernel, std::span<double> moments, std::span<double> rates) const;

  // Puts what is prescribed exactly where it is.
  void put_given(const MountForcing& forcing, std::span<double> state) const;
  const LinkJoints& joints() const { return joints_; }

  // What springs and stops store, and moving masses [J].
  double energy(std::span<const double> state) const;
  Eigen::Vector2d axis_velocity(std::size_t mount, double time, std::span<const double> state) const;  // [m/s]
  // To dampers and dry friction [W].
  double lost_power(std::size_t mount, double time, std::span<const double> state, std::span<const double> modes) const;
  // With the forces of the belt on the mounts, shape as LinkModel::mounts.
  PowerFlow flow(double time, std::span<const double> state, std::span<const double> modes,
                 std::span<const double> forces) const;

 private:
  const Pulley& pulley_of(std::size_t mount) const;
  // Do mounts stay where they are drawn while the belt settles?
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
  std::vector<int> mount_;                // of each pulley, −1 if there is none
  std::vector<double> settling_inertia_;  // J_s, shape as LinkModel::mounts, 0 if u is prescribed
};

}  // namespace beltdyn::lagrangian::links
