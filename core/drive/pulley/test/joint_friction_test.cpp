// SPDX-License-Identifier: MIT
#include "core/drive/pulley/joint_friction.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::joint_friction_test {
namespace {

constexpr double kRadius = 0.02;       // [m]
constexpr double kNormalForce = 50.0;  // [N]
constexpr double kMu = 0.3;            // [-]
constexpr double kViscosity = 0.4;     // [s/m]

JointFriction joint(const FrictionLawConfig& law) {
  return {.radius = kRadius, .normal_force = kNormalForce, .law = law};
}

const ElastoplasticCoulombConfig kCoulomb{.coefficient = kMu, .stiffness = 1e5, .damping = 10.0};
const contact::StribeckCurve::Parameters kFalling{
    .static_coefficient = 0.5, .kinetic_coefficient = kMu, .velocity = 0.1, .exponent = 2.0};

}  // namespace

TEST_CASE("joint friction: in steady motion every law has its friction of steady sliding, against the motion") {
  const SlidingCoefficient constant{ConstantCoefficient{kMu}};
  const std::vector<FrictionLawConfig> laws{
      kCoulomb,
      RegularisedCoulombConfig{{.friction_coefficient = kMu, .velocity = 1e-3}},
      DahlConfig{{.friction_coefficient = kMu, .stiffness = 1e3, .exponent = 1.5}},
      BlimanSorineConfig{{.friction_coefficient = kMu, .excess = 0.1, .distance = 1e-3, .ratio = 0.3}},
      LuGreConfig{.coefficient = constant, .stiffness = 1e3, .damping = 0.1, .viscosity = 0.0},
      GmsConfig{.coefficient = constant, .elements = {{900.0, 0.25}, {5000.0, 0.75}}, .attraction = 20.0}};
  // All laws but bristle and rigid stick, which joints do not support.
  CHECK(laws.size() + 2 == kFrictionLaws.size());
  for (const FrictionLawConfig& law : laws) {
    CAPTURE(law_name(law));
    for (const double rate : {3.0, -700.0}) {
      const JointResponse response = steady_friction(joint(law), rate);
      // Dahl's law leaves w = ((α − 1) s)^(1/(1 − α)) after the distance s > 1e13; other laws are at their limit.
      CHECK(close(response.force, std::copysign(kRadius * kMu * kNormalForce, -rate), {.rel = 1e-12}));
      CHECK(response.by_turn == 0.0);
    }
    CHECK(steady_friction(joint(law), 0.0).force == 0.0);
  }
}

TEST_CASE("joint friction: in steady motion it follows the curve of the law, with its derivative") {
  const LuGreConfig law{.coefficient = {kFalling}, .stiffness = 1e3, .damping = 0.1, .viscosity = kViscosity};
  const auto moment = [](double rate) {
    const double v = kRadius * rate;
    return -kRadius * kNormalForce * (contact::StribeckCurve(kFalling).limit(v) + kViscosity * v);
  };
  for (const double rate : {1.0, 4.0, 30.0}) {
    const JointResponse response = steady_friction(joint(law), rate);
    CHECK(close(response.force, moment(rate), {.rel = 1e-12}));
    // Central differences: truncation of h²/6 times the third derivative, below 0.5 N m s³, and rounding of eps/h.
    constexpr double h = 1e-4;
    CHECK(close(response.by_rate, (moment(rate + h) - moment(rate - h)) / (2.0 * h), {.abs = 1e-8}));
  }
}

// A rotor J φ̈ = M + M_f, integrated by the trapezoidal rule with the friction solved for in each step.
struct Rotor {
  explicit Rotor(double inertia_now) : inertia(inertia_now) {}

  void step(double torque, double h) {
    double end = rate;
    for (int i = 0; i < 4; ++i) {
      const double turn = 0.5 * h * (rate + end);
      bearing.try_step(turn, end, h);
      const JointResponse f = bearing.response();
      const double mean = 0.5 * (acceleration + (torque + f.force) / inertia);
      const double slope = 1.0 - 0.5 * h / inertia * (0.5 * h * f.by_turn + f.by_rate);
      end -= (end - rate - h * mean) / slope;
    }
    acceleration = (torque + bearing.response().force) / inertia;
    angle += 0.5 * h * (rate + end);
    rate = end;
    bearing.accept();
  }

  double inertia;
  DryJoint bearing{joint(kCoulomb)};
  double angle = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
};

constexpr double kLimit = kRadius * kMu * kNormalForce;  // 0.3 N m

