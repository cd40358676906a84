// SPDX-License-Identifier: MIT
#include "core/linear/order_crossings.hpp"

#include <numbers>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::order_crossings_test {

TEST_CASE("Order crossings: straight curves cross where the formula says, also those that begin late") {
  // Mode 1: 20 Hz + 1 Hz per rad/s · 0.05, at all speeds; mode 2: 90 Hz, from 100 rad/s on.
  constexpr double kRise = 0.05;
  constexpr double kHertz = 0.5 * std::numbers::inv_pi;
  std::vector<std::vector<double>> columns(7);
  const auto add = [&](double speed, double mode, double frequency, double damping) {
    int k = 0;
    for (const double value : {speed, mode, frequency, damping, 0.0, 1.0 * speed * kHertz, 4.5 * speed * kHertz}) {
      columns[static_cast<std::size_t>(k++)].push_back(value);
    }
  };
  for (const double speed : {0.0, 50.0, 100.0, 150.0, 200.0}) {
    add(speed, 1.0, 20.0 + kRise * speed, 1e-3 * speed);
    if (speed >= 100.0) add(speed, 2.0, 90.0, 0.01);
  }
  const CsvTable table("campbell.csv",
                       {"angular_velocity [rad/s]", "mode [-]", "frequency [Hz]", "damping_ratio [-]", "real [1/s]",
                        "order_1 [Hz]", "order_4.5 [Hz]"},
                       columns);
  const std::vector<OrderCrossing> crossings = order_crossings(table);
  REQUIRE(crossings.size() == 3);
  const double first = 20.0 / (kHertz - kRise);
  CHECK(crossings[0].order == 1.0);
  CHECK(crossings[0].mode == 1);
  CHECK(close(crossings[0].speed, first, {.rel = 1e-12}));
  CHECK(close(crossings[0].frequency, first * kHertz, {.rel = 1e-12}));
  CHECK(close(crossings[0].damping_ratio, 1e-3 * first, {.rel = 1e-12}));
  CHECK(close(crossings[0].slope, kRise - kHertz, {.rel = 1e-9}));
  CHECK(crossings[1].order == 4.5);
  CHECK(close(crossings[1].speed, 20.0 / (4.5 * kHertz - kRise), {.rel = 1e-12}));
  CHECK(crossings[2].mode == 2);
  CHECK(close(crossings[2].speed, 90.0 / (4.5 * kHertz), {.rel = 1e-12}));
}

TEST_CASE("Order crossings: a column of orders without a number is refused") {
  const CsvTable table("campbell.csv", {"angular_velocity [rad/s]", "order_x [Hz]"}, {{1.0}, {2.0}});
  CHECK_THROWS_WITH_AS(order_lines(table), doctest::Contains("campbell.csv: the column 'order_x [Hz]'"), CsvError);
}

}  // namespace beltdyn::order_crossings_test
