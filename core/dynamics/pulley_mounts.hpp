// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/drive/any_drive.hpp"
#include "core/drive/pulley/pulley.hpp"
#include "core/drive/pulley/pulley_mount.hpp"
#include "core/dynamics/dry_joints.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "core/numerics/solve/cyclic_border.hpp"
#include "core/run/energy_ledger.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {

// The generalised force of the belt on the coordinate u of a mount in the trial state of a step, with its derivatives
// with respect to u and to the angle φ of the pulley.
struct BeltOnMount {
  double force{};            // Q, the force of the belt on the pulley times dc/du [N] or [N m]
  double by_mount{};         // ∂Q/∂u
  double by_angle{};         // ∂Q/∂φ
  double torque_by_mount{};  // ∂τ/∂u, τ: torque of the belt on the pulley
};

// The powers at the mount of a pulley in motion, under generalised forces of the belt and of dry friction [N m]; of a
// slider [N]. The motion of a prescribed mount supplies what it hands to the belt.
PowerFlow mount_flow(const Pulley& pulley, const Eigen::Vector2d& gravity, double time, const MountMotion& motion,
                     double belt_force, double friction_force);

// The coordinates u of the mounts of all pulleys of a belt drive in a time step; 0 for fixed mounts. A prescribed mount
// moves as given. The others obey
//
//     J ü = f(t, u, u̇) + f_r + Q,
//
// with f of spring, damper, stops, force and weight, f_r of dry friction, and Q of the belt. Like the angles of the
// pulleys (PulleyAngles) these unknowns are in the border of the linear system of the belt. Pulleys of one block share
// the mount of one of them, the carrier: J and f belong to the carrier, and Q is the sum over all pulleys of the block.
class PulleyMounts {
 public:
  // Places the mounts at rest according to mounts_at_rest(). The drive must outlive the mounts. `carriers` gives for
  // each pulley the pulley whose mount carries its axis, shape (n_pulleys), or is empty if each has its own. The mount
  // of a carried pulley moves like that of its carrier.
  explicit PulleyMounts(const BeltDrive& drive, std::span<const std::size_t> carriers = {});

  std::size_t size() const { return coordinates_.size(); }
  const numerics::CoordinateState& operator[](std::size_t pulley) const { return coordinates_[carrier_[pulley]]; }
  int n_unknowns() const { return static_cast<int>(unknown_.size()); }
  // Is this pulley the carrier of an unknown coordinate?
  bool is_unknown(std::size_t pulley) const { return index_[pulley] >= 0 && carries(pulley); }
  // The index of the coordinate that moves the axis of a pulley among the unknowns, −1 if the coordinate is not
  // unknown.
  int index(std::size_t pulley) const { return index_[pulley]; }

  // Axis position c(u), and u̇.
  AxisPlace axis(std::size_t pulley) const;
  double velocity(std::size_t pulley) const { return (*this)[pulley].v; }
  // Coordinate and axis at the last accepted time, during a step.
  const numerics::CoordinateState& before(std::size_t pulley) const { return before_[carrier_[pulley]]; }
  AxisPlace axis_before(std::size_t pulley) const;

  // Puts all mounts at these positions, at rest; shape (n_pulleys).
  void put(std::span<const double> positions);
  // Sets the prescribed mounts to their motion at a time.
  void start(double time);
  // Releases the other mounts with the acceleration that results from all forces on them.
  void let_go(double time);
  // Sets the prescribed mounts at the end of a step of length h, and predicts the others.
  void predict(const numerics::StepScheme& scheme, double h, double end);
  // The auxiliary accelerations at the end of an accepted step; accepts the memory of friction.
  void finish_step(const numerics::StepScheme& scheme);

  const BeltOnMount& belt_on(std::size_t pulley) const { return belt_[pulley]; }
  // The sum of Q over all pulleys on a carrier, itself included.
  double belt_force(std::size_t carrier) const;
  void set_belt(std::size_t pulley, const BeltOnMount& belt) { belt_[pulley] = belt; }
  // Sets Q only; its derivatives remain those of the last tangent.
  void set_belt_force(std::size_t pulley, double force) { belt_[pulley].force = force; }
  // Evaluates friction in the trial state of a step; no friction in statics, where h is infinite.
  void find_friction(double h);

  // The largest residual of an unknown coordinate, as a force at its axis [N]; infinity if one is not finite.
  double residual_norm(const numerics::StepRates& rates, double time) const;
  // Enters the unknown coordinates into a border, starting at index `first`. `angle_index` holds the border indices of
  // the pulley angles (−1: not in the border).
  void enter(const numerics::StepRates& rates, double time, std::size_t first, std::span<const int> angle_index,
             numerics::CyclicBorder& border) const;
  // Moves the unknown coordinates by `factor` times their correction.
  void move(const numerics::StepRates& rates, double factor, std::span<const double> correction);

  // The energy of springs, stops and moving masses [J].
  double energy(bool has_inertia) const;
  PowerFlow flow(double time) const;
  double lost_power(std::size_t pulley, double time) const;  // dissipated in dampers and dry friction [W]

  // The variable state; mounts return to it when a step fails.
  struct State {
    std::vector<numerics::CoordinateState> coordinates;
    std::vector<double> friction;  // as DryJoints stores it
    std::vector<BeltOnMount> belt;
  };
  void store_state(State& state) const;
  void restore_state(const State& state);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  bool carries(std::size_t pulley) const { return carrier_[pulley] == pulley; }
  const Suspension& suspension(std::size_t pulley) const;
  // f_r in the trial state
  JointResponse friction(std::size_t pulley) const { return friction_.response(pulley); }
  MountMotion motion(std::size_t pulley) const { return {coordinates_[pulley].q, coordinates_[pulley].v}; }
  double residual(std::size_t pulley, const numerics::StepRates& rates, double time) const;

  const BeltDrive* drive_;
  std::vector<numerics::CoordinateState> coordinates_;
  std::vector<numerics::CoordinateState> before_;  // at the last accepted time
  DryJoints friction_;
  std::vector<BeltOnMount> belt_;
  std::vector<std::size_t> carrier_;  // shape (n_pulleys)
  std::vector<int> index_;            // see index()
  std::vector<std::size_t> unknown_;  // the carrier of each unknown coordinate
};

}  // namespace beltdyn
