// SPDX-License-Identifier: MIT
#include "core/dynamics/step_scales.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <Eigen/Core>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/contour_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/hermite.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn {
namespace {

// Integrates products of cubic polynomials exactly.
constexpr int kGaussPoints = 4;

// The largest κ of K v = κ M v for an element of length 1, with K_ij = ∫ D_i D_j dx, M_ij = ∫ S_i S_j dx, S the shape
// functions and D a derivative of them.
double largest_eigenvalue(const std::function<numerics::Shape(double)>& derivative) {
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(4, 4);
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(4, 4);
  for (const numerics::QuadraturePoint& point : numerics::gauss_rule(kGaussPoints)) {
    const numerics::Shape shape = numerics::position_shape(point.xi, 1.0);
    const numerics::Shape slope = derivative(point.xi);
    const Eigen::Map<const Eigen::Vector4d> s(shape.data());
    const Eigen::Map<const Eigen::Vector4d> d(slope.data());
    stiffness += point.weight * d * d.transpose();
    mass += point.weight * s * s.transpose();
  }
  return numerics::symmetric_eigenvalues(stiffness, mass).maxCoeff();
}

// ∂(normal force)/∂(penetration) per area at the pressure p [N/m³].
double stiffness_per_area(const RigidContact& normal, double) { return normal.point_stiffness_per_area; }
double stiffness_per_area(const PenaltyContact& normal, double) { return normal.stiffness_per_area; }
double stiffness_per_area(const KelvinVoigtContact& normal, double pressure) {
  // c₁ P² + c₂ P = p
  const double c1 = normal.quadratic_stiffness_per_area;
  const double c2 = normal.stiffness_per_area;
  return std::sqrt(c2 * c2 + 4.0 * c1 * pressure);
}

}  // namespace

double hermite_element_frequency(const Belt& belt, double length) {
  if (belt.mass_per_length == 0.0) return 0.0;
  static const double stretching = largest_eigenvalue([](double xi) { return numerics::slope_shape(xi, 1.0); });
  static const double bending = largest_eigenvalue([](double xi) { return numerics::curving_shape(xi, 1.0); });
  const double square = length * length;
  return std::sqrt(
      std::max(stretching * belt.axial_stiffness / square, bending * belt.bending_stiffness / (square * square)) /
      belt.mass_per_length);
}

double contact_frequency(const BeltDrive& drive) {
  if (drive.belt.mass_per_length == 0.0) return 0.0;
  const double force = std::max(0.0, force_at_rest(drive));
  double stiffest = 0.0;  // per area
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const double radius = drive.pulleys[p].radius + drive.belt.contact_offset;
    const double pressure = force / (radius * drive.belt.width);
    const PulleyContact& contact = drive.contact_of(p);
    const double normal =
        std::visit([&](const auto& law) { return stiffness_per_area(law, pressure); }, contact.normal);
    const double stick = std::visit([&](const auto& law) { return law.stick_stiffness(pressure); }, *contact.friction);
    stiffest = std::max({stiffest, normal, stick});
  }
  return std::sqrt(stiffest * drive.belt.width / drive.belt.mass_per_length);
}

double fastest_surface(const ContourDrive& drive, double end_time) {
  double fastest = 0.0;
  for (const TimeFunction& speed : drive.surface_speed) fastest = std::max(fastest, speed.maximum(0.0, end_time));
  return fastest;
}

double smallest_radius(const BeltDrive& drive) {
  return std::ranges::min_element(drive.pulleys, {}, &Pulley::radius)->radius;
}

double wave_speed(const Belt& belt) {
  return belt.mass_per_length == 0.0 ? 0.0 : std::sqrt(belt.axial_stiffness / belt.mass_per_length);
}

double passing_time(const Pulley& pulley, double length, double end_time) {
  const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion);
  if (motion == nullptr) return 0.0;
  const double speed = motion->angular_velocity.largest_magnitude(0.0, end_time) * pulley.radius;
  return speed > 0.0 ? length / speed : 0.0;
}

double shortest_passing_time(const BeltDrive& drive, double length, double end_time) {
  double shortest = 0.0;
  for (const Pulley& pulley : drive.pulleys) shortest = shorter_step(shortest, passing_time(pulley, length, end_time));
  return shortest;
}

double damping_layer(const BeltDrive& drive, double end_time) {
  const double time_per_length = shortest_passing_time(drive, 1.0, end_time);
  return time_per_length > 0.0 ? drive.belt.axial_damping / (drive.belt.axial_stiffness * time_per_length) : 0.0;
}

double shorter_step(double a, double b) { return a == 0.0 || b == 0.0 ? std::max(a, b) : std::min(a, b); }

}  // namespace beltdyn
