// SPDX-License-Identifier: MIT
#include "core/dynamics/belt_statics.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/belt/test/creep_drive.hpp"

namespace beltdyn::belt_statics_test {

TEST_CASE("belt statics: the tolerance is a small part of the force, but not below the rounding of strains") {
  constexpr double kForce = 3e4;      // [N]
  constexpr double kStiffness = 2e7;  // EA [N]
  constexpr double kElement = 0.01;   // [m]
  const double usual = residual_tolerance(kForce, kStiffness, 10.0, kElement, 0.0);
  CHECK(usual < 1e-6 * kForce);
  CHECK(residual_tolerance(2.0 * kForce, kStiffness, 10.0, kElement, 0.0) == 2.0 * usual);
  // A material coordinate of 3 km has this distance to the next number, and the force of an element follows it.
  constexpr double kLength = 3000.0;  // [m]
  const double next = std::nextafter(kLength, INFINITY) - kLength;
  const double rounding = kStiffness * next / kElement;
  REQUIRE(rounding > 0.1 * usual);
  const double coarse = residual_tolerance(kForce, kStiffness, kLength, kElement, 0.0);
  CHECK(coarse > 10.0 * rounding);
  CHECK(coarse < 1e-5 * kForce);
  // Who gives a tolerance gets it.
  CHECK(residual_tolerance(kForce, kStiffness, kLength, kElement, 1e-9) == 1e-9);
}

TEST_CASE("belt statics: the tolerance of a drive is that of its force at rest") {
  const BeltDrive drive = test::creep_test_drive();
  // The untouched belt has a force of 400 N.
  CHECK(residual_tolerance(drive, 0.01, 0.0) ==
        residual_tolerance(400.0, drive.belt.axial_stiffness, drive.reference_length(), 0.01, 0.0));
}

}  // namespace beltdyn::belt_statics_test
