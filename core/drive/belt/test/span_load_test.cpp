// SPDX-License-Identifier: MIT
#include "core/drive/belt/span_load.hpp"

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::span_load_test {

namespace {

const Eigen::Vector2d kGravity(0.0, -9.81);
constexpr double kBelt = 18.0;
const SpanLoad kCarrying{
    .from = 2, .load_per_length = 80.0, .idler_mass_per_length = 12.0, .resistance_coefficient = 0.022};

}  // namespace

TEST_CASE("span load: main resistance of a level run, by hand") {
  // 0.022 x 9.81 x (12 + 18 + 80) = 23.7402
  for (const double direction : {-1.0, 1.0}) {
    const SpanForces forces = kCarrying.forces(kBelt, kGravity, {direction, 0.0});
    CHECK(close(forces.resistance, 23.7402, {.rel = 1e-14}));
    CHECK(forces.load_weight == 0.0);
    CHECK(forces.belt_weight == 0.0);
  }
}

TEST_CASE("span load: on a slope the weight presses less and pulls along") {
  // 3 in 5: 0.022 x 9.81 x (12 + 98 x 0.8) = 19.510128, 80 x 9.81 x 0.6 = 470.88, 18 x 9.81 x 0.6 = 105.948
  const SpanForces up = kCarrying.forces(kBelt, kGravity, {0.8, 0.6});
  CHECK(close(up.resistance, 19.510128, {.rel = 1e-14}));
  CHECK(close(up.load_weight, -470.88, {.rel = 1e-14}));
  CHECK(close(up.belt_weight, -105.948, {.rel = 1e-14}));
  const SpanForces down = kCarrying.forces(kBelt, kGravity, {-0.8, -0.6});
  CHECK(close(down.resistance, up.resistance, {.rel = 1e-15}));
  CHECK(close(down.load_weight, -up.load_weight, {.rel = 1e-15}));
  // On a vertical span, nothing presses on the idlers.
  CHECK(close(kCarrying.forces(kBelt, kGravity, {0.0, -1.0}).resistance, 0.022 * 9.81 * 12.0, {.rel = 1e-14}));
}

}  // namespace beltdyn::span_load_test
