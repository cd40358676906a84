// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace beltdyn::analytic {

// The angle over which the force of a slipping belt changes. Along a slip arc the force grows or falls by dN/dα = μ N,
// or by a given force per angle. Then g(N) = ln(N)/μ, or N over that force per angle, grows by the angle.
class SlipAngle {
 public:
  SlipAngle() = default;
  static SlipAngle by_pressure(double coefficient) { return {coefficient, 0.0}; }
  static SlipAngle by_force(double force_per_angle) { return {0.0, force_per_angle}; }

  double angle(double force) const { return (given_ > 0.0 ? force : std::log(force)) * per_growth_; }
  // g(to) − g(from)
  double between(double from, double to) const {
    return (given_ > 0.0 ? to - from : std::log(to / from)) * per_growth_;
  }
  double slope(double force) const { return given_ > 0.0 ? per_growth_ : per_growth_ / force; }  // g′
  // g″
  double bend(double force) const { return given_ > 0.0 ? 0.0 : -per_growth_ / (force * force); }
  double force(double angle) const { return given_ > 0.0 ? given_ * angle : std::exp(coefficient_ * angle); }
  // dN/dα
  double growth(double force) const { return given_ > 0.0 ? given_ : coefficient_ * force; }
  // ∫ dα/λ, λ = (N − N₀)/EA, between two forces, over an angle along which the force grows (sign 1) or falls (−1)
  double natural_angle(double sign, double from, double to, double angle, double unstressed_stretch,
                       double axial_stiffness) const {
    const double log_stretch =
        std::log((unstressed_stretch + to / axial_stiffness) / (unstressed_stretch + from / axial_stiffness));
    if (given_ > 0.0) return sign * axial_stiffness / given_ * log_stretch;
    return (angle - sign * log_stretch / coefficient_) / unstressed_stretch;
  }

 private:
  SlipAngle(double coefficient, double given)
      : coefficient_(coefficient), given_(given), per_growth_(1.0 / (given > 0.0 ? given : coefficient)) {}

  double coefficient_ = 1.0;  // μ [-]
  double given_ = 0.0;        // [N/rad]
  double per_growth_ = 1.0;   // 1/μ or 1/given, whichever is in use
};

}  // namespace beltdyn::analytic
