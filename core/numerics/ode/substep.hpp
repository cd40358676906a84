// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

namespace beltdyn::numerics {

// How far steps are cut, and how they grow.
struct SubstepRule {
  double shortest{};      // as part of the whole step
  int steps_to_double{};  // that succeed before the step is doubled
};

// Steps of a method of second order with less than this part of the error that is accepted may be doubled: it grows
// with the third power of the step.
inline constexpr double kRoomToDouble = 1.0 / 16.0;

// A step that is cut in halves where it fails and doubled after some that succeed.
struct Substep {
  double length = std::numeric_limits<double>::infinity();  // to try next, infinity: as long as asked for
  int successes = 0;                                        // since the step was cut

  // The next step where so much is left; what would remain of a last step is not worth a step of its own.
  double next(double left, const SubstepRule& rule) const {
    return left < length * (1.0 + rule.shortest) ? left : length;
  }
  // After a step within a whole one; it may grow if it was better than it had to be.
  void succeed(double whole, const SubstepRule& rule, bool may_grow = true) {
    if (length == std::numeric_limits<double>::infinity()) return;
    successes = may_grow ? successes + 1 : 0;
    if (successes < rule.steps_to_double) return;
    length = 2.0 * length < whole ? 2.0 * length : std::numeric_limits<double>::infinity();
    successes = 0;
  }
  // After a step of the length h has failed; false if the next would be too short.
  bool fail(double h, double whole, const SubstepRule& rule) {
    length = 0.5 * h;
    successes = 0;
    return length >= rule.shortest * whole;
  }
};

}  // namespace beltdyn::numerics
