// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_accessories.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <boost/math/tools/toms748_solve.hpp>
#include <doctest/doctest.h>

#include "core/base/test/sanitized.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/links/links_simulation.hpp"
#include "lagrangian/links/test/kubas_drive.hpp"

namespace beltdyn::lagrangian::links::link_accessories_test {
namespace {

// Thousands of short steps.
constexpr bool kTooSlow = beltdyn::test::kIsSanitized;

constexpr double I = 0.001;
constexpr double J = 0.003;
constexpr double kMeanTorque = 0.2;  // [N m]
constexpr double kWave = 20.0;       // [rad/s]

// A pulley with a torque and an accessory; the belt slides on it without friction and has no influence.
BeltDrive lonely_drive(const TimeFunction& torque, const Accessory& accessory) {
  BeltDrive drive = kubas_drive();
  drive.pulleys[0].motion.emplace<FreeMotion>();
  drive.pulleys[1].inertia = I;
  drive.pulleys[1].motion = TorqueMotion{.torques = {PulleyTorque{AppliedTorque{torque}}}};
  drive.pulleys[1].accessory = accessory;
  drive.contact->friction = RegularisedCoulombConfig{{.friction_coefficient = 0.0, .velocity = 0.1}};
  return drive;
}

BeltDrive waving_drive() {
  return lonely_drive(
      TimeFunction(TimeFunction::Harmonic{.mean = kMeanTorque, .amplitude = 1.0, .angular_frequency = kWave}),
      {.inertia = J, .driving_direction = TurnSense::counterclockwise});
}

LinksParameters parameters_of(double time_step, TimeIntegration integration) {
  return {
      .links = 32, .time_step = time_step, .time_integration = integration, .tolerance = 1e-9, .settling_time = 0.0};
}

void advance_to(LinkBelt& belt, double end) {
  const double h = belt.parameters().time_step;
  while (belt.time() < end - 0.5 * h) belt.advance(h);
}

double pulley_speed(const LinkBelt& belt) { return belt.state()[belt.layout().pulley_speed(1)]; }

struct Integration {
  TimeIntegration method;
  double step;
  double error;  // relative error of speeds
};
// Adaptive steps locate switches to 1e-11 s; fixed steps switch at the end of a step of 2e-5 s, in which speeds change
// by 1e-3 of themselves. The error of an implicit Euler step h is h/2 times the change of the acceleration: 1e-4 s
// 1.2 N m/I = 0.12 rad/s of 17 rad/s.
constexpr Integration kIntegrations[] = {{TimeIntegration::adaptive, 1e-3, 1e-7},
                                         {TimeIntegration::runge_kutta_4, 2e-5, 1e-3},
                                         {TimeIntegration::implicit, 2e-4, 7.5e-3}};

}  // namespace

TEST_CASE("Links accessories: a one-way clutch overruns and joins as two inertias do" * doctest::skip(kTooSlow)) {
  // Integral of the torque without a constant [N m s].
  const auto impulse = [](double t) { return kMeanTorque * t + std::sin(kWave * t) / kWave; };
  const double first = std::acos(-kMeanTorque) / kWave;
  std::uintmax_t iterations = 100;
  const double second =
      boost::math::tools::toms748_solve([&](double t) { return impulse(t) - impulse(first); }, first + 0.1,
                                        first + 0.25, boost::math::tools::eps_tolerance<double>(50), iterations)
          .first;
  const double fastest = impulse(first) / (I + J);
  for (const Integration& integration : kIntegrations) {
    CAPTURE(static_cast<int>(integration.method));
    LinkBelt belt(waving_drive(), parameters_of(integration.step, integration.method));
    const LinkAccessories& accessories = belt.accessories();
    const auto check = [&](double time, double pulley, double rotor) {
      CAPTURE(time);
      advance_to(belt, time);
      CHECK(close(pulley_speed(belt), pulley, {.abs = integration.error * fastest}));
      CHECK(close(accessories.speed(1, belt.state()), rotor, {.abs = integration.error * fastest}));
    };
    check(0.05, impulse(0.05) / (I + J), impulse(0.05) / (I + J));
    // The torque of the clutch: J/(I + J) of the torque.
    const double torque = kMeanTorque + std::cos(kWave * 0.05);
    CHECK(close(belt.snapshot().accessory_torques[1], J / (I + J) * torque, {.rel = integration.error}));
    check(0.18, fastest + (impulse(0.18) - impulse(first)) / I, fastest);
    CHECK(belt.snapshot().accessory_torques[1] == 0.0);
    const double later = std::ceil((second + 0.005) * 1e3) * 1e-3;
    const double both = fastest + (impulse(later) - impulse(second)) / (I + J);
    check(later, both, both);
    CHECK(accessories.speed(1, belt.state()) == pulley_speed(belt));
  }
}

TEST_CASE("Links accessories: pulley and accessory on a spring swing as two inertias do" * doctest::skip(kTooSlow)) {
  constexpr double kTorque = 1.0;
  constexpr double kStiffness = 50.0;
  const double omega = std::sqrt(kStiffness * (1.0 / I + 1.0 / J));
  for (const Integration& integration : kIntegrations) {
    CAPTURE(static_cast<int>(integration.method));
    if (integration.method == TimeIntegration::implicit) continue;  // it damps a wave of 0.024 s
    LinkBelt belt(
        lonely_drive(TimeFunction(kTorque), {.inertia = J, .spring = AccessorySpring{.stiffness = kStiffness}}),
        parameters_of(integration.step, integration.method));
    constexpr double kEnd = 0.04;
    advance_to(belt, kEnd);
    // k times the twist τ/(I Ω²) (1 − cos Ω t)
    const double exact = kStiffness * kTorque / (I * omega * omega) * (1.0 - std::cos(omega * kEnd));
    CHECK(close(belt.snapshot().accessory_torques[1], exact, {.abs = integration.error * kTorque}));
    const double impulse = I * pulley_speed(belt) + J * belt.accessories().speed(1, belt.state());
    CHECK(close(impulse, kTorque * kEnd, {.rel = 1e-9}));
  }
}

TEST_CASE("Links accessories: a run resumes with its clutch as it was") {
  for (const Integration& integration : kIntegrations) {
    CAPTURE(static_cast<int>(integration.method));
    LinkBelt belt(waving_drive(), parameters_of(integration.step, integration.method));
    for (int i = 0; i < 3; ++i) belt.advance(integration.step);
    LinkBelt again(waving_drive(), parameters_of(integration.step, integration.method));
    restore_from(bytes_of(belt), again);
    for (int i = 0; i < 3; ++i) {
      belt.advance(integration.step);
      again.advance(integration.step);
    }
    CHECK(bytes_of(again) == bytes_of(belt));
  }
}

}  // namespace beltdyn::lagrangian::links::link_accessories_test
