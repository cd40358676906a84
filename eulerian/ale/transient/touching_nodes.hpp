// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// The nodes that touch pulleys on moving mounts, for the prediction of a step. Rigid contacts are nanometres deep. The
// extrapolations of mesh, belt and mount differ by more, so that a predicted belt lies above its pulley, where contact
// tells nothing about the distance, or far within it. At such nodes the belt is therefore predicted as it was, seen
// from the circle: at the same distance from the centre, with the same angle to the circle.
class TouchingNodes {
 public:
  // Before the mesh moves; `q` are the nodes at the start of the step.
  TouchingNodes(const AleEquations& equations, const numerics::AlignedVector& q);

  // Puts the predicted nodes onto the predicted circles; velocities and accelerations follow with the rates.
  void put(AleEquations& equations, const numerics::StepRates& rates) const;

 private:
  struct Touch {
    int node{};
    std::size_t pulley{};
    double distance{};  // |d| from the centre [m]
    double incline{};   // tan of the angle between belt and circle, u·n/u·e with u = T + φ n of the node [-]
  };
  std::vector<Touch> touches_;
};

}  // namespace beltdyn::eulerian::ale
