// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace beltdyn::numerics {

// The root of a continuous function in [low, high], to the last digits, by TOMS algorithm 748 [Alefeld 1995]. The
// function must have opposite signs at the ends, or be 0 at one of them; otherwise throws std::domain_error.
double find_root(const std::function<double(double)>& function, double low, double high);

// An interval of real numbers.
struct Interval {
  double low{};
  double high{};
};

// Halves an interval at whose low end a condition holds and at whose high end it does not, so that it still contains a
// change of the condition. Ends after most_halvings, at a width of at most `width`, or if no number lies between the
// ends.
template <class Condition>
Interval bisect(Interval in, const Condition& holds, double width = 0.0, int most_halvings = 60) {
  for (int i = 0; i < most_halvings && in.high - in.low > width; ++i) {
    const double middle = 0.5 * (in.low + in.high);
    if (!(in.low < middle && middle < in.high)) break;
    (holds(middle) ? in.low : in.high) = middle;
  }
  return in;
}

}  // namespace beltdyn::numerics
