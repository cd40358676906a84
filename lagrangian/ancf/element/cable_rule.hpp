// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/numerics/hermite.hpp"

namespace beltdyn::lagrangian::ancf {

// The cross-section of the cable; stiffness and mass per reference length.
struct CableSection {
  double axial_stiffness{};    // EA [N]
  double bending_stiffness{};  // EI [N m²]
  double mass_per_length{};    // ρA [kg/m]
  double reference_strain{};   // ε_ref [-]
  double axial_damping{};      // d_ε [N s]
  double bending_damping{};    // d_K [N m² s]
};

using numerics::curving_shape;
using numerics::position_shape;
using numerics::Shape;
using numerics::slope_shape;

// How axial strain and bending are integrated ([Ntarladima 2023] Table 1):
//   a  axial Gauss 5, bending Gauss 3
//   b  axial Gauss 4, bending Gauss 2
//   c  axial Lobatto 3, bending Gauss 2: the points of axial strain and bending are disjoint, so that the axial force
//      does not oscillate
enum class IntegrationScheme { a, b, c };
inline constexpr std::array<std::string_view, 3> kIntegrationSchemeNames{"a", "b", "c"};

struct AxialQuadraturePoint {
  Shape slope{};    // S'_i
  double weight{};  // [m]
};
struct BendingPoint {
  Shape slope{};    // S'_i
  Shape curving{};  // S''_i
  double weight{};  // [m]
};

using MassMatrix = std::array<std::array<double, 4>, 4>;

// An element of reference length L with its quadrature.
struct CableRule {
  double length{};                          // L [m]
  double nodal_weight{};                    // weight of the axial points at both nodes, 0 if there are none [m]
  std::vector<AxialQuadraturePoint> axial;  // points inside the element
  std::vector<BendingPoint> bending;
  MassMatrix mass{};  // ρA ∫ S_i S_j dx [kg, kg m, kg m²]
  Shape load{};       // ∫ S_i dx [m, m²]

  CableRule(IntegrationScheme scheme, double length, double mass_per_length);
};

}  // namespace beltdyn::lagrangian::ancf
