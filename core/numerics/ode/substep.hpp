// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace beltdyn::numerics {

// Rules for halving and doubling steps.
struct SubstepRule {
  double shortest{};      // shortest step, as part of the whole step [-]
  int steps_to_double{};  // successful steps before the step is doubled
};

// Steps may be doubled if their error is below this part of the accepted error; for a method of second order the local
// error grows with the third power of the step.
inline constexpr double kRoomToDouble = 1.0 / 16.0;

// The length of steps that is halved after a failure and doubled after some successes. Where doubled steps fail again
// and again, it takes more and more successes until the next one is tried.
struct Substep {
  static constexpr int kMostPatience = 16;

  double length = std::numeric_limits<double>::infinity();  // next length to try [s]; infinity: the whole step
  int successes = 0;                                        // successful steps since the last change
  int patience = 1;        // the successes before the next doubling, in multiples of steps_to_double
  bool has_grown = false;  // is a doubled length on trial?

  // The next step if `left` remains [s]. Steps share it evenly: a last step much shorter than the one before would
  // turn errors of velocities across rigid constraints into large accelerations.
  double next(double left, const SubstepRule& rule) const {
    const double n = std::ceil(left / length - rule.shortest);
    return n > 1.0 ? std::min(length, left / n) : left;
  }
  // Call after a successful step within a whole one; `may_grow`: its error was small enough for a longer step.
  void succeed(double whole, const SubstepRule& rule, bool may_grow = true) {
    const bool is_whole = length == std::numeric_limits<double>::infinity();
    if (is_whole && patience == 1 && !has_grown) return;
    successes = may_grow ? successes + 1 : 0;
    if (successes < patience * rule.steps_to_double) return;
    if (is_whole || has_grown) patience = std::max(1, patience / 2);
    successes = 0;
    has_grown = !is_whole;
    if (!is_whole) length = 2.0 * length < whole ? 2.0 * length : std::numeric_limits<double>::infinity();
  }
  // Call after a failed step of length h; false if the next step would be too short.
  bool fail(double h, double whole, const SubstepRule& rule) {
    if (has_grown) patience = std::min(2 * patience, kMostPatience);
    length = 0.5 * h;
    successes = 0;
    has_grown = false;
    return length >= rule.shortest * whole;
  }

  // The state beside the length, for checkpoints; set_counts() returns false if the numbers are no such state.
  static constexpr std::size_t kCounts = 3;
  std::vector<std::int64_t> counts() const { return {successes, patience, has_grown ? 1 : 0}; }
  bool set_counts(const std::vector<std::int64_t>& counts) {
    const bool is_sound = counts[0] >= 0 && counts[0] <= std::numeric_limits<int>::max() && counts[1] >= 1 &&
                          counts[1] <= kMostPatience && (counts[2] == 0 || counts[2] == 1);
    if (!is_sound) return false;
    successes = static_cast<int>(counts[0]);
    patience = static_cast<int>(counts[1]);
    has_grown = counts[2] == 1;
    return true;
  }
};

}  // namespace beltdyn::numerics
