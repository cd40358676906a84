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

// What the belt does to the coordinate of a mount in the trial state of a step, and the derivatives of that by the
// coordinate u of the mount and the angle φ of its pulley.
struct BeltOnMount {
  double force{};            // Q, the force of the belt on the pulley times dc/du [N m], [N]
  double by_mount{};         // ∂Q/∂u
  double by_angle{};         // ∂Q/∂φ
  double torque_by_mount{};  // ∂τ/∂u of the torque of the belt on the pulley
};

// What passes through the mount of a pulley in motion, under these generalised forces of the belt and of dry friction
// [N m], [N]; a mount of given motion takes what its motion hands to the belt.
PowerFlow mount_flow(const Pulley& pulley, const Eigen::Vector2d& gravity, double time, const MountMotion& motion,
                     double belt_force, double friction_force);

// The coordinates u of the mounts of all pulleys in a step of a belt drive; those of fixed ones are 0. A prescribed one
// goes as given. The others obey
//
//     J ü = f(t, u, u̇) + f_r + Q,
//
// f of spring, damper, stops, force and weight, f_r of dry friction, Q of the belt. They are unknowns beside the angles
// of the pulleys (PulleyAngles), and like them in the border of the linear system of the belt. Pulleys of one block
// share the mount of one of them, its carrier: J and f are those of the carrier, Q is the sum over them.
class PulleyMounts {
 public:
  // At rest according to mounts_at_rest(). The drive must outlive the mounts. `carriers` are the pulleys on whose
  // mounts axes are, shape (n_pulleys), or empty if each has its own; carried pulleys have mounts that go as those do.
  explicit PulleyMounts(const BeltDrive& drive, std::span<const std::size_t> carriers = {});

  std::size_t size() const { return coordinates_.size(); }
  const numerics::CoordinateState& operator[](std::size_t pulley) const { return coordinates_[carrier_[pulley]]; }
  int n_unknowns() const { return static_cast<int>(unknown_.size()); }
  // Is it the carrier of an unknown coordinate?
  bool is_unknown(std::size_t pulley) const { return index_[pulley] >= 0 && carries(pulley); }
  // Of the coordinate that the axis of a pulley follows, among the unknowns; −1 if it is none of them.
  int index(std::size_t pulley) const { return index_[pulley]; }

  // c(u), and u̇
  AxisPlace axis(std::size_t pulley) const;
  double velocity(std::size_t pulley) const { return (*this)[pulley].v; }
  // The same at the last accepted time, during a step.
  const numerics::CoordinateState& before(std::size_t pulley) const { return before_[carrier_[pulley]]; }
  AxisPlace axis_before(std::size_t pulley) const;

  // Puts all mounts there, at rest; shape (n_pulleys).
  void put(std::span<const double> positions);
  // The prescribed mounts at a time.
  void start(double time);
  // Lets the others go: with the acceleration that all forces on them give.
  void let_go(double time);
  // The mounts at the end of a step of length h: those that are prescribed, and the first trial of the others.
  void predict(const numerics::StepScheme& scheme, double h, double end);
  // The auxiliary accelerations at the end of an accepted step, and what friction remembers of it.
  void finish_step(const numerics::StepScheme& scheme);

  const BeltOnMount& belt_on(std::size_t pulley) const { return belt_[pulley]; }
  // Q of all pulleys that one carries, its own among them.
  double belt_force(std::size_t carrier) const;
  void set_belt(std::size_t pulley, const BeltOnMount& belt) { belt_[pulley] = belt; }
  // Q alone: its derivatives stay those of the last tangent.
  void set_belt_force(std::size_t pulley, double force) { belt_[pulley].force = force; }
  // What friction answers in the trial state of a step; none in statics, where h is infinite.
  void find_friction(double h);

  // The largest residual of an unknown coordinate as a force at its axis; infinity if one is not finite [N].
  double residual_norm(const numerics::StepRates& rates, double time) const;
  // Enters the unknown coordinates into a border from the index `first` on, in which the angles of the pulleys have
  // their indices `angle_index` (−1: not there).
  void enter(const numerics::StepRates& rates, double time, std::size_t first, std::span<const int> angle_index,
             numerics::CyclicBorder& border) const;
  // Goes `factor` of a correction further.
  void move(const numerics::StepRates& rates, double factor, std::span<const double> correction);

  // What springs and stops store, and moving masses [J].
  double energy(bool has_inertia) const;
  PowerFlow flow(double time) const;
  double lost_power(std::size_t pulley, double time) const;  // to dampers and dry friction [W]

  // All that changes from step to step; mounts go back to it when a step fails.
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
