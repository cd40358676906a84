// SPDX-License-Identifier: MIT
#include "core/dynamics/belt_statics.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace beltdyn::belt_statics_test {

TEST_CASE("belt statics: what rounding may leave is more than one rounding of a material coordinate changes") {
  constexpr double kStiffness = 2e7;  // EA [N]
  constexpr double kElement = 0.01;   // [m]
  constexpr double kLength = 3000.0;  // [m]
  // The coordinate has this distance to the next number, and the force of an element follows it.
  const double next = std::nextafter(kLength, INFINITY) - kLength;
  const double rounding = kStiffness * next / kElement;
  const double left = residual_rounding(kStiffness, kLength, kElement);
  CHECK(left > 10.0 * rounding);
  CHECK(left < 1e3 * rounding);
}

}  // namespace beltdyn::belt_statics_test
