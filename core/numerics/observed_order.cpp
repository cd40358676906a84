// SPDX-License-Identifier: MIT
#include "core/numerics/observed_order.hpp"

#include <cmath>
#include <limits>

namespace beltdyn::numerics {
namespace {

bool has_logarithm(double error) { return std::isfinite(error) && error > 0.0; }

}  // namespace

std::vector<double> observed_orders(std::span<const double> values, std::span<const double> errors) {
  std::vector<double> orders;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    orders.push_back(has_logarithm(errors[i]) && has_logarithm(errors[i + 1])
                         ? std::log(errors[i] / errors[i + 1]) / std::abs(std::log(values[i] / values[i + 1]))
                         : std::numeric_limits<double>::quiet_NaN());
  }
  return orders;
}

double fitted_order(std::span<const double> values, std::span<const double> errors) {
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!has_logarithm(errors[i])) continue;
    const double x = std::abs(std::log(values[i] / values.front()));  // fineness
    const double y = std::log(errors[i]);
    n += 1.0;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  if (n < 2.0) return std::numeric_limits<double>::quiet_NaN();
  return (sx * sy - n * sxy) / (n * sxx - sx * sx);
}

}  // namespace beltdyn::numerics
