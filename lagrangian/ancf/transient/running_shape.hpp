// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/dynamics/belt_stepper.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// The prediction of a step for a belt that runs. A running belt changes little where one looks at it, while a particle
// that reaches a pulley is suddenly accelerated. So what is extrapolated is the belt as seen by an observer who goes
// against it with its mean speed c and acceleration ċ (in reference length): with d = c h + ½ ċ h², Δ = h (v − c r'),
//
//     r_predicted(s) = r(s + d) + Δ(s + d).
//
// A belt that hardly runs keeps the prediction of its particles, and so do nodes that are guided and those that would
// look beyond the ends of an open one.
class RunningShape {
 public:
  RunningShape(const BeltModel& model, const BeltArrays& arrays);

  // Moves the trial state of the arrays, with the rates of the step, to the prediction from the nodes before it.
  // element_length [m]
  void predict(const BeltStep& step, const NodesBefore& before, double element_length, BeltArrays& arrays);

 private:
  numerics::AlignedVector change_;
  std::vector<bool> is_guided_;  // shape (n_nodes)
};

}  // namespace beltdyn::lagrangian::ancf
