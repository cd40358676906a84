// SPDX-License-Identifier: MIT
#include "core/surface/swept_ellipse.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace beltdyn::surface {
namespace {

constexpr int kMostSteps = 50;
constexpr double kConverged = 1e-14;  // change of ξ and φ in the last step [-]
// The longest step of one iteration, in ξ and φ [-].
constexpr double kLongestStep = 0.5;
// How far the surface is continued beyond its first and last section, in ξ [-].
constexpr double kOverhang = 0.5;

}  // namespace

SweptEllipse::SweptEllipse(std::vector<EllipseSection> sections) : sections_(std::move(sections)) {}

SweptEllipse::Curves SweptEllipse::curves(double xi) const {
  const double last = static_cast<double>(sections_.size() - 2);
  const double knot = std::clamp(std::floor(xi), 0.0, last);
  const EllipseSection& a = sections_[static_cast<std::size_t>(knot)];
  const EllipseSection& b = sections_[static_cast<std::size_t>(knot) + 1];
  const double t = xi - knot;
  const auto blend = [&](const std::array<double, 4>& w) {
    std::array<Vector, 3> sum;
    sum[0] = w[0] * a.center + w[1] * a.center_slope + w[2] * b.center + w[3] * b.center_slope;
    for (std::size_t k = 0; k < 2; ++k) {
      sum[k + 1] =
          w[0] * a.semi_axes[k] + w[1] * a.semi_axes_slope[k] + w[2] * b.semi_axes[k] + w[3] * b.semi_axes_slope[k];
    }
    return sum;
  };
  return {.value = blend(
              {1.0 + t * t * (2.0 * t - 3.0), t * (1.0 - t) * (1.0 - t), t * t * (3.0 - 2.0 * t), t * t * (t - 1.0)}),
          .first = blend({6.0 * t * (t - 1.0), 1.0 + t * (3.0 * t - 4.0), 6.0 * t * (1.0 - t), t * (3.0 * t - 2.0)}),
          .second = blend({12.0 * t - 6.0, 6.0 * t - 4.0, 6.0 - 12.0 * t, 6.0 * t - 2.0})};
}

Vector SweptEllipse::point(double xi, double phi) const {
  const Curves c = curves(xi);
  return c.value[0] + std::cos(phi) * c.value[1] + std::sin(phi) * c.value[2];
}

// The start of the iteration: ξ of the nearest sampled point of the axis, and φ of the direction of x in its section.
SweptEllipse::Place SweptEllipse::start(const Vector& x) const {
  constexpr int kSamplesOfPiece = 4;
  const int samples = kSamplesOfPiece * static_cast<int>(sections_.size() - 1);
  Place place;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= samples; ++i) {
    const double xi = static_cast<double>(i) / kSamplesOfPiece;
    const double distance = (curves(xi).value[0] - x).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    place.xi = xi;
  }
  const Curves c = curves(place.xi);
  const Vector r = x - c.value[0];
  place.phi = std::atan2(r.dot(c.value[2]) / c.value[2].squaredNorm(), r.dot(c.value[1]) / c.value[1].squaredNorm());
  return place;
}

// Newton's method for ρ_α·(x − ρ) = 0 with the matrix a − d h of the surface at the current point. Where this matrix is
// not positive definite, the curvature term is left out (Gauss-Newton).
Proximity SweptEllipse::proximity(const Vector& x) const {
  Place place = start(x);
  const double last = static_cast<double>(sections_.size() - 1);
  for (int iteration = 0;; ++iteration) {
    const Curves c = curves(place.xi);
    const double cosine = std::cos(place.phi);
    const double sine = std::sin(place.phi);
    const auto mix = [](const std::array<Vector, 3>& v, double one, double p, double q) {
      return Vector(one * v[0] + p * v[1] + q * v[2]);
    };
    const Vector r = x - mix(c.value, 1.0, cosine, sine);
    Eigen::Matrix<double, 3, 2> B;
    B.col(0) = mix(c.first, 1.0, cosine, sine);
    B.col(1) = mix(c.value, 0.0, -sine, cosine);
    const std::array<Vector, 3> second{mix(c.second, 1.0, cosine, sine), mix(c.first, 0.0, -sine, cosine),
                                       mix(c.value, 0.0, -cosine, -sine)};
    const auto project = [&second](const Vector& v) {
      Eigen::Matrix2d h;
      h << v.dot(second[0]), v.dot(second[1]), v.dot(second[1]), v.dot(second[2]);
      return h;
    };
    const Eigen::Matrix2d a = B.transpose() * B;
    const Eigen::Vector2d slope = B.transpose() * r;
    Eigen::Matrix2d matrix = a - project(r);
    if (!(matrix(0, 0) > 0.0 && matrix.determinant() > 0.0)) matrix = a;
    Eigen::Vector2d step = matrix.inverse() * slope;
    step *= std::min(1.0, kLongestStep / std::max(step.lpNorm<Eigen::Infinity>(), kLongestStep));
    const double next = std::clamp(place.xi + step[0], -kOverhang, last + kOverhang);
    const double moved = std::max(std::abs(next - place.xi), std::abs(step[1]));
    if (moved <= kConverged || iteration == kMostSteps) {
      // Outward if the section turns from D₂ to D₃ while ξ increases along the axis; otherwise n changes sign below.
      Vector n = B.col(1).cross(B.col(0)).normalized();
      if (n.dot(cosine * c.value[1] + sine * c.value[2]) < 0.0) n = -n;
      const Eigen::Matrix2d h = project(n);
      const double d = n.dot(r);
      const Eigen::Matrix2d parallel = a.inverse() * h * (a - d * h).inverse();
      return {.distance = d, .normal = n, .hessian = -B * parallel * B.transpose()};
    }
    place = {.xi = next, .phi = place.phi + step[1]};
  }
}

SweptEllipse swept_torus(double major_radius, double minor_radius, double begin, double end, int pieces) {
  std::vector<EllipseSection> sections;
  const double step = (end - begin) / pieces;
  for (int k = 0; k <= pieces; ++k) {
    const double angle = begin + k * step;
    const Vector radial(std::cos(angle), std::sin(angle), 0.0);
    const Vector around(-radial.y(), radial.x(), 0.0);
    sections.push_back({.center = major_radius * radial,
                        .semi_axes = {minor_radius * radial, minor_radius * Vector::UnitZ()},
                        .center_slope = major_radius * step * around,
                        .semi_axes_slope = {minor_radius * step * around, Vector::Zero()}});
  }
  return SweptEllipse(std::move(sections));
}

}  // namespace beltdyn::surface
