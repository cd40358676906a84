// SPDX-License-Identifier: MIT
#include "report/contour_loop.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace beltdyn::report {
namespace {

using Vector = Eigen::Vector2d;

// If the pulleys differ too much for a span of this length to join them, they are drawn this part of a span apart.
constexpr double kLeastDistance = 0.1;

}  // namespace

ContourLoop::ContourLoop(ContourDrive drive) : drive_(std::move(drive)) {
  const double span = drive_.span_length();
  const double step = radius(0) - radius(1);
  const double least = kLeastDistance * span;
  distance_ = std::sqrt(std::max(span * span - step * step, least * least));
}

double ContourLoop::radius(int pulley) const {
  return drive_.contact_length[static_cast<std::size_t>(pulley)] / std::numbers::pi;
}

Vector ContourLoop::center(int pulley) const { return {pulley == 0 ? 0.0 : distance_, 0.0}; }

Vector ContourLoop::point(double sigma) const {
  const ContourPlace place = locate(drive_, sigma);
  if (place.pulley >= 0) {
    const double begin = place.pulley == 0 ? 0.5 * std::numbers::pi : -0.5 * std::numbers::pi;
    const double angle = begin + place.local / radius(place.pulley);
    return center(place.pulley) + radius(place.pulley) * Vector{std::cos(angle), std::sin(angle)};
  }
  const double part = drive_.span_length() > 0.0 ? place.local / drive_.span_length() : 0.0;
  // The slack span leads from pulley 1 to 2 below, the tight span back above.
  const double side = place.tight_span ? 1.0 : -1.0;
  const Vector left{0.0, side * radius(0)};
  const Vector right{distance_, side * radius(1)};
  return place.tight_span ? Vector(right + part * (left - right)) : Vector(left + part * (right - left));
}

}  // namespace beltdyn::report
