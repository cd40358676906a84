// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// A check of the belt after a step. Newton's method finds any belt in equilibrium, also one that no belt reaches in a
// step: collapsed, off the loop, or inside a pulley that its elements did not notice. The check distinguishes it from a
// belt that has moved, by conditions that hold for any load:
//   - no point moves in a step by more than the smallest radius, which would turn the pulley by a radian;
//   - no element is folded, or shorter than half its length;
//   - a closed belt winds around every pulley as often as at the start; an open belt stays on the same side of it;
//   - in an open belt no element at an end is on a pulley, and no span is slack, shorter than its elements;
//   - no node is inside a pulley for which its element has not searched contact;
//   - without inertia some pulley holds the belt.
class BeltCheck {
 public:
  // The belt at the start, which is valid.
  BeltCheck(const BeltModel& model, const BeltArrays& arrays, std::span<const PulleyEntry> pulleys, bool inertia);

  // Why the belt in the arrays, reached by a step from `q_before`, is invalid; empty if it is valid.
  std::string objection(const BeltArrays& arrays, const numerics::AlignedVector& q_before,
                        std::span<const PulleyEntry> pulleys) const;

 private:
  double length_;  // of an element [m]
  bool is_closed_;
  int n_elements_;
  std::vector<std::vector<int>> guided_;  // elements beside each guided node
  bool inertia_;
  double longest_displacement_;  // in a step [m]
  // For each pulley: direction of a ray from its centre, and signed number of crossings of the belt with it.
  std::vector<Vec2<double>> rays_;
  std::vector<int> windings_;
};

}  // namespace beltdyn::lagrangian::ancf
