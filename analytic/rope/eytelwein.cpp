// SPDX-License-Identifier: MIT
#include "analytic/rope/eytelwein.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::analytic::rope {
namespace {

using std::numbers::pi;

// Number of points at which extrema are searched; courses are smooth.
constexpr int kSamples = 256;
// Rounding of curvatures [-]: friction that is closer to the critical one counts as critical.
constexpr double kRounding = 1e-13;

// √(μ_t² c² − (μ_t/μ_g)² s²), with c and s of the order of 1 or curvatures; NaN without equilibrium.
double rate(Friction friction, double normal, double across) {
  if (across == 0.0) return friction.along * std::abs(normal);
  const double held = std::pow(friction.across * normal, 2);
  const double drawn = across * across;
  if (held < drawn * (1.0 - kRounding)) return std::numeric_limits<double>::quiet_NaN();
  return friction.along / friction.across * std::sqrt(std::max(0.0, held - drawn));
}

[[noreturn]] void no_equilibrium(double friction, double critical) {
  throw SolverError(fmt::format(
      "no equilibrium in the dragging direction: the friction coefficient across the rope is {:.6g}, but its path "
      "needs more than |tan alpha| = {:.6g}; the rope would slide off sideways; increase friction_coefficient",
      friction, critical));
}

double circle_exponent(Friction friction, double slope_angle, double angle) {
  const double result = angle * rate(friction, std::cos(slope_angle), std::sin(slope_angle));
  if (std::isnan(result)) no_equilibrium(friction.across, std::abs(std::tan(slope_angle)));
  return result;
}

template <class Visit>
void at_samples(const surface::RopeCourse& course, const Visit& visit) {
  for (int i = 0; i <= kSamples; ++i) visit(course.frame(course.begin + (course.end - course.begin) * i / kSamples));
}

void require_equilibrium(const surface::RopeCourse& course, Friction friction) {
  bool holds = true;
  at_samples(course,
             [&](const surface::DarbouxFrame& frame) { holds = holds && !std::isnan(growth_rate(frame, friction)); });
  if (!holds) no_equilibrium(friction.across, course.steepness());
}

double integral(const surface::RopeCourse& course, Friction friction, double from, double to) {
  // Tolerance for the difference of the two rules, which far exceeds the error of the better rule.
  constexpr unsigned kDepth = 12;
  constexpr double kTolerance = 1e-10;
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      [&](double t) {
        const surface::DarbouxFrame frame = course.frame(t);
        const double value = growth_rate(frame, friction);
        return std::isnan(value) ? 0.0 : value * frame.speed;
      },
      from, to, kDepth, kTolerance);
}

}  // namespace

double growth_rate(const surface::DarbouxFrame& frame, Friction friction) {
  // The rest of k_g that rounding leaves on a geodesic counts as 0.
  const double k_n = frame.normal_curvature;
  const double k_g = std::abs(frame.geodesic_curvature) <= kRounding * std::abs(k_n) ? 0.0 : frame.geodesic_curvature;
  return rate(friction, k_n, k_g);
}

double least_pressing_curvature(const surface::RopeCourse& course) {
  double least = std::numeric_limits<double>::infinity();
  const bool both = course.surface->sides() == surface::Sides::both;
  at_samples(course, [&](const surface::DarbouxFrame& frame) {
    least = std::min(least, both ? std::abs(frame.normal_curvature) : frame.normal_curvature);
  });
  return least;
}

double exponent(const surface::RopeCourse& course, Friction friction) {
  require_equilibrium(course, friction);
  // |k_n| has a kink where the tube changes its turning direction: in the middle of its period.
  const double middle = 0.5 * (course.begin + course.end);
  return integral(course, friction, course.begin, middle) + integral(course, friction, middle, course.end);
}

std::vector<double> exponents(const surface::RopeCourse& course, Friction friction, std::span<const double> places) {
  require_equilibrium(course, friction);
  std::vector<double> values;
  values.reserve(places.size());
  double sum = 0.0;
  double from = course.begin;
  for (const double to : places) {
    sum += integral(course, friction, from, to);
    from = to;
    values.push_back(sum);
  }
  return values;
}

double helix_exponent(double friction, double radius, double pitch, double angle) {
  return friction * angle * radius / std::hypot(radius, pitch / (2.0 * pi));
}

double cone_circle_exponent(Friction friction, double half_angle, double angle) {
  return circle_exponent(friction, half_angle, angle);
}

double cone_geodesic_exponent(double friction, const surface::ConeGeodesic& geodesic) {
  const double turn = std::sin(geodesic.half_angle) * geodesic.angle;
  const double psi =
      std::atan2(geodesic.start_height - geodesic.end_height * std::cos(turn), geodesic.end_height * std::sin(turn));
  return friction * (std::sin(turn - psi) + std::sin(psi)) / std::tan(geodesic.half_angle);
}

double sphere_circle_exponent(double friction, double latitude, double angle) {
  return circle_exponent(Friction::isotropic(friction), latitude, angle);
}

double torus_latitude_exponent(double friction, double latitude, double angle) {
  return circle_exponent(Friction::isotropic(friction), latitude, angle);
}

double sinusoidal_tube_exponent(double friction, double amplitude, double period) {
  return 4.0 * friction * std::atan(2.0 * pi * amplitude / period);
}

double ellipse_exponent(double friction, double a, double b, double begin, double end) {
  // The angle of the tangent is the quarter turn of the eccentric angle plus a periodic part.
  const auto turned = [a, b](double t) {
    const double quarters = std::floor(t / (0.5 * pi));
    const double rest = t - 0.5 * pi * quarters;
    const bool is_odd = std::fmod(std::abs(quarters), 2.0) == 1.0;
    const double p = is_odd ? b : a;
    const double q = is_odd ? a : b;
    return 0.5 * pi * quarters + std::atan2(p * std::sin(rest), q * std::cos(rest));
  };
  return friction * (turned(end) - turned(begin));
}

}  // namespace beltdyn::analytic::rope
