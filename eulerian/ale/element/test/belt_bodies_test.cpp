// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/belt_bodies.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_simulation.hpp"

namespace beltdyn::eulerian::ale::belt_bodies_test {
namespace {

// Two pulleys of 20 mm at 0.4 m, at rest, with a body of 0.5 kg on the span that leaves the first one.
BeltDrive axis(BeltBody body) {
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[1].center = {0.4, 0.0};
  for (Pulley& pulley : drive.pulleys) {
    pulley.radius = 0.02;
    pulley.inertia = 1e-4;
    pulley.motion = PrescribedMotion{TimeFunction(0.0)};
  }
  drive.belt = {.axial_stiffness = 2e4, .mass_per_length = 0.02, .width = 0.006, .pretension = PretensionForce{60.0}};
  drive.contact = PulleyContact{.normal = RigidContact{}, .friction = coulomb(5.0)};
  body.from = 1;
  body.distance = 0.15;
  body.mass = 0.5;
  drive.bodies = {body};
  drive.find_belt_length();
  return drive;
}

AleParameters parameters() {
  AleParameters p;
  p.mesh = {.elements_per_pulley = 16, .elements_per_span = 8};
  p.time_step = 1e-3;
  return p;
}

}  // namespace

// −u'' = δ on Hermite elements of length 1 whose strain is integrated by three Lobatto points: by hand h/12 at a node,
// and 7 h/96 in the middle of an element.
TEST_CASE("bodies on belts: elements yield less to a force at a point than a string") {
  const Rule rule = ElementRules().axial;
  const std::vector<double> lengths(17, 1.0);
  const auto softness = [&](std::size_t element, double xi) { return point_softness(lengths, rule, element, xi, 6); };
  CHECK(close(softness(8, 0.5), 7.0 / 96.0, {.abs = 1e-12}));
  CHECK(close(softness(8, 0.0), 1.0 / 12.0, {.abs = 1e-12}));
  CHECK(close(softness(7, 1.0), softness(8, 0.0), {.abs = 1e-12}));
  for (const double xi : {0.1, 0.3}) CHECK(close(softness(8, xi), softness(8, 1.0 - xi), {.abs = 1e-12}));
  // Elements further away have no influence.
  CHECK(close(point_softness(lengths, rule, 8, 0.3, 8), softness(8, 0.3), {.abs = 1e-9}));
}

TEST_CASE("bodies on belts: one that is held stands still under a force, and is moved by it then") {
  AleSimulation simulation(axis({.force = TimeFunction(2.0), .held_until = 0.01}), parameters());
  CHECK(simulation.history().value("body_position_1") == 0.0);
  for (int i = 0; i < 10; ++i) simulation.advance(1e-3);
  CHECK(simulation.history().value("body_position_1") == 0.0);
  CHECK(close(simulation.history().value("body_force_1"), 0.0, {.abs = 1e-6}));
  // Without the belt the first step would move it by F h²/(2 m) more.
  for (int i = 0; i < 3; ++i) simulation.advance(1e-3);
  CHECK(simulation.history().value("body_position_1") > 1e-6);
  CHECK(simulation.history().value("body_force_1") < 0.0);
}

TEST_CASE("bodies on belts: friction of the guide holds a body") {
  BeltBody body{.force = TimeFunction(2.0)};
  body.friction = JointFriction{.normal_force = 30.0, .law = elastoplastic_coulomb(0.1, 1e9, 0.0)};
  AleSimulation simulation(axis(body), parameters());
  for (int i = 0; i < 20; ++i) simulation.advance(1e-3);
  CHECK(std::abs(simulation.history().value("body_position_1")) < 1e-7);  // the belt alone would yield by 9 μm
  CHECK(std::abs(simulation.history().value("body_speed_1")) < 1e-6);
}

TEST_CASE("bodies on belts: a body that comes to a pulley ends the run") {
  BeltDrive drive = axis({});
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(8.0)};
  drive.pulleys[1].motion = FreeMotion{};
  AleSimulation simulation(drive, parameters());
  CHECK_THROWS_WITH_AS(
      [&] {
        for (int i = 0; i < 2000; ++i) simulation.advance(1e-3);
      }(),
      doctest::Contains("body 1 came to a pulley"), SolverError);
  CHECK(std::abs(simulation.history().value("body_position_1")) > 0.24);
}

}  // namespace beltdyn::eulerian::ale::belt_bodies_test
