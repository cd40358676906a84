// SPDX-License-Identifier: MIT
#include "core/contact/dahl.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/contact/test/tangent_check.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::dahl_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::check_tangent;
using contact::test::move;

namespace {

constexpr beltdyn::Tolerance kDigits{.rel = 1e-10};

Dahl law(double exponent) { return Dahl({.friction_coefficient = 1.0, .stiffness = 1600.0, .exponent = exponent}); }

double virgin(double exponent, double slip) {
  Dahl::History history{};
  return -move(law(exponent), slip, history).traction;
}

}  // namespace

TEST_CASE("Dahl: virgin curves in one step") {
  // 1 − exp(−σx), independent evaluation to 12 digits
  CHECK(close(virgin(1.0, 1e-4), 0.147856211034, kDigits));
  CHECK(close(virgin(1.0, 5e-4), 0.550671035883, kDigits));
  CHECK(close(virgin(1.0, 1e-3), 0.798103482005, kDigits));
  for (const double x : {1e-4, 5e-4, 1e-3, 5e-3}) {
    const double sx = 1600.0 * x;
    CHECK(close(virgin(2.0, x), sx / (1.0 + sx), kDigits));
    CHECK(close(virgin(0.5, x), sx < 2.0 ? 1.0 - (1.0 - sx / 2.0) * (1.0 - sx / 2.0) : 1.0, kDigits));
    CHECK(close(virgin(0.0, x), std::min(sx, 1.0), kDigits));
    CHECK(virgin(0.7, -x) == -virgin(0.7, x));
  }
}

TEST_CASE("Dahl: the steady loop has the peak tanh σX and the area 4 (X − tanh(σX)/σ)") {
  Dahl::History history{};
  constexpr double X = 1e-3;
  move(law(1.0), X, history);
  // Each cycle multiplies the distance from the steady loop by exp(−4σX) = 0.0017.
  for (int turn = 0; turn < 8; ++turn) {
    move(law(1.0), -2.0 * X, history);
    move(law(1.0), 2.0 * X, history);
  }
  CHECK(close(history.value[0], 0.921668554406, kDigits));
  // Simpson's rule: error ≤ (2X/180) (2X/n)⁴ σ⁴ · 2 per sweep, 4e-15 with n = 2000.
  CHECK(close(contact::test::loop_area(law(1.0), X, 2000), 1.695828613984e-3, kDigits));
}

TEST_CASE("Dahl: a slip without reversal does not depend on the steps, for every exponent and from every side") {
  for (const double exponent : {0.0, 0.5, 1.0, 1.7}) {
    for (const double start : {-0.8, 0.3, 1.4}) {
      Dahl::History one{.value = {start}, .mode = {}};
      Dahl::History many = one;
      move(law(exponent), 7e-4, one);
      for (int i = 0; i < 70; ++i) move(law(exponent), 1e-5, many);
      CHECK(close(many.value[0], one.value[0], {.rel = 1e-12}));
    }
  }
}

TEST_CASE("Dahl: the rate form is the limit of small steps") {
  constexpr double h = 1e-9;
  for (const double exponent : {0.5, 1.0, 1.7}) {
    for (const double velocity : {-0.5, 0.5}) {
      for (const double start : {-0.8, 0.3, 1.4}) {
        const Dahl::History before{.value = {start}, .mode = {}};
        Dahl::History after = before;
        const FrictionResponse response = move(law(exponent), velocity * h, after, h, 2.0);
        const SlipMotion motion{.velocity = velocity, .normal_force = 2.0};
        // Truncation ~ σ v h ~ 1e-6, rounding ~ 1e-16/(σ v h) ~ 1e-10.
        CHECK(close((after.value[0] - start) / h, law(exponent).memory_rate(motion, before)[0], {.rel = 1e-5}));
        CHECK(close(response.traction, law(exponent).traction(motion, after), {.rel = 1e-14}));
      }
    }
  }
}

TEST_CASE("Dahl: reports slip when the bristles absorb less than half of the slip velocity, and none without contact") {
  CHECK(state_by_deflection(1.0, 0.51) == mode_of(ContactState::stick));
  CHECK(state_by_deflection(1.0, 0.49) == mode_of(ContactState::slip_forward));
  CHECK(state_by_deflection(-1.0, -0.51) == mode_of(ContactState::stick));
  CHECK(state_by_deflection(-1.0, -0.49) == mode_of(ContactState::slip_backward));
  Dahl::History history{};
  CHECK(move(law(1.0), 1e-5, history).state == mode_of(ContactState::stick));
  CHECK(move(law(1.0), 1e-1, history).state == mode_of(ContactState::slip_forward));
  CHECK(move(law(1.0), -1e-5, history).state == mode_of(ContactState::stick));
  CHECK(move(law(1.0), -1e-5, history, 1.0, 0.0).state == mode_of(ContactState::free));
  CHECK(history.value[0] == 0.0);
}

TEST_CASE("Dahl: the tangent is the derivative of the traction, loading and unloading") {
  for (const double exponent : {0.0, 0.5, 1.0, 1.7}) {
    for (const double start : {-0.8, 0.3, 1.4}) {
      for (const double slip : {-9e-3, -4e-4, -1e-7, 1e-7, 4e-4, 9e-3}) {
        check_tangent(law(exponent), even_step(slip, 1e-3, 1.7), {.value = {start}, .mode = {}});
      }
    }
  }
}

}  // namespace beltdyn::dahl_test
