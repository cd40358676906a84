// SPDX-License-Identifier: MIT
#include "core/run/preflight.hpp"

#include <doctest/doctest.h>

namespace beltdyn::preflight_test {

TEST_CASE("preflight: the pace of the steps after the first one is carried on to the end") {
  WallTimeEstimate estimate;
  CHECK(estimate.until(10.0) == 0.0);
  // The first step has work of its own.
  estimate.add(1.0, 5.0);
  CHECK(estimate.measured() == 0.0);
  CHECK(estimate.until(10.0) == 5.0);
  // 0.5 s for each simulated second, whatever the steps
  estimate.add(2.0, 5.5);
  estimate.add(4.0, 6.5);
  CHECK(estimate.measured() == 1.5);
  CHECK(estimate.until(10.0) == 9.5);
}

}  // namespace beltdyn::preflight_test
