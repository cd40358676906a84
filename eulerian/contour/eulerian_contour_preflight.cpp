// SPDX-License-Identifier: MIT
// The warnings of an EulerianContour before a run.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/dynamics/step_scales.hpp"
#include "eulerian/contour/eulerian_contour.hpp"

namespace beltdyn::eulerian {
namespace {

// Relative amount by which rounding may raise K τ² V² above 2 b [-].
constexpr double kLimitSlack = 1e-9;
// Ratio of the relative error of the strains to |D|/(V R) [-], measured for [Oborin 2018] (62) with |D|/(V R) from 1e-4
// to 0.2.
constexpr double kErrorPerDiffusion = 0.61;
// Relative error of the strains that triggers a warning [-].
constexpr double kLargeError = 0.01;
// Number of slipping elements below which the strains are wrong by more than a per cent.
constexpr double kFewestSlippingElements = 10.0;

// The longest τ with K τ² V² ≤ 2 b [s]
double stable_step(double penalty, double stiffness, double speed) {
  return std::sqrt(2.0 * stiffness / penalty) / speed;
}

std::string stability_warning(double penalty, double stiffness, double step, double speed) {
  const double value = penalty * step * step * speed * speed;
  if (value <= 2.0 * stiffness * (1.0 + kLimitSlack)) return {};
  return fmt::format(
      "K tau^2 V^2 = {:.4g} N exceeds 2 b = {:.4g} N: this explicit scheme is unstable and elements chatter between "
      "stick and slip; use time_step <= {:.4g} s, stick_penalty <= {:.4g} N/m^2 or scheme midpoint_energy",
      value, 2.0 * stiffness, stable_step(penalty, stiffness, speed), 2.0 * stiffness / (step * step * speed * speed));
}

// D of the creep in stick [m²/s]; see Scheme
double numerical_diffusion(const EulerianContourParameters& p, double stiffness, double speed) {
  const double creep = stiffness / (p.stick_penalty * p.time_step);
  return creep + (theta(p.scheme) - 0.5) * speed * speed * p.time_step;
}

}  // namespace

StepScales EulerianContour::step_scales(double end_time) const {
  StepScales scales{.element_length = std::min(belt_.element_length(0), belt_.element_length(1))};
  const double speed = fastest_surface(drive(), end_time);
  if (speed <= 0.0) return scales;
  const double excess = theta(parameters_.scheme) - 0.5;
  if (theta(parameters_.scheme) == 0.0) {
    scales.stable_step = stable_step(parameters_.stick_penalty, drive().axial_stiffness, speed);
  } else if (excess > 0.0) {
    const double shortest = std::min(drive().contact_length[0], drive().contact_length[1]);
    scales.recommended_step = kLargeError * shortest / (kErrorPerDiffusion * excess * speed);
  }
  return scales;
}

std::vector<std::string> EulerianContour::preflight(double end_time) const {
  std::vector<std::string> warnings;
  const double b = drive().axial_stiffness;
  std::array<double, 2> slowest{};
  std::array<double, 2> fastest{};
  for (std::size_t k = 0; k < 2; ++k) {
    slowest[k] = drive().surface_speed[k].minimum(0.0, end_time);
    fastest[k] = drive().surface_speed[k].maximum(0.0, end_time);
  }
  const double speed = std::max(fastest[0], fastest[1]);
  if (speed <= 0.0) return warnings;

  if (theta(parameters_.scheme) == 0.0) {
    const std::string text = stability_warning(parameters_.stick_penalty, b, parameters_.time_step, speed);
    if (!text.empty()) warnings.push_back(text);
  }
  const double shortest = std::min(drive().contact_length[0], drive().contact_length[1]);
  const double diffusion = numerical_diffusion(parameters_, b, speed);
  const double error = kErrorPerDiffusion * std::abs(diffusion) / (speed * shortest);
  if (parameters_.scheme != Scheme::transported && error > kLargeError) {
    warnings.push_back(
        fmt::format("sticking elements creep: a stick_penalty of {:.3g} N/m^2 acts as a viscosity K tau = {:.3g} N "
                    "s/m^2 and smears the strains with a diffusivity D = {:.3g} m^2/s, an error of about {:.2g} %; "
                    "keep K tau above {:.3g} N s/m^2",
                    parameters_.stick_penalty, parameters_.stick_penalty * parameters_.time_step, diffusion,
                    100.0 * error, kErrorPerDiffusion * b / (kLargeError * speed * shortest)));
  }
  // Slip length c = b (ε₊ − ε₋)/f for the largest difference of the speeds.
  const double difference = std::max(fastest[0] - slowest[1], fastest[1] - slowest[0]);
  const double force = b * difference / speed;
  for (std::size_t k = 0; k < 2; ++k) {
    const double slipping = force / drive().friction_force[k] / belt_.element_length(k);
    if (slipping > 0.0 && slipping < kFewestSlippingElements) {
      warnings.push_back(fmt::format(
          "pulley {}: the slip zone covers at most {:.2g} elements, too few to resolve its length; the error of the "
          "strains exceeds 1 %; use elements_per_contact >= {:.0f}",
          k + 1, slipping, std::ceil(kFewestSlippingElements / slipping * parameters_.elements_per_contact)));
    }
  }
  return warnings;
}

}  // namespace beltdyn::eulerian
