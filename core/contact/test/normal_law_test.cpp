// SPDX-License-Identifier: MIT
#include "core/contact/normal_law.hpp"

#include <doctest/doctest.h>

#include "core/contact/test/tangent_check.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::normal_law_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::Dual;
using contact::test::kTangentTolerance;
using contact::test::variable;

namespace {

constexpr beltdyn::Tolerance kRounding{.rel = 1e-14};

const PenaltyNormal kLinear({.stiffness = 1e4, .damping = 2.0});
const PenaltyNormal kHertz({.stiffness = 1e6, .exponent = 1.5, .damping = 2.0});
const KelvinVoigtNormal kKelvinVoigt({.quadratic_stiffness = 1e6, .linear_stiffness = 1e4, .damping = 2.0});

template <class Law>
void check_tangent(const Law& law, double gap, double gap_rate) {
  const NormalResponse response = law.respond(GapState{.gap = gap, .gap_rate = gap_rate});
  const auto dual = law.respond(GapStateOf<Dual>{.gap = variable(gap, 0), .gap_rate = variable(gap_rate, 1)});
  CAPTURE(gap);
  CAPTURE(gap_rate);
  CHECK(response.normal_force == dual.normal_force.value());
  CHECK(close(response.d_gap, dual.normal_force.derivatives()[0], kTangentTolerance));
  CHECK(close(response.d_gap_rate, dual.normal_force.derivatives()[1], kTangentTolerance));
}

}  // namespace

TEST_CASE("normal laws: the formulas") {
  CHECK(close(kLinear.respond(GapState{-1e-3, -0.5}).normal_force, 10.0 + 1.0, kRounding));
  // 1e6 (1e-4)^(3/2) = 1
  CHECK(close(kHertz.respond(GapState{-1e-4, -0.5}).normal_force, 1.0 + 1.0, kRounding));
  // 1e6 · 1e-6 + 1e4 · 1e-3 + 2 · 0.5
  CHECK(close(kKelvinVoigt.respond(GapState{-1e-3, -0.5}).normal_force, 1.0 + 10.0 + 1.0, kRounding));
}

TEST_CASE("normal laws: Kelvin-Voigt contact takes hold at once but without a jump") {
  constexpr double kApproach = -0.5;
  // From this depth on, the damper force 2 * 0.5 is less than 1000 times the spring force 1e4 P.
  constexpr double kDepth = 1.0 / (1000.0 * 1e4);
  CHECK(kKelvinVoigt.respond(GapState{0.0, kApproach}).normal_force == 0.0);
  CHECK(close(kKelvinVoigt.respond(GapState{-0.5 * kDepth, kApproach}).normal_force, 0.5, {.rel = 1e-3}));
  CHECK(close(kKelvinVoigt.respond(GapState{-2.0 * kDepth, kApproach}).normal_force, 1.0, {.rel = 3e-3}));
}

TEST_CASE("normal laws: no adhesion, in fast separation or apart") {
  const auto force = [](const auto& law, double gap, double gap_rate) {
    return law.respond(GapState{gap, gap_rate}).normal_force;
  };
  for (const double gap : {-1e-3, 1e-3, 0.0}) {
    for (const double gap_rate : {0.0, 1.0, 1e2}) {
      CHECK(force(kLinear, gap, gap_rate) >= 0.0);
      CHECK(force(kHertz, gap, gap_rate) >= 0.0);
      CHECK(force(kKelvinVoigt, gap, gap_rate) >= 0.0);
    }
  }
  CHECK(force(kLinear, -1e-3, 1e2) == 0.0);
  CHECK(force(kKelvinVoigt, -1e-3, 1e2) == 0.0);
  CHECK(force(kKelvinVoigt, 1e-3, -1e2) == 0.0);
}

TEST_CASE("normal laws: the damped penalty is continuous where the bodies meet") {
  constexpr double kClosing = -0.5;
  // The damper begins to act where k g = −d dg/dt.
  constexpr double onset = 1e-4;
  CHECK(kLinear.respond(GapState{onset * 1.001, kClosing}).normal_force == 0.0);
  CHECK(close(kLinear.respond(GapState{onset * 0.999, kClosing}).normal_force, 1e-3, {.rel = 1e-12}));
  const double above = kHertz.respond(GapState{1e-12, kClosing}).normal_force;
  const double below = kHertz.respond(GapState{-1e-12, kClosing}).normal_force;
  CHECK(close(above, below, {.abs = 1e-11}));
}

TEST_CASE("normal laws: the tangents are the derivatives of the force on both sides of contact") {
  for (const double gap : {-1e-3, -1e-5, -3e-8, 2e-5, 1e-3}) {
    for (const double gap_rate : {-0.7, 0.0, 0.01, 3e3}) {
      if (gap > 0.0 && gap_rate >= 0.0) continue;
      check_tangent(kLinear, gap, gap_rate);
      check_tangent(kHertz, gap, gap_rate);
      check_tangent(kKelvinVoigt, gap, gap_rate);
    }
  }
}

// k g^(3/2) begins with stiffness 0, k g with its full stiffness.
TEST_CASE("normal laws: at the first touch a penalty of Hertz has no stiffness, a linear one its own") {
  const auto slope = [](const auto& law, double gap) { return law.unlimited(GapState{gap, 0.0}).d_gap; };
  CHECK(slope(kHertz, 0.0) == 0.0);
  CHECK(std::abs(slope(kHertz, -1e-8)) <= 1e-2 * std::abs(slope(kHertz, -1e-3)));
  CHECK(slope(kLinear, 0.0) == slope(kLinear, -1e-3));
}

TEST_CASE("normal laws: a softening penalty is refused") {
  const auto refuse = [] { return PenaltyNormal({.stiffness = 1.0, .exponent = 0.5}); };
  CHECK_THROWS_WITH_AS(refuse(), "penalty exponent must be at least 1", beltdyn::UsageError);
}

TEST_CASE("normal laws: without a damper there is no damping") {
  CHECK(PenaltyNormal({.stiffness = 1.0}).damping() == 0.0);
  CHECK(KelvinVoigtNormal({.quadratic_stiffness = 1.0, .linear_stiffness = 1.0}).damping() == 0.0);
}

}  // namespace beltdyn::normal_law_test
