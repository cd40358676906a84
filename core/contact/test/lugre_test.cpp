// SPDX-License-Identifier: MIT
#include "core/contact/lugre.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/contact/dahl.hpp"
#include "core/contact/test/tangent_check.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::lugre_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::check_tangent;
using contact::test::move;

namespace {

constexpr beltdyn::Tolerance kDigits{.rel = 1e-10};

// The parameters of Canudas de Wit et al. 1995 for a normal force of 1 N.
const StribeckCurve kStribeck({.static_coefficient = 1.5, .kinetic_coefficient = 1.0, .velocity = 1e-3});
const LuGre kLaw({.stribeck = kStribeck, .stiffness = 1e5, .damping = std::sqrt(1e5), .viscosity = 0.4});

}  // namespace

TEST_CASE("Stribeck curve: values, limits and parameters") {
  const StribeckCurve curve({.static_coefficient = 1.0, .kinetic_coefficient = 0.9, .velocity = 0.1});
  // independent evaluation to 12 digits
  CHECK(close(curve.limit(0.05), 0.977880078307, kDigits));
  CHECK(close(curve.limit(-0.1), 0.936787944117, kDigits));
  CHECK(close(curve.limit(0.2), 0.901831563889, kDigits));
  CHECK(curve.limit(0.0) == 1.0);
  CHECK(close(curve.limit(10.0), 0.9, {.rel = 1e-15}));
  CHECK(StribeckCurve(0.7).limit(3.0) == 0.7);
  CHECK_THROWS_AS(StribeckCurve({.static_coefficient = 0.5, .kinetic_coefficient = 0.9, .velocity = 0.1}),
                  beltdyn::UsageError);
}

TEST_CASE("Stribeck curve: the slope is the derivative for every exponent") {
  for (const double exponent : {0.8, 1.0, 2.0, 2.5}) {
    const StribeckCurve curve(
        {.static_coefficient = 1.0, .kinetic_coefficient = 0.9, .velocity = 0.1, .exponent = exponent});
    for (const double v : {-0.2, -0.01, 0.03, 0.15, 4.0}) {
      const contact::test::Dual dual = curve.limit(contact::test::variable(v, 0));
      const double x = std::abs(v) / 0.1;
      const double slope = -0.1 * exponent * std::pow(x, exponent) / v * std::exp(-std::pow(x, exponent));
      CHECK(dual.value() == curve.limit(v));
      CHECK(close(dual.derivatives()[0], slope, contact::test::kTangentTolerance));
    }
    const contact::test::Dual rest = curve.limit(contact::test::variable(0.0, 0));
    CHECK(rest.value() == 1.0);
    CHECK(rest.derivatives()[0] == 0.0);
  }
}

TEST_CASE("LuGre: steady sliding is the Stribeck curve plus viscosity") {
  const auto steady = [](double v) {
    LuGre::History history{};
    return -move(kLaw, v * 10.0, history, 10.0).traction;
  };
  // independent evaluation to 12 digits
  CHECK(close(steady(5e-4), 1.389600391536, kDigits));
  CHECK(close(steady(1e-3), 1.184339720586, kDigits));
  CHECK(close(steady(2e-3), 1.009957819444, kDigits));
}

TEST_CASE("LuGre: the start at constant velocity in closed form, in one step or many") {
  constexpr double v = 2e-3;
  const auto friction = [](double time, int n) {
    LuGre::History history{};
    double traction = 0.0;
    for (int i = 0; i < n; ++i) traction = move(kLaw, v * time / n, history, time / n).traction;
    return -traction;
  };
  // F = g(1 − e) + σ₁ v e + σ₂ v, independent evaluation to 12 digits
  CHECK(
      close(kLaw.traction(SlipMotion{.velocity = v, .normal_force = 1.0}, LuGre::History{}), -0.633255532034, kDigits));
  for (const int n : {1, 7}) {
    CHECK(close(friction(1e-3, n), 0.700979803090, kDigits));
    CHECK(close(friction(5e-3, n), 0.870113485756, kDigits));
    CHECK(close(friction(10e-3, n), 0.958042982932, kDigits));
  }
}

TEST_CASE("LuGre: without damping, viscosity and Stribeck effect it is Dahl's law") {
  const LuGre lugre({.stribeck = StribeckCurve(0.6), .stiffness = 1600.0});
  const Dahl dahl({.friction_coefficient = 0.6, .stiffness = 1600.0});
  LuGre::History a{};
  Dahl::History b{};
  for (const double slip : {3e-4, -1e-4, -9e-4, 2e-3, -1e-5}) {
    const FrictionResponse x = move(lugre, slip, a, 1e-3, 2.0);
    const FrictionResponse y = move(dahl, slip, b, 1e-3, 2.0);
    CHECK(close(x.traction, y.traction, {.abs = 1e-14}));
    CHECK(x.state == y.state);
  }
}

TEST_CASE("LuGre: the rate form is the limit of small steps") {
  constexpr double h = 1e-9;
  for (const double velocity : {-0.02, -5e-4, 5e-4, 0.02}) {
    const LuGre::History before{.value = {0.4}, .mode = {}};
    LuGre::History after = before;
    const FrictionResponse response = move(kLaw, velocity * h, after, h, 2.0);
    const SlipMotion motion{.velocity = velocity, .normal_force = 2.0};
    // Truncation ~ σ₀ v h ~ 2e-6, rounding ~ 1e-16/(σ₀ v h) ~ 2e-9.
    CHECK(close((after.value[0] - 0.4) / h, kLaw.memory_rate(motion, before)[0], {.rel = 1e-5}));
    CHECK(close(response.traction, kLaw.traction(motion, after), {.rel = 1e-12}));
  }
}

TEST_CASE("LuGre: forgets when contact is lost") {
  LuGre::History history{.value = {0.4}, .mode = {}};
  CHECK(move(kLaw, 1e-5, history, 1e-3, 0.0).state == mode_of(ContactState::free));
  CHECK(history.value[0] == 0.0);
}

TEST_CASE("LuGre: the tangent is the derivative of the traction, loading and unloading, creeping and sliding") {
  for (const double start : {-1.2, 0.0, 0.9}) {
    for (const double velocity : {-0.1, -1e-3, -1e-5, 1e-6, 7e-4, 0.02}) {
      check_tangent(kLaw, even_step(velocity * 1e-3, 1e-3, 1.7), {.value = {start}, .mode = {}});
    }
  }
}

}  // namespace beltdyn::lugre_test
