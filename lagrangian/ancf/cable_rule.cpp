// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/cable_rule.hpp"

#include <boost/math/quadrature/gauss.hpp>

namespace beltdyn::lagrangian::ancf {
namespace {

struct QuadraturePoint {
  double xi{};      // in [0, 1]
  double weight{};  // of the unit interval
};

// The Gauss rule of n points on [0, 1].
template <unsigned n>
std::vector<QuadraturePoint> gauss() {
  using Rule = boost::math::quadrature::gauss<double, n>;
  std::vector<QuadraturePoint> points;
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

CableRule::CableRule(IntegrationScheme scheme, double element_length, double mass_per_length) : length(element_length) {
  std::vector<QuadraturePoint> axial_points;
  switch (scheme) {
    case IntegrationScheme::a:
      axial_points = gauss<5>();
      break;
    case IntegrationScheme::b:
      axial_points = gauss<4>();
      break;
    case IntegrationScheme::c:
      // Lobatto: 1/6, 4/6, 1/6
      axial_points = {{.xi = 0.5, .weight = 2.0 / 3.0}};
      nodal_weight = length / 6.0;
      break;
  }
  for (const auto& [xi, weight] : axial_points) {
    axial.push_back({.slope = slope_shape(xi, length), .weight = weight * length});
  }
  for (const auto& [xi, weight] : scheme == IntegrationScheme::a ? gauss<3>() : gauss<2>()) {
    bending.push_back(
        {.slope = slope_shape(xi, length), .curving = curving_shape(xi, length), .weight = weight * length});
  }
  // Four points integrate the products of cubics exactly.
  for (const auto& [xi, weight] : gauss<4>()) {
    const Shape S = position_shape(xi, length);
    for (std::size_t i = 0; i < S.size(); ++i) {
      load[i] += weight * length * S[i];
      for (std::size_t j = 0; j < S.size(); ++j) mass[i][j] += mass_per_length * weight * length * S[i] * S[j];
    }
  }
}

}  // namespace beltdyn::lagrangian::ancf
