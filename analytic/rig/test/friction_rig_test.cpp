// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "analytic/rig/friction_rig_impl.hpp"
#include "analytic/rig/test/peak.hpp"
#include "core/base/error.hpp"
#include "core/contact/bristle.hpp"
#include "core/contact/dahl.hpp"
#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/gms.hpp"
#include "core/contact/lugre.hpp"
#include "core/contact/regularised_coulomb.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::friction_rig_test {

using namespace beltdyn::contact;
using namespace beltdyn::analytic;

namespace {

constexpr OdeTolerance kTight{.relative = 1e-12, .absolute = 1e-14};
constexpr double kThird = 1.0 / 3.0;

template <class Law>
void run(FrictionRig<Law>& rig, double end) {
  while (rig.state().time < end) rig.advance(end);
}

PrescribedVelocity constant_slip(double velocity) { return {.velocity = TimeFunction(velocity)}; }

// The friction of a law that moves from rest at constant velocity.
template <class Law>
double friction_after(const Law& law, double velocity, double time) {
  FrictionRig<Law> rig(law, {1.0, constant_slip(velocity)}, kTight);
  run(rig, time);
  return rig.friction(rig.state());
}

// The same by one step of the law.
template <class Law>
double friction_of_step(const Law& law, double velocity, double time) {
  typename Law::History trial{};
  return -law.respond(even_step(velocity * time, time, 1.0), typename Law::History{}, trial).traction;
}

}  // namespace

TEST_CASE("friction rig: the integrated rate form is the exact step of every law at constant velocity") {
  // The relative tolerance per step times a few dozen steps.
  constexpr Tolerance kIntegrated{.rel = 1e-10};
  const StribeckCurve stribeck({.static_coefficient = 1.0, .kinetic_coefficient = 0.9, .velocity = 0.1});
  const ElastoplasticCoulomb coulomb({.friction_coefficient = 1.0, .stiffness = 1600.0});
  const Dahl dahl({.friction_coefficient = 1.0, .stiffness = 1600.0});
  const Dahl stiff_dahl({.friction_coefficient = 1.0, .stiffness = 1600.0, .exponent = 2.0});
  const LuGre lugre({.stribeck = stribeck, .stiffness = 1600.0, .damping = 0.01, .viscosity = 0.2});
  const RegularisedCoulomb tanh({.friction_coefficient = 0.3, .velocity = 0.1, .form = Regularisation::hyperbolic});
  const Gms gms({.stribeck = stribeck,
                 .stiffness = {1200.0, 1600.0, 2000.0},
                 .share = {kThird, kThird, kThird},
                 .attraction = 10.0});
  for (const double velocity : {-0.05, 0.05}) {
    for (const double time : {5e-3, 11e-3, 14e-3, 50e-3}) {
      const auto check = [&](const auto& law) {
        CHECK(close(friction_after(law, velocity, time), friction_of_step(law, velocity, time), kIntegrated));
      };
      check(coulomb);
      check(dahl);
      check(stiff_dahl);
      check(lugre);
      check(tanh);
      check(gms);
    }
  }
}

// On the way down from 0.2 m/s elements relax for 1/30 s towards a curve that rises; at rest they must not relax.
TEST_CASE("friction rig: GMS elements that slipped stick at rest, and slip again as the law does") {
  const Gms gms({.stribeck = StribeckCurve({.static_coefficient = 0.8, .kinetic_coefficient = 0.5, .velocity = 0.05}),
                 .stiffness = {1200.0, 1600.0, 2000.0},
                 .share = {kThird, kThird, kThird},
                 .attraction = 10.0});
  constexpr double kStop = 0.2;
  constexpr double kStart = 1.2;
  const TimeFunction velocity(
      TimeFunction::PiecewiseLinear{{0.0, 0.1, kStop, kStart, kStart + 1e-6}, {0.2, 0.2, 0.0, 0.0, 1e-4}});
  FrictionRig rig(gms, {1.0, PrescribedVelocity{velocity}}, kTight);
  run(rig, kStop);
  const double stopped = rig.friction(rig.state());
  CHECK(stopped < 0.75);
  run(rig, kStart);
  CHECK(rig.friction(rig.state()) == stopped);
  for (const double mode : {rig.state().history.mode[0], rig.state().history.mode[2]}) CHECK(mode == 0.0);
  // All three elements are springs again: 1600/m.
  constexpr double kDistance = 1e-5;
  run(rig, kStart + 0.5e-6 + kDistance / 1e-4);
  CHECK(close(rig.friction(rig.state()), stopped + 1600.0 * kDistance, {.rel = 1e-9}));
}

