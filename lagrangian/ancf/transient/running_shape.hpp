// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/dynamics/belt_stepper.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// The prediction of a step for a running belt. At a fixed place a running belt changes little, while a particle that
// reaches a pulley is accelerated suddenly. Therefore the belt is extrapolated as seen by an observer who moves against
// it with its mean speed c and acceleration ċ (in reference length): with d = c h + ½ ċ h², Δ = h (v − c r'),
//
//     r_predicted(s) = r(s + d) + Δ(s + d).
//
// A belt that hardly runs keeps the prediction of its particles. So do guided nodes, and nodes of an open belt that
// would take values from beyond its ends.
class RunningShape {
 public:
  RunningShape(const BeltModel& model, const BeltArrays& arrays);

  // Replaces the trial state of the arrays by the prediction from the nodes before the step, with its rates.
  // `element_length` [m].
  void predict(const BeltStep& step, const NodesBefore& before, double element_length, BeltArrays& arrays);

 private:
  numerics::AlignedVector change_;
  std::vector<bool> is_guided_;  // shape (n_nodes)
};

}  // namespace beltdyn::lagrangian::ancf
