// SPDX-License-Identifier: MIT
#include "core/surface/revolved_surfaces.hpp"

#include <cmath>

namespace beltdyn::surface {
namespace {

// Cylindrical coordinates. For points on the axis, the meridian y = 0 is used.
struct Polar {
  explicit Polar(const Vector& x) : rho(std::hypot(x.x(), x.y())) {
    if (rho > 0.0) radial = {x.x() / rho, x.y() / rho, 0.0};
    around = {-radial.y(), radial.x(), 0.0};
  }
  double rho;
  Vector radial = Vector::UnitX();
  Vector around = Vector::UnitY();
};

// 1/x; 0 where the curvature is unbounded: on an axis or at a centre.
double inverse(double x) { return x > 0.0 ? 1.0 / x : 0.0; }

Matrix square(const Vector& v) { return v * v.transpose(); }

Proximity of_point(const Vector& x, double radius) {
  const double r = x.norm();
  const Vector n = r > 0.0 ? Vector(x / r) : Vector(Vector::UnitZ());
  return {.distance = r - radius, .normal = n, .hessian = inverse(r) * (Matrix::Identity() - square(n))};
}

}  // namespace

Proximity Cylinder::proximity(const Vector& x) const {
  const Polar p(x);
  return {.distance = p.rho - radius_, .normal = p.radial, .hessian = inverse(p.rho) * square(p.around)};
}

Cone::Cone(double half_angle) : sine_(std::sin(half_angle)), cosine_(std::cos(half_angle)) {}

Proximity Cone::proximity(const Vector& x) const {
  const Polar p(x);
  if (p.rho * sine_ + x.z() * cosine_ <= 0.0) return of_point(x, 0.0);
  return {.distance = p.rho * cosine_ - x.z() * sine_,
          .normal = cosine_ * p.radial - sine_ * Vector::UnitZ(),
          .hessian = cosine_ * inverse(p.rho) * square(p.around)};
}

Proximity Sphere::proximity(const Vector& x) const { return of_point(x, radius_); }

Proximity Torus::proximity(const Vector& x) const {
  const Polar p(x);
  const double across = p.rho - major_;
  const double r = std::hypot(across, x.z());
  const double cosine = r > 0.0 ? across / r : 1.0;
  const double sine = r > 0.0 ? x.z() / r : 0.0;
  const Vector along_meridian = -sine * p.radial + cosine * Vector::UnitZ();
  return {.distance = r - minor_,
          .normal = cosine * p.radial + sine * Vector::UnitZ(),
          .hessian = inverse(r) * square(along_meridian) + cosine * inverse(p.rho) * square(p.around)};
}

}  // namespace beltdyn::surface
