// SPDX-License-Identifier: MIT
#include "analytic/rope/eytelwein.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "analytic/rope/eytelwein_simulation.hpp"
#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::eytelwein_test {

using namespace beltdyn::analytic::rope;
using beltdyn::close;
using beltdyn::SolverError;
using beltdyn::Tolerance;
namespace surface = beltdyn::surface;
using std::numbers::pi;

namespace {

// The tables are printed to 14 digits.
constexpr Tolerance kPrinted{.rel = 1.01e-13, .abs = 1e-13};
// Closed form against quadrature, whose error is rounding in some hundred terms.
constexpr Tolerance kExact{.rel = 1e-12, .abs = 1e-14};
constexpr double kDegree = pi / 180.0;

CsvTable table(const std::string& name) {
  return CsvTable::load(std::filesystem::path(BELTDYN_TEST_DATA) / "konyukhov-2021" / (name + ".csv"));
}

double quadrature(const surface::RopeCourse& course, double friction) {
  return exponent(course, Friction::isotropic(friction));
}

surface::ConeGeodesic cone_geodesic(double z1, double z2) {
  return {.half_angle = pi / 6.0, .start_height = z1, .end_height = z2, .angle = pi};
}

const double kConeAngle = std::atan(0.1);

}  // namespace

TEST_CASE("Euler-Eytelwein: helix, every row, with the rope's radius and without") {
  const auto check = [](const CsvTable& rows, std::size_t i, double mu, double pitch) {
    CAPTURE(i);
    for (const auto& [radius, name] : {std::pair{1.0, "R1"}, std::pair{1.01, "Rr1.01"}}) {
      const double value = helix_exponent(mu, radius, pitch, pi);
      CHECK(close(value, rows.column(std::string("exponent_") + name)[i], kPrinted));
      CHECK(close(std::exp(value), rows.column(std::string("ratio_") + name)[i], kPrinted));
    }
    CHECK(close(quadrature(surface::helix_on_cylinder(1.0, pitch, pi, 0.01), mu), helix_exponent(mu, 1.01, pitch, pi),
                kExact));
  };
  const CsvTable by_pitch = table("helix_pitch");
  for (std::size_t i = 0; i < by_pitch.rows(); ++i) check(by_pitch, i, 0.1, by_pitch.column("H")[i]);
  const CsvTable by_friction = table("helix_friction");
  for (std::size_t i = 0; i < by_friction.rows(); ++i) check(by_friction, i, by_friction.column("mu")[i], 1.0);
}

TEST_CASE("Euler-Eytelwein: circle on a cone, isotropic and orthotropic, every row") {
  const CsvTable rows = table("cone_circle");
  const double rounded = 5.71 * kDegree;  // as printed in Eq. (75)
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    CAPTURE(i);
    const double mu = rows.column("mu")[i];
    const double value = cone_circle_exponent(Friction::isotropic(mu), kConeAngle, pi);
    // Close to the critical coefficient, in the first row, the root has lost half of the digits.
    const Tolerance printed = i == 0 ? Tolerance{.abs = 1e-7} : kPrinted;
    CHECK(close(value, rows.column("exponent")[i], printed));
    CHECK(close(std::exp(value), rows.column("ratio")[i], printed));
    CHECK(close(std::exp(cone_circle_exponent(Friction::isotropic(mu), rounded, pi)),
                rows.column("ratio_alpha5.71deg_rounded")[i], {.rel = 1e-11}));
    if (i > 0) CHECK(close(quadrature(surface::circle_on_cone(kConeAngle, 1.0, pi, 0.01), mu), value, kExact));
  }
  const CsvTable orthotropic = table("cone_circle_orthotropic");
  for (std::size_t i = 0; i < orthotropic.rows(); ++i) {
    const Friction friction{orthotropic.column("mu_tau")[i], orthotropic.column("mu_g")[i]};
    const double value = cone_circle_exponent(friction, kConeAngle, pi);
    CHECK(close(value, orthotropic.column("exponent")[i], kPrinted));
    CHECK(close(std::exp(value), orthotropic.column("ratio")[i], kPrinted));
    CHECK(close(exponent(surface::circle_on_cone(kConeAngle, 1.0, pi, 0.0), friction), value, kExact));
  }
}

