// SPDX-License-Identifier: MIT
#include "core/contact/augmented_normal.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/base/error.hpp"

namespace beltdyn::augmented_normal_test {

using contact::AugmentedNormal;

TEST_CASE("augmented normal law: penalty and multiplier, one side or both") {
  const AugmentedNormal one({.stiffness = 100.0, .touching = 1e-6});
  CHECK(one.respond(-0.5, 0.0).normal_force == 50.0);
  CHECK(one.respond(-0.5, 7.0).normal_force == 57.0);
  CHECK(one.respond(-0.5, 7.0).d_gap == -100.0);
  CHECK(one.respond(0.5, 7.0).normal_force == 0.0);
  CHECK(one.respond(0.5, 7.0).d_gap == 0.0);
  // A gap as small as rounding is closed.
  CHECK(one.respond(1e-9, 0.0).d_gap == -100.0);
  CHECK(one.respond(2e-6, 0.0).d_gap == 0.0);
  const AugmentedNormal both({.stiffness = 100.0, .two_sided = true});
  CHECK(both.respond(0.5, 7.0).normal_force == -43.0);
  CHECK_THROWS_AS(AugmentedNormal({.stiffness = 0.0}), UsageError);
}

TEST_CASE("augmented normal law: outer iterations close the gap of a spring that is pressed on") {
  // A spring with the force k_s (x₀ − x) presses a body at the gap x against the contact. Without penetration
  // N = k_s x₀. Each iteration leaves the part k_s/(k_s + k) of the error.
  const AugmentedNormal law({.stiffness = 30.0});
  const double spring = 10.0;
  const double rest = -0.2;
  double multiplier = 0.0;
  double gap = 0.0;
  for (int i = 0; i < 30; ++i) {
    gap = (multiplier + spring * rest) / (spring + 30.0);
    CHECK(std::abs(gap) <= 0.05 * std::pow(0.25, i) * (1.0 + 1e-9) + 1e-15);
    multiplier = law.updated(gap, multiplier);
  }
  CHECK(std::abs(multiplier - 2.0) < 1e-12);
  CHECK(law.updated(1.0, 0.5) == 0.0);
}

}  // namespace beltdyn::augmented_normal_test
