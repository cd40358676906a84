// SPDX-License-Identifier: MIT
#include "core/contact/bliman_sorine.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/contact/dahl.hpp"
#include "core/contact/test/lanes_check.hpp"
#include "core/contact/test/tangent_check.hpp"

namespace beltdyn::bliman_sorine_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::check_tangent;
using contact::test::move;

namespace {

const BlimanSorine kLaw({.friction_coefficient = 0.5, .excess = 0.4, .distance = 1e-3, .ratio = 0.2});

// The virgin curve f₁ (1 − e^(−x/η)) − f₂ (1 − e^(−x)), x = slip/ε
double virgin(double slip) {
  const double x = slip / 1e-3;
  return -0.9 * std::expm1(-x / 0.2) + 0.4 * std::expm1(-x);
}

}  // namespace

TEST_CASE("Bliman-Sorine: the virgin curve in closed form, in one step or many, rises to its peak and settles") {
  constexpr beltdyn::Tolerance kRounding{.rel = 1e-13};
  for (const double slip : {1e-5, 2e-4, 1e-3, 4e-3}) {
    for (const int n : {1, 7}) {
      BlimanSorine::History history{};
      double traction = 0.0;
      for (int i = 0; i < n; ++i) traction = move(kLaw, slip / n, history).traction;
      CHECK(close(-traction, virgin(slip), kRounding));
    }
  }
  // The peak is where f₁/η e^(−x/η) = f₂ e^(−x).
  const double peak = 1e-3 * std::log(0.9 / (0.2 * 0.4)) * 0.2 / 0.8;
  CHECK(virgin(peak) > 0.5);
  CHECK(virgin(peak) > virgin(0.99 * peak));
  CHECK(virgin(peak) > virgin(1.01 * peak));
  CHECK(close(virgin(0.1), 0.5, kRounding));
}

TEST_CASE("Bliman-Sorine: without excess it is Dahl's law") {
  const BlimanSorine plain({.friction_coefficient = 0.5, .distance = 1e-3, .ratio = 0.25});
  const Dahl dahl({.friction_coefficient = 0.5, .stiffness = 0.5 / 0.25e-3});
  BlimanSorine::History a{};
  Dahl::History b{};
  for (const double slip : {3e-4, -1e-4, -9e-4, 2e-3, 0.0, -1e-5}) {
    const FrictionResponse x = move(plain, slip, a, 1e-3, 2.0);
    const FrictionResponse y = move(dahl, slip, b, 1e-3, 2.0);
    CHECK(close(x.traction, y.traction, {.rel = 1e-13}));
    CHECK(x.state == y.state);
  }
}

TEST_CASE("Bliman-Sorine: the rate form is the limit of small steps") {
  constexpr double h = 1e-9;
  const BlimanSorine::History before{.value = {0.3, -0.1}, .mode = {}};
  for (const double velocity : {-0.3, 0.05}) {
    BlimanSorine::History after = before;
    const FrictionResponse response = move(kLaw, velocity * h, after, h, 2.0);
    const SlipMotion motion{.velocity = velocity, .normal_force = 2.0};
    // Rounding: 1e-16/h; truncation: |v| h/(η ε).
    for (std::size_t k = 0; k < 2; ++k) {
      const double rate = (after.value[k] - before.value[k]) / h;
      CHECK(close(rate, kLaw.memory_rate(motion, before)[k], {.rel = 1e-5, .abs = 1e-6}));
    }
    CHECK(close(response.traction, kLaw.traction(motion, after), {.rel = 1e-14}));
  }
}

TEST_CASE("Bliman-Sorine: tangent and memory have the derivatives that two kinds of differentiation find") {
  for (const double slip : {-3e-3, -1e-4, 1e-7, 4e-4}) {
    check_tangent(kLaw, even_step(slip, 1e-3, 1.7), {.value = {0.3, -0.1}, .mode = {}});
  }
}

TEST_CASE("Bliman-Sorine: lanes answer one by one as for one contact point") { contact::test::check_lanes(kLaw, 0.7); }

TEST_CASE("Bliman-Sorine: invalid parameters are rejected by name") {
  CHECK_THROWS_WITH_AS(BlimanSorine({.friction_coefficient = 0.5, .distance = 1e-3, .ratio = 1.0}),
                       "distance ratio must be below 1", beltdyn::UsageError);
  CHECK_THROWS_AS(BlimanSorine({.friction_coefficient = 0.5, .distance = 0.0}), beltdyn::UsageError);
}

}  // namespace beltdyn::bliman_sorine_test
