// SPDX-License-Identifier: MIT
#include "core/surface/surface.hpp"

#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "core/surface/profile_surfaces.hpp"
#include "core/surface/revolved_surfaces.hpp"
#include "core/surface/rope_course.hpp"
#include "core/surface/swept_ellipse.hpp"

namespace beltdyn::surface::surface_test {
namespace {

using std::numbers::pi;

struct NamedSurface {
  std::string name;
  std::shared_ptr<const Surface> surface;
};
std::vector<NamedSurface> all_surfaces() {
  return {{"cylinder", std::make_shared<Cylinder>(1.0)},
          {"cone", std::make_shared<Cone>(0.5)},
          {"sphere", std::make_shared<Sphere>(0.9)},
          {"torus", std::make_shared<Torus>(1.2, 0.4)},
          {"elliptic cylinder", std::make_shared<EllipticCylinder>(1.5, 0.8)},
          {"tube", std::make_shared<SinusoidalTube>(0.1, 1.0)},
          {"swept", std::make_shared<SweptEllipse>(swept_torus(1.2, 0.4, -0.5, 2.0, 24))}};
}

// Points outside all of the surfaces and in front of each, within the radii of curvature where a surface is concave.
std::vector<Vector> points_near(const Surface& surface) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::vector<Vector> points;
  constexpr std::size_t kPoints = 20;
  while (points.size() < kPoints) {
    const double phi = 0.1 + 1.3 * uniform(engine);
    const double rho = 0.3 + 1.5 * uniform(engine);
    const Vector x(rho * std::cos(phi), rho * std::sin(phi), 0.6 * uniform(engine));
    const double d = surface.proximity(x).distance;
    if (std::abs(d) < 0.1) points.push_back(x);
  }
  return points;
}

RopeCourse reference_courses(int i) {
  switch (i) {
    case 0:
      return helix_on_cylinder(1.0, 1.0, pi, 0.01);
    case 1:
      return circle_on_cone(std::atan(0.1), 1.0, pi, 0.01);
    case 2:
      return geodesic_on_cone({.half_angle = pi / 6, .start_height = 2.598, .end_height = 4.098, .angle = pi}, 0.01);
    case 3:
      return geodesic_on_cone({.half_angle = pi / 6,
                               .start_height = 2.598,
                               .end_height = 4.098,
                               .angle = pi,
                               .geodesic_of = GeodesicOf::surface},
                              0.01);
    case 4:
      return circle_on_sphere(1.0, pi / 18, pi, 0.01);
    case 5:
      return circle_on_torus({.major_radius = 2.0, .minor_radius = 0.5, .latitude = 0.2, .angle = pi}, 0.01);
    case 6:
      return arc_of_ellipse(2.0, 1.0, 0.2, 1.9, 0.05);
    default:
      return sinusoidal_tube(0.1, 1.0);
  }
}
constexpr int kCourses = 8;

}  // namespace

TEST_CASE("Surfaces: the gradient of the distance is the normal, its derivative the Hessian") {
  constexpr double kStep = 1e-5;
  // The error of central differences is h²/6 times a third derivative, some 1e3/m² in the tube, plus rounding 1e-15/h.
  constexpr double kError = 1e-7;
  for (const NamedSurface& named : all_surfaces()) {
    CAPTURE(named.name);
    const std::shared_ptr<const Surface>& surface = named.surface;
    for (const Vector& x : points_near(*surface)) {
      const Proximity at = surface->proximity(x);
      CHECK(std::abs(at.normal.norm() - 1.0) < 1e-13);
      CHECK((at.hessian - at.hessian.transpose()).norm() < 1e-9);
      for (int k = 0; k < 3; ++k) {
        const Proximity plus = surface->proximity(x + kStep * Vector::Unit(k));
        const Proximity minus = surface->proximity(x - kStep * Vector::Unit(k));
        CHECK(std::abs((plus.distance - minus.distance) / (2.0 * kStep) - at.normal[k]) < kError);
        CHECK(((plus.normal - minus.normal) / (2.0 * kStep) - at.hessian.col(k)).norm() < 1e3 * kError);
      }
      // The foot point x − d n is on the surface.
      CHECK(std::abs(surface->proximity(x - at.distance * at.normal).distance) < 1e-12);
    }
  }
}