TEST_CASE("friction rig: a slider on trilinear friction stops like a Coulomb slider and then creeps") {
  constexpr double g = 9.81;
  const RegularisedCoulomb law({.friction_coefficient = 0.3, .velocity = 0.1});
  FrictionRig rig(law, {g, PulledMass{.mass = 1.0, .initial_velocity = 1.0}}, kTight);
  // Independent evaluation to 12 digits of t₁ = (v₀ − v_s)/(μ g), x₁ = (v₀² − v_s²)/(2 μ g), x_∞ = x₁ + v_s²/(μ g).
  constexpr double t1 = 0.305810397554;
  constexpr Tolerance kDigits{.rel = 1e-10};
  run(rig, t1);
  CHECK(close(rig.state().velocity, 0.1, kDigits));
  CHECK(close(rig.state().position, 0.168195718654, kDigits));
  run(rig, t1 + 0.1);
  CHECK(close(rig.state().velocity, 0.1 * std::exp(-0.1 * 0.3 * g / 0.1), {.rel = 1e-9}));
  run(rig, t1 + 2.0);
  CHECK(close(rig.state().position, 0.171593611961, kDigits));
}

TEST_CASE("friction rig: a slider on stiff elastoplastic Coulomb friction stops where the rigid one does") {
  constexpr double g = 9.81;
  constexpr double kStiffness = 1e8;
  const ElastoplasticCoulomb law({.friction_coefficient = 0.3, .stiffness = kStiffness, .damping = 2e4});
  FrictionRig rig(law, {g, PulledMass{.mass = 1.0, .initial_velocity = 1.0}}, {.relative = 1e-9, .absolute = 1e-12});
  run(rig, 1.0);
  // v₀²/(2 μ g); the bristle shifts the stop by about μ g/K.
  CHECK(close(rig.state().position, 0.169894665308, {.abs = 2.0 * 0.3 * g / kStiffness}));
  CHECK(close(rig.state().velocity, 0.0, {.abs = 1e-9}));
}

TEST_CASE("friction rig: frictional lag of GMS, rising velocity meets more friction than falling velocity") {
  // v = 0.1 + 0.08 cos 2πft, and dm/dt = C (1 − m/s(v)). Periodic solution, values to 10 digits from an independent
  // integration of the linear equation: m at v = 0.1 accelerating and decelerating, and the area of the loop (v, m).
  struct Row {
    double attraction, frequency, rising, falling, area;
  };
  constexpr Row kRows[] = {
      {10.0, 0.1, 0.9403976509, 0.9335179232, 7.3454e-4},  {10.0, 1.0, 0.9646696479, 0.9187655867, 5.4187e-3},
      {10.0, 10.0, 0.9514858988, 0.9350465681, 2.0166e-3}, {3.0, 0.1, 0.9489773771, 0.9274897227, 0.0},
      {30.0, 1.0, 0.9489773771, 0.9274897227, 0.0},
  };
  for (const Row& row : kRows) {
    const Gms law({.stribeck = StribeckCurve({.static_coefficient = 1.0, .kinetic_coefficient = 0.9, .velocity = 0.1}),
                   .stiffness = {1600.0},
                   .share = {1.0},
                   .attraction = row.attraction});
    const double omega = 2.0 * std::numbers::pi * row.frequency;
    const TimeFunction velocity(TimeFunction::Harmonic{.mean = 0.1, .amplitude = 0.08, .angular_frequency = omega});
    FrictionRig rig(law, {1.0, PrescribedVelocity{velocity}}, kTight);
    const double period = 1.0 / row.frequency;
    // The start is forgotten with exp(−C t): to 1e-13 within these whole periods.
    const double start = period * std::ceil(30.0 / row.attraction / period);
    run(rig, start + 0.25 * period);
    CHECK(close(rig.friction(rig.state()), row.falling, {.rel = 1e-8}));
    run(rig, start + 0.75 * period);
    CHECK(close(rig.friction(rig.state()), row.rising, {.rel = 1e-8}));
    if (row.area == 0.0) continue;
    // ∮ m dv, by the trapezoidal rule for a smooth periodic function
    constexpr int kPoints = 64;
    double area = 0.0;
    for (int i = 1; i <= kPoints; ++i) {
      run(rig, start + period * (0.75 + static_cast<double>(i) / kPoints));
      area += rig.friction(rig.state()) * velocity.derivative(rig.state().time) * period / kPoints;
    }
    // The reference has 5 digits.
    CHECK(close(area, row.area, {.rel = 1e-5}));
  }
}

