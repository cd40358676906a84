// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

// Newton's method finds any belt that balances, also one that no belt gets to in a step: collapsed, out of the loop, or
// in a pulley that its elements did not notice. The check distinguishes such a belt from one that has moved, by what
// holds whatever the load:
//   - no point goes further in a step than the smallest radius: a pulley would turn by a radian;
//   - no element is folded, or shorter than half its length;
//   - the belt winds around every pulley as often as at the start, an open one on the side of the pulley on which it
//     lay then;
//   - no element at an end of an open belt is on a pulley, and no span of it is shorter than its elements: it is slack;
//   - no node is in a pulley in which its element has not looked for contact;
//   - without inertia the belt is held by some pulley.
class BeltCheck {
 public:
  // The belt at the start, which is sound.
  BeltCheck(const BeltModel& model, const BeltArrays& arrays, std::span<const PulleyEntry> pulleys, bool inertia);

  // What is wrong with the belt in the arrays, which a step has taken from `q_before`; empty if nothing is.
  std::string objection(const BeltArrays& arrays, const numerics::AlignedVector& q_before,
                        std::span<const PulleyEntry> pulleys) const;

 private:
  double length_;  // of an element [m]
  bool is_closed_;
  int n_elements_;
  std::vector<std::vector<int>> guided_;  // of each guided node the elements beside it
  bool inertia_;
  double longest_displacement_;  // in a step [m]
  // Of each pulley: the direction of the ray from its centre on which what crosses it counts, and the count.
  std::vector<Vec2<double>> rays_;
  std::vector<int> windings_;
};

}  // namespace beltdyn::lagrangian::ancf
