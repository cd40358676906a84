// SPDX-License-Identifier: MIT
#include "core/numerics/close.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace beltdyn::close_test {

using beltdyn::close;

TEST_CASE("close: a relative bound is relative even for small numbers") {
  CHECK(close(1.00001e-6, 1e-6, {.rel = 1.1e-5}));
  CHECK_FALSE(close(2e-6, 1e-6, {.rel = 1e-5}));
}

TEST_CASE("close: equal numbers are close with no tolerance, NaN is close to nothing") {
  CHECK(close(0.1, 0.1, {}));
  CHECK_FALSE(close(std::numeric_limits<double>::quiet_NaN(), 0.0, {.rel = 1.0, .abs = 1.0}));
}

}  // namespace beltdyn::close_test
