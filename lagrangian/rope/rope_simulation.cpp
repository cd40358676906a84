// SPDX-License-Identifier: MIT
#include "lagrangian/rope/rope_simulation.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/contact/contact_state.hpp"

namespace beltdyn::lagrangian::rope {
namespace {

using contact::ContactState;

// A cubic through the ends of an arc of angle D deviates from the arc by R D⁴/384; contact points are lost if the
// contact is not several times deeper.
constexpr double kCubicDeparture = 384.0;
constexpr double kDeepEnough = 5.0;
// Penetration, relative to the radius of curvature, at which the rope lies on another course [-].
constexpr double kTooDeep = 0.1;

ContactState state_of(const PointState& point) {
  if (!point.touching) return ContactState::free;
  if (!point.sliding) return ContactState::stick;
  return point.traction > 0.0 ? ContactState::slip_backward : ContactState::slip_forward;
}

}  // namespace

LagrangianRope::LagrangianRope(const RopeOnSurface& drive, const RopeParameters& parameters)
    : RopeSimulation(drive, parameters.time_step), parameters_(parameters) {
  solve_at(0.0);
}

void LagrangianRope::solve(double time, double tension) {
  RopeAnalysis analysis(drive(), parameters_, time, tension);
  const RopeResult result = analysis.run(counts());
  analysis_.emplace(std::move(analysis));
  result_ = result;
}

std::vector<double> LagrangianRope::natural_profile_points() const {
  std::vector<double> sigma;
  sigma.reserve(static_cast<std::size_t>(parameters_.elements));
  for (int i = 0; i < parameters_.elements; ++i) sigma.push_back(contour_length() * (i + 0.5) / parameters_.elements);
  return sigma;
}

std::vector<ProfilePoint> LagrangianRope::at_shares(std::span<const double> shares) const {
  const double section = std::numbers::pi * std::pow(drive().rope_radius, 2);
  std::vector<ProfilePoint> points;
  points.reserve(shares.size());
  for (const double share : shares) {
    const double force = analysis_->model().axial_force(share);
    const PointState point = analysis_->model().point_state(share);
    points.push_back({.sigma = 0.0,
                      .strain = force / (drive().young_modulus * section),
                      .force = force,
                      .speed = 0.0,
                      .pressure = point.pressure,
                      .traction = point.traction,
                      .contact_state = static_cast<int>(state_of(point))});
  }
  return points;
}

std::vector<Eigen::Vector3d> LagrangianRope::positions(std::span<const double> shares) const {
  std::vector<Eigen::Vector3d> points;
  points.reserve(shares.size());
  for (const double share : shares) points.push_back(analysis_->model().position(share));
  return points;
}

void LagrangianRope::add_own_columns(History& history) const {
  history.add("lateral_drift", "m", [this] { return result_.lateral_drift; });
  history.add("slip", "m", [this] { return result_.slip; });
  history.add("deepest_penetration", "m", [this] { return result_.contact.deepest; });
  history.add_balance(
      "balance_sinkage",
      "the largest penetration of the rope, relative to the smallest radius of curvature of its path, is small",
      kTooDeep, [this] { return analysis_->sinkage(); },
      "use a higher normal_stiffness, or omit it to have it chosen from the tension");
  history.add("load_steps", "-", [this] { return static_cast<double>(result_.load_steps); });
  if (parameters_.study == RopeStudy::critical_friction) {
    history.add("critical_friction", "-", [this] { return result_.critical_friction; });
  }
  if (parameters_.study == RopeStudy::drift) history.add("drift_speed", "m/s", [this] { return result_.drift_speed; });
}

std::vector<std::string> LagrangianRope::preflight(double end_time) const {
  const surface::RopeCourse course = drive().course_at(0.0);
  const double tension = drive().tension.maximum(0.0, end_time);
  const double curvature = course.largest_normal_curvature();
  const RopeContactOptions contact = parameters_.contact.for_tension(tension, course, parameters_.start);
  const double depth = tension * curvature / contact.normal_stiffness;
  if (contact.augmentations == 0 && depth * curvature > kTooDeep) {
    return {
        fmt::format("the tension presses the rope {:.2g} m into a surface whose radius of curvature is {:.2g} m: the "
                    "rope does not lie on its path; use a normal_stiffness of at least {:.2g} N/m^2, or omit it to "
                    "have it chosen from the tension",
                    depth, 1.0 / curvature, tension * curvature * curvature / kTooDeep)};
  }
  return thin_contact(course);
}

std::vector<std::string> LagrangianRope::thin_contact(const surface::RopeCourse& course) const {
  // Two contact points of an element have equal depth.
  if (!std::holds_alternative<CableChoice>(parameters_.element) || parameters_.contact.points <= 2) return {};
  const RopeContactOptions contact = parameters_.contact.for_tension(tension(), course, parameters_.start);
  const double stiffness = contact.normal_stiffness;
  const double h = course.length() / parameters_.elements;
  for (const double t : course.equal_parts(parameters_.elements)) {
    const double k = std::abs(course.frame(t).normal_curvature);
    const double sunk = tension() * k / stiffness;
    const double departure = k * k * k * h * h * h * h / kCubicDeparture;
    if (sunk >= kDeepEnough * departure || contact.exclude_initial_gap) continue;
    return {fmt::format(
        "the tension presses the rope {:.2g} m into the surface, but between its nodes an element deviates from the "
        "path by {:.2g} m: some contact points may carry no load; use more elements or a lower normal_stiffness",
        sunk, departure)};
  }
  return {};
}

}  // namespace beltdyn::lagrangian::rope
