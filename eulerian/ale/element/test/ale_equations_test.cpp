// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/ale_equations.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/test/small_belt.hpp"
#include "eulerian/ale/transient/ale_statics.hpp"

namespace beltdyn::eulerian::ale::ale_equations_test {

// The residual of an evenly stretched string on its path, without contact, is N/R per length, normal to the path and on
// the arcs only. A node between two elements of an arc gets N h/R, h = R δ. Rails are cubics between nodes of the
// circle, whose curvature differs from 1/R by less than δ², relatively.
TEST_CASE("ALE equations: the residual of a belt that nothing bears is the force of its arcs, whatever the sense") {
  constexpr int kPerPulley = 40;
  constexpr double kAngle = std::numbers::pi / kPerPulley;  // δ
  for (const LoopDirection direction : {LoopDirection::counterclockwise, LoopDirection::clockwise}) {
    BeltDrive drive = small_drive();
    drive.direction = direction;
    drive.gravity.setZero();
    drive.belt.bending_stiffness = 0.0;
    AleEquations equations(drive, {.mesh = {.elements_per_pulley = kPerPulley, .elements_per_span = 4}});
    equations.hold(true);
    CHECK(close(equations.evaluate(kStatics, false), drive.initial_force() * kAngle, {.rel = kAngle * kAngle}));
  }
}

TEST_CASE(
    "ALE equations: a belt at the centre of one of its arcs of its path is objected to, one shortly before it is not") {
  const BeltDrive drive = small_drive();
  AleEquations equations(drive, {.mesh = {.elements_per_pulley = 10, .elements_per_span = 4}});
  const double radius = drive.path().arcs()[0].radius;
  // At the ends of the arc, with elements on either side, and within it.
  for (const int node : {0, 5, 10}) {
    CAPTURE(node);
    double& across = equations.arrays().q[equations.arrays().layout.at(node, numerics::kBlock, kAcross)];
    for (const double part : {0.99, 1.01}) {
      across = part * radius;
      CHECK((objection(equations).find("centre of one of its arcs") != std::string::npos) == (part > 1.0));
    }
    across = 0.0;
  }
  CHECK(objection(equations).empty());
}

// A load across the belt on particles of a part of a span: its inner nodes get q h, since weights of Hermite cubics add
// up to h; the arcs get N h/R.
TEST_CASE("ALE equations: a load acts on the particles that it is for, with its force per length of the belt") {
  constexpr int kPerSpan = 20;
  constexpr double kLoad = 1e5;  // q [N/m]
  BeltDrive drive = small_drive();
  drive.gravity.setZero();
  AleEquations equations(drive, {.mesh = {.elements_per_pulley = 10, .elements_per_span = kPerSpan}});
  equations.hold(true);
  // Statics has no loads.
  constexpr BeltStep kAtRest{.length = 1e-3, .end = 1e-3, .rates = {}};
  const double arcs = equations.evaluate(kAtRest, false);
  const BeltPath path = drive.path();
  const PathSpan& span = path.spans()[0];
  const double stretch = drive.initial_stretch();
  const Eigen::Vector2d across(-span.tangent.y(), span.tangent.x());
  const auto load_between = [&](double from, double to) {
    equations.set_load([=](double particle, double) -> Eigen::Vector2d {
      const double along = particle * stretch - span.start;
      return (along > from && along < to ? kLoad : 0.0) * across;
    });
    return equations.evaluate(kAtRest, false);
  };
  // Per reference length: an element of length h has the reference length h/λ.
  const double expected = kLoad * span.length / kPerSpan / stretch;
  REQUIRE(arcs < 1e-2 * expected);
  CHECK(close(load_between(0.25 * span.length, 0.75 * span.length), expected, {.rel = 1e-12}));
  CHECK(close(load_between(span.length, span.length), arcs, {.rel = 1e-12}));
}

}  // namespace beltdyn::eulerian::ale::ale_equations_test
