// SPDX-License-Identifier: MIT
#include "core/contact/gms.hpp"

#include <array>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/test/tangent_check.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::gms_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::check_tangent;
using contact::test::move;

namespace {

constexpr double kThird = 1.0 / 3.0;
const StribeckCurve kStribeck({.static_coefficient = 1.0, .kinetic_coefficient = 0.9, .velocity = 0.1});

// GMS with the elements of [Kubas 2021] Table 1.
Gms law(const StribeckCurve& stribeck, double attraction, GmsRelaxation relaxation = GmsRelaxation::common,
        double viscosity = 0.0) {
  return Gms({.stribeck = stribeck,
              .stiffness = {1200.0, 1600.0, 2000.0},
              .share = {kThird, kThird, kThird},
              .attraction = attraction,
              .viscosity = viscosity,
              .relaxation = relaxation});
}

const Gms kMaxwell = law(StribeckCurve(1.0), 10.0);

}  // namespace

TEST_CASE("GMS: presliding path with reversals, a minor loop that closes, and the return to the virgin curve") {
  constexpr beltdyn::Tolerance kExact{.abs = 1e-12};
  constexpr std::array<double, 8> kPosition{0.0, 7e-4, -3e-4, 4e-4, 0.0, 4e-4, 7e-4, 1e-3};
  // Sums of three elements, each elastic and perfectly plastic, as exact fractions of 300.
  constexpr std::array<double, 8> kFriction{0.0,           284.0 / 300.0, -196.0 / 300.0, 140.0 / 300.0,
                                            -52.0 / 300.0, 140.0 / 300.0, 284.0 / 300.0,  1.0};
  for (const int n : {1, 13}) {
    Gms::History history{};
    for (std::size_t i = 1; i < kPosition.size(); ++i) {
      const double slip = (kPosition[i] - kPosition[i - 1]) / n;
      double traction = 0.0;
      for (int j = 0; j < n; ++j) traction = move(kMaxwell, slip, history).traction;
      CHECK(close(-traction, kFriction[i], kExact));
    }
  }
}

TEST_CASE("GMS: the virgin curve breaks where its elements slip") {
  constexpr beltdyn::Tolerance kExact{.abs = 1e-12};
  Gms::History history{};
  CHECK(close(move(kMaxwell, 5e-4, history).traction, -0.8, kExact));
  CHECK(close(move(kMaxwell, 1.25e-4, history).traction, -11.0 / 12.0, kExact));
  CHECK(move(kMaxwell, 1e-4, history).state == mode_of(ContactState::stick));
  const FrictionResponse sliding = move(kMaxwell, 2e-4, history);
  CHECK(close(sliding.traction, -1.0, kExact));
  CHECK(sliding.state == mode_of(ContactState::slip_forward));
}

TEST_CASE("GMS: areas of the steady loops are the sum of (4/3) (X − 1/σ) over the elements that slip") {
  // With 1344 steps each way, every kink of the loops is at the end of a pair of steps, so Simpson's rule is exact.
  const auto area = [](double X) { return contact::test::loop_area(kMaxwell, X, 1344); };
  constexpr beltdyn::Tolerance kAcceptance{.rel = 1e-9};
  CHECK(close(area(6e-4), 4.0 / 3.0 * 1e-4, kAcceptance));
  CHECK(close(area(7e-4), 4.0 / 3.0 * (2e-4 + 0.75e-4), kAcceptance));
  CHECK(close(area(1e-3), 4.0 / 3.0 * (3e-3 - 5e-4 - 6.25e-4 - 1.0 / 1200.0), kAcceptance));
  CHECK(close(area(2e-3), 4.0 / 3.0 * (6e-3 - 5e-4 - 6.25e-4 - 1.0 / 1200.0), kAcceptance));
}

