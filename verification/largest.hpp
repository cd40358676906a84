// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <span>

namespace beltdyn::verification {

// The larger of two numbers; NaN if one of them is, which std::max() may drop, so that an error that is NaN would pass.
inline double larger(double a, double b) { return std::isnan(a) || a >= b ? a : b; }

// The largest of `values`, at least one; NaN if one of them is.
inline double largest(std::span<const double> values) {
  double result = values.front();
  for (const double value : values) result = larger(result, value);
  return result;
}

}  // namespace beltdyn::verification
