// SPDX-License-Identifier: MIT
#include "core/dynamics/bending_layer.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::bending_layer_test {
namespace {

// A stretched belt: 20 N of pretension and a little more from the path.
BeltDrive drive_with(double stiffness, double damping, FrictionPlace place) {
  BeltDrive drive = test::small_belt_drive(8.0);
  drive.belt.bending_stiffness = stiffness;
  drive.belt.bending_damping = damping;
  drive.belt.friction_at = place;
  return drive;
}

std::string remedy(double) { return "remedy"; }

}  // namespace

TEST_CASE("Bending layer: its length is that of stiffness over force, and a string has none") {
  const BeltDrive drive = drive_with(1e-3, 0.0, FrictionPlace::face);
  const double layer = bending_layer(drive);
  CHECK(close(drive.initial_force() * layer * layer, 1e-3, {.rel = 1e-14}));
  CHECK(bending_layer(drive_with(0.0, 0.0, FrictionPlace::face)) == 0.0);
}

// Two parallel spans share the force of a slider, wherever the slider is drawn.
TEST_CASE("Bending layer: the force is that where mounts rest") {
  BeltDrive drive = drive_with(1e-3, 0.0, FrictionPlace::face);
  const Eigen::Vector2d across = drive.pulleys[1].center - drive.pulleys[0].center;
  drive.pulleys[1].radius = drive.pulleys[0].radius;
  drive.pulleys[1].mount = SliderMount{.direction = across.normalized(), .force = TimeFunction(30.0)};
  const double layer = bending_layer(drive);
  CHECK(close(15.0 * layer * layer, 1e-3, {.rel = 1e-9}));
  CHECK(drive.initial_force() > 1.2 * 15.0);
}

TEST_CASE("Bending layer: what acts in it is named where elements are longer, and nothing where nothing acts") {
  const BeltDrive on_face = drive_with(1e-3, 0.0, FrictionPlace::face);
  const BeltDrive damped = drive_with(1e-3, 1e-6, FrictionPlace::center_line);
  const double layer = bending_layer(on_face);
  CHECK(bending_warnings(on_face, 0.99 * layer, remedy).empty());
  const auto face = bending_warnings(on_face, 1.01 * layer, remedy);
  REQUIRE(face.size() == 1);
  CHECK(face[0].find("friction on the face acts in that layer; remedy") != std::string::npos);
  const auto damping = bending_warnings(damped, 1.01 * layer, remedy);
  REQUIRE(damping.size() == 1);
  CHECK(damping[0].find("bending_damping acts in that layer") != std::string::npos);
  CHECK(bending_warnings(drive_with(1e-3, 0.0, FrictionPlace::center_line), 10.0 * layer, remedy).empty());
}

TEST_CASE("Bending layer: damping of the bending of a string is told of") {
  const auto warnings = bending_warnings(drive_with(0.0, 1e-6, FrictionPlace::center_line), 1e-3, remedy);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("without bending_stiffness") != std::string::npos);
}

TEST_CASE("Bending layer: friction on the face of a belt that cannot bear it is told of, pulley by pulley") {
  CHECK(bending_warnings(drive_with(1e-6, 0.0, FrictionPlace::face), 1e-6, remedy).size() == 2);
  CHECK(bending_warnings(drive_with(1e-6, 0.0, FrictionPlace::center_line), 1e-6, remedy).empty());
}

}  // namespace beltdyn::bending_layer_test
