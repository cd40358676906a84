// SPDX-License-Identifier: MIT
#include "verification/exact/rope_modes.hpp"

#include <cmath>
#include <functional>
#include <numbers>

#include <boost/math/special_functions/bessel.hpp>

#include "core/numerics/root.hpp"

namespace beltdyn::exact {
namespace {

using std::numbers::pi;

double zero_between(double low, double high, const std::function<double(double)>& f) {
  const bool is_positive = f(low) > 0.0;
  return numerics::bisect(
             {low, high}, [&](double x) { return (f(x) > 0.0) == is_positive; }, 0.0)
      .low;
}

// The first zeros of a continuous function below a bound. `step` must be shorter than the distance of any two zeros.
std::vector<double> zeros_of(const std::function<double(double)>& f, double step, double bound, std::size_t most) {
  std::vector<double> zeros;
  for (double x = step; x + step <= bound && zeros.size() < most; x += step) {
    if ((f(x) > 0.0) != (f(x + step) > 0.0)) zeros.push_back(zero_between(x, x + step, f));
  }
  return zeros;
}

}  // namespace

double HangingRope::wave_speed() const { return std::sqrt(axial_stiffness / mass_per_length); }

std::vector<double> HangingRope::frequencies_along(int number) const {
  const double ratio = mass_per_length * length / mass;
  std::vector<double> all;
  for (int k = 0; k < number; ++k) {
    const auto f = [&](double x) { return x * std::sin(x) - ratio * std::cos(x); };
    all.push_back(zero_between(k * pi, (k + 0.5) * pi, f) * wave_speed() / length);
  }
  return all;
}

std::vector<double> HangingRope::frequencies_across(double gravity, int number) const {
  const double low = mass / mass_per_length;
  const auto f = [&](double omega) {
    const double a = 2.0 * omega * std::sqrt(low / gravity);
    const double b = 2.0 * omega * std::sqrt((low + length) / gravity);
    return boost::math::cyl_bessel_j(0, a) * boost::math::cyl_neumann(0, b) -
           boost::math::cyl_bessel_j(0, b) * boost::math::cyl_neumann(0, a);
  };
  // The distance of the frequencies is close to the distance for a string.
  const double apart = pi * std::sqrt(gravity) / (2.0 * (std::sqrt(low + length) - std::sqrt(low)));
  return zeros_of(f, 0.05 * apart, (number + 1) * apart, static_cast<std::size_t>(number));
}

// The displacement is u = U cos kx + B sin kx, downwards from the upper end, with EA u' = m ω² u at the lower end.
double HangingRope::stiffness_at(double omega) const {
  const double k = omega / wave_speed();
  const double sine = std::sin(k * length);
  const double cosine = std::cos(k * length);
  const double stiff = axial_stiffness * k;
  const double inertial = mass * omega * omega;
  return stiff * (inertial * cosine + stiff * sine) / (stiff * cosine - inertial * sine);
}

std::vector<double> lift_frequencies(const std::array<HangingRope, 2>& ropes, double inertia, double radius,
                                     double bound) {
  // Multiplied by the denominators of k₁ and k₂, so that the function has no poles.
  const auto f = [&](double omega) {
    double product = 1.0;
    double sum = inertia * omega * omega / (radius * radius);
    for (const HangingRope& rope : ropes) {
      const double k = omega / rope.wave_speed();
      product *=
          rope.axial_stiffness * k * std::cos(k * rope.length) - rope.mass * omega * omega * std::sin(k * rope.length);
      sum += rope.stiffness_at(omega);
    }
    return product * sum;
  };
  constexpr int kSteps = 20'000;
  return zeros_of(f, bound / kSteps, bound, kSteps);
}

}  // namespace beltdyn::exact
