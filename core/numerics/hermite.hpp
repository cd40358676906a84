// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

namespace beltdyn::numerics {

// Coefficients of the four values of a cubic element (f and f' at its first end, f and f' at its second one) in an
// interpolated value.
using Shape = std::array<double, 4>;

// The cubic Hermite polynomials on [0, L] at x = ξ L: f = Σ S_i f_i, f' = Σ S'_i f_i, f'' = Σ S''_i f_i,
// f''' = Σ S'''_i f_i. E.g. [Ntarladima 2023] Eq. (3).
Shape position_shape(double xi, double length);
Shape slope_shape(double xi, double length);
Shape curving_shape(double xi, double length);

struct QuadraturePoint {
  double xi{};      // in [0, 1]
  double weight{};  // of the unit interval
};
using Quadrature = std::vector<QuadraturePoint>;

// Rules on [0, 1]; the points of gauss_rule() are not in order. n_points of 2 to 5.
Quadrature gauss_rule(int n_points);
// Simpson's rule: both ends and the middle.
Quadrature lobatto_rule();

}  // namespace beltdyn::numerics
