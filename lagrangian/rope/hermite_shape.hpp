// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace beltdyn::lagrangian::rope {

// Weights of r₀, r₀', r₁, r₁' of a cubic at ξ in [0, 1], primes by an arc length that runs over h in the element.
using HermiteShape = std::array<double, 4>;

inline HermiteShape hermite(double xi, double h) {
  const double rest = 1.0 - xi;
  return {rest * rest * (1.0 + 2.0 * xi), h * xi * rest * rest, xi * xi * (3.0 - 2.0 * xi), -h * xi * xi * rest};
}
// d/ds
inline HermiteShape hermite_slope(double xi, double h) {
  return {6.0 * xi * (xi - 1.0) / h, 1.0 + xi * (3.0 * xi - 4.0), 6.0 * xi * (1.0 - xi) / h, xi * (3.0 * xi - 2.0)};
}
// d²/ds²
inline HermiteShape hermite_curvature(double xi, double h) {
  return {(12.0 * xi - 6.0) / (h * h), (6.0 * xi - 4.0) / h, (6.0 - 12.0 * xi) / (h * h), (6.0 * xi - 2.0) / h};
}

}  // namespace beltdyn::lagrangian::rope
