// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace beltdyn {

// The tolerance of a result relative to its reference; satisfying either bound suffices.
struct Tolerance {
  double rel = 0.0;  // times |reference|
  double abs = 0.0;
};

// |value − reference| ≤ max(abs, rel |reference|); never true for NaN.
inline bool close(double value, double reference, Tolerance tolerance) {
  const double error = std::abs(value - reference);
  return error <= tolerance.abs || error <= tolerance.rel * std::abs(reference);
}

}  // namespace beltdyn