TEST_CASE("Surfaces: far points, axes and centres have finite distances") {
  for (const NamedSurface& named : all_surfaces()) {
    CAPTURE(named.name);
    const std::shared_ptr<const Surface>& surface = named.surface;
    for (const Vector& x :
         {Vector(0, 0, 0), Vector(0, 0, -3), Vector(50, -30, 20), Vector(0.05, 0, 0), Vector(1.2, 0, 0)}) {
      const Proximity at = surface->proximity(x);
      CHECK(std::isfinite(at.distance));
      CHECK(at.normal.allFinite());
      CHECK(at.hessian.allFinite());
    }
  }
  // For a point inside an ellipse on the long axis, the nearest point is off the axis: x = 0.5, p_x = a² x/(a² − b²).
  const EllipticCylinder ellipse(2.0, 1.0);
  const double px = 4.0 * 0.5 / 3.0;
  const double py = std::sqrt(1.0 - px * px / 4.0);
  CHECK(close(ellipse.proximity({0.5, 0.0, 1.0}).distance, -std::hypot(px - 0.5, py), {.rel = 1e-12}));
  CHECK(close(ellipse.proximity({0.5, 1e-9, 1.0}).distance, -std::hypot(px - 0.5, py), {.rel = 1e-7}));
}

TEST_CASE("Surfaces: no point of an ellipse, a tube or a sweep is nearer than the one that is found") {
  // The nearest of the sampled points of the curve is too far by less than the squared spacing over the distance.
  constexpr int kPoints = 20000;
  constexpr double kFar = 0.01;
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> uniform(-2.5, 2.5);
  const EllipticCylinder ellipse(2.0, 0.7);
  const SinusoidalTube tube(0.5, 1.3);
  const SweptEllipse torus = swept_torus(1.2, 0.4, 0.0, 1.5, 6);
  const auto least = [](const Vector& x, const auto& curve) {
    double found = INFINITY;
    for (int i = 0; i <= kPoints; ++i) found = std::min(found, (curve(static_cast<double>(i) / kPoints) - x).norm());
    return found;
  };
  for (int i = 0; i < 40; ++i) {
    const Vector x(uniform(engine), uniform(engine), 0.0);
    const double of_ellipse = std::abs(ellipse.proximity(x).distance);
    const double of_tube = std::abs(tube.proximity(x).distance);
    if (of_ellipse > kFar) {
      CHECK(close(
          of_ellipse,
          least(x, [](double s) { return Vector(2.0 * std::cos(2.0 * pi * s), 0.7 * std::sin(2.0 * pi * s), 0.0); }),
          {.abs = 1e-4}));
    }
    if (of_tube > kFar) {
      CHECK(close(of_tube,
                  least(x,
                        [](double s) {
                          const double t = 8.0 * (s - 0.5);
                          return Vector(t, 0.5 * std::sin(2.0 * pi * t / 1.3), 0.0);
                        }),
                  {.abs = 1e-4}));
    }
    // A point around the sweep, in one section, outside or inside the tube.
    const double across = 0.15 + 0.1 * i;
    const double from_axis = 1.2 + across * std::cos(0.3 * i);
    const Vector y =
        Vector(std::cos(0.7), std::sin(0.7), 0.0) * from_axis + across * std::sin(0.3 * i) * Vector::UnitZ();
    if (std::abs(across - 0.4) < kFar || from_axis < 0.5) continue;
    CHECK(close(torus.proximity(y).distance, across - 0.4, {.abs = 1e-4}));
  }
}

