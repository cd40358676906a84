// SPDX-License-Identifier: MIT
#include "core/drive/pulley/accessory.hpp"

#include <limits>
#include <optional>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::accessory_test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kMoment = 2.0;    // that brakes the rotor [N m]
constexpr double kDamping = 0.01;  // of its bearing [N m s/rad]

Accessory accessory(std::optional<AccessorySpring> spring, std::optional<TurnSense> driving_direction = {}) {
  Accessory a{.inertia = 0.2, .bearing_damping = kDamping, .spring = spring, .driving_direction = driving_direction};
  a.torques.push_back({AppliedTorque{TimeFunction(-kMoment)}});
  return a;
}

constexpr AccessorySpring kSpring{.stiffness = 300.0, .damping = 0.4};

}  // namespace

TEST_CASE("accessory: what is stored changes by what is supplied, what is lost and the work of the pulley") {
  const Accessory a = accessory(kSpring, TurnSense::counterclockwise);
  for (const bool is_driven : {true, false}) {
    const AccessoryMotion now{.speed = 30.0, .pulley_speed = 31.5, .twist = 0.02, .is_driven = is_driven};
    const double C = is_driven ? kSpring.torque(now.twist, now.twist_rate()) : 0.0;
    const double acceleration = (a.moment(0.0, now.speed) + C) / a.inertia;
    const double spring_rate = is_driven ? kSpring.stiffness * now.twist * now.twist_rate() : 0.0;
    const double stored_rate = a.inertia * now.speed * acceleration + spring_rate;
    const JointPower power = a.power(0.0, now);
    // Each of six terms is at most C φ′ = 208 W, and rounded.
    CHECK(close(power.supplied - power.lost + C * now.pulley_speed, stored_rate, {.abs = 6.0 * kEps * 210.0}));
    CHECK((power.lost > 0.0) == is_driven);
    // The same of the energy itself, which is quadratic, so that central differences over any time are exact.
    constexpr double h = 1e-3;
    const auto later = [&](double t) {
      return AccessoryMotion{.speed = now.speed + t * acceleration,
                             .pulley_speed = now.pulley_speed,
                             .twist = now.twist + t * now.twist_rate(),
                             .is_driven = is_driven};
    };
    const double by_energy = (a.energy(later(h)) - a.energy(later(-h))) / (2.0 * h);
    CHECK(close(by_energy, stored_rate, {.abs = 4.0 * kEps * a.energy(now) / h}));
  }
}

TEST_CASE("accessory: in steady motion its spring is twisted by the moment, or its clutch overruns") {
  constexpr double kSpeed = 40.0;
  constexpr double kSteady = kMoment + kDamping * kSpeed;
  for (const auto sense : {TurnSense::counterclockwise, TurnSense::clockwise}) {
    CAPTURE(static_cast<int>(sense));
    const Accessory a = accessory(kSpring, sense);
    // The pulley has to turn it counter-clockwise, which a clutch of the other direction cannot.
    const bool overruns = sense == TurnSense::clockwise;
    CHECK(a.overruns_steadily(0.0, kSpeed) == overruns);
    CHECK(a.is_driven_steadily(0.0, kSpeed, "1") == !overruns);
    CHECK(close(a.steady_torque(0.0, kSpeed), overruns ? 0.0 : kSteady, {.abs = 4.0 * kEps * kSteady}));
    CHECK(a.steady_torque_derivative(0.0, kSpeed) == (overruns ? 0.0 : kDamping));
    CHECK(close(kSpring.torque(a.steady_twist(0.0, kSpeed), 0.0), a.steady_torque(0.0, kSpeed),
                {.abs = 4.0 * kEps * kSteady}));
  }
  CHECK_FALSE(accessory(kSpring).overruns_steadily(0.0, kSpeed));
  CHECK(accessory({}, TurnSense::counterclockwise).steady_twist(0.0, kSpeed) == 0.0);
}

TEST_CASE("accessory: a clutch opens under torque against its direction, and joins where the pulley is as fast") {
  constexpr double kTolerance = 1e-6;
  for (const auto sense : {TurnSense::counterclockwise, TurnSense::clockwise}) {
    const Accessory a = accessory({}, sense);
    const AccessoryMotion joined{.speed = 40.0, .pulley_speed = 40.0};
    CHECK(a.clutch_margin(joined, a.sign() * 1.0, kTolerance) > 0.0);
    CHECK(a.clutch_margin(joined, 0.0, kTolerance) > 0.0);
    CHECK(a.clutch_margin(joined, -a.sign() * 2.0 * kTolerance, kTolerance) < 0.0);
    AccessoryMotion ahead{.speed = 40.0, .pulley_speed = 40.0 - a.sign(), .is_driven = false};
    CHECK(a.clutch_margin(ahead, 0.0, kTolerance) > 0.0);
    // The lead itself, with the rounding of speeds that are the same.
    CHECK(close(a.clutch_margin(ahead, 0.0, kTolerance), 1.0, {.abs = 1e-10}));
    ahead.pulley_speed = 40.0;
    CHECK(a.clutch_margin(ahead, 0.0, kTolerance) > 0.0);
    ahead.pulley_speed = 40.0 + 1e-9 * a.sign();
    CHECK(a.clutch_margin(ahead, 0.0, kTolerance) < 0.0);
  }
}

}  // namespace beltdyn::accessory_test
