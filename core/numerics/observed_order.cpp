// SPDX-License-Identifier: MIT
#include "core/numerics/observed_order.hpp"

#include <cmath>
#include <limits>

#include "core/numerics/root.hpp"

namespace beltdyn::numerics {
namespace {

constexpr double kLargestOrder = 20.0;

bool has_logarithm(double error) { return std::isfinite(error) && error > 0.0; }

// ln of (h₁ᵖ − h_fᵖ)/(h₂ᵖ − h_fᵖ) with hᵢ = h_f exp(xᵢ); increases with p, from 0 at −∞ to ∞.
double log_ratio(double p, double x1, double x2) {
  if (p == 0.0) return std::log(x1 / x2);
  return std::log(std::expm1(p * x1) / std::expm1(p * x2));
}

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

std::vector<double> orders_from_finest(std::span<const double> values, std::span<const double> errors, double finest) {
  std::vector<double> orders;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    const double x1 = std::abs(std::log(values[i] / finest));
    const double x2 = std::abs(std::log(values[i + 1] / finest));
    const double ratio = has_logarithm(errors[i]) && has_logarithm(errors[i + 1])
                             ? std::log(errors[i] / errors[i + 1])
                             : std::numeric_limits<double>::quiet_NaN();
    if (!(ratio >= log_ratio(-kLargestOrder, x1, x2) && ratio <= log_ratio(kLargestOrder, x1, x2))) {
      orders.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const Interval order =
        bisect({-kLargestOrder, kLargestOrder}, [&](double p) { return log_ratio(p, x1, x2) < ratio; });
    orders.push_back(0.5 * (order.low + order.high));
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