TEST_CASE("joint friction: a decelerating rotor stops at the time of the closed form, and stays at rest") {
  Rotor rotor(1e-3);
  rotor.rate = 60.0;
  // The bristle is at its limit from the first step on.
  rotor.acceleration = -kLimit / rotor.inertia;
  constexpr double h = 1e-4;
  const double stop = rotor.inertia * rotor.rate / kLimit;  // 0.2 s
  for (int i = 1; i * h < 0.9 * stop; ++i) {
    const double t = i * h;
    rotor.step(0.0, h);
    // The first step bends the bristle by μ N/K = 0.15 mm over a distance of 0.12 mm, so friction is smaller in 2
    // steps.
    CHECK(close(rotor.rate, 60.0 * (1.0 - t / stop), {.abs = 2.0 * h * kLimit / rotor.inertia}));
  }
  while (rotor.rate > 0.0) rotor.step(0.0, h);
  // The rotor oscillates on its bristle with r √(K/J) = 200 1/s and decays with r² D/2J = 2 1/s.
  for (int i = 0; i < 100000; ++i) rotor.step(0.0, h);
  const double angle = rotor.angle;
  CHECK(std::abs(rotor.rate) < 1e-6);
  // Stick does not creep: a torque that grows to nine tenths of the limit bends the bristle, and nothing more follows
  // in 20 s. The ramp itself excites an oscillation of 3e-6 rad.
  const double bent = 0.9 * kLimit / (kRadius * kRadius * kCoulomb.stiffness);
  for (int i = 1; i <= 100000; ++i) rotor.step(0.9 * kLimit * 1e-5 * i, h);
  CHECK(close(rotor.angle - angle, bent, {.abs = 1e-5}));
  for (int i = 0; i < 200000; ++i) rotor.step(0.9 * kLimit, h);
  CHECK(close(rotor.angle - angle, bent, {.abs = 1e-9}));
}

TEST_CASE("joint friction: a step that is given up leaves no trace, and statics have none") {
  DryJoint bearing{joint(kCoulomb)};
  bearing.try_step(1e-4, 0.1, 1e-3);
  bearing.accept();
  bearing.try_step(1e-4, 0.1, 1e-3);
  const double twice = bearing.response().force;
  bearing.try_step(0.5, 500.0, 1e-3);
  CHECK(close(bearing.response().force, -kLimit, {.rel = 1e-14}));
  bearing.try_step(1e-4, 0.1, 1e-3);
  CHECK(bearing.response().force == twice);
  DryJoint::State state;
  bearing.store(state);
  bearing.try_step(1e-4, 0.1, 1e-3);
  bearing.accept();
  bearing.restore(state);
  CHECK(bearing.response().force == twice);
  bearing.try_step(1e-4, 0.1, std::numeric_limits<double>::infinity());
  CHECK(bearing.response().force == 0.0);
}

TEST_CASE(
    "joint friction: small motions of a joint at rest are held by the stick of its law unless the coefficient is 0, "
    "and damped") {
  constexpr double kSquare = kRadius * kRadius;
  const JointHold coulomb = hold_at_rest(joint(kCoulomb));
  CHECK(close(coulomb.stiffness, kSquare * kCoulomb.stiffness, {.rel = 1e-14}));
  CHECK(close(coulomb.damping, kSquare * kCoulomb.damping, {.rel = 1e-10}));
  const SlidingCoefficient constant{ConstantCoefficient{kMu}};
  const JointHold lugre = hold_at_rest(
      joint(LuGreConfig{.coefficient = constant, .stiffness = 1e3, .damping = 0.1, .viscosity = kViscosity}));
  CHECK(close(lugre.stiffness, kSquare * kNormalForce * 1e3, {.rel = 1e-12}));
  CHECK(close(lugre.damping, kSquare * kNormalForce * (0.1 + kViscosity), {.rel = 1e-9}));
  const JointHold creeping =
      hold_at_rest(joint(RegularisedCoulombConfig{{.friction_coefficient = kMu, .velocity = 1e-3}}));
  CHECK(creeping.stiffness == 0.0);
  ElastoplasticCoulombConfig smooth = kCoulomb;
  smooth.coefficient = 0.0;
  const JointHold none = hold_at_rest(joint(smooth));
  CHECK(none.stiffness == 0.0);
  CHECK(none.damping == 0.0);
  CHECK(close(creeping.damping, kSquare * kMu * kNormalForce / 1e-3, {.rel = 1e-12}));
}

}  // namespace beltdyn::joint_friction_test
