// SPDX-License-Identifier: MIT
#include "core/numerics/hermite.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::numerics {
namespace {

template <unsigned n>
Quadrature gauss() {
  using Rule = boost::math::quadrature::gauss<double, n>;
  Quadrature points;
  for (std::size_t i = 0; i < Rule::abscissa().size(); ++i) {
    const double x = Rule::abscissa()[i];
    const double weight = 0.5 * Rule::weights()[i];
    points.push_back({.xi = 0.5 * (1.0 + x), .weight = weight});
    if (x != 0.0) points.push_back({.xi = 0.5 * (1.0 - x), .weight = weight});
  }
  return points;
}

}  // namespace

Shape position_shape(double xi, double length) {
  const double x2 = xi * xi;
  const double x3 = x2 * xi;
  return {1.0 - 3.0 * x2 + 2.0 * x3, length * (xi - 2.0 * x2 + x3), 3.0 * x2 - 2.0 * x3, length * (x3 - x2)};
}

Shape slope_shape(double xi, double length) {
  const double x2 = xi * xi;
  return {6.0 * (x2 - xi) / length, 1.0 - 4.0 * xi + 3.0 * x2, 6.0 * (xi - x2) / length, 3.0 * x2 - 2.0 * xi};
}

Shape curving_shape(double xi, double length) {
  const double L2 = length * length;
  return {(12.0 * xi - 6.0) / L2, (6.0 * xi - 4.0) / length, (6.0 - 12.0 * xi) / L2, (6.0 * xi - 2.0) / length};
}

Quadrature gauss_rule(int n_points) {
  switch (n_points) {
    case 2:
      return gauss<2>();
    case 3:
      return gauss<3>();
    case 4:
      return gauss<4>();
    case 5:
      return gauss<5>();
    default:
      throw UsageError(fmt::format("no Gauss rule with {} points; use 2 to 5", n_points));
  }
}

Quadrature lobatto_rule() {
  return {{.xi = 0.0, .weight = 1.0 / 6.0}, {.xi = 0.5, .weight = 4.0 / 6.0}, {.xi = 1.0, .weight = 1.0 / 6.0}};
}

}  // namespace beltdyn::numerics
