// SPDX-License-Identifier: MIT
// The courses of rope_course.hpp: curves, their derivatives, and surfaces for pictures.
#include <cmath>
#include <numbers>

#include "core/surface/profile_surfaces.hpp"
#include "core/surface/revolved_surfaces.hpp"
#include "core/surface/rope_course.hpp"
#include "core/surface/swept_ellipse.hpp"

namespace beltdyn::surface {
namespace {

using std::numbers::pi;

// Margin of the surface around the rope in pictures, relative to the size of the part that the rope touches [-].
constexpr double kMargin = 0.35;

Vector polar(double rho, double phi, double z) { return {rho * std::cos(phi), rho * std::sin(phi), z}; }

double between(double low, double high, double share) { return low + share * (high - low); }

// A circle about the z axis at the height z as the rope's mid-line.
RopeCourse circle(std::shared_ptr<const Surface> surface, double radius, double height, double angle,
                  double rope_radius) {
  return {.surface = std::move(surface),
          .curve =
              [radius, height](double phi) {
                return CurvePoint{.position = polar(radius, phi, height),
                                  .first = polar(radius, phi + 0.5 * pi, 0.0),
                                  .second = polar(radius, phi + pi, 0.0)};
              },
          .begin = 0.0,
          .end = angle,
          .rope_radius = rope_radius};
}

// A straight line in the developed plane: u = d/cos(a φ − ψ₀) is the distance from the apex, a = sin α; [Konyukhov
// 2021] Eq. (27).
struct DevelopedLine {
  DevelopedLine(double half_angle, double z1, double z2, double angle)
      : a(std::sin(half_angle)),
        offset(std::atan2(z1 - z2 * std::cos(a * angle), z2 * std::sin(a * angle))),
        distance(z1 / std::cos(half_angle) * std::cos(offset)) {}
  double a;
  double offset;    // ψ₀ [rad]
  double distance;  // d [m]
};

Vector ellipse_point(double a, double b, double t) { return {a * std::cos(t), b * std::sin(t), 0.0}; }

}  // namespace

RopeCourse helix_on_cylinder(double radius, double pitch, double angle, double rope_radius) {
  const double R = radius + rope_radius;
  const double h = pitch / (2.0 * pi);
  const double rise = h * angle;
  return {.surface = std::make_shared<Cylinder>(radius),
          .curve =
              [R, h](double phi) {
                return CurvePoint{.position = polar(R, phi, h * phi),
                                  .first = polar(R, phi + 0.5 * pi, h),
                                  .second = polar(R, phi + pi, 0.0)};
              },
          .begin = 0.0,
          .end = angle,
          .rope_radius = rope_radius,
          .patch =
              [=](double p, double q) {
                return polar(radius, 2.0 * pi * p, between(-kMargin * radius, rise + kMargin * radius, q));
              }};
}

RopeCourse circle_on_cone(double half_angle, double radius, double angle, double rope_radius) {
  const double height = radius / std::tan(half_angle);
  RopeCourse course = circle(std::make_shared<Cone>(half_angle), radius + rope_radius * std::cos(half_angle),
                             height - rope_radius * std::sin(half_angle), angle, rope_radius);
  course.patch = [=](double p, double q) {
    const double z = height + between(-kMargin, kMargin, q) * radius;
    return polar(z * std::tan(half_angle), 2.0 * pi * p, z);
  };
  return course;
}

RopeCourse geodesic_on_cone(const ConeGeodesic& geodesic, double rope_radius) {
  const double alpha = geodesic.half_angle;
  const double sine = std::sin(alpha);
  const double cosine = std::cos(alpha);
  const bool is_mid_line = geodesic.geodesic_of == GeodesicOf::mid_line;
  // In both cases, the ends of the mid-line are offset from the points on the surface at the given heights. The apex of
  // the parallel cone is lower by r/sin α.
  const double apex = is_mid_line ? -rope_radius / sine : 0.0;
  const double lower = is_mid_line ? -rope_radius * sine - apex : 0.0;
  const DevelopedLine line(alpha, geodesic.start_height + lower, geodesic.end_height + lower, geodesic.angle);
  const double r = is_mid_line ? 0.0 : rope_radius;
  const double high = std::max(geodesic.start_height, geodesic.end_height);
  return {.surface = std::make_shared<Cone>(alpha),
          .curve =
              [=](double phi) {
                const double chi = line.a * phi - line.offset;
                const double u = line.distance / std::cos(chi);
                const double u1 = u * line.a * std::tan(chi);
                const double u2 = u * line.a * line.a * (1.0 + 2.0 * std::tan(chi) * std::tan(chi));
                const double rho = u * sine + r * cosine;
                return CurvePoint{
                    .position = polar(rho, phi, u * cosine - r * sine + apex),
                    .first = polar(u1 * sine, phi, u1 * cosine) + polar(rho, phi + 0.5 * pi, 0.0),
                    .second = polar(u2 * sine - rho, phi, u2 * cosine) + polar(2.0 * u1 * sine, phi + 0.5 * pi, 0.0)};
              },
          .begin = 0.0,
          .end = geodesic.angle,
          .rope_radius = rope_radius,
          .patch =
              [=](double p, double q) {
                const double z = between(0.2, 1.0 + kMargin, q) * high;
                return polar(z * std::tan(alpha), 2.0 * pi * p, z);
              }};
}

RopeCourse circle_on_sphere(double radius, double latitude, double angle, double rope_radius) {
  const double R = radius + rope_radius;
  RopeCourse course =
      circle(std::make_shared<Sphere>(radius), R * std::cos(latitude), R * std::sin(latitude), angle, rope_radius);
  course.patch = [=](double p, double q) {
    const double theta = (q - 0.5) * pi;
    return polar(radius * std::cos(theta), 2.0 * pi * p, radius * std::sin(theta));
  };
  return course;
}

RopeCourse circle_on_torus(const TorusLatitude& torus, double rope_radius) {
  const double b = torus.minor_radius + rope_radius;
  std::shared_ptr<const Surface> surface = std::make_shared<Torus>(torus.major_radius, torus.minor_radius);
  if (torus.axis_pieces > 0) {
    surface = std::make_shared<SweptEllipse>(
        swept_torus(torus.major_radius, torus.minor_radius, 0.0, torus.angle, torus.axis_pieces));
  }
  RopeCourse course = circle(std::move(surface), torus.major_radius + b * std::cos(torus.latitude),
                             b * std::sin(torus.latitude), torus.angle, rope_radius);
  course.patch = [torus](double p, double q) {
    const double theta = 2.0 * pi * q;
    return polar(torus.major_radius + torus.minor_radius * std::cos(theta), 2.0 * pi * p,
                 torus.minor_radius * std::sin(theta));
  };
  return course;
}

// The mid-line is x + r n with n' = κ x', κ = a b/|x'|³.
RopeCourse arc_of_ellipse(double a, double b, double begin, double end, double rope_radius) {
  const double r = rope_radius;
  return {.surface = std::make_shared<EllipticCylinder>(a, b),
          .curve =
              [=](double t) {
                const Vector x = ellipse_point(a, b, t);
                const Vector first = ellipse_point(a, b, t + 0.5 * pi);
                const double size = first.norm();
                const Vector normal = Vector(b * std::cos(t), a * std::sin(t), 0.0) / size;
                const double curvature = a * b / (size * size * size);
                // |x'| |x'|' = x'·x'', with x'' = −x
                const double rate = 3.0 * curvature * first.dot(x) / (size * size);
                return CurvePoint{.position = x + r * normal,
                                  .first = (1.0 + r * curvature) * first,
                                  .second = -(1.0 + r * curvature) * x + r * rate * first};
              },
          .begin = begin,
          .end = end,
          .rope_radius = rope_radius,
          .patch =
              [=](double p, double q) {
                return Vector(ellipse_point(a, b, 2.0 * pi * p) + between(-kMargin, kMargin, q) * b * Vector::UnitZ());
              }};
}

RopeCourse sinusoidal_tube(double amplitude, double period) {
  const double k = 2.0 * pi / period;
  return {.surface = std::make_shared<SinusoidalTube>(amplitude, period),
          .curve =
              [=](double x) {
                const double sine = std::sin(k * x);
                return CurvePoint{.position = {x, amplitude * sine, 0.0},
                                  .first = {1.0, amplitude * k * std::cos(k * x), 0.0},
                                  .second = {0.0, -amplitude * k * k * sine, 0.0}};
              },
          .begin = 0.0,
          .end = period,
          .rope_radius = 0.0,
          // The lower half of a narrow tube, so that the rope remains visible.
          .patch =
              [=](double p, double q) {
                const double x = p * period;
                const Vector normal = Vector(-amplitude * k * std::cos(k * x), 1.0, 0.0).normalized();
                constexpr double kTubeRadius = 0.02;
                const double phi = pi * (1.0 + q);
                return Vector(Vector(x, amplitude * std::sin(k * x), 0.0) +
                              kTubeRadius * period * (std::cos(phi) * normal + std::sin(phi) * Vector::UnitZ()));
              }};
}

}  // namespace beltdyn::surface
