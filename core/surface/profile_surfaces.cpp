// SPDX-License-Identifier: MIT
#include "core/surface/profile_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <boost/math/tools/roots.hpp>

namespace beltdyn::surface {
namespace {

constexpr int kMostIterations = 100;

// The proximity to a curve in the plane z = 0, from the distance to its nearest point and the unit normal and curvature
// κ there. κ is positive where dn/ds = κ t.
Proximity beside(double distance, double nx, double ny, double curvature) {
  const Vector tangent(-ny, nx, 0.0);
  const double focal = 1.0 + curvature * distance;
  const double parallel = focal > 0.0 ? curvature / focal : 0.0;
  return {.distance = distance, .normal = {nx, ny, 0.0}, .hessian = parallel * tangent * tangent.transpose()};
}

// A root by Newton's method within a bracket.
template <class Function>
double root(const Function& value_and_slope, double guess, double low, double high) {
  std::uintmax_t iterations = kMostIterations;
  constexpr int kBits = 52;
  return boost::math::tools::newton_raphson_iterate(value_and_slope, guess, low, high, kBits, iterations);
}

}  // namespace

// Computed in the first quadrant. The nearest point of (x, y) is (a² x/(t + a²), b² y/(t + b²)) with the largest root t
// of (a x/(t + a²))² + (b y/(t + b²))² = 1. The left side decreases and is convex, so Newton's method from the left end
// of the bracket does not fail. (D. Eberly: Distance from a point to an ellipse, 2013.)
Proximity EllipticCylinder::proximity(const Vector& point) const {
  const double x = std::abs(point.x());
  const double y = std::abs(point.y());
  const double aa = a_ * a_;
  const double bb = b_ * b_;
  const auto distance_from = [&](double t) {
    const double u = a_ * x / (t + aa);
    const double v = b_ * y / (t + bb);
    return std::pair{u * u + v * v - 1.0, -2.0 * (u * u / (t + aa) + v * v / (t + bb))};
  };
  const double low = std::max(a_ * x - aa, b_ * y - bb);
  const double high = std::hypot(a_ * x, b_ * y) - std::min(aa, bb);
  double px = a_ * x;
  double py = b_ * y;
  // Points on the axes inside the evolute have two nearest points. There one of the denominators vanishes.
  const bool is_between = (y == 0.0 && x < (aa - bb) / a_) || (x == 0.0 && y < (bb - aa) / b_);
  if (is_between) {
    if (a_ > b_) {
      px = aa * x / (aa - bb);
      py = b_ * std::sqrt(std::max(0.0, 1.0 - px * px / aa));
    } else {
      py = bb * y / (bb - aa);
      px = a_ * std::sqrt(std::max(0.0, 1.0 - py * py / bb));
    }
  } else {
    const double t = low < high ? root(distance_from, low, low, high) : low;
    px = aa * x / (t + aa);
    py = bb * y / (t + bb);
  }
  double nx = px / aa;
  double ny = py / bb;
  const double size = std::hypot(nx, ny);
  nx /= size;
  ny /= size;
  const double curvature = 1.0 / (aa * bb * size * size * size);
  return beside((x - px) * nx + (y - py) * ny, std::copysign(nx, point.x()), std::copysign(ny, point.y()), curvature);
}

// The nearest of the samples within half a period of the point, refined by Newton's method.
double SinusoidalTube::nearest(double x, double y) const {
  constexpr int kSamples = 64;
  const double step = 2.0 * std::numbers::pi / wave_number_ / kSamples;
  double best = x;
  double least = INFINITY;
  for (int i = -kSamples / 2; i <= kSamples / 2; ++i) {
    const double s = x + i * step;
    const double distance = std::hypot(s - x, amplitude_ * std::sin(wave_number_ * s) - y);
    if (distance >= least) continue;
    least = distance;
    best = s;
  }
  // Half the derivative of the squared distance, and the derivative of that.
  const auto slope = [&](double s) {
    const double sine = std::sin(wave_number_ * s);
    const double f = amplitude_ * sine;
    const double f1 = amplitude_ * wave_number_ * std::cos(wave_number_ * s);
    const double f2 = -amplitude_ * wave_number_ * wave_number_ * sine;
    return std::pair{s - x + (f - y) * f1, 1.0 + f1 * f1 + (f - y) * f2};
  };
  return root(slope, best, best - step, best + step);
}

Proximity SinusoidalTube::proximity(const Vector& point) const {
  const double s = nearest(point.x(), point.y());
  const double f = amplitude_ * std::sin(wave_number_ * s);
  const double f1 = amplitude_ * wave_number_ * std::cos(wave_number_ * s);
  const double length = std::hypot(1.0, f1);
  const double nx = -f1 / length;
  const double ny = 1.0 / length;
  const double curvature = wave_number_ * wave_number_ * f / (length * length * length);
  return beside((point.x() - s) * nx + (point.y() - f) * ny, nx, ny, curvature);
}

}  // namespace beltdyn::surface