TEST_CASE("friction rig: break-away of GMS under a growing force falls with its rate") {
  // A mass of 1 g, N = 1 N, pulled by R t; largest friction until all elements slip, to 10 digits from an independent
  // integration. damped: with 0.3 of the critical damping of the virgin contact.
  struct Row {
    double stribeck_velocity;
    bool damped;
    double rate, peak;
  };
  constexpr Row kRows[] = {
      {0.01, true, 0.1, 0.9999737128},    {0.01, true, 1.0, 0.9974667172},   {0.01, true, 10.0, 0.9331052499},
      {0.01, true, 100.0, 0.9},           {0.10, true, 0.1, 0.9999997371},   {0.10, true, 1.0, 0.9999740117},
      {0.10, true, 10.0, 0.9974133231},   {0.10, true, 100.0, 0.9399829224}, {0.10, true, 1000.0, 0.9},
      {0.01, false, 1.0, 0.9966330080},   {0.01, false, 10.0, 0.9156913981}, {0.10, false, 10.0, 0.9955096415},
      {0.10, false, 100.0, 0.9176651643},
  };
  constexpr double mass = 1e-3;
  for (const Row& row : kRows) {
    const Gms law({.stribeck = StribeckCurve(
                       {.static_coefficient = 1.0, .kinetic_coefficient = 0.9, .velocity = row.stribeck_velocity}),
                   .stiffness = {1200.0, 1600.0, 2000.0},
                   .share = {kThird, kThird, kThird},
                   .attraction = 0.03,
                   .relaxation = GmsRelaxation::by_share});
    const PulledMass motion{
        .mass = mass, .force_rate = row.rate, .damping = row.damped ? 0.3 * 2.0 * std::sqrt(1600.0 * mass) : 0.0};
    FrictionRig rig(law, {1.0, motion}, {.relative = 1e-10, .absolute = 1e-13});
    const auto all_slip = [&] {
      const auto& mode = rig.state().history.mode;
      return mode[0] != 0.0 && mode[1] != 0.0 && mode[2] != 0.0;
    };
    double peak = 0.0;
    while (!all_slip()) {
      const auto panel = rig.advance(20.0 / row.rate);
      peak = std::max(peak, peak_in(rig, panel, [&](const auto& state) { return rig.friction(state); }).value);
    }
    CAPTURE(row.stribeck_velocity);
    CAPTURE(row.rate);
    CHECK(close(peak, row.peak, {.rel = 1e-6}));
  }
}

TEST_CASE("friction rig: a restored run continues with the same bytes") {
  const LuGre law({.stribeck = StribeckCurve(1.0), .stiffness = 1e3, .damping = 1.0});
  const PulledMass motion{.mass = 1.0, .stiffness = 2.0, .pull_speed = TimeFunction(0.1)};
  FrictionRig one(law, {1.0, motion}, {.relative = 1e-9, .absolute = 1e-12});
  run(one, 1.0);
  const auto saved = one.state();
  run(one, 6.0);
  FrictionRig other(law, {1.0, motion}, {.relative = 1e-9, .absolute = 1e-12});
  other.restore(saved);
  run(other, 6.0);
  CHECK(other.state().time == 6.0);
  CHECK(other.state().position == one.state().position);
  CHECK(other.state().velocity == one.state().velocity);
  CHECK(other.state().history.value[0] == one.state().history.value[0]);
}

TEST_CASE("friction rig: prescribed motion with kinks is integrated between them") {
  const Dahl law({.friction_coefficient = 1.0, .stiffness = 1600.0});
  // 1 mm forward and 2 mm back
  const TimeFunction velocity(
      TimeFunction::PiecewiseLinear{.time = {0.0, 0.1, 0.1001, 0.2001}, .value = {0.01, 0.01, -0.02, -0.02}});
  FrictionRig rig(law, {1.0, PrescribedVelocity{velocity}}, kTight);
  run(rig, 0.2);
  CHECK(close(rig.state().position, velocity.integral(0.0, 0.2), {.abs = 1e-14}));
}

TEST_CASE("friction rig: a mass and a normal force are needed") {
  const Dahl law({.friction_coefficient = 1.0, .stiffness = 1600.0});
  CHECK_THROWS_WITH_AS(FrictionRig<Dahl>(law, {1.0, PulledMass{}}, kTight), "mass must be positive and finite",
                       UsageError);
  CHECK_THROWS_WITH_AS(FrictionRig<Dahl>(law, {0.0, constant_slip(1.0)}, kTight),
                       "normal force must be positive and finite", UsageError);
}

}  // namespace beltdyn::friction_rig_test
