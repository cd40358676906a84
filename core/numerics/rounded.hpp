// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace beltdyn::numerics {

// Rounds a number > 0 down to one significant digit; a number that has one digit up to rounding is kept.
inline double rounded_down(double value) {
  constexpr double kRounding = 1e-9;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  return power * std::floor(value / power * (1.0 + kRounding));
}

// A positive number rounded to two digits.
inline double two_digits(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return unit * std::round(value / unit);
}

}  // namespace beltdyn::numerics
