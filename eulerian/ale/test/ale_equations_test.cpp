// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_equations.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::ale_equations_test {

// An evenly stretched string on its path that no pulley bears yet is pushed across it, on the arcs only, by N/R of its
// length. A node between two elements of an arc gets N h/R, h = R δ. Rails are cubics between nodes of the circle,
// whose curvature differs from 1/R by a part of less than δ².
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

}  // namespace beltdyn::eulerian::ale::ale_equations_test
