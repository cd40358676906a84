// SPDX-License-Identifier: MIT
#include "core/dynamics/rope/capstan_arc.hpp"

#include <cmath>

namespace beltdyn {

double CapstanArc::force(double angle, double entry_force, double acceleration, double m) const {
  const double inertia = density * radius;
  // The particular solution A cos φ + B sin φ for the weight.
  const double a = inertia * ((m * m - 1.0) * outward + 2.0 * m * along) / (1.0 + m * m);
  const double b = m * a - inertia * (along + m * outward);
  const double growth = m == 0.0 ? angle : std::expm1(m * angle) / m;
  return std::exp(m * angle) * (entry_force - a) + a * std::cos(angle) + b * std::sin(angle) +
         inertia * acceleration * growth;
}

double CapstanArc::pressing(double angle, double force) const {
  return force - density * radius * (outward * std::cos(angle) + along * std::sin(angle));
}

}  // namespace beltdyn
