// SPDX-License-Identifier: MIT
#include "core/run/preflight.hpp"

#include <doctest/doctest.h>

namespace beltdyn::preflight_test {

TEST_CASE("preflight: the pace of the steps after the first one is carried on to the end") {
  WallTimeEstimate estimate;
  CHECK(estimate.until(10.0) == 0.0);
  // The first step includes initial work and is not measured.
  estimate.add(1.0, 5.0);
  CHECK(estimate.measured() == 0.0);
  CHECK(estimate.until(10.0) == 5.0);
  // 0.5 s per simulated second, for steps of any length.
  estimate.add(2.0, 5.5);
  estimate.add(4.0, 6.5);
  CHECK(estimate.measured() == 1.5);
  CHECK(estimate.until(10.0) == 9.5);
}

// 1 s per simulated second, later 4 s: the estimate uses the later pace, of at least half of the time.
TEST_CASE("preflight: a run that becomes slower is expected to stay so") {
  WallTimeEstimate estimate;
  for (const double time : {0.0, 1.0, 2.0}) estimate.add(time, time);
  for (const double later : {1.0, 2.0, 3.0, 4.0, 5.0}) estimate.add(2.0 + later, 2.0 + 4.0 * later);
  CHECK(estimate.until(10.0) == 22.0 + 4.0 * 3.0);
}

TEST_CASE("preflight: a twentieth of a run has been seen before its time is told, or a second of it") {
  WallTimeEstimate estimate;
  estimate.add(0.01, 5.0);
  estimate.add(0.02, 5.2);
  CHECK(!estimate.is_ready(1.0));
  CHECK(estimate.is_ready(0.39));
  CHECK(estimate.part_of(0.4) == doctest::Approx(0.05));
  estimate.add(0.03, 6.0);
  CHECK(estimate.is_ready(1.0));
}

}  // namespace beltdyn::preflight_test