TEST_CASE("GMS: Masing's rule, a branch is the virgin curve stretched by two") {
  const auto virgin = [](double x) {
    Gms::History history{};
    return -move(kMaxwell, x, history).traction;
  };
  for (const double x : {6e-4, 2e-4, -1e-4, -5e-4}) {
    Gms::History history{};
    const double turn = -move(kMaxwell, 7e-4, history).traction;
    CHECK(close(-move(kMaxwell, x - 7e-4, history).traction, turn - 2.0 * virgin((7e-4 - x) / 2.0), {.abs = 1e-12}));
  }
}

TEST_CASE("GMS: one element of constant limit is elastoplastic Coulomb friction") {
  const Gms one({.stribeck = StribeckCurve(0.6), .stiffness = {1000.0}, .share = {1.0}, .attraction = 3.0});
  const ElastoplasticCoulomb coulomb({.friction_coefficient = 0.6, .stiffness = 2000.0});
  Gms::History a{};
  ElastoplasticCoulomb::History b{};
  for (const double slip : {3e-4, -1e-4, -9e-4, -1e-4, 2e-3, -1e-5, 0.0}) {
    const FrictionResponse x = move(one, slip, a, 1e-3, 2.0);
    const FrictionResponse y = move(coulomb, slip, b, 1e-3, 2.0);
    CHECK(close(x.traction, y.traction, {.abs = 1e-14}));
    CHECK(x.state == y.state);
  }
}

TEST_CASE("GMS: a step of the velocity relaxes the friction in closed form, in both readings of the rate") {
  const auto friction = [](GmsRelaxation relaxation, double time, int n) {
    const Gms gms = law(kStribeck, 10.0, relaxation);
    Gms::History history{};
    // Break-away projects onto the curve, so sliding is steady from the start.
    CHECK(close(move(gms, 0.05, history).traction, -0.977880078307, {.rel = 1e-11}));
    double traction = 0.0;
    for (int i = 0; i < n; ++i) traction = move(gms, 0.2 * time / n, history, time / n).traction;
    return -traction;
  };
  // s₂ + (s₁ − s₂) exp(−c t/s₂), independent evaluation to 12 digits
  constexpr beltdyn::Tolerance kDigits{.rel = 1e-10};
  for (const int n : {1, 9}) {
    CHECK(close(friction(GmsRelaxation::by_share, 0.1, n), 0.954380944631, kDigits));
    CHECK(close(friction(GmsRelaxation::by_share, 0.3, n), 0.926922758462, kDigits));
    CHECK(close(friction(GmsRelaxation::by_share, 1.0, n), 0.903718944170, kDigits));
    CHECK(close(friction(GmsRelaxation::common, 0.1, n), 0.926922758462, kDigits));
    CHECK(close(friction(GmsRelaxation::common, 0.3, n), 0.904562946532, kDigits));
  }
}

TEST_CASE("GMS: an unloading element does not slip when the curve falls below it") {
  const Gms gms = law(kStribeck, 0.03);
  Gms::History history{.value = {0.99, 0.99, 0.99}, .mode = {}};
  // s(1 m/s) = 0.9
  const FrictionResponse response = move(gms, -1e-5, history, 1e-5);
  CHECK(response.state == mode_of(ContactState::stick));
  CHECK(close(history.value[0], 0.99 - 0.012, {.abs = 1e-14}));
  move(gms, 1e-5, history, 1e-5);
  CHECK(close(history.value[0], 0.9, {.abs = 1e-14}));
}

TEST_CASE("GMS: rest ends slip and keeps the friction state, lost contact resets it") {
  const Gms gms = law(kStribeck, 0.03);
  Gms::History history{};
  const double sliding = move(gms, 0.05, history).traction;
  const FrictionResponse rest = move(gms, 0.0, history);
  CHECK(rest.state == mode_of(ContactState::stick));
  CHECK(rest.traction == sliding);
  CHECK(move(gms, 0.01, history, 1.0, 0.0).state == mode_of(ContactState::free));
  CHECK(history.value[2] == 0.0);
}

