// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/cable_rule.hpp"

namespace beltdyn::lagrangian::ancf {

using numerics::gauss_rule;

CableRule::CableRule(IntegrationScheme scheme, double element_length, double mass_per_length) : length(element_length) {
  numerics::Quadrature axial_points;
  switch (scheme) {
    case IntegrationScheme::a:
      axial_points = gauss_rule(5);
      break;
    case IntegrationScheme::b:
      axial_points = gauss_rule(4);
      break;
    case IntegrationScheme::c:
      // Lobatto: 1/6, 4/6, 1/6
      axial_points = {{.xi = 0.5, .weight = 4.0 / 6.0}};
      nodal_weight = length / 6.0;
      break;
  }
  for (const auto& [xi, weight] : axial_points) {
    axial.push_back({.slope = slope_shape(xi, length), .weight = weight * length});
  }
  for (const auto& [xi, weight] : gauss_rule(scheme == IntegrationScheme::a ? 3 : 2)) {
    bending.push_back(
        {.slope = slope_shape(xi, length), .curving = curving_shape(xi, length), .weight = weight * length});
  }
  // Four points integrate the products of cubics exactly.
  for (const auto& [xi, weight] : gauss_rule(4)) {
    const Shape S = position_shape(xi, length);
    for (std::size_t i = 0; i < S.size(); ++i) {
      load[i] += weight * length * S[i];
      for (std::size_t j = 0; j < S.size(); ++j) mass[i][j] += mass_per_length * weight * length * S[i] * S[j];
    }
  }
}

}  // namespace beltdyn::lagrangian::ancf
