// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace beltdyn::numerics {

// A number > 0 with one digit, the next one below; what is such a number but for rounding is kept.
inline double rounded_down(double value) {
  constexpr double kRounding = 1e-9;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  return power * std::floor(value / power * (1.0 + kRounding));
}

}  // namespace beltdyn::numerics
