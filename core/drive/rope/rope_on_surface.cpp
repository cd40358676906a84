// SPDX-License-Identifier: MIT
#include "core/drive/rope/rope_on_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::kAny;
using config::kPositive;
using config::Presence;
using std::numbers::pi;

constexpr config::Range kAcute{.low = 0.0, .high = 0.5 * pi, .low_exclusive = true, .high_exclusive = true};
constexpr config::Range kLatitude{.low = -0.5 * pi, .high = 0.5 * pi, .low_exclusive = true, .high_exclusive = true};
constexpr int kMostPieces = 10'000;

void visit_angle(FieldVisitor& v, double& angle) {
  v.number({"angle", "rad", "the angle by which the rope turns around the axis"}, angle, kPositive);
}

// Makes the course of a configuration for the values at a time.
struct CourseOf {
  double time;         // [s]
  double rope_radius;  // r [m]

  surface::RopeCourse operator()(const HelixCourse& c) const {
    return surface::helix_on_cylinder(c.radius, c.pitch.value(time), c.angle, rope_radius);
  }
  surface::RopeCourse operator()(const ConeCircleCourse& c) const {
    return surface::circle_on_cone(c.half_angle, c.radius, c.angle, rope_radius);
  }
  surface::RopeCourse operator()(const ConeGeodesicCourse& c) const {
    return surface::geodesic_on_cone(c.geodesic, rope_radius);
  }
  surface::RopeCourse operator()(const SphereCircleCourse& c) const {
    return surface::circle_on_sphere(c.radius, c.latitude, c.angle, rope_radius);
  }
  surface::RopeCourse operator()(const TorusCircleCourse& c) const {
    return surface::circle_on_torus(c.torus, rope_radius);
  }
  surface::RopeCourse operator()(const EllipseCourse& c) const {
    return surface::arc_of_ellipse(c.semi_axes[0], c.semi_axes[1], c.begin, c.end, rope_radius);
  }
  surface::RopeCourse operator()(const TubeCourse& c) const { return surface::sinusoidal_tube(c.amplitude, c.period); }
};

// The smallest radius of curvature of the surface or the rope along the course [m], and its name in messages.
struct Bend {
  double radius{};
  const char* name = "";
};

struct BendOf {
  Bend operator()(const HelixCourse& c) const { return {c.radius, "the radius of the cylinder"}; }
  Bend operator()(const ConeCircleCourse& c) const { return {c.radius, "the radius of the circle"}; }
  Bend operator()(const ConeGeodesicCourse& c) const {
    return {std::min(c.geodesic.start_height, c.geodesic.end_height) * std::tan(c.geodesic.half_angle),
            "the radius of the cone at an end of the rope"};
  }
  Bend operator()(const SphereCircleCourse& c) const { return {c.radius, "the radius of the sphere"}; }
  Bend operator()(const TorusCircleCourse& c) const { return {c.torus.minor_radius, "the minor radius of the torus"}; }
  Bend operator()(const EllipseCourse& c) const {
    const double small = std::min(c.semi_axes[0], c.semi_axes[1]);
    return {small * small / std::max(c.semi_axes[0], c.semi_axes[1]), "the least radius of curvature of the ellipse"};
  }
  Bend operator()(const TubeCourse& c) const {
    const double k = 2.0 * pi / c.period;
    return {1.0 / (k * k * c.amplitude), "the least radius of curvature of the tube"};
  }
};

}  // namespace

void HelixCourse::visit(FieldVisitor& v) {
  v.number({"radius", "m", "the radius of the cylinder"}, radius, kPositive);
  visit_object(v, {"pitch", "m", "the rise of the helix in a whole turn, 0 for a circle"}, pitch);
  visit_angle(v, angle);
}

void ConeCircleCourse::visit(FieldVisitor& v) {
  v.number({"half_angle", "rad", "the angle between the axis of the cone and its generators"}, half_angle, kAcute);
  v.number({"radius", "m", "the radius of the circle on the cone"}, radius, kPositive);
  visit_angle(v, angle);
}

void ConeGeodesicCourse::visit(FieldVisitor& v) {
  v.number({"half_angle", "rad", "the angle between the axis of the cone and its generators"}, geodesic.half_angle,
           kAcute);
  v.number({"start_height", "m", "the height of the first end above the apex"}, geodesic.start_height, kPositive);
  v.number({"end_height", "m", "the height of the other end above the apex"}, geodesic.end_height, kPositive);
  visit_angle(v, geodesic.angle);
  config::visit_choice(v, {"geodesic_of", "-", "what is a geodesic: the mid-line, or the curve it is offset from"},
                       geodesic.geodesic_of, kGeodesicOfNames, Presence::optional);
  v.check(
      "angle", [this] { return geodesic.angle * std::sin(geodesic.half_angle) < pi; },
      [this] {
        return fmt::format(
            "the cone developed into the plane is a sector of {:.4g} rad, and the straight line between the ends of "
            "the rope leaves it through the apex; turn by less than {:.6g} rad",
            geodesic.angle * std::sin(geodesic.half_angle), pi / std::sin(geodesic.half_angle));
      });
}

