// SPDX-License-Identifier: MIT
#include "core/dynamics/belt_system.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/dynamics/test/oscillators.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::belt_system_test {

using namespace beltdyn::dynamics_test;

TEST_CASE(
    "Belt system: a correction is shortened until the residual is below that of before, no further than to its "
    "smallest part") {
  Oscillators oscillators(test::small_belt_drive(0.0), 0.0);
  const BeltStep step{.length = 1.0, .end = 1.0, .rates = {}};
  oscillators.hold(true);
  const double before = oscillators.evaluate(step, true);
  CHECK(close(before, kFrequency * kFrequency * kOffset, {.rel = kRounding}));
  REQUIRE(oscillators.correct(step));
  CHECK(oscillators.evaluate(step, false) <= kRounding * before);
  // From −1.7 x₀ half of the correction leads back to −1.2 x₀, still larger than before; another quarter makes it
  // smaller.
  oscillators.move(step, 1.7);
  CHECK(close(oscillators.shorten_correction(step, before, 0.0), 0.95 * before, {.rel = kRounding}));
  // From −4.2 x₀ no shortening suffices.
  oscillators.move(step, 3.25);
  const double vain = oscillators.shorten_correction(step, before, 0.0);
  CHECK(close(vain, (4.2 - 63.0 / 64.0) * before, {.rel = kRounding}));
  // The correction leads on to 0, so that the residual does no work against it: there is no place of balance.
  oscillators.move(step, 63.0 / 64.0);
  CHECK(close(oscillators.limit_correction(step, before, 0.0), vain, {.rel = kRounding}));
}

// From 0 the correction by a load F of x + b x³ = F is F, which is 100 times too long for b F² = 10⁶; even a part of
// 1/64 multiplies the residual by 2.8. All nodes go alike, so that of the residual as little is left as of its work.
TEST_CASE("Belt system: a correction that is far too long is shortened to where the residual does next to no work") {
  constexpr double kTarget = 1.0;  // F [m]
  constexpr double kCubic = 1e6;   // b [1/m²]
  Oscillators oscillators(test::small_belt_drive(0.0), kCubic);
  std::ranges::fill(oscillators.arrays_view().q, 0.0);
  const double load = kFrequency * kFrequency * kTarget;
  oscillators.set_load([load](double, double) { return Eigen::Vector2d(load, 0.0); });
  oscillators.hold(true);
  const BeltStep step{.length = 1.0, .end = 1.0, .rates = {}};
  const double before = oscillators.evaluate(step, true);
  CHECK(close(before, load, {.rel = kRounding}));
  REQUIRE(oscillators.correct(step));
  CHECK(oscillators.limit_correction(step, before, 0.0) <= 0.1 * before);
  CHECK(oscillators.evaluate(step, false) <= 0.1 * before);
}

}  // namespace beltdyn::belt_system_test
