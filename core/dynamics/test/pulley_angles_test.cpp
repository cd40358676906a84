// SPDX-License-Identifier: MIT
#include "core/dynamics/pulley_angles.hpp"

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

// The motion of the first pulley is prescribed; 3 N m and 5 N m drive the others against their bearings.
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

// Without coupling to a belt, the equation I (c_a d) + d_b (c_v d) = M + τ − I α is linear: one correction leaves no
// residual.
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
  numerics::CyclicBorder border(2);
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

// A sticking bearing is a spring r² K with a damper r² D: I (c_a d) + (d_b + r² D) (c_v d) + r² K d = M + τ.
TEST_CASE("Pulley angles: a bearing that sticks is a spring, and one that slips takes its limit") {
  constexpr double kRadius = 0.02;
  constexpr double kStiffness = 1e4;
  constexpr double kDamping = 50.0;
  std::vector<Pulley> pulleys = three_pulleys();
  for (const std::size_t p : {std::size_t{0}, std::size_t{1}}) {
    pulleys[p].bearing_friction =
        JointFriction{.radius = kRadius, .normal_force = 1e3, .law = elastoplastic_coulomb(0.2, kStiffness, kDamping)};
  }
  PulleyAngles angles(pulleys);
  constexpr double h = 0.01;
  const StepRates rates = StepScheme::trapezoidal().rates(h);
  const auto correct = [&] {
    const std::vector<AlignedVector> nothing(2, AlignedVector(4));
    AlignedVector y(4);
    numerics::CyclicBorder border(2);
    angles.find_bearings(h, h);
    angles.enter(rates, h, border);
    border.solve(nothing, nothing, y);
    angles.move(rates, 1.0, border.correction());
    angles.find_bearings(h, h);
  };
  angles.start(0.0);
  angles.begin_step();
  correct();
  const double stiffness = kRadius * kRadius * kStiffness;
  const double damping = kRadius * kRadius * kDamping;
  CHECK(close(angles.turn(1), 3.0 / (0.5 * rates.acceleration + (0.1 + damping) * rates.velocity + stiffness),
              {.rel = kRounding}));
  CHECK(close(angles.bearing_moment(1), -(stiffness * angles.turn(1) + damping * angles[1].v), {.rel = kRounding}));
  CHECK(angles.residual_norm(rates, h) < 1e-12);
  CHECK(angles.bearing_moment(2) == 0.0);
  // The bearing of a prescribed pulley has friction too: 2 rad/s at 0.02 m deflect the damped bristle by 2 N of its 200
  // N.
  CHECK(close(angles.bearing_moment(0), -damping * 2.0, {.rel = kRounding}));
  // Finishing a step accepts the memory of friction; restoring brings the old memory back.
  PulleyAngles::JointState before;
  angles.store_joints(before);
  const std::vector<numerics::CoordinateState> at = angles.states();
  angles.finish_step(StepScheme::trapezoidal(), at);
  angles.begin_step();
  angles.find_bearings(h, h);
  const double kept = angles.bearing_moment(1);
  CHECK(close(kept, -(stiffness * at[1].q + damping * at[1].v), {.rel = kRounding}));
  angles.restore_joints(before);
  angles.find_bearings(h, h);
  CHECK(close(angles.bearing_moment(1), -damping * at[1].v, {.rel = kRounding}));
  angles.relax_bearings();
  angles[1].q += 10.0;
  angles.find_bearings(h, h);
  CHECK(close(angles.bearing_moment(1), -kRadius * 0.2 * 1e3, {.rel = kRounding}));
}

TEST_CASE("Pulley angles: a torque that is no number has an infinite residual, and no correction") {
  const std::vector<Pulley> pulleys = three_pulleys();
  PulleyAngles angles(pulleys);
  const StepRates rates = StepScheme::trapezoidal().rates(0.1);
  angles.set_torque(1, std::numeric_limits<double>::quiet_NaN());
  CHECK(std::isinf(angles.residual_norm(rates, 0.1)));
  const std::vector<AlignedVector> nothing(2, AlignedVector(4));
  AlignedVector y(4);
  numerics::CyclicBorder border(2);
  angles.enter(rates, 0.1, border);
  border.solve(nothing, nothing, y);
  CHECK_FALSE(border.is_finite());
}

}  // namespace beltdyn::pulley_angles_test
