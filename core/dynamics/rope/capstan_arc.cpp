// SPDX-License-Identifier: MIT
#include "core/dynamics/rope/capstan_arc.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn {
namespace {

// Largest m φ. Forces at the ends of an arc never differ by this power of e; it keeps products of forces finite [-].
constexpr double kLargestExponent = 300.0;

}  // namespace

double CapstanArc::force(double angle, double entry_force, double acceleration, double m) const {
  const double inertia = density * radius;
  // The particular solution A cos φ + B sin φ for the weight.
  const double s = 1.0 / (1.0 + m * m);
  const double a = inertia * ((1.0 - 2.0 * s) * outward + 2.0 * m * s * along);
  const double b = inertia * ((1.0 - 2.0 * s) * along - 2.0 * m * s * outward);
  const double exponent = std::min(m * angle, kLargestExponent);
  const double growth = m == 0.0 ? angle : std::expm1(exponent) / m;
  return std::exp(exponent) * (entry_force - a) + a * std::cos(angle) + b * std::sin(angle) +
         inertia * acceleration * growth;
}

double CapstanArc::pressing(double angle, double force) const {
  return force - density * radius * (outward * std::cos(angle) + along * std::sin(angle));
}

}  // namespace beltdyn