TEST_CASE("GMS: in the rate form slip persists while it continues, but not at rest or on reversal") {
  const Gms gms = law(kStribeck, 10.0);
  for (const double d : {-1.0, 1.0}) {
    const Gms::History slipping{.value = {0.7 * d, 0.7 * d, 0.7 * d}, .mode = {d, d, d}};
    const auto margin = [&](double velocity) {
      return gms.mode_margin(0, SlipMotion{.velocity = velocity, .normal_force = 1.0}, slipping);
    };
    CHECK(margin(0.1 * d) == 0.1);
    CHECK(margin(0.0) < 0.0);
    CHECK(margin(-0.1 * d) == -0.1);
  }
}

TEST_CASE("GMS: the rate form is the limit of small steps") {
  constexpr double h = 1e-9;
  const Gms gms = law(kStribeck, 10.0, GmsRelaxation::by_share, 0.2);
  Gms::History before{.value = {0.4, -0.95, 0.8}, .mode = {}};
  before.mode[1] = mode_of(ContactState::slip_backward);
  before.mode[2] = mode_of(ContactState::slip_forward);
  for (const double velocity : {-0.3, -0.05, 0.05, 0.3}) {
    Gms::History after = before;
    const FrictionResponse response = move(gms, velocity * h, after, h, 2.0);
    const SlipMotion motion{.velocity = velocity, .normal_force = 2.0};
    const auto rate = gms.memory_rate(motion, before);
    for (std::size_t k = 0; k < 3; ++k) {
      const bool persists = gms.mode_margin(k, motion, before) > 0.0;
      CHECK(persists == (after.mode[k] == before.mode[k]));
      // Rounding: 1e-16/h.
      if (persists) CHECK(close((after.value[k] - before.value[k]) / h, rate[k], {.rel = 1e-5, .abs = 1e-6}));
    }
    CHECK(close(response.traction, gms.traction(motion, after), {.rel = 1e-14}));
  }
}

TEST_CASE("GMS: the margin of stick is that to the curve on the side of the motion") {
  const Gms gms = law(kStribeck, 10.0);
  const Gms::History history{.value = {0.4, 0.0, 0.0}, .mode = {}};
  CHECK(
      close(gms.mode_margin(0, {.velocity = 0.1, .normal_force = 2.0}, history), 0.936787944117 - 0.4, {.abs = 1e-11}));
  CHECK(close(gms.mode_margin(0, {.velocity = -0.1, .normal_force = 2.0}, history), 0.936787944117 + 0.4,
              {.abs = 1e-11}));
}

TEST_CASE("GMS: the tangent is the derivative of the traction, for elements that stick, break away and slip") {
  const Gms gms = law(kStribeck, 10.0, GmsRelaxation::by_share, 0.2);
  Gms::History history{.value = {0.4, -0.95, 0.8}, .mode = {}};
  history.mode[1] = mode_of(ContactState::slip_backward);
  history.mode[2] = mode_of(ContactState::slip_forward);
  for (const double velocity : {-2.0, -0.1, -1e-3, 1e-6, 0.05, 0.11, 2.0}) {
    for (const double h : {1e-5, 1e-3, 0.1}) {
      check_tangent(gms, even_step(velocity * h, h, 1.7), history);
    }
  }
}

TEST_CASE("GMS: shares that do not add up and missing elements are refused") {
  const auto refuse = [](std::vector<double> stiffness, std::vector<double> share) {
    return Gms({.stribeck = kStribeck, .stiffness = std::move(stiffness), .share = std::move(share)});
  };
  CHECK_THROWS_WITH_AS(refuse({1.0, 2.0}, {0.5, 0.4}), "the element shares must sum to 1, not 0.9",
                       beltdyn::UsageError);
  CHECK_THROWS_WITH_AS(refuse({}, {}), "GMS friction needs 1 to 8 elements and one share per stiffness; got 0 and 0",
                       beltdyn::UsageError);
  CHECK_THROWS_AS(refuse({1.0}, {0.5, 0.5}), beltdyn::UsageError);
}

}  // namespace beltdyn::gms_test
