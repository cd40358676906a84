// SPDX-License-Identifier: MIT
#include "core/surface/rope_course.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <Eigen/Geometry>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <fmt/format.h>

namespace beltdyn::surface {
namespace {

// Number of samples with which the largest value of a quantity along a course is searched.
constexpr int kSamplesOfLargest = 256;

// Lengths are accurate to rounding. The curves are smooth, and panels are halved by the difference of two quadrature
// rules, which is far larger than the error of the better rule.
double length_between(const RopeCourse& course, double from, double to) {
  constexpr unsigned kDepth = 8;
  constexpr double kTolerance = 1e-10;
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      [&course](double t) { return course.curve(t).first.norm(); }, from, to, kDepth, kTolerance);
}

constexpr int kSamples = 64;
// Largest deviation of the mid-line from the parallel surface, relative to the rope's length [-].
constexpr double kOff = 1e-3;

}  // namespace

DarbouxFrame RopeCourse::frame(double t) const {
  const CurvePoint x = curve(t);
  const double speed = x.first.norm();
  DarbouxFrame frame{.tangent = x.first / speed, .normal = surface->proximity(x.position).normal, .speed = speed};
  const double squared = speed * speed;
  frame.normal_curvature = -x.second.dot(frame.normal) / squared;
  frame.geodesic_curvature = x.second.dot(frame.across()) / squared;
  return frame;
}

double RopeCourse::length() const { return length_between(*this, begin, end); }

double RopeCourse::steepness() const {
  constexpr double kRounding = 1e-13;
  double steepest = 0.0;
  for (int i = 0; i <= kSamplesOfLargest; ++i) {
    const DarbouxFrame at = frame(begin + (end - begin) * i / kSamplesOfLargest);
    const double k_g = std::abs(at.geodesic_curvature);
    const double k_n = std::abs(at.normal_curvature);
    if (k_g > kRounding * k_n) steepest = std::max(steepest, k_g / k_n);
  }
  return steepest;
}

double RopeCourse::largest_normal_curvature() const {
  double largest = 0.0;
  for (int i = 0; i <= kSamplesOfLargest; ++i) {
    largest = std::max(largest, std::abs(frame(begin + (end - begin) * i / kSamplesOfLargest).normal_curvature));
  }
  return largest;
}

std::vector<double> RopeCourse::equal_parts(int n) const {
  constexpr int kMostCorrections = 20;
  constexpr double kConverged = 1e-14;
  const double part = length() / n;
  std::vector<double> places{begin};
  for (int k = 1; k < n; ++k) {
    double t = places.back() + (end - begin) / n;
    for (int i = 0; i < kMostCorrections; ++i) {
      const double step = (part - length_between(*this, places.back(), t)) / curve(t).first.norm();
      t += step;
      if (std::abs(step) <= kConverged * (end - begin)) break;
    }
    places.push_back(t);
  }
  places.push_back(end);
  return places;
}

std::optional<std::string> RopeCourse::objection() const {
  const double most = kOff * length();
  for (int i = 0; i <= kSamples; ++i) {
    const double t = begin + (end - begin) * i / kSamples;
    const Vector x = curve(t).position;
    const double off = surface->proximity(x).distance - rope_radius;
    if (!x.allFinite() || !(std::abs(off) <= most)) {
      return fmt::format("the rope is {:.3g} m off the surface at {:.4g} of its path; shorten or move it", off,
                         static_cast<double>(i) / kSamples);
    }
    if (surface->sides() == Sides::both) continue;
    const double curvature = frame(t).normal_curvature;
    if (curvature < 0.0) {
      return fmt::format(
          "the surface is concave along the rope, with a normal curvature of {:.4g} 1/m at {:.4g} of its path, where a "
          "rope under tension would lift off; choose a path on its convex side",
          -curvature, static_cast<double>(i) / kSamples);
    }
  }
  return std::nullopt;
}

}  // namespace beltdyn::surface
