// SPDX-License-Identifier: MIT
#include "core/numerics/lanes/lane_shift.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::numerics::lane_shift_test {

TEST_CASE_TEMPLATE("lanes: neighbours along a row of numbers, whatever the number of lanes", Real, double,
                   xsimd::batch<double>) {
  constexpr std::size_t W = kLanes<Real>;
  alignas(64) std::array<double, 2 * W> row{};
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<double>(i);
  const Real first = load<Real>(row.data());
  const Real second = load<Real>(row.data() + W);
  for (std::size_t lane = 0; lane < W; ++lane) {
    CHECK(lane_of(in_front(first, second), lane) == static_cast<double>(W + lane) - 1.0);
    CHECK(lane_of(behind(first, second), lane) == static_cast<double>(lane) + 1.0);
    CHECK(lane_of(second, lane) == static_cast<double>(W + lane));
  }
}

TEST_CASE_TEMPLATE("lanes: the inverse root is exact to some units of the last digit", Real, double,
                   xsimd::batch<double>) {
  for (const double x : {1e-12, 0.3, 2.0, 17.0, 1e9}) {
    CHECK(close(lane_of(inverse_root(Real(x)), 0) * std::sqrt(x), 1.0,
                {.abs = 4.0 * std::numeric_limits<double>::epsilon()}));
  }
}

}  // namespace beltdyn::numerics::lane_shift_test
