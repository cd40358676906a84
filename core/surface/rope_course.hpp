// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/surface/surface.hpp"

// The curves along which ropes lie on surfaces. A rope has the radius r. The curves describe its mid-line, which lies
// on the parallel surface at the distance r.
namespace beltdyn::surface {

// A curve x(t) and its derivatives by t.
struct CurvePoint {
  Vector position = Vector::Zero();  // [m]
  Vector first = Vector::Zero();
  Vector second = Vector::Zero();
};

// The Darboux frame of a curve on a surface: unit tangent t, unit normal n of the surface, and g = n × t across the
// curve.
struct DarbouxFrame {
  Vector tangent = Vector::Zero();
  Vector normal = Vector::Zero();
  double speed{};               // |dx/dt|
  double normal_curvature{};    // k_n, positive where the rope presses on the surface: t' = k_g g − k_n n [1/m]
  double geodesic_curvature{};  // k_g [1/m]

  Vector across() const { return normal.cross(tangent); }
};

// The course of a rope on a surface: the curve of its mid-line over a parameter t, and the surface.
struct RopeCourse {
  std::shared_ptr<const Surface> surface;
  std::function<CurvePoint(double)> curve;        // of the mid-line
  double begin{};                                 // t at the start of the rope
  double end{};                                   // t at the end of the rope
  double rope_radius{};                           // r [m]; 0 in a tube without clearance
  std::function<Vector(double, double)> patch{};  // points of the surface for pictures, over [0, 1]²

  DarbouxFrame frame(double t) const;
  double length() const;  // [m]
  // The largest |tan α| = |k_g/k_n| on the course. With a smaller friction coefficient across the rope, the rope would
  // slip off sideways. 0 for a geodesic, infinite where k_n = 0 but k_g ≠ 0.
  double steepness() const;
  double largest_normal_curvature() const;  // |k_n| [1/m]
  // Parameters that divide the rope into n parts of equal length, shape (n + 1).
  std::vector<double> equal_parts(int n) const;
  // The reason why this surface cannot carry a rope under tension along this course; empty if it can.
  std::optional<std::string> objection() const;
};

// The helix z = H φ/(2π) on the cylinder of radius R about the z axis.
RopeCourse helix_on_cylinder(double radius, double pitch, double angle, double rope_radius);
// A circle of radius R on the cone of half-angle α.
RopeCourse circle_on_cone(double half_angle, double radius, double angle, double rope_radius);
// A geodesic on the cone from height z₁ to z₂ that turns by φ₂ around the cone. The geodesic is either the mid-line, on
// the parallel cone, or the curve on the surface from which the mid-line is offset. The choice matters, because the
// offset of a geodesic is not a geodesic.
enum class GeodesicOf { mid_line, surface };
struct ConeGeodesic {
  double half_angle{};    // α [rad]
  double start_height{};  // z₁ [m]
  double end_height{};    // z₂ [m]
  double angle{};         // φ₂ [rad]
  GeodesicOf geodesic_of = GeodesicOf::mid_line;
};
RopeCourse geodesic_on_cone(const ConeGeodesic& geodesic, double rope_radius);
// The parallel of the given latitude on the sphere of radius R.
RopeCourse circle_on_sphere(double radius, double latitude, double angle, double rope_radius);
// The circle at the latitude θ above the outer equator of a torus. If axis_pieces > 0, the axis of the torus consists
// of this number of Hermite pieces.
struct TorusLatitude {
  double major_radius{};  // a [m]
  double minor_radius{};  // b [m]
  double latitude{};      // θ [rad]
  double angle{};         // angle around the axis [rad]
  int axis_pieces = 0;
};
RopeCourse circle_on_torus(const TorusLatitude& torus, double rope_radius);
// An arc of the ellipse x²/a² + y²/b² = 1 between two eccentric angles.
RopeCourse arc_of_ellipse(double a, double b, double begin, double end, double rope_radius);
// One period of y = A sin(2π x/l), starting at an inflection point.
RopeCourse sinusoidal_tube(double amplitude, double period);

}  // namespace beltdyn::surface
