// SPDX-License-Identifier: MIT
#include "core/contact/elastoplastic_coulomb.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "core/contact/test/tangent_check.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::elastoplastic_coulomb_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::check_tangent;
using contact::test::move;

namespace {

// Rounding of a few operations on numbers of order 1.
constexpr beltdyn::Tolerance kRounding{.abs = 1e-14};

const ElastoplasticCoulomb kLaw({.friction_coefficient = 1.0, .stiffness = 1600.0});
const ElastoplasticCoulomb kDamped({.friction_coefficient = 0.5, .stiffness = 1600.0, .damping = 0.3});

}  // namespace

TEST_CASE("elastoplastic Coulomb: sticks as a spring, slips at the limit, unloads as a spring") {
  ElastoplasticCoulomb::History history{};
  CHECK(close(move(kLaw, 5e-4, history).traction, -0.8, kRounding));
  const FrictionResponse slip = move(kLaw, 5e-4, history);
  CHECK(slip.traction == -1.0);
  CHECK(slip.state == mode_of(ContactState::slip_forward));
  const FrictionResponse unloaded = move(kLaw, -5e-4, history);
  CHECK(close(unloaded.traction, -0.2, kRounding));
  CHECK(unloaded.state == mode_of(ContactState::stick));
  CHECK(move(kLaw, -1.0, history).state == mode_of(ContactState::slip_backward));
}

TEST_CASE("elastoplastic Coulomb: steady loop of area 4 μN (X − μN/K)") {
  // X = 1e-3, μN = 1, K = 1600. With 800 steps each way, the corner of the loop coincides with the end of a step.
  CHECK(close(contact::test::loop_area(kLaw, 1e-3, 800), 1.5e-3, {.rel = 1e-10}));
}

TEST_CASE("elastoplastic Coulomb: the result of a slip without reversal does not depend on the steps") {
  ElastoplasticCoulomb::History one{};
  ElastoplasticCoulomb::History many{};
  move(kLaw, 1e-2, one);
  for (int i = 0; i < 100; ++i) move(kLaw, 1e-4, many);
  CHECK(close(many.value[0], one.value[0], {.rel = 1e-14}));
}

TEST_CASE("elastoplastic Coulomb: damping obeys the rate form as the step falls, with first order") {
  // Stick at constant velocity v: F = K v t + D v; it reaches the limit μN = 0.5 at t = (μN − D v)/(K v). Then the
  // bristle relaxes to the limit: K z = μN − D v exp(−(K/D)(t − t_slip)).
  constexpr double v = 1.0;
  constexpr double end = 4e-4;
  const double t_slip = (0.5 - 0.3 * v) / (1600.0 * v);
  const double z_exact = (0.5 - 0.3 * v * std::exp(-1600.0 / 0.3 * (end - t_slip))) / 1600.0;
  const auto error = [&](int n) {
    ElastoplasticCoulomb::History history{};
    for (int i = 0; i < n; ++i) move(kDamped, v * end / n, history, end / n);
    return std::abs(history.value[0] - z_exact);
  };
  const double ratio = error(1600) / error(3200);
  CHECK(ratio > 1.9);
  CHECK(ratio < 2.1);
}

TEST_CASE("elastoplastic Coulomb: the rate form is the limit of small steps, switches at the limit and back") {
  constexpr double h = 1e-9;
  constexpr double z = 2e-4;  // K z = 0.32, limit 0.5
  for (const double velocity : {-3.0, -0.5, 0.5, 3.0}) {
    ElastoplasticCoulomb::History after{.value = {z}, .mode = {}};
    const FrictionResponse response = move(kDamped, velocity * h, after, h);
    const SlipMotion motion{.velocity = velocity, .normal_force = 1.0};
    ElastoplasticCoulomb::History before{.value = {z}, .mode = {}};
    const bool sticks = kDamped.mode_margin(0, motion, before) > 0.0;
    CHECK(sticks == (response.state == mode_of(ContactState::stick)));
    if (!sticks) kDamped.switch_mode(0, motion, before);
    CHECK(before.mode[0] == after.mode[0]);
    CHECK(kDamped.mode_margin(0, motion, before) > 0.0);
    // Truncation ~ K h/D ~ 5e-6, rounding ~ 1e-16 z/h.
    CHECK(close((after.value[0] - z) / h, kDamped.memory_rate(motion, before)[0], {.rel = 1e-4}));
    CHECK(close(response.traction, kDamped.traction(motion, before), {.rel = 1e-4}));
  }
  // Without damping, the bristle stays at the limit until the motion reverses.
  ElastoplasticCoulomb::History history{.value = {z}, .mode = {}};
  kLaw.switch_mode(0, {.velocity = 0.1, .normal_force = 1.0}, history);
  CHECK(kLaw.mode_margin(0, {.velocity = 0.1, .normal_force = 1.0}, history) > 0.0);
  CHECK(kLaw.mode_margin(0, {.velocity = -0.1, .normal_force = 1.0}, history) < 0.0);
  CHECK(kLaw.memory_rate({.velocity = 0.1, .normal_force = 1.0}, history)[0] == 0.0);
  kLaw.switch_mode(0, {.velocity = 0.0, .normal_force = 1.0}, history);
  CHECK(history.mode[0] == mode_of(ContactState::stick));
  CHECK(close(history.value[0], 1.0 / 1600.0, {.rel = 1e-15}));
}

TEST_CASE("elastoplastic Coulomb: a resting contact does not creep") {
  ElastoplasticCoulomb::History history{};
  move(kDamped, 1e-4, history, 1e-3);
  const ElastoplasticCoulomb::History loaded = history;
  for (int i = 0; i < 1000; ++i) move(kDamped, 0.0, history, 1e-3);
  CHECK(history.value[0] == loaded.value[0]);
}

TEST_CASE("elastoplastic Coulomb: without contact no force and a relaxed history") {
  ElastoplasticCoulomb::History history{};
  move(kLaw, 1e-4, history);
  const FrictionResponse lost = move(kLaw, 1e-4, history, 1.0, 0.0);
  CHECK(lost.traction == 0.0);
  CHECK(lost.state == mode_of(ContactState::free));
  CHECK(history.value[0] == 0.0);
}

TEST_CASE("elastoplastic Coulomb: an infinite time step has no damping") {
  ElastoplasticCoulomb::History history{};
  CHECK(close(move(kDamped, 1e-4, history, std::numeric_limits<double>::infinity()).traction, -0.16, kRounding));
}

TEST_CASE("elastoplastic Coulomb: the tangent is the derivative of the traction in stick and in slip") {
  ElastoplasticCoulomb::History history{};
  move(kDamped, 1e-4, history, 1e-3);
  for (const double slip : {-1e-3, -1e-4, 0.0, 5e-5, 2e-4, 1e-3}) {
    check_tangent(kDamped, even_step(slip, 1e-3, 1.3), history);
    check_tangent(kLaw, even_step(slip, 1e-3, 0.7), history);
  }
}

TEST_CASE("elastoplastic Coulomb: invalid parameters are rejected by name") {
  using Parameters = ElastoplasticCoulomb::Parameters;
  const auto refuse = [](const Parameters& parameters) { return ElastoplasticCoulomb(parameters); };
  CHECK_THROWS_WITH_AS(refuse({.friction_coefficient = -0.1, .stiffness = 1.0}),
                       "friction coefficient must be finite and at least 0", beltdyn::UsageError);
  CHECK_THROWS_WITH_AS(refuse({.friction_coefficient = 0.1}), "stick stiffness must be positive and finite",
                       beltdyn::UsageError);
}

}  // namespace beltdyn::elastoplastic_coulomb_test
