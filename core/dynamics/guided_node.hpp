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

// A node that moves along a guide: an end of an open belt, or one to which a body is fixed.
struct GuidedNode {
  int node{};
  numerics::Vec2<double> direction;            // of the guide, of unit length
  double mass{};                               // of a body there [kg]
  std::function<double(double time)> force{};  // along the direction, beside weight [N]; empty: there is none
  // Before, it stands still [s]; infinity: always.
  double held_until = -std::numeric_limits<double>::infinity();
  std::optional<JointFriction> friction{};  // in the guide

  bool is_held(double time) const { return time < held_until; }
  double own_force(double time) const { return force ? force(time) : 0.0; }  // [N]
  // What passes through it at a speed along its direction: work of its force, and of friction in its guide [N].
  PowerFlow flow(double time, const numerics::Vec2<double>& gravity, double speed, double friction_force) const;
};

// The times at which forces on guided nodes jump, the start among them; none if there are no such nodes. Times closer
// than a small part of a step are the same.
class ForceJumps {
 public:
  ForceJumps(const std::vector<GuidedNode>& guided, double time_step);

  // The first one after a time, infinity if there is none [s].
  double next(double time) const;
  bool is_at(double time) const;

 private:
  std::vector<double> times_;  // in order [s]
  double same_;                // [s]
};

}  // namespace beltdyn
