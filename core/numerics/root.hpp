// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
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

// An interval around the root no wider than `width`, or a place where the function is 0; wider if most_evaluations do
// not suffice.
Interval bracket_root(const std::function<double(double)>& function, double low, double high, double width,
                      int most_evaluations);
// The same with known values at the ends, which are not evaluated again.
struct BracketEnd {
  double place{};
  double value{};
};
Interval bracket_root(const std::function<double(double)>& function, const BracketEnd& low, const BracketEnd& high,
                      double width, int most_evaluations);

// Newton's method between two bounds, for a function that is < 0 at one bound and > 0 at the other. The bounds follow
// the sign of the function, so the slope may be wrong in places, for example where friction begins to slip.
// newton_raphson_iterate() of Boost decides by the slope on which side of a place the root lies.
struct NewtonBracket {
  double below{};  // where the function is < 0
  double above{};  // where it is > 0; either may be the larger one

  // The next place after a place with this value and slope: the result of Newton's method, or the middle between the
  // bounds if that result is not between them. Returns `place` if Newton's method does not move.
  double next(double place, double value, double slope) {
    (value < 0.0 ? below : above) = place;
    const double next = place - value / slope;
    const bool is_between = std::min(below, above) < next && next < std::max(below, above);
    return is_between || next == place ? next : 0.5 * (below + above);
  }
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
