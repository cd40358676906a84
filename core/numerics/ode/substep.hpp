// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

namespace beltdyn::numerics {

// Rules for halving and doubling steps.
struct SubstepRule {
  double shortest{};      // shortest step, as part of the whole step [-]
  int steps_to_double{};  // successful steps before the step is doubled
};

// Steps may be doubled if their error is below this part of the accepted error; for a method of second order the local
// error grows with the third power of the step.
inline constexpr double kRoomToDouble = 1.0 / 16.0;

// The length of steps that is halved after a failure and doubled after some successes.
struct Substep {
  double length = std::numeric_limits<double>::infinity();  // next length to try [s]; infinity: the whole step
  int successes = 0;                                        // successful steps since the last change

  // The next step if `left` remains [s]. A negligible remainder does not become a step of its own.
  double next(double left, const SubstepRule& rule) const {
    return left < length * (1.0 + rule.shortest) ? left : length;
  }
  // Call after a successful step within a whole one; `may_grow`: its error was small enough for a longer step.
  void succeed(double whole, const SubstepRule& rule, bool may_grow = true) {
    if (length == std::numeric_limits<double>::infinity()) return;
    successes = may_grow ? successes + 1 : 0;
    if (successes < rule.steps_to_double) return;
    length = 2.0 * length < whole ? 2.0 * length : std::numeric_limits<double>::infinity();
    successes = 0;
  }
  // Call after a failed step of length h; false if the next step would be too short.
  bool fail(double h, double whole, const SubstepRule& rule) {
    length = 0.5 * h;
    successes = 0;
    return length >= rule.shortest * whole;
  }
};

}  // namespace beltdyn::numerics
