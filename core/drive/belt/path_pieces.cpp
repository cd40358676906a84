// SPDX-License-Identifier: MIT
#include "core/drive/belt/path_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

namespace beltdyn {
namespace {

using Eigen::Vector2d;

Vector2d left_of(const Vector2d& u) { return {-u.y(), u.x()}; }
double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace

std::optional<PathSpan> common_tangent(const PathArc& from, const PathArc& to) {
  const Vector2d distance = to.center - from.center;
  const double d = distance.norm();
  const double h = to.turn * to.radius - from.turn * from.radius;
  if (std::abs(h) >= d) return std::nullopt;
  PathSpan span;
  span.length = std::sqrt((d - h) * (d + h));
  span.tangent = (span.length * distance - h * left_of(distance)) / (d * d);
  const Vector2d normal = left_of(span.tangent);
  span.from = from.center - from.turn * from.radius * normal;
  span.to = to.center - to.turn * to.radius * normal;
  return span;
}

void lay_between(PathArc& arc, const PathSpan& before, const PathSpan& behind) {
  arc.entry = before.to;
  arc.exit = behind.from;
  arc.outward = -arc.turn * left_of(before.tangent);
  const double angle = std::atan2(arc.turn * cross(before.tangent, behind.tangent), before.tangent.dot(behind.tangent));
  arc.wrap = angle < 0.0 ? angle + 2.0 * std::numbers::pi : angle;  // (3)
}

PathPoint point_of(const PathSpan& span, double local) {
  return {.position = span.from + local * span.tangent,
          .tangent = span.tangent,
          .normal = left_of(span.tangent),
          .curvature = 0.0};
}

// From the entry on, the outward direction turns by w σ/R. The tangent is t = w (outward turned by +90°).
PathPoint point_of(const PathArc& arc, double local) {
  const Vector2d outward = Eigen::Rotation2Dd(arc.turn * local / arc.radius) * arc.outward;
  const Vector2d tangent = arc.turn * left_of(outward);
  return {.position = arc.center + arc.radius * outward,
          .tangent = tangent,
          .normal = left_of(tangent),
          .curvature = arc.turn / arc.radius};
}

namespace {

// The distance of a point from the line of a span, > 0 on its left; 0 if it is round-off [m]. So spans that lie behind
// each other on one line do not cross.
double side_of(const PathSpan& span, const Vector2d& point) {
  constexpr double kRoundOff = 1e-12;
  const Vector2d offset = point - span.from;
  const double side = cross(span.tangent, offset);
  return std::abs(side) > kRoundOff * offset.norm() ? side : 0.0;
}

}  // namespace

bool cross_each_other(const PathSpan& a, const PathSpan& b) {
  const auto is_parted = [](const PathSpan& span, const PathSpan& by) {
    return side_of(by, span.from) * side_of(by, span.to) < 0.0;
  };
  return is_parted(a, b) && is_parted(b, a);
}

double depth_within(const PathSpan& span, const PathArc& arc) {
  const Vector2d to_center = arc.center - span.from;
  const double along = std::clamp(to_center.dot(span.tangent), 0.0, span.length);
  return arc.radius - (to_center - along * span.tangent).norm();
}

}  // namespace beltdyn
