// SPDX-License-Identifier: MIT
#include "core/numerics/error_bar.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace beltdyn::error_bar_test {

namespace {

constexpr double kExact = 3.0;
const std::vector<double> kRatios{2.0, 1.5};

// Results of meshes of sizes 1, 2 and 3, with the error C hᵖ.
std::vector<double> converging(double factor, double order) {
  std::vector<double> results;
  for (const double size : {1.0, 2.0, 3.0}) results.push_back(kExact + factor * std::pow(size, order));
  return results;
}

}  // namespace

TEST_CASE("error bar: results that converge with an order show it, and the bar holds their error three times") {
  for (const double factor : {-1e-3, 1e-3}) {
    const numerics::ErrorBar bar = numerics::error_bar(converging(factor, 0.9), kRatios, 2.0);
    CHECK(std::abs(bar.order - 0.9) <= 1e-9);
    CHECK(std::abs(bar.error - 3.0 * 1e-3) <= 1e-11);
  }
}

TEST_CASE("error bar: an order above that of theory is not trusted") {
  const std::vector<double> results = converging(1e-3, 4.0);
  const numerics::ErrorBar bar = numerics::error_bar(results, kRatios, 2.0);
  CHECK(std::abs(bar.order - 4.0) <= 1e-9);
  // With order 2 the difference of 15e-3 gives an error of 5e-3; with order 1 the difference of 80e-3 over three sizes
  // gives 40e-3.
  CHECK(std::abs(bar.error - 1.2 * 40e-3) <= 1e-11);
}

TEST_CASE("error bar: results that wander are as far off as they are apart") {
  const std::vector<double> wandering{1.0, 1.2, 0.9};
  const numerics::ErrorBar bar = numerics::error_bar(wandering, kRatios, 2.0);
  CHECK(std::isnan(bar.order));
  CHECK(bar.error >= 0.3);
  CHECK(bar.error <= 4.0 * 0.3);
  // Differences that hardly decrease do not show an order either.
  CHECK(std::isnan(numerics::error_bar(std::vector{1.0, 1.2, 1.21}, kRatios, 2.0).order));
}

TEST_CASE("error bar: two results are taken to converge with the first order at the most") {
  const std::vector<double> ratio{2.0};
  for (const double order : {1.0, 4.0}) {
    const double error = numerics::error_bar(std::vector{1.0, 1.1}, ratio, order).error;
    CHECK(error >= 0.1);
    CHECK(error <= 4.0 * 0.1);
  }
  CHECK(numerics::error_bar(std::vector{1.0, 1.1}, ratio, 0.5).error > 0.3);
}

TEST_CASE("error bar: equal results have none") {
  CHECK(numerics::error_bar(std::vector{1.0, 1.0, 1.0}, kRatios, 2.0).error == 0.0);
  CHECK(numerics::error_bar(std::vector{1.0, 1.0}, std::vector{2.0}, 2.0).error == 0.0);
}

}  // namespace beltdyn::error_bar_test
