// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <span>

namespace beltdyn::verification {

// The larger of two numbers, or NaN if one of them is NaN. std::max() may drop NaN, so that an error of NaN would pass
// a test.
inline double larger(double a, double b) { return std::isnan(a) || a >= b ? a : b; }

// The largest of `values`, at least one; NaN if one of them is NaN.
inline double largest(std::span<const double> values) {
  double result = values.front();
  for (const double value : values) result = larger(result, value);
  return result;
}

}  // namespace beltdyn::verification