TEST_CASE("Swept ellipse: with a straight axis it is a cylinder, around a circle it tends to the torus as h^4") {
  const SweptEllipse straight(
      {{.center = {0, 0, 0}, .semi_axes = {Vector(1, 0, 0), Vector(0, 1, 0)}, .center_slope = {0, 0, 2}},
       {.center = {0, 0, 2}, .semi_axes = {Vector(1, 0, 0), Vector(0, 1, 0)}, .center_slope = {0, 0, 2}}});
  const Vector x(0.8, 0.9, 0.7);
  const Proximity a = straight.proximity(x);
  const Proximity b = Cylinder(1.0).proximity(x);
  CHECK(close(a.distance, b.distance, {.rel = 1e-12}));
  CHECK((a.normal - b.normal).norm() < 1e-12);
  CHECK((a.hessian - b.hessian).norm() < 1e-11);
  const auto error = [](int pieces) {
    const Vector y(1.5 * std::cos(0.45), 1.5 * std::sin(0.45), 0.3);
    return std::abs(swept_torus(1.2, 0.4, 0.0, 1.2, pieces).proximity(y).distance -
                    Torus(1.2, 0.4).proximity(y).distance);
  };
  // 0.45 has the same position within a piece for 4, 8 and 16 pieces, up to a reflection; hence orders near 4.
  CHECK(error(8) < error(4) / 8.0);
  CHECK(error(16) < 1e-6);
}

TEST_CASE("Courses: derivatives are those of the curve, and the mid-line is at the rope's radius") {
  constexpr double kStep = 1e-4;
  for (int i = 0; i < kCourses; ++i) {
    CAPTURE(i);
    const RopeCourse course = reference_courses(i);
    CHECK_FALSE(course.objection().has_value());
    for (const double share : {0.1, 0.37, 0.8}) {
      const double t = course.begin + share * (course.end - course.begin);
      const CurvePoint at = course.curve(t);
      const CurvePoint plus = course.curve(t + kStep);
      const CurvePoint minus = course.curve(t - kStep);
      CHECK(((plus.position - minus.position) / (2.0 * kStep) - at.first).norm() < 1e-6);
      CHECK(((plus.first - minus.first) / (2.0 * kStep) - at.second).norm() < 1e-5);
      CHECK(std::abs(course.surface->proximity(at.position).distance - course.rope_radius) < 1e-14);
      // k² = k_n² + k_g² is the squared curvature of the curve.
      const DarbouxFrame frame = course.frame(t);
      const double k = at.first.cross(at.second).norm() / std::pow(at.first.norm(), 3);
      CHECK(close(std::hypot(frame.normal_curvature, frame.geodesic_curvature), k, {.rel = 1e-12}));
    }
  }
}

TEST_CASE("Courses: parts of equal length") {
  const RopeCourse course = reference_courses(6);
  const std::vector<double> places = course.equal_parts(7);
  REQUIRE(places.size() == 8);
  RopeCourse part = course;
  for (std::size_t k = 0; k < 7; ++k) {
    part.begin = places[k];
    part.end = places[k + 1];
    CHECK(close(part.length(), course.length() / 7.0, {.rel = 1e-12}));
  }
  CHECK(close(reference_courses(2).length(), 5.602762, {.rel = 1e-2}));
}

TEST_CASE("Courses: unsuitable courses are reported") {
  const auto tells = [](const RopeCourse& course, const std::string& part) {
    const auto objection = course.objection();
    REQUIRE(objection.has_value());
    CAPTURE(*objection);
    CHECK(objection->find(part) != std::string::npos);
  };
  tells(circle_on_torus({.major_radius = 2.0, .minor_radius = 0.5, .latitude = 2.8, .angle = 1.0}, 0.01), "concave");
  RopeCourse lifted = helix_on_cylinder(1.0, 1.0, 1.0, 0.01);
  lifted.rope_radius = 0.1;
  tells(lifted, "off the surface");
}

}  // namespace beltdyn::surface::surface_test
