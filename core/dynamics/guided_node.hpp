// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "core/drive/pulley/joint_friction.hpp"
#include "core/numerics/lanes/lane_math.hpp"
#include "core/run/energy_ledger.hpp"

namespace beltdyn {

// A node that moves along a guide: an end of an open belt, or a node with a body.
struct GuidedNode {
  int node{};
  numerics::Vec2<double> direction;            // unit vector along the guide [-]
  double mass{};                               // mass of a body at the node [kg]
  std::function<double(double time)> force{};  // along the direction, in addition to weight [N]; empty: none
  // The node stands still before this time [s]; infinity: always.
  double held_until = -std::numeric_limits<double>::infinity();
  std::optional<JointFriction> friction{};  // in the guide

  bool is_held(double time) const { return time < held_until; }
  double own_force(double time) const { return force ? force(time) : 0.0; }  // [N]
  // The powers of its force, of weight and of the friction force in its guide [N], at a speed along its direction
  // [m/s].
  PowerFlow flow(double time, const numerics::Vec2<double>& gravity, double speed, double friction_force) const;
};

// The times at which forces on guided nodes jump, including the start; empty without such nodes. Times closer than a
// small part of a step count as equal.
class ForceJumps {
 public:
  ForceJumps(const std::vector<GuidedNode>& guided, double time_step);

  // The first jump after a time, infinity if there is none [s].
  double next(double time) const;
  bool is_at(double time) const;

 private:
  std::vector<double> times_;  // in ascending order [s]
  double same_;                // times closer than this count as equal [s]
};

}  // namespace beltdyn
