// SPDX-License-Identifier: MIT
#include "core/contact/regularised_coulomb.hpp"

#include <doctest/doctest.h>

#include "core/contact/test/tangent_check.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::regularised_coulomb_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::check_tangent;
using contact::test::move;

namespace {

RegularisedCoulomb law(Regularisation form) {
  return RegularisedCoulomb({.friction_coefficient = 0.3, .velocity = 0.1, .form = form});
}

double friction(Regularisation form, double velocity) {
  constexpr double h = 1e-3;
  RegularisedCoulomb::History history{};
  return -move(law(form), velocity * h, history, h, 2.0).traction;
}

constexpr Regularisation kForms[] = {Regularisation::trilinear, Regularisation::threlfall, Regularisation::hyperbolic};

}  // namespace

TEST_CASE("regularised Coulomb: the curves") {
  constexpr beltdyn::Tolerance kDigits{.rel = 1e-12};
  CHECK(close(friction(Regularisation::trilinear, 0.05), 0.3, kDigits));
  CHECK(close(friction(Regularisation::trilinear, 7.0), 0.6, kDigits));
  // 1 − e^(−3), 1 − e^(−3/2): independent evaluation to 12 digits
  CHECK(close(friction(Regularisation::threlfall, 0.1), 0.6 * 0.950212931632, kDigits));
  CHECK(close(friction(Regularisation::threlfall, 0.05), 0.6 * 0.776869839851, kDigits));
  CHECK(close(friction(Regularisation::hyperbolic, 0.1), 0.6 * 0.761594155956, kDigits));
}

TEST_CASE("regularised Coulomb: odd in the velocity, never above the limit, dissipative") {
  for (const Regularisation form : kForms) {
    for (const double v : {1e-6, 0.03, 0.1, 0.4, 30.0}) {
      CHECK(friction(form, -v) == -friction(form, v));
      CHECK(friction(form, v) > 0.0);
      CHECK(friction(form, v) <= 0.6);
    }
    CHECK(friction(form, 0.0) == 0.0);
  }
}

TEST_CASE("regularised Coulomb: reports creep as stick") {
  RegularisedCoulomb::History history{};
  CHECK(move(law(Regularisation::trilinear), 0.099, history).state == mode_of(ContactState::stick));
  CHECK(move(law(Regularisation::trilinear), 0.101, history).state == mode_of(ContactState::slip_forward));
  CHECK(move(law(Regularisation::hyperbolic), -0.101, history).state == mode_of(ContactState::slip_backward));
  CHECK(move(law(Regularisation::hyperbolic), 0.1, history, 1.0, 0.0).state == mode_of(ContactState::free));
}

TEST_CASE("regularised Coulomb: step and rate form agree") {
  for (const Regularisation form : kForms) {
    const SlipMotion motion{.velocity = 0.07, .normal_force = 2.0};
    const double traction = law(form).traction(motion, RegularisedCoulomb::History{});
    CHECK(close(traction, -friction(form, 0.07), {.rel = 1e-14}));
  }
}

TEST_CASE("regularised Coulomb: the tangent is the derivative of the traction on both sides of every kink") {
  for (const Regularisation form : kForms) {
    for (const double velocity : {-0.3, -0.101, -0.099, -0.01, 0.02, 0.099, 0.101, 0.2}) {
      check_tangent(law(form), even_step(velocity * 1e-3, 1e-3, 1.7), {});
    }
  }
}

}  // namespace beltdyn::regularised_coulomb_test
