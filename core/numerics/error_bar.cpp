// SPDX-License-Identifier: MIT
#include "core/numerics/error_bar.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/numerics/observed_order.hpp"

namespace beltdyn::numerics {
namespace {

// On an extrapolation by an order that was seen, and on the difference of results that show none. With these values
// nineteen of twenty true errors of random drives lie within their bars.
constexpr double kSafety = 3.0;
constexpr double kBlindSafety = 3.0;
// Of what the largest difference would leave by the first order: an order that is seen may be one by chance.
constexpr double kLeastPart = 1.2;
// Below it results are taken to wander, not to converge.
constexpr double kLeastOrder = 0.5;

// The order by which three results converge; NaN if they do not do so from one side.
double observed_order(std::span<const double> results, std::span<const double> ratios) {
  const double first = results[1] - results[0];
  const double second = results[2] - results[1];
  if (!(first * second > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  const std::array sizes{ratios[0] * ratios[1], ratios[0]};
  const std::array errors{std::abs(results[2] - results[0]), std::abs(first)};
  return orders_from_finest(sizes, errors, 1.0).front();
}

}  // namespace

ErrorBar error_bar(std::span<const double> results, std::span<const double> ratios, double order) {
  const double first = std::abs(results[1] - results[0]);
  if (results.size() == 2) {
    // By the lowest order that may be.
    return {.error = kBlindSafety * first / (std::pow(ratios[0], std::min(1.0, order)) - 1.0),
            .order = std::numeric_limits<double>::quiet_NaN()};
  }
  const double coarsest = std::abs(results[2] - results[0]);
  const double seen = observed_order(results, ratios);
  if (seen >= kLeastOrder) {
    const double rest = first / (std::pow(ratios[0], std::min(seen, order)) - 1.0);
    return {.error = std::max(kSafety * rest, kLeastPart * coarsest / (ratios[0] * ratios[1] - 1.0)), .order = seen};
  }
  const double largest = std::max({first, coarsest, std::abs(results[2] - results[1])});
  return {.error = kBlindSafety * largest, .order = std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace beltdyn::numerics
