// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "analytic/belt/steady/friction_loop_equations.hpp"

namespace beltdyn::analytic {

// Finds the motions of loops that differ little from a loop with a known motion, by Newton's method with the Jacobian
// of that loop. So differences of motions follow from the equations of each loop, at little cost.
class LoopLeader {
 public:
  // The loop must outlive the leader.
  LoopLeader(const FrictionLoop& loop, double driver_speed, const FrictionLoopState& state);

  // The motion of another loop with as many pulleys and mounts. None if Newton's method does not converge quickly, as
  // where the Jacobian changes much between both loops.
  std::optional<FrictionLoopState> lead(const FrictionLoop& other, double driver_speed);

 private:
  FrictionLoopState state_;
  FrictionLoopEquations equations_;
  bool has_jacobian_;
};

}  // namespace beltdyn::analytic
