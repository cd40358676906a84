// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "analytic/belt/steady/friction_loop_equations.hpp"

namespace beltdyn::analytic {

// Finds the motions of loops that differ by little from one whose motion is known, by Newton's method with the Jacobian
// of that one: how the motion changes with the numbers of the loop then follows from its own equations.
class LoopLeader {
 public:
  // The loop must outlive the leader.
  LoopLeader(const FrictionLoop& loop, double driver_speed, const FrictionLoopState& state);

  // The motion of another loop with as many pulleys and mounts; none if that does not converge quickly, as where the
  // Jacobian changes much between the two.
  std::optional<FrictionLoopState> lead(const FrictionLoop& other, double driver_speed);

 private:
  FrictionLoopState state_;
  FrictionLoopEquations equations_;
  bool has_jacobian_;
};

}  // namespace beltdyn::analytic
