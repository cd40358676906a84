// SPDX-License-Identifier: MIT
// Pulleys, bearings and accessories that start in steady motion.
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_laws.hpp"
#include "core/dynamics/pulley_angles.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::running_pulleys_test {
namespace {

constexpr double kSpeed = 30.0;  // [rad/s]

Pulley free_pulley() {
  Pulley pulley;
  pulley.inertia = 0.5;
  pulley.radius = 0.1;
  pulley.motion.emplace<FreeMotion>();
  return pulley;
}

}  // namespace

TEST_CASE("Running pulleys: a bearing starts with steady sliding friction, for every law, and keeps it") {
  const std::vector<FrictionLawConfig> laws{
      ElastoplasticCoulombConfig{.coefficient = 0.5, .stiffness = 1e6, .damping = 100.0},
      DahlConfig{{.friction_coefficient = 0.5, .stiffness = 1e6, .exponent = 1.0}}};
  for (const FrictionLawConfig& law : laws) {
    std::vector<Pulley> pulleys{free_pulley()};
    pulleys[0].bearing_friction = JointFriction{.radius = 0.02, .normal_force = 100.0, .law = law};
    PulleyAngles angles(pulleys);
    angles.run(std::vector<double>{kSpeed}, 0.0);
    // μ N r
    CHECK(close(angles.bearing_moment(0), -1.0, {.rel = 1e-12}));
    angles.begin_step();
    angles[0].q += 1e-6 * kSpeed;
    angles.find_bearings(1e-6, 1e-6);
    CHECK(close(angles.bearing_moment(0), -1.0, {.rel = 1e-12}));
  }
}

TEST_CASE("Running pulleys: an accessory starts at its pulley speed, with its spring deflected by its torques") {
  std::vector<Pulley> pulleys{free_pulley()};
  pulleys[0].accessory = Accessory{.inertia = 0.2, .spring = AccessorySpring{.stiffness = 50.0, .damping = 0.4}};
  pulleys[0].accessory->torques.push_back({AppliedTorque{TimeFunction(-2.0)}});
  PulleyAngles angles(pulleys);
  angles.run(std::vector<double>{kSpeed}, 0.0);
  CHECK(angles[0].v == kSpeed);
  CHECK(angles.rotors()[0].angle.v == kSpeed);
  CHECK(close(angles.rotors()[0].angle.q, -2.0 / 50.0, {.rel = 1e-14}));
  CHECK(angles.rotors().torque(0) == 2.0);
  // The torque of the spring stays constant while pulley and accessory turn together.
  const double h = 1e-3;
  const numerics::StepScheme scheme = numerics::StepScheme::trapezoidal();
  angles.begin_step();
  angles.predict(scheme, h, h);
  angles.find_accessories(scheme.rates(h), h);
  CHECK(close(angles.rotors().torque(0), 2.0, {.rel = 1e-12}));
}

TEST_CASE("Running pulleys: a clutch starts engaged with a braking accessory, and disengaged with a driving one") {
  for (const double moment : {-2.0, 2.0}) {
    std::vector<Pulley> pulleys{free_pulley()};
    pulleys[0].accessory = Accessory{.inertia = 0.2, .driving_direction = TurnSense::counterclockwise};
    pulleys[0].accessory->torques.push_back({AppliedTorque{TimeFunction(moment)}});
    PulleyAngles angles(pulleys);
    angles.run(std::vector<double>{kSpeed}, 0.0);
    CHECK(angles.rotors()[0].is_driven == (moment < 0.0));
    CHECK(angles.rotors().torque(0) == (moment < 0.0 ? 2.0 : 0.0));
  }
}

}  // namespace beltdyn::running_pulleys_test
