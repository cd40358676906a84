// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>

namespace beltdyn::numerics {

// The root of a continuous function in [low, high], to the last digits, by TOMS algorithm 748 [Alefeld 1995]. The signs
// of the function at the two ends must differ, or one of them be 0; else throws std::domain_error.
double find_root(const std::function<double(double)>& function, double low, double high);

struct Interval {
  double low{};
  double high{};
};

// The same up to an interval of this width around the root, or a place where the function is 0, after so many
// evaluations at most.
Interval bracket_root(const std::function<double(double)>& function, double low, double high, double width,
                      int most_evaluations);
// With the values at the ends, which are not looked at again.
struct BracketEnd {
  double place{};
  double value{};
};
Interval bracket_root(const std::function<double(double)>& function, const BracketEnd& low, const BracketEnd& high,
                      double width, int most_evaluations);

// Newton's method between two bounds, for a function that is < 0 at one and > 0 at the other. They follow the sign of
// the function, so that its slope may be wrong or of the other sign somewhere, as where friction begins to slip;
// newton_raphson_iterate() of Boost tells by the slope on which side of a place the root is.
struct NewtonBracket {
  double below{};  // where the function is < 0
  double above{};  // where it is > 0; either may be the larger one

  // Where to go from a place with this value and slope: where Newton's method leads, or to the middle if that is not
  // between the bounds. The place itself if Newton's method stays there.
  double next(double place, double value, double slope) {
    (value < 0.0 ? below : above) = place;
    const double next = place - value / slope;
    const bool is_between = std::min(below, above) < next && next < std::max(below, above);
    return is_between || next == place ? next : 0.5 * (below + above);
  }
};

// Halves an interval at whose low end a condition holds, and at whose high end it does not, around a place where that
// changes: so often at most, and until it is no wider than `width` or there is no number between its ends.
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
