// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::numerics {

// The angle in (−π, π] from one unit vector to another, counter-clockwise; fast for small angles [rad].
template <class Real>
inline Real angle_between(const Vec2<Real>& from, const Vec2<Real>& to) {
  using std::abs;
  using std::atan2;
  const Real sine = dot(perpendicular(from), to);
  const Real cosine = dot(from, to);
  // Up to this sine, six terms of the arc sine series are exact to rounding; a belt turns much less from point to
  // point.
  constexpr double kSmallSine = 0.05;
  const Real s2 = sine * sine;
  Real series = Real(63.0 / 2816.0);
  for (const double coefficient : {35.0 / 1152.0, 5.0 / 112.0, 3.0 / 40.0, 1.0 / 6.0, 1.0}) {
    series = multiply_add(s2, series, Real(coefficient));
  }
  const Real angle(sine * series);
  // Each lane chooses on its own, so that its result does not depend on its neighbours.
  const Real large = select(abs(sine) > Real(kSmallSine), Real(1.0), select(cosine < Real(0.0), Real(1.0), Real(0.0)));
  if (!any(large > Real(0.0))) return angle;
  return select(large > Real(0.0), Real(atan2(sine, cosine)), angle);
}

}  // namespace beltdyn::numerics
