// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/dynamics/belt_system.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// What the ends of an open belt are tied to in the equations of a step: masses and forces at its first and last node,
// and the guides on which these go along their directions d only:
//
//     (m r̈ − m g − F d − N)·d = 0,   dr × d = 0,   N the force of the belt
//
// A closed belt has none, and nothing happens.
class BeltEnds {
 public:
  // Both must outlive the ends.
  BeltEnds(const BeltModel& model, BeltArrays& arrays);

  std::size_t size() const { return states_.size(); }
  // Keeps all ends where they are, for a start that has no other equilibrium.
  void hold(bool on) { are_held_ = on; }

  // Adds the ends to the assembled equations of the belt, whose force on them is kept.
  void enter(const BeltStep& step, bool with_tangent);

  // N as last evaluated [N].
  const Vec2<double>& belt_force(std::size_t end) const { return states_[end].force; }
  // In the state of the arrays [m], [m/s].
  Vec2<double> position(std::size_t end) const { return at(arrays_.q, end); }
  Vec2<double> velocity(std::size_t end) const { return at(arrays_.v, end); }

  double energy(bool has_inertia) const;  // kinetic and of weight, of the bodies [J]
  double power(double time) const;        // of the forces beside weight [W]
  double exchanged(double time) const;    // the sizes of the powers of forces and weights [W]

  std::vector<double> forces() const;
  void set_forces(std::span<const double> forces);

 private:
  struct State {
    std::size_t node{};   // the first component of its node in the arrays
    std::size_t block{};  // the first entry of its diagonal block, and of the block that couples it to its neighbour
    std::size_t coupling{};
    bool is_first = true;
    Vec2<double> force{};
  };

  Vec2<double> at(const numerics::AlignedVector& nodes, std::size_t end) const;
  void enter(const BeltEnd& end, State& state, const BeltStep& step, bool with_tangent);
  void constrain(const Vec2<double>& direction, bool is_held, const State& state, bool with_tangent);

  const BeltModel& model_;
  BeltArrays& arrays_;
  std::vector<State> states_;
  bool are_held_ = false;
};

}  // namespace beltdyn::lagrangian::ancf
