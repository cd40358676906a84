// SPDX-License-Identifier: MIT
#pragma once

#include <numbers>

#include "core/surface/surface.hpp"

// Cylindrical surfaces: their section with every plane z = const is the same curve.
namespace beltdyn::surface {

// The elliptic cylinder x²/a² + y²/b² = 1.
class EllipticCylinder final : public Surface {
 public:
  EllipticCylinder(double a, double b) : a_(a), b_(b) {}
  Proximity proximity(const Vector& x) const override;

 private:
  double a_;  // [m]
  double b_;  // [m]
};

// The curve y = A sin(2π x/l) as a tube that holds the rope on both sides, [Konyukhov 2021] Section 2.6. The distance
// is positive above the curve.
class SinusoidalTube final : public Surface {
 public:
  SinusoidalTube(double amplitude, double period)
      : amplitude_(amplitude), wave_number_(2.0 * std::numbers::pi / period) {}
  Proximity proximity(const Vector& x) const override;
  Sides sides() const override { return Sides::both; }

 private:
  double nearest(double x, double y) const;

  double amplitude_;    // A [m]
  double wave_number_;  // 2π/l [1/m]
};

}  // namespace beltdyn::surface
