// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <Eigen/Core>

namespace beltdyn {

// The pieces of the path of a taut belt or rope around circles of radius R in the plane: arcs, and straight spans that
// are tangent to two circles. Let u be the direction of the span from circle i to circle j, n = u turned by +90°,
// w = ±1 the sense in which the belt turns, and D = C_j − C_i:
//
//     D = ℓ u + h n,   h = w_j R_j − w_i R_i,   ℓ² = |D|² − h²,   u = (ℓ D − h D⊥)/|D|²,   D⊥ = D turned by +90°,  (1)
//     the span leads from C_i − w_i R_i n to C_j − w_j R_j n,                                                      (2)
//     the wrap α_k is the angle from u_{k−1} to u_k in the sense of w_k.                                           (3)
//
// The end of a rope is a circle of radius 0.

// The part of the path on a pulley, from the first point of contact (entry) to the last one (exit).
struct PathArc {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  // [m]
  double radius{};                                   // R = r + offset, of the centre line [m]
  double turn{};  // w: +1 if the belt turns counter-clockwise around the pulley, −1 if clockwise
  Eigen::Vector2d entry = Eigen::Vector2d::Zero();    // [m]
  Eigen::Vector2d exit = Eigen::Vector2d::Zero();     // [m]
  Eigen::Vector2d outward = Eigen::Vector2d::Zero();  // unit vector from the centre to the entry
  double wrap{};                                      // α, in (0, 2π) [rad]
  double start{};                                     // σ of the entry [m]
  double length() const { return radius * wrap; }     // [m]
};

// The straight part from the exit of a pulley to the entry of the next one.
struct PathSpan {
  Eigen::Vector2d from = Eigen::Vector2d::Zero();     // [m]
  Eigen::Vector2d to = Eigen::Vector2d::Zero();       // [m]
  Eigen::Vector2d tangent = Eigen::Vector2d::Zero();  // unit vector
  double length{};                                    // [m]
  double start{};                                     // σ of `from` [m]
};

// Geometry of the path at a point.
struct PathPoint {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
  Eigen::Vector2d tangent = Eigen::Vector2d::Zero();   // t, unit vector along increasing σ
  Eigen::Vector2d normal = Eigen::Vector2d::Zero();    // n = t turned by +90°, the left side of the belt
  double curvature{};                                  // κ, dt/dσ = κ n [1/m]
};

// The span (1), (2) between two arcs, of which center, radius and turn are known. Empty if the circles are too close
// for such a span. `start` remains to be set.
std::optional<PathSpan> common_tangent(const PathArc& from, const PathArc& to);
// Sets entry, exit and wrap (3) of an arc from the spans before and behind it.
void lay_between(PathArc& arc, const PathSpan& before, const PathSpan& behind);

// The path point at the distance `local` from the entry of an arc, or from the start of a span [m].
PathPoint point_of(const PathArc& arc, double local);
PathPoint point_of(const PathSpan& span, double local);

// Do two spans intersect at a point inside both spans?
bool cross_each_other(const PathSpan& a, const PathSpan& b);
// The depth to which a span enters the circle of an arc; < 0 if it passes the circle [m].
double depth_within(const PathSpan& span, const PathArc& arc);

}  // namespace beltdyn
