// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/surface/surface.hpp"

namespace beltdyn::surface {

// An elliptic section at a knot of the axis, and its derivative along the axis parameter ξ.
struct EllipseSection {
  Vector center = Vector::Zero();                                         // C [m]
  std::array<Vector, 2> semi_axes{Vector::Zero(), Vector::Zero()};        // D₂, D₃ [m]
  Vector center_slope = Vector::Zero();                                   // dC/dξ
  std::array<Vector, 2> semi_axes_slope{Vector::Zero(), Vector::Zero()};  // dD₂/dξ, dD₃/dξ
};

// The surface ρ(ξ, φ) = C(ξ) + cos φ D₂(ξ) + sin φ D₃(ξ), with three cubic Hermite curves C, D₂, D₃; ξ counts the knots
// from 0. It is the outer surface of the solid beam of [Konyukhov 2021] Section 3 with all its degrees of freedom
// fixed.
class SweptEllipse final : public Surface {
 public:
  // At least two sections.
  explicit SweptEllipse(std::vector<EllipseSection> sections);

  // The proximity to the surface between the first and the last section, which is continued smoothly a little beyond
  // both.
  Proximity proximity(const Vector& x) const override;
  Vector point(double xi, double phi) const;

 private:
  // C, D₂ and D₃ at one ξ, with their derivatives.
  struct Curves {
    std::array<Vector, 3> value;   // C, D₂, D₃
    std::array<Vector, 3> first;   // d/dξ
    std::array<Vector, 3> second;  // d²/dξ²
  };
  // A point of the surface by its parameters.
  struct Place {
    double xi{};   // ξ [-]
    double phi{};  // φ [rad]
  };
  Curves curves(double xi) const;
  Place start(const Vector& x) const;

  std::vector<EllipseSection> sections_;
};

// The torus of revolution about z, as a sweep along the circle of its axis with `pieces` Hermite curves from the angle
// `begin` to `end` [rad].
SweptEllipse swept_torus(double major_radius, double minor_radius, double begin, double end, int pieces);

}  // namespace beltdyn::surface
