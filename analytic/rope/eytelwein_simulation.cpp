// SPDX-License-Identifier: MIT
#include "analytic/rope/eytelwein_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/contact/contact_state.hpp"

namespace beltdyn::analytic::rope {
namespace {

constexpr int kParts = 120;

// The parameter of the course at a fraction of its length, interpolated between equal parts.
std::vector<double> parameters(const surface::RopeCourse& course, std::span<const double> shares) {
  const std::vector<double> places = course.equal_parts(kParts);
  std::vector<double> result;
  result.reserve(shares.size());
  for (const double share : shares) {
    const double x = std::clamp(share, 0.0, 1.0) * kParts;
    const auto k = std::min(static_cast<std::size_t>(x), static_cast<std::size_t>(kParts - 1));
    result.push_back(std::lerp(places[k], places[k + 1], x - static_cast<double>(k)));
  }
  return result;
}

}  // namespace

EytelweinSimulation::EytelweinSimulation(const RopeOnSurface& drive, double time_step)
    : RopeSimulation(drive, time_step) {
  solve_at(0.0);
}

void EytelweinSimulation::solve(double time, double tension) {
  State state{.course = drive().course_at(time), .tension = tension};
  const double along = drive().friction.value(time);
  state.friction = {.along = along, .across = along * drive().cross_friction};
  state.critical = state.course.steepness();
  state.ratio = std::exp(exponent(state.course, state.friction));
  state_ = std::move(state);
  ++counts().steps;
}

std::vector<double> EytelweinSimulation::natural_profile_points() const {
  std::vector<double> sigma;
  sigma.reserve(kParts);
  for (int i = 0; i < kParts; ++i) sigma.push_back(contour_length() * i / kParts);
  return sigma;
}

std::vector<ProfilePoint> EytelweinSimulation::at_shares(std::span<const double> shares) const {
  const std::vector<double> places = parameters(state_.course, shares);
  const std::vector<double> growth = exponents(state_.course, state_.friction, places);
  const double section = std::numbers::pi * std::pow(drive().rope_radius, 2);
  std::vector<ProfilePoint> points;
  points.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const surface::DarbouxFrame frame = state_.course.frame(places[i]);
    const double force = state_.tension * std::exp(growth[i]);
    points.push_back({.sigma = 0.0,
                      .strain = force / (drive().young_modulus * section),
                      .force = force,
                      .speed = 0.0,
                      .pressure = force * std::abs(frame.normal_curvature),
                      .traction = -force * growth_rate(frame, state_.friction),
                      .contact_state = static_cast<int>(contact::ContactState::slip_forward)});
  }
  return points;
}

std::vector<Eigen::Vector3d> EytelweinSimulation::positions(std::span<const double> shares) const {
  std::vector<Eigen::Vector3d> points;
  points.reserve(shares.size());
  for (const double t : parameters(state_.course, shares)) points.push_back(state_.course.curve(t).position);
  return points;
}

double EytelweinSimulation::peak_pressure() const {
  std::vector<double> shares;
  shares.reserve(kParts + 1);
  for (int i = 0; i <= kParts; ++i) shares.push_back(static_cast<double>(i) / kParts);
  double peak = 0.0;
  for (const ProfilePoint& point : at_shares(shares)) peak = std::max(peak, point.pressure);
  return peak;
}

}  // namespace beltdyn::analytic::rope