void SphereCircleCourse::visit(FieldVisitor& v) {
  v.number({"radius", "m", "the radius of the sphere"}, radius, kPositive);
  v.number({"latitude", "rad", "the latitude of the circle, 0 at the equator"}, latitude, kLatitude);
  visit_angle(v, angle);
}

void TorusCircleCourse::visit(FieldVisitor& v) {
  v.number({"major_radius", "m", "the radius of the axis of the torus"}, torus.major_radius, kPositive);
  v.number({"minor_radius", "m", "the radius of its section"}, torus.minor_radius, kPositive);
  v.number({"latitude", "rad", "the angle of the circle above the outer equator"}, torus.latitude, kAny);
  visit_angle(v, torus.angle);
  v.integer({"axis_pieces", "-", "the number of Hermite curves of the axis, 0 for a circle"}, torus.axis_pieces,
            {.low = 0, .high = kMostPieces}, Presence::optional);
  v.check(
      "minor_radius", [this] { return torus.minor_radius < torus.major_radius; },
      [this] {
        return fmt::format("the torus meets itself; give a radius below major_radius = {:.6g} m", torus.major_radius);
      });
}

void EllipseCourse::visit(FieldVisitor& v) {
  v.vector({"semi_axes", "m", "the semi-axes of the section of the cylinder, [a, b]"}, semi_axes, kPositive);
  v.number({"begin", "rad", "the eccentric angle of the first end"}, begin, kAny);
  v.number({"end", "rad", "the eccentric angle of the other end"}, end, kAny);
  v.check(
      "end", [this] { return end > begin; },
      [this] { return fmt::format("must be beyond begin = {:.6g} rad", begin) + "; exchange the two"; });
}

void TubeCourse::visit(FieldVisitor& v) {
  v.number({"amplitude", "m", "A of the axis of the tube, y = A sin(2 pi x/l)"}, amplitude, kPositive);
  v.number({"period", "m", "its l; the rope goes through one period"}, period, kPositive);
}

surface::RopeCourse RopeOnSurface::course_at(double time) const {
  return std::visit(CourseOf{time, rope_radius}, course);
}

double RopeOnSurface::pitch_at(double time) const {
  const auto* helix = std::get_if<HelixCourse>(&course);
  return helix == nullptr ? 0.0 : helix->pitch.value(time);
}

void RopeOnSurface::visit(FieldVisitor& visitor) {
  const auto visit_course = [this](FieldVisitor& inner) {
    const auto form = [this]<class Form>(std::string_view name, std::string_view meaning, const Form*) {
      return config::Alternative{name, meaning, [this](FieldVisitor& v) { config::hold<Form>(course).visit(v); }};
    };
    const std::array<config::Alternative, std::variant_size_v<CourseConfig>> courses{
        form("helix_on_cylinder", "a helix on a circular cylinder", static_cast<HelixCourse*>(nullptr)),
        form("circle_on_cone", "a circle around a cone", static_cast<ConeCircleCourse*>(nullptr)),
        form("geodesic_on_cone", "a geodesic of a cone", static_cast<ConeGeodesicCourse*>(nullptr)),
        form("circle_on_sphere", "a parallel of a sphere", static_cast<SphereCircleCourse*>(nullptr)),
        form("circle_on_torus", "a parallel of a torus", static_cast<TorusCircleCourse*>(nullptr)),
        form("arc_of_ellipse", "an arc on an elliptic cylinder", static_cast<EllipseCourse*>(nullptr)),
        form("sinusoidal_tube", "a tube without clearance along a sine", static_cast<TubeCourse*>(nullptr))};
    visit_tagged(inner, {"type", "-", "the surface and the curve on it"}, courses, course);
  };
  visitor.object({"course", "-", "the surface and how the rope lies on it"}, visit_course);
  visitor.number({"rope_radius", "m", "the radius of the rope"}, rope_radius, kPositive);
  visitor.number({"young_modulus", "Pa", "Young's modulus of the rope"}, young_modulus, kPositive);
  visit_object(visitor, {"tension", "N", "the force at one end"}, tension);
  config::visit_choice(visitor,
                       {"tension_at", "-",
                        "the end at which the tension is given: the held one, or the pulled one while all of the rope "
                        "slides, as under a load that hangs there"},
                       tension_at, kGivenEndNames, Presence::optional);
  visit_object(visitor, {"friction_coefficient", "-", "the friction coefficient along the rope"}, friction);
  visitor.number({"cross_friction", "-", "the ratio of the friction coefficients across and along the rope"},
                 cross_friction, kPositive, Presence::optional);
  visitor.check(
      "rope_radius", [this] { return rope_radius < std::visit(BendOf{}, course).radius; },
      [this] {
        const Bend bend = std::visit(BendOf{}, course);
        return fmt::format("the rope is too thick for the surface: {} is {:.6g} m; use a thinner rope", bend.name,
                           bend.radius);
      });
  visitor.check(
      "course", [this] { return !course_at(0.0).objection(); },
      [this] { return course_at(0.0).objection().value_or(""); });
}

}  // namespace beltdyn
