// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

namespace beltdyn::numerics {

// The coefficients of the four nodal values of a cubic element (f and f' at its first end, f and f' at its second end)
// in an interpolated value.
using Shape = std::array<double, 4>;

// The cubic Hermite polynomials on [0, L] at x = ξ L: f = Σ S_i f_i, f' = Σ S'_i f_i, f'' = Σ S''_i f_i,
// f''' = Σ S'''_i f_i. E.g. [Ntarladima 2023] Eq. (3).
Shape position_shape(double xi, double length);
Shape slope_shape(double xi, double length);
Shape curving_shape(double xi, double length);

// A point of a quadrature rule on [0, 1].
struct QuadraturePoint {
  double xi{};      // in [0, 1]
  double weight{};  // the weights of a rule sum to 1
};
using Quadrature = std::vector<QuadraturePoint>;

// Quadrature rules on [0, 1]. gauss_rule() has 2 to 5 points, which are not sorted.
Quadrature gauss_rule(int n_points);
// Simpson's rule: both ends and the middle.
Quadrature lobatto_rule();

}  // namespace beltdyn::numerics
