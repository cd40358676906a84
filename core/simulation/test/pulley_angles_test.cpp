// SPDX-License-Identifier: MIT
#include "core/simulation/pulley_angles.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::pulley_angles_test {
namespace {

using numerics::AlignedVector;
using numerics::StepRates;
using numerics::StepScheme;

constexpr double kRounding = 1e-14;

// The first pulley turns as given, the others are driven by 3 N m and 5 N m against bearings.
std::vector<Pulley> three_pulleys() {
  std::vector<Pulley> pulleys(3);
  pulleys[0].motion =
      PrescribedMotion{TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {2.0, 4.0}})};
  for (const std::size_t p : {std::size_t{1}, std::size_t{2}}) {
    pulleys[p].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(p == 1 ? 3.0 : 5.0)}});
    pulleys[p].bearing_damping = 0.1;
    pulleys[p].inertia = 0.5;
  }
  for (Pulley& pulley : pulleys) pulley.radius = 0.25;
  return pulleys;
}

}  // namespace

TEST_CASE(
    "Pulley angles: a prescribed pulley turns by the trapezoidal rule, or by its last speed in a quasi-static step") {
  const std::vector<Pulley> pulleys = three_pulleys();
  PulleyAngles angles(pulleys);
  CHECK(angles.n_unknowns() == 2);
  angles.start(0.0);
  CHECK(angles[0].v == 2.0);
  CHECK(angles[1].v == 0.0);
  angles.begin_step();
  angles.predict(StepScheme::trapezoidal(), 0.5, 0.5);
  CHECK(close(angles.turn(0), 0.5 * 0.5 * (2.0 + 3.0), {.rel = kRounding}));
  CHECK(angles[0].v == 3.0);
  angles.begin_step();
  angles.predict(StepScheme::quasi_static(), 0.5, 1.0);
  CHECK(close(angles.turn(0), 0.5 * 4.0, {.rel = kRounding}));
}

// Without coupling to a belt, I (c_a d) + d_b (c_v d) = M + τ − I α is solved exactly, which leaves no residual.
TEST_CASE("Pulley angles: a correction solves the equations of unknown angles, which are linear, at once") {
  const std::vector<Pulley> pulleys = three_pulleys();
  PulleyAngles angles(pulleys);
  const StepRates rates = StepScheme::trapezoidal().rates(0.1);
  angles.set_torque(1, -1.0);
  angles.set_torque(2, 7.0);
  angles.begin_step();
  // |M + τ|/R of the third pulley is the largest.
  CHECK(close(angles.residual_norm(rates, 0.1), (5.0 + 7.0) / 0.25, {.rel = kRounding}));
  const std::vector<AlignedVector> nothing(2, AlignedVector(4));
  AlignedVector y(4);
  numerics::RingBorder border(2);
  angles.enter(rates, 0.1, border);
  border.solve(nothing, nothing, y);
  angles.move(rates, 1.0, border.correction());
  CHECK(angles.residual_norm(rates, 0.1) <= kRounding * (5.0 + 7.0) / 0.25);
  CHECK(angles.turn(0) == 0.0);
  const double turn = angles.turn(1);
  CHECK(close(turn, (3.0 - 1.0) / (0.5 * rates.acceleration + 0.1 * rates.velocity), {.rel = kRounding}));
  CHECK(close(angles[1].acceleration, rates.acceleration * turn, {.rel = kRounding}));
  angles.move(rates, -0.25, border.correction());
  CHECK(close(angles.turn(1), 0.75 * turn, {.rel = kRounding}));
}

TEST_CASE("Pulley angles: a torque that is no number has an infinite residual, and no correction") {
  const std::vector<Pulley> pulleys = three_pulleys();
  PulleyAngles angles(pulleys);
  const StepRates rates = StepScheme::trapezoidal().rates(0.1);
  angles.set_torque(1, std::numeric_limits<double>::quiet_NaN());
  CHECK(std::isinf(angles.residual_norm(rates, 0.1)));
  const std::vector<AlignedVector> nothing(2, AlignedVector(4));
  AlignedVector y(4);
  numerics::RingBorder border(2);
  angles.enter(rates, 0.1, border);
  border.solve(nothing, nothing, y);
  CHECK_FALSE(border.is_finite());
}

}  // namespace beltdyn::pulley_angles_test
