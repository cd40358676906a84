// SPDX-License-Identifier: MIT
#include "verification/exact/beam_lift_off.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::exact {
namespace {

using std::numbers::pi;

constexpr double kQuadratureTolerance = 1e-13;
constexpr unsigned kQuadratureDepth = 20;
// The integrands deviate from constants by exp(−2 kLayer) at most, except where u > U − kLayer.
constexpr double kLayer = 25.0;

// The elastica (1), (2) over half a span for given parameters H and U.
class HalfSpan {
 public:
  // Throws SolverError if the beam is too stiff to reach the curvature of the pulley.
  HalfSpan(const BeamOnPulleys& belt, double force, double extent);

  double angle() const { return 2.0 * std::asin(0.5 * end_); }     // α [rad]
  double contact_stretch() const { return stretch(end_ * end_); }  // λ_c [-]
  double middle_curvature() const { return rate_ * end_ / std::sinh(extent_); }
  double reference_length() const;  // ∫ ds [m]
  double width() const;             // ∫ λ cos θ ds [m]
  double height() const;            // ∫ λ sin θ ds [m]
  double stretch(double w2) const { return (offset_ + force_ * (1.0 - 0.5 * w2)) / slope_; }

 private:
  double q2(double w2) const { return force_ / (slope_ * stiffness_) * (offset_ + force_ * (1.0 - 0.25 * w2)); }
  // ∫ f(w) ds
  template <class Function>
  double integral(const Function& f) const;

  double stiffness_;  // EI [N m²]
  double slope_;      // a [N]
  double offset_;     // b [N]
  double force_;      // H [N]
  double extent_;     // U [-]
  double rate_;       // q at w = 0 [1/m]
  double end_{};      // w_α [-]
};

HalfSpan::HalfSpan(const BeamOnPulleys& belt, double force, double extent)
    : stiffness_(belt.bending_stiffness),
      slope_(belt.axial_stiffness - belt.mass_per_length * belt.flux * belt.flux),
      offset_(belt.axial_stiffness * belt.unstressed_stretch),
      force_(force),
      extent_(extent),
      rate_(std::sqrt(q2(0.0))) {
  // θ'² = λ²/R² at W = w_α²: (q₀² coth²U) W − B W² = (c₀ − c₁ W)²
  const double B = force * force / (4.0 * slope_ * stiffness_);
  const double c0 = (force + offset_) / (slope_ * belt.radius);
  const double c1 = force / (2.0 * slope_ * belt.radius);
  const double coth = 1.0 / std::tanh(extent);
  const double sum = rate_ * rate_ * coth * coth + 2.0 * c0 * c1;
  const double discriminant = sum * sum - 4.0 * (B + c1 * c1) * c0 * c0;
  const double end2 = discriminant < 0.0 ? 2.0 : 2.0 * c0 * c0 / (sum + std::sqrt(discriminant));
  if (!(end2 < 2.0)) {  // α < π/2
    throw SolverError(fmt::format(
        "the belt of bending stiffness {:.6g} N m^2 is too stiff to lie on pulleys of radius {:.6g} m at a force of "
        "{:.6g} N; reduce the stiffness, or enlarge the pulleys or the pretension",
        stiffness_, belt.radius, force));
  }
  end_ = std::sqrt(end2);
}

template <class Function>
double HalfSpan::integral(const Function& f) const {
  // ds = du/(q₀ cos(θ/2) √(r + (1 − r)/cosh²u)), r = q²/q₀²
  const double growth = -std::expm1(-2.0 * extent_);
  const auto integrand = [&](double u) {
    const double w = end_ * std::exp(u - extent_) * -std::expm1(-2.0 * u) / growth;
    const double r = q2(w * w) / (rate_ * rate_);
    const double sech = 1.0 / std::cosh(u);
    return f(w) / (rate_ * std::sqrt((1.0 - 0.25 * w * w) * (r + (1.0 - r) * sech * sech)));
  };
  using Rule = boost::math::quadrature::gauss_kronrod<double, 31>;
  const double layer = std::max(0.0, extent_ - kLayer);
  return integrand(0.0) * layer + Rule::integrate(integrand, layer, extent_, kQuadratureDepth, kQuadratureTolerance);
}

double HalfSpan::reference_length() const {
  return integral([](double) { return 1.0; });
}
double HalfSpan::width() const {
  return integral([this](double w) { return stretch(w * w) * (1.0 - 0.5 * w * w); });
}
double HalfSpan::height() const {
  return integral([this](double w) { return stretch(w * w) * w * std::sqrt(1.0 - 0.25 * w * w); });
}

// Half a span that has the width of the drive for the force H: solves the first equation of (3) for U.
HalfSpan half_span(const BeamOnPulleys& belt, double force) {
  const auto excess = [&](double extent) {
    const HalfSpan half(belt, force, extent);
    return half.width() - 0.5 * belt.distance - belt.radius * std::sin(half.angle());
  };
  double high = 1.0;
  while (excess(high) < 0.0) high *= 2.0;
  double low = 0.5 * high;
  while (excess(low) > 0.0) low *= 0.5;
  return {belt, force, numerics::find_root(excess, low, high)};
}

double reference_length(const BeamOnPulleys& belt, const HalfSpan& half) {
  return 4.0 * half.reference_length() + 2.0 * belt.radius * (pi - 2.0 * half.angle()) / half.contact_stretch();
}

void check(const BeamOnPulleys& belt) {
  const bool has_sense = belt.axial_stiffness > 0.0 && belt.bending_stiffness > 0.0 && belt.unstressed_stretch > 0.0 &&
                         belt.mass_per_length >= 0.0 && belt.reference_length > 0.0 && belt.radius > 0.0 &&
                         belt.distance > 2.0 * belt.radius;
  if (!has_sense) {
    throw UsageError(
        "belt on two pulleys: stiffnesses, unstressed stretch, length and radius must be > 0, the mass >= 0, the "
        "distance larger than two radii");
  }
}

}  // namespace

BeamLiftOff beam_lift_off(const BeamOnPulleys& belt) {
  check(belt);
  // The belt has a longer path than the string, so H is at least the effective force of the string.
  const double even = 2.0 * (belt.distance + pi * belt.radius) / belt.reference_length;
  const double low =
      belt.axial_stiffness * (even - belt.unstressed_stretch) - belt.mass_per_length * belt.flux * belt.flux * even;
  if (!(low > 0.0)) {
    throw UsageError(
        fmt::format("belt on two pulleys: the belt is slack, with an effective force of {:.6g} N; shorten it or reduce "
                    "its speed",
                    low));
  }
  const auto surplus = [&](double force) {
    return reference_length(belt, half_span(belt, force)) - belt.reference_length;
  };
  double high = 2.0 * low;
  while (surplus(high) > 0.0) high *= 2.0;
  const double H = numerics::find_root(surplus, low, high);
  const HalfSpan half = half_span(belt, H);
  const double alpha = half.angle();
  return {.horizontal_force = H,
          .angle = alpha,
          .wrap = pi - 2.0 * alpha,
          .concentrated_force = H * std::sin(alpha),
          .bulge = half.height() - belt.radius * 2.0 * std::pow(std::sin(0.5 * alpha), 2.0),
          .contact_force = H * std::cos(alpha),
          .contact_stretch = half.contact_stretch(),
          .middle_curvature = half.middle_curvature()};
}

}  // namespace beltdyn::exact
