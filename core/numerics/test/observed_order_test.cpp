// SPDX-License-Identifier: MIT
#include "core/numerics/observed_order.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

namespace beltdyn::observed_order_test {

namespace {

constexpr double kOrder = 1.7;
constexpr double kRounding = 1e-14;  // of logarithms of numbers between 1e-5 and 1

std::vector<double> errors_of(const std::vector<double>& sizes) {
  std::vector<double> errors;
  for (const double h : sizes) errors.push_back(0.3 * std::pow(h, kOrder));
  return errors;
}

}  // namespace

TEST_CASE("observed order: errors C h^p have order p between any neighbours, and all together") {
  const std::vector<double> sizes{0.1, 0.05, 0.02, 0.001};
  const std::vector<double> orders = numerics::observed_orders(sizes, errors_of(sizes));
  REQUIRE(orders.size() == 3);
  for (const double order : orders) CHECK(std::abs(order - kOrder) <= kRounding);
  CHECK(std::abs(numerics::fitted_order(sizes, errors_of(sizes)) - kOrder) <= kRounding);
}

TEST_CASE("observed order: a count of parts that grows is refined as a size that falls") {
  const std::vector<double> sizes{1.0 / 3.0, 1.0 / 12.0, 1.0 / 15.0};
  const std::vector<double> counts{3.0, 12.0, 15.0};
  CHECK(std::abs(numerics::observed_orders(counts, errors_of(sizes))[1] - kOrder) <= kRounding * 10.0);
  CHECK(std::abs(numerics::fitted_order(counts, errors_of(sizes)) - kOrder) <= kRounding);
}

TEST_CASE("observed order: errors that grow have a negative order") {
  CHECK(numerics::observed_orders(std::vector{4.0, 2.0}, std::vector{1.0, 8.0})[0] == -3.0);
}

TEST_CASE("observed order: the fit is the line of least squares") {
  // ln e = 0, -1, -1 at ln of fineness 0, 1, 2: slope -1/2.
  const double e = std::exp(1.0);
  const double order = numerics::fitted_order(std::vector{1.0, e, e * e}, std::vector{1.0, 1.0 / e, 1.0 / e});
  CHECK(std::abs(order - 0.5) <= kRounding);
}

TEST_CASE("observed order: values without a logarithm have no order and are excluded from the fit") {
  const std::vector<double> sizes{0.4, 0.2, 0.1, 0.05};
  std::vector<double> errors = errors_of(sizes);
  errors[1] = 0.0;
  const std::vector<double> orders = numerics::observed_orders(sizes, errors);
  CHECK(std::isnan(orders[0]));
  CHECK(std::isnan(orders[1]));
  CHECK(std::abs(orders[2] - kOrder) <= kRounding);
  CHECK(std::abs(numerics::fitted_order(sizes, errors) - kOrder) <= kRounding);
  errors = {1.0, 0.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
  CHECK(std::isnan(numerics::fitted_order(sizes, errors)));
}

TEST_CASE("observed order: differences from the finest member have the order of the errors") {
  for (const double order : {0.5, 1.0, 2.0, 4.0, -1.0}) {
    const std::vector<double> sizes{0.4, 0.25, 0.1};
    constexpr double kFinest = 0.05;
    std::vector<double> differences;
    for (const double h : sizes) differences.push_back(3.0 * std::abs(std::pow(h, order) - std::pow(kFinest, order)));
    for (const double found : numerics::orders_from_finest(sizes, differences, kFinest)) {
      // Halvings of the bisection, and the rounding of the differences over the slope of the ratio.
      CHECK(std::abs(found - order) <= 100.0 * kRounding);
    }
    const std::vector<double> counts{2.5, 4.0, 10.0};
    CHECK(std::abs(numerics::orders_from_finest(counts, differences, 20.0)[1] - order) <= 100.0 * kRounding);
  }
}

TEST_CASE("observed order: differences from the finest member that no order explains have none") {
  const std::vector<double> sizes{0.4, 0.2, 0.1};
  // Neighbours 2 octaves and 1 octave from the finest result: the ratio is more than 1 for any order.
  CHECK(std::isnan(numerics::orders_from_finest(sizes, std::vector{1.0, 1.5, 0.0}, 0.05)[0]));
  CHECK(std::isnan(numerics::orders_from_finest(sizes, std::vector{1.0, 1.5, 0.0}, 0.05)[1]));
}

}  // namespace beltdyn::observed_order_test
