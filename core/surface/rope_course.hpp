// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/surface/surface.hpp"

// The curves along which ropes are laid on surfaces. A rope has a radius r; its mid-line lies on the parallel surface
// at the distance r, and is what is described here.
namespace beltdyn::surface {

// A curve x(t) and its derivatives by t.
struct CurvePoint {
  Vector position = Vector::Zero();  // [m]
  Vector first = Vector::Zero();
  Vector second = Vector::Zero();
};

// A curve on a surface in its Darboux frame: the unit tangent t, the unit normal n of the surface, g = n × t across.
struct DarbouxFrame {
  Vector tangent = Vector::Zero();
  Vector normal = Vector::Zero();
  double speed{};               // |dx/dt|
  double normal_curvature{};    // k_n, positive where the rope presses on the surface: t' = k_g g − k_n n [1/m]
  double geodesic_curvature{};  // k_g [1/m]

  Vector across() const { return normal.cross(tangent); }
};

struct RopeCourse {
  std::shared_ptr<const Surface> surface;
  std::function<CurvePoint(double)> curve;  // of the mid-line
  double begin{};
  double end{};
  double rope_radius{};                           // r [m], 0 in a tube of no clearance
  std::function<Vector(double, double)> patch{};  // the surface for pictures, over [0, 1]²

  DarbouxFrame frame(double t) const;
  double length() const;  // [m]
  // The largest |tan α| = |k_g/k_n| on the course, the coefficient of friction across the rope without which it is
  // drawn off sideways; 0 for a geodesic, infinite where k_n = 0 but k_g is not.
  double steepness() const;
  double largest_normal_curvature() const;  // |k_n| [1/m]
  // Parameters that divide the rope into n parts of equal length, shape (n + 1).
  std::vector<double> equal_parts(int n) const;
  // Why this surface cannot carry a rope under tension along this course; none if it can.
  std::optional<std::string> objection() const;
};

// z = H φ/(2π) on the cylinder of radius R about z.
RopeCourse helix_on_cylinder(double radius, double pitch, double angle, double rope_radius);
// A circle of radius R on the cone of half-angle α.
RopeCourse circle_on_cone(double half_angle, double radius, double angle, double rope_radius);
// From the height z₁ to z₂ on the cone, turning by φ₂ around it. The geodesic is
// either the mid-line, on the parallel cone, or the curve that it is offset from: the offset of a geodesic is no
// geodesic.
enum class GeodesicOf { mid_line, surface };
struct ConeGeodesic {
  double half_angle{};
  double start_height{};  // z₁ [m]
  double end_height{};    // z₂ [m]
  double angle{};         // φ₂ [rad]
  GeodesicOf geodesic_of = GeodesicOf::mid_line;
};
RopeCourse geodesic_on_cone(const ConeGeodesic& geodesic, double rope_radius);
// The parallel of the given latitude on the sphere of radius R.
RopeCourse circle_on_sphere(double radius, double latitude, double angle, double rope_radius);
// The circle θ above the outer equator of a torus; of an axis of Hermite pieces if their number is not 0.
struct TorusLatitude {
  double major_radius{};
  double minor_radius{};
  double latitude{};  // θ [rad]
  double angle{};
  int axis_pieces = 0;
};
RopeCourse circle_on_torus(const TorusLatitude& torus, double rope_radius);
// From one eccentric angle to another on x²/a² + y²/b² = 1.
RopeCourse arc_of_ellipse(double a, double b, double begin, double end, double rope_radius);
// One period of y = A sin(2π x/l), from one inflection.
RopeCourse sinusoidal_tube(double amplitude, double period);

}  // namespace beltdyn::surface
