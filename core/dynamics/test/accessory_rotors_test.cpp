// SPDX-License-Identifier: MIT
#include "core/dynamics/accessory_rotors.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::accessory_rotors_test {
namespace {

using numerics::CoordinateState;

// A pulley with an accessory, which a moment of 2 N m brakes.
std::vector<Pulley> one_pulley(const Accessory& accessory) {
  std::vector<Pulley> pulleys(1);
  pulleys[0].inertia = 0.5;
  pulleys[0].radius = 0.1;
  pulleys[0].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(3.0)}});
  pulleys[0].accessory = accessory;
  pulleys[0].accessory->torques.push_back({AppliedTorque{TimeFunction(-2.0)}});
  return pulleys;
}

}  // namespace

TEST_CASE("Accessory rotors: the derivative of the torque by the angle of the pulley is that of differences") {
  const numerics::StepRates rates = numerics::StepScheme::trapezoidal().rates(1e-2);
  const Accessory rigid{.inertia = 0.2, .bearing_damping = 0.1, .driving_direction = TurnSense::counterclockwise};
  const Accessory sprung{
      .inertia = 0.2, .bearing_damping = 0.1, .spring = AccessorySpring{.stiffness = 300.0, .damping = 0.4}};
  for (const Accessory& accessory : {rigid, sprung}) {
    const std::vector<Pulley> pulleys = one_pulley(accessory);
    const auto torque = [&](double increment, double* derivative) {
      AccessoryRotors rotors(pulleys);
      rotors.predict(numerics::StepScheme::trapezoidal(), 1e-2);
      CoordinateState angle{.q = 0.01, .v = 1.0, .acceleration = 20.0, .auxiliary = 20.0};
      angle.move(rates, increment);
      rotors.follow(std::vector<CoordinateState>{angle}, rates, 0.01);
      if (derivative != nullptr) *derivative = rotors.derivative(0);
      return rotors.torque(0);
    };
    // C is linear in the angle: differences are exact for any increment.
    constexpr double kIncrement = 1e-3;
    double derivative = 0.0;
    torque(0.0, &derivative);
    CHECK(close(derivative, (torque(kIncrement, nullptr) - torque(-kIncrement, nullptr)) / (2.0 * kIncrement),
                {.rel = 1e-9}));
  }
}

TEST_CASE("Accessory rotors: a rigid clutch that joins gives both the acceleration of all torques") {
  const std::vector<Pulley> pulleys = one_pulley({.inertia = 0.2, .driving_direction = TurnSense::counterclockwise});
  AccessoryRotors rotors(pulleys);
  AccessoryRotors::Rotor overrunning{.angle = {.q = 0.3, .v = 0.9}, .is_driven = false};
  rotors.restore_states({overrunning});
  std::vector<CoordinateState> angles{{.q = 0.5, .v = 1.0}};
  CHECK(rotors.margin(angles, 0.0) < 0.0);
  rotors.change_clutches(0.0, 0.0, std::vector<double>{1.5}, angles);
  // (3 − 2 + 1.5) N m accelerate 0.7 kg m² with α; the braked accessory takes J α + 2 of the torque.
  const double acceleration = 2.5 / 0.7;
  CHECK(rotors[0].is_driven);
  CHECK(close(angles[0].acceleration, acceleration, {.rel = 1e-14}));
  CHECK(close(rotors[0].angle.acceleration, acceleration, {.rel = 1e-14}));
  CHECK(rotors[0].angle.v == 1.0);
  CHECK(close(rotors.torque(0), 0.2 * acceleration + 2.0, {.rel = 1e-14}));
  CHECK(close(rotors[0].free_twist, 0.2, {.rel = 1e-14}));
}

}  // namespace beltdyn::accessory_rotors_test
