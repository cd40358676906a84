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

// The guided nodes of a belt in the equations of a step: the ends of an open one, and those with bodies. Each goes
// along the direction d of its guide only, and stands still while it is held:
//
//     (m r̈ − m g − F d − F_r d − N)·d = 0,   dr × d = 0,   N the force of the belt, F_r of dry friction in the guide
class GuidedNodes {
 public:
  // Both must outlive them.
  GuidedNodes(const BeltModel& model, BeltArrays& arrays);

  std::size_t size() const { return states_.size(); }
  // Keeps all where they are, for a start that has no other equilibrium.
  void hold(bool on) { are_held_ = on; }

  // Adds them to the assembled equations of the belt, whose force on them is kept, with their inertia at these
  // accelerations of nodes, in the layout of the arrays.
  void enter(const BeltStep& step, const numerics::AlignedVector& accelerations, bool with_tangent);
  // The step that was entered last is taken, from where the nodes are in the arrays.
  void commit();

  // N as last evaluated [N].
  const Vec2<double>& belt_force(std::size_t i) const { return states_[i].force; }
  // F_r, along d [N]
  double friction_force(std::size_t i) const;
  // In the state of the arrays [m], [m/s].
  Vec2<double> position(std::size_t i) const { return at(arrays_.q, i); }
  Vec2<double> velocity(std::size_t i) const { return at(arrays_.v, i); }

  double energy(bool has_inertia) const;              // kinetic and of weight, of the bodies [J]
  void add_flow(double time, PowerFlow& flow) const;  // of forces, weights and friction

  // What lasts from step to step, shape (memory_size()).
  std::vector<double> memory() const;
  std::size_t memory_size() const;
  void set_memory(std::span<const double> memory);

 private:
  struct State {
    std::size_t node{};                 // the first component of its node in the arrays
    std::size_t block{};                // the first entry of its diagonal block
    std::optional<std::size_t> halo{};  // where a first node of a lane has its other part in sums
    // Of the blocks that couple it to its neighbours: of `upper` to the next one, of `lower` to the one before.
    std::optional<std::size_t> to_next{};
    std::optional<std::size_t> to_previous{};
    Vec2<double> force{};
    Vec2<double> before{};  // where it was at the end of the last step [m]
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