TEST_CASE("Euler-Eytelwein: geodesic on a cone has a closed form, every row, and its offsets") {
  const CsvTable integral = table("cone_geodesic_integral");
  for (std::size_t i = 0; i < integral.rows(); ++i) {
    // The heights of the second row are printed with 14 digits.
    const auto geodesic = cone_geodesic(integral.column("z1")[i], integral.column("z2")[i]);
    const double value = cone_geodesic_exponent(1.0, geodesic);
    CHECK(close(value, integral.column("integral_k_ds_closed")[i], kPrinted));
    const surface::RopeCourse course = surface::geodesic_on_cone(geodesic, 0.0);
    CHECK(close(quadrature(course, 1.0), value, kExact));
    CHECK(close(course.length(), integral.column("arc_length")[i], kPrinted));
    CHECK(close(std::tan(integral.column("psi0_rad")[i]), integral.column("coefficient")[i], kPrinted));
  }
  const double sqrt3 = std::sqrt(3.0);
  const CsvTable rows = table("cone_geodesic");
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const double mu = rows.column("mu")[i];
    CHECK(close(std::exp(cone_geodesic_exponent(mu, cone_geodesic(2.598, 4.098))), rows.column("ratio_z_paper")[i],
                kPrinted));
    CHECK(close(std::exp(cone_geodesic_exponent(mu, cone_geodesic(1.5 * sqrt3, 1.5 * sqrt3 + 1.5))),
                rows.column("ratio_z_exact")[i], kPrinted));
  }
  // A geodesic of the parallel cone has the closed form for its own heights above its own apex.
  constexpr double kRadius = 0.01;
  const double lift = kRadius / std::sin(pi / 6.0) - kRadius * std::sin(pi / 6.0);
  const CsvTable offset = table("cone_geodesic_offset");
  for (std::size_t i = 0; i < offset.rows(); ++i) {
    const double mu = offset.column("mu")[i];
    auto geodesic = cone_geodesic(2.598, 4.098);
    const double on_parallel = cone_geodesic_exponent(mu, cone_geodesic(2.598 + lift, 4.098 + lift));
    CHECK(close(std::exp(on_parallel), offset.column("ratio_geodesic_of_offset_cone")[i], kPrinted));
    CHECK(close(quadrature(surface::geodesic_on_cone(geodesic, kRadius), mu), on_parallel, kExact));
    CHECK(close(std::exp(cone_geodesic_exponent(mu, geodesic)), offset.column("ratio_r0")[i], {.rel = 1e-12}));
    geodesic.geodesic_of = surface::GeodesicOf::surface;
    CHECK(close(std::exp(quadrature(surface::geodesic_on_cone(geodesic, kRadius), mu)),
                offset.column("ratio_offset_curve")[i], {.rel = 1e-12}));
  }
}

TEST_CASE("Euler-Eytelwein: circles on sphere and torus, every row") {
  const CsvTable sphere = table("sphere_circle");
  for (std::size_t i = 0; i < sphere.rows(); ++i) {
    const double mu = sphere.column("mu")[i];
    const double value = sphere_circle_exponent(mu, 10.0 * kDegree, pi);
    CHECK(close(value, sphere.column("exponent")[i], kPrinted));
    CHECK(close(std::exp(value), sphere.column("ratio")[i], kPrinted));
    CHECK(close(quadrature(surface::circle_on_sphere(1.0, 10.0 * kDegree, pi, 0.01), mu), value, kExact));
  }
  const CsvTable torus = table("torus_latitude");
  for (std::size_t i = 0; i < torus.rows(); ++i) {
    const double mu = torus.column("mu")[i];
    const double theta = torus.column("theta_deg")[i] * kDegree;
    const double value = torus_latitude_exponent(mu, theta, pi);
    const auto course =
        surface::circle_on_torus({.major_radius = 1.0, .minor_radius = 0.4, .latitude = theta, .angle = pi}, 0.01);
    CHECK(close(value, torus.column("exponent")[i], kPrinted));
    CHECK(close(std::exp(value), torus.column("ratio")[i], kPrinted));
    CHECK(close(course.steepness(), torus.column("mu_crit")[i], {.rel = 1e-12, .abs = 1e-12}));
    CHECK(close(quadrature(course, mu), value, kExact));
  }
}

TEST_CASE("Euler-Eytelwein: sinusoidal tube and ellipse, every row") {
  const CsvTable tube = table("sinusoidal_tube");
  for (std::size_t i = 0; i < tube.rows(); ++i) {
    const double A = tube.column("A")[i];
    const double l = tube.column("l")[i];
    const double mu = tube.column("mu")[i];
    const double value = sinusoidal_tube_exponent(mu, A, l);
    CHECK(close(value, tube.column("exponent")[i], kPrinted));
    CHECK(close(std::exp(value), tube.column("ratio_full_period")[i], kPrinted));
    CHECK(close(std::atan(2.0 * pi * A / l), tube.column("alpha1")[i], kPrinted));
    CHECK(close(l * l / (4.0 * pi * pi * A), tube.column("min_radius_of_curvature")[i], kPrinted));
    CHECK(close(quadrature(surface::sinusoidal_tube(A, l), mu), value, kExact));
  }
  const CsvTable ellipse = table("ellipse");
  for (std::size_t i = 0; i < ellipse.rows(); ++i) {
    CAPTURE(i);
    const double a = ellipse.column("a")[i];
    const double b = ellipse.column("b")[i];
    const double begin = ellipse.column("phi0_deg")[i] * kDegree;
    const double end = ellipse.column("phi1_deg")[i] * kDegree;
    CHECK(close(ellipse_exponent(1.0, a, b, begin, end), ellipse.column("tangent_turn_rad")[i], kPrinted));
    CHECK(close(std::exp(ellipse_exponent(0.1, a, b, begin, end)), ellipse.column("ratio_mu0.1")[i], kPrinted));
    CHECK(close(std::exp(ellipse_exponent(0.3, a, b, begin, end)), ellipse.column("ratio_mu0.3")[i], kPrinted));
    // The rope's radius has no influence.
    CHECK(close(quadrature(surface::arc_of_ellipse(a, b, begin, end, 0.01), 0.3),
                ellipse_exponent(0.3, a, b, begin, end), kExact));
  }
}

