// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/drive/pulley/joint_friction.hpp"
#include "core/dynamics/belt_system.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// The guided nodes of a belt in the equations of a step: ends of an open belt, and nodes with bodies. A guided node
// moves only in the direction d of its guide, and stands still while it is held:
//
//     (m r̈ − m g − F d − F_r d − N)·d = 0,   dr × d = 0
//
// with the force N of the belt and the force F_r of dry friction in the guide.
class GuidedNodes {
 public:
  // Model and arrays must outlive them.
  GuidedNodes(const BeltModel& model, BeltArrays& arrays);

  std::size_t size() const { return states_.size(); }
  // Holds all guided nodes, for a start that has no other equilibrium.
  void hold(bool on) { are_held_ = on; }

  // Adds the guided nodes to the assembled equations of the belt, with their inertia at the given accelerations of
  // nodes (in the layout of the arrays), and stores the force of the belt on them.
  void enter(const BeltStep& step, const numerics::AlignedVector& accelerations, bool with_tangent);
  // Accepts the last step, with the nodes where they are in the arrays.
  void commit();

  // N as last evaluated [N].
  const Vec2<double>& belt_force(std::size_t i) const { return states_[i].force; }
  // F_r, along d [N]
  double friction_force(std::size_t i) const;
  // Position and velocity of a node in the state of the arrays [m], [m/s].
  Vec2<double> position(std::size_t i) const { return at(arrays_.q, i); }
  Vec2<double> velocity(std::size_t i) const { return at(arrays_.v, i); }

  double energy(bool has_inertia) const;              // kinetic energy and energy of weight of the bodies [J]
  void add_flow(double time, PowerFlow& flow) const;  // power of forces, weights and friction

  // The state that is kept from step to step, shape (memory_size()).
  std::vector<double> memory() const;
  std::size_t memory_size() const;
  void set_memory(std::span<const double> memory);

 private:
  struct State {
    std::size_t node{};                 // position of the first component of its node in the arrays
    std::size_t block{};                // position of the first entry of its diagonal block
    std::optional<std::size_t> halo{};  // second position of a node that is the first one of a lane, in sums
    // Positions of the blocks that couple it to its neighbours: in `upper` to the next node, in `lower` to the node
    // before.
    std::optional<std::size_t> to_next{};
    std::optional<std::size_t> to_previous{};
    Vec2<double> force{};
    Vec2<double> before{};  // place at the end of the last step [m]
    std::optional<DryJoint> joint{};
  };

  Vec2<double> at(const numerics::AlignedVector& nodes, std::size_t i) const;
  void enter(const GuidedNode& guided, State& state, const BeltStep& step, const Vec2<double>& acceleration,
             bool with_tangent);
  void complete(const State& state, numerics::AlignedVector& sums) const;
  void add_friction(const GuidedNode& guided, State& state, const BeltStep& step, bool with_tangent);
  void constrain(const Vec2<double>& direction, bool is_held, const State& state, bool with_tangent);

  const BeltModel& model_;
  BeltArrays& arrays_;
  std::vector<State> states_;
  bool are_held_ = false;
};

}  // namespace beltdyn::lagrangian::ancf
