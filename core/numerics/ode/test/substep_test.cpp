// SPDX-License-Identifier: MIT
#include "core/numerics/ode/substep.hpp"

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::numerics::substep_test {
namespace {

constexpr SubstepRule kRule{.shortest = 1e-6, .steps_to_double = 2};

}  // namespace

TEST_CASE("Substep: steps share what is left evenly, without a short last one") {
  Substep substep;
  CHECK(substep.next(1.0, kRule) == 1.0);
  substep.length = 0.995;
  CHECK(substep.next(1.0, kRule) == 0.5);
  substep.length = 0.3;
  double left = 1.0;
  for (int i = 0; i < 4; ++i) {
    const double h = substep.next(left, kRule);
    CHECK(close(h, 0.25, {.rel = 1e-12}));
    left -= h;
  }
  // A remainder by rounding is no step of its own.
  substep.length = 0.5;
  CHECK(substep.next(0.5 * (1.0 + 1e-9), kRule) == 0.5 * (1.0 + 1e-9));
}

TEST_CASE("Substep: a failed step is halved, and doubled again after some successes") {
  Substep substep;
  CHECK(substep.fail(1.0, 1.0, kRule));
  CHECK(substep.next(1.0, kRule) == 0.5);
  substep.succeed(1.0, kRule);
  substep.succeed(1.0, kRule);
  CHECK(substep.next(1.0, kRule) == 1.0);
  CHECK_FALSE(substep.fail(1e-6, 1.0, kRule));
}

}  // namespace beltdyn::numerics::substep_test