TEST_CASE("Euler-Eytelwein: there is no equilibrium below the critical friction, except on geodesics") {
  const auto course = surface::circle_on_cone(kConeAngle, 1.0, pi, 0.01);
  CHECK(close(course.steepness(), 0.1, {.rel = 1e-12}));
  CHECK_NOTHROW(quadrature(course, 0.1001));
  CHECK_THROWS_WITH_AS(
      quadrature(course, 0.09),
      "no equilibrium in the dragging direction: the friction coefficient across the rope is 0.09, but its path needs "
      "more than |tan alpha| = 0.1; the rope would slide off sideways; increase friction_coefficient",
      SolverError);
  CHECK_THROWS_AS(cone_circle_exponent(Friction::isotropic(0.09), kConeAngle, pi), SolverError);
  // Friction across the rope decides.
  CHECK_NOTHROW(exponent(course, {.along = 0.01, .across = 0.2}));
  CHECK(surface::helix_on_cylinder(1.0, 1.0, pi, 0.01).steepness() < 1e-12);
  // A rope under tension lifts off the inner side of a torus, where the normal curvature is negative.
  const auto inner =
      surface::circle_on_torus({.major_radius = 1.0, .minor_radius = 0.4, .latitude = 3.0, .angle = 1.0}, 0.01);
  CHECK(least_pressing_curvature(inner) < 0.0);
  CHECK(least_pressing_curvature(course) > 0.0);
}

TEST_CASE("Rope simulation: a tension that is given at the pulled end") {
  beltdyn::RopeOnSurface drive;
  drive.course = beltdyn::HelixCourse{0.05, beltdyn::TimeFunction(0.0), pi};
  drive.rope_radius = 0.001;
  drive.young_modulus = 1e9;
  drive.tension = beltdyn::TimeFunction(8.0);
  drive.tension_at = beltdyn::GivenEnd::pulled;
  drive.friction = beltdyn::TimeFunction(0.4);
  const EytelweinSimulation simulation(drive, 1.0);
  const beltdyn::History history = simulation.history();
  CHECK(close(history.value("tension"), 8.0 * std::exp(-0.4 * pi), kExact));
  CHECK(close(history.value("pulled_force"), 8.0, kExact));
}

TEST_CASE(
    "Rope simulation: a sweep of the coefficient of friction, forces along the rope, going on from a checkpoint") {
  beltdyn::RopeOnSurface drive;
  drive.course = beltdyn::ConeCircleCourse{kConeAngle, 1.0, pi};
  drive.rope_radius = 0.01;
  drive.young_modulus = 1e9;
  drive.tension = beltdyn::TimeFunction(5.0);
  drive.friction = beltdyn::TimeFunction(beltdyn::TimeFunction::PiecewiseLinear{{0.0, 1.0}, {0.2, 0.6}});
  EytelweinSimulation simulation(drive, 0.5);
  std::vector<double> row(simulation.history_columns().size());
  for (const double mu : {0.2, 0.4, 0.6}) {
    simulation.history_values(row);
    CHECK(close(row[0], mu, {.rel = 1e-15}));
    CHECK(row[1] == 5.0);
    CHECK(close(row[2], std::exp(cone_circle_exponent(Friction::isotropic(mu), kConeAngle, pi)), kExact));
    CHECK(row[3] == row[1] * row[2]);
    if (mu < 0.5) simulation.advance(0.5);
  }
  beltdyn::StateWriter writer;
  simulation.save(writer);
  beltdyn::StateReader reader(writer.to_cbor());
  EytelweinSimulation restored(drive, 0.5);
  restored.restore(reader);
  CHECK(restored.time() == 1.0);
  std::vector<double> same(row.size());
  restored.history_values(same);
  CHECK(same == row);
  CHECK(restored.statistics().steps == simulation.statistics().steps);
  const double L = simulation.contour_length();
  const std::vector<double> sigma{0.0, 0.5 * L, L};
  const auto profile = simulation.profile(sigma);
  CHECK(close(profile[0].force, 5.0, {.rel = 1e-14}));
  CHECK(close(profile[1].force, 5.0 * std::sqrt(row[2]), {.rel = 1e-12}));
  CHECK(close(profile[2].force, 5.0 * row[2], {.rel = 1e-12}));
  // f² = N² (μ² − tan² α) along the rope.
  CHECK(close(std::abs(profile[1].traction), profile[1].pressure * std::sqrt(0.36 - 0.01), {.rel = 1e-12}));
  CHECK(simulation.shape().belt.size() > 100);
  CHECK(simulation.shape().surface.rows() > 10);
}

}  // namespace beltdyn::eytelwein_test
