// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/static_beam/taut_string.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::lagrangian::ancf::taut_string_test {
namespace {

SupportedBeamDrive drive_at(double x, double side) {
  SupportedBeamDrive drive;
  drive.length = 1.0;
  drive.axial_stiffness = 200.0;
  drive.circle.radius = 0.35;
  drive.circle.rest_position = {x, side * 0.35};
  drive.circle.spring_stiffness = 1.0;
  return drive;
}

}  // namespace

TEST_CASE("Taut string: the wire of [Ntarladima 2023] Section 3 on a rigid circle") {
  // The result of an independent code, to its last digit.
  CHECK(close(TautString(drive_at(0.5, 1.0), -200.0).circle_position(), -0.19187960, {.abs = 5e-9}));
}

TEST_CASE("Taut string: particles are evenly stretched along a smooth curve, on the circle where they touch") {
  constexpr double kRounding = 1e-12;
  for (const double side : {1.0, -1.0}) {
    const SupportedBeamDrive drive = drive_at(0.42, side);
    const TautString string(drive, -side * 200.0);
    const Eigen::Vector2d center(0.42, string.circle_position());
    constexpr int kParts = 1000;
    double inside = 0.0;
    for (int i = 0; i < kParts; ++i) {
      const StringPoint a = string.point(static_cast<double>(i) / kParts);
      const StringPoint b = string.point(static_cast<double>(i + 1) / kParts);
      const double chord = (b.position - a.position).norm();
      const double arc = string.stretch() / kParts;
      // A chord of the circle is shorter than its arc by arc³/(24 R²).
      CHECK(std::abs(chord - arc) <= arc * arc * arc / (24.0 * 0.35 * 0.35) + kRounding);
      CHECK((b.position - a.position).normalized().dot(a.tangent) > 1.0 - arc * arc / (0.35 * 0.35));
      inside = std::max(inside, 0.35 - (a.position - center).norm());
    }
    CHECK(inside <= kRounding);
    CHECK(close((string.point(0.45).position - center).norm(), 0.35, {.rel = kRounding}));
    CHECK((string.point(0.0).position).norm() <= kRounding);
    CHECK((string.point(1.0).position - Eigen::Vector2d(1.0, 0.0)).norm() <= kRounding);
    // Equilibrium of the circle: spring, force, and the pull of both ends of the string.
    const double pull = string.force() * (string.point(1.0).tangent.y() - string.point(0.0).tangent.y());
    CHECK(close(string.circle_position() - side * 0.35, -side * 200.0 + pull, {.rel = 1e-10}));
  }
}

// Twice the length of everything, with half of the stiffness per length of the spring, is the same figure of twice the
// size.
TEST_CASE("Taut string: a drive of twice the size has the same figure") {
  const SupportedBeamDrive drive = drive_at(0.42, 1.0);
  SupportedBeamDrive large = drive;
  large.length *= 2.0;
  large.circle.radius *= 2.0;
  large.circle.rest_position *= 2.0;
  large.circle.spring_stiffness /= 2.0;
  const TautString small_string(drive, -200.0);
  const TautString large_string(large, -200.0);
  CHECK(close(large_string.circle_position(), 2.0 * small_string.circle_position(), {.rel = 1e-11}));
  CHECK(close(large_string.force(), small_string.force(), {.rel = 1e-11}));
  for (const double x : {0.0, 0.2, 0.42, 0.7, 0.9, 1.0}) {
    CAPTURE(x);
    CHECK((large_string.point(2.0 * x).position - 2.0 * small_string.point(x).position).norm() <= 1e-11);
    CHECK((large_string.point(2.0 * x).tangent - small_string.point(x).tangent).norm() <= 1e-11);
  }
}

TEST_CASE("Taut string: a circle that is not pressed hangs on its spring beside the straight string") {
  const TautString string(drive_at(0.5, 1.0), 0.2);
  CHECK(close(string.circle_position(), 0.55, {.rel = 1e-15}));
  CHECK(string.force() == 0.0);
  CHECK(string.point(0.3).position == Eigen::Vector2d(0.3, 0.0));
}

}  // namespace beltdyn::lagrangian::ancf::taut_string_test
