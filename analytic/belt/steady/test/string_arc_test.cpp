// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_arc.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::string_arc_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kMu = 0.5;
constexpr double kWidth = 0.08;
// The error per step of the integration is 1e-12, with fewer than 1000 steps.
constexpr double kSolved = 1e-9;

PulleyContact regularised(double velocity) {
  return {.normal = PenaltyContact{},
          .friction = RegularisedCoulombConfig{{.friction_coefficient = kMu, .velocity = velocity}}};
}
PulleyContact elastoplastic(double stiffness) {
  return {.normal = PenaltyContact{}, .friction = ElastoplasticCoulombConfig{kMu, stiffness, 0.0}};
}

}  // namespace

// dτ/dσ = (μ/(R v_r)) τ v_s with v_s = (G/a)(τ − τ*), the Bernoulli equation of a law proportional to slip:
// τ = τ*/(1 − (1 − τ*/τ₀) exp(c τ* σ)) with c = μ G/(R v_r a).
TEST_CASE("string arc: below its limit the trilinear law has a closed form along the arc") {
  constexpr double kVelocity = 0.02;  // v_r
  constexpr double R = 0.1;
  const StringArc arc(regularised(kVelocity).friction_law(kWidth), R, kPi, 1.0);
  for (const double direction : {1.0, -1.0}) {
    CAPTURE(direction);
    const ArcEntry entry{.flux = 1.16,
                         .slope = 7998.9,
                         .stretch = (400.0 + 7600.0) / 7998.9,
                         .effective_force = 400.0,
                         .direction = direction,
                         .log_slip = std::log(1e-4)};
    const double rest = 400.0 - direction * 1e-4 * entry.slope / entry.flux;  // τ*
    const double c = kMu * entry.flux / (R * kVelocity * entry.slope);
    const std::vector<double> places{0.0, 0.01, 0.05, 0.1};
    const std::vector<ArcPoint> points = arc.points(entry, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double exact = rest / (1.0 - (1.0 - rest / 400.0) * std::exp(c * rest * places[i]));
      CHECK(std::abs(points[i].slip_velocity) < kVelocity);
      CHECK(close(points[i].effective_force, exact, {.rel = 1e-11}));
      CHECK(close(points[i].slip_velocity, entry.flux / entry.slope * (exact - rest), {.rel = kSolved}));
      CHECK(close(points[i].traction, -kMu / kVelocity * exact / R * points[i].slip_velocity, {.rel = 1e-11}));
      CHECK(points[i].state == contact::ContactState::stick);
    }
  }
}

// As above, with dτ/dσ = (a² μ/(R v_r)) τ v_s: the law gets the slip a v_s, and the belt gets a times its traction.
TEST_CASE("string arc: friction at a surface below the centre line is included in slip and belt force") {
  constexpr double kVelocity = 0.02;
  constexpr double R = 0.1;
  constexpr double kShare = 0.9;
  const StringArc arc(regularised(kVelocity).friction_law(kWidth), R, kPi, kShare);
  const ArcEntry entry{.flux = 1.16,
                       .slope = 7998.9,
                       .stretch = (400.0 + 7600.0) / 7998.9,
                       .effective_force = 400.0,
                       .direction = 1.0,
                       .log_slip = std::log(1e-4)};
  const double rest = 400.0 - 1e-4 * entry.slope / entry.flux;
  const double c = kShare * kShare * kMu * entry.flux / (R * kVelocity * entry.slope);
  constexpr double kPlace = 0.1;
  const ArcPoint point = arc.points(entry, std::array{kPlace})[0];
  const double exact = rest / (1.0 - (1.0 - rest / 400.0) * std::exp(c * rest * kPlace));
  CHECK(close(point.effective_force, exact, {.rel = 1e-11}));
  const double slip_velocity = entry.flux / entry.slope * (exact - rest);
  CHECK(close(point.slip_velocity, kShare * slip_velocity, {.rel = kSolved}));
  CHECK(close(point.traction, -kMu / kVelocity * exact / R * kShare * slip_velocity, {.rel = 1e-11}));
}

// Where bristles stick and the stretch is almost constant, dτ/dσ = K w z/Λ and dz/dσ = v_s/v with dv_s = (G/a) dτ: slip
// grows with cosh(σ √(K w G/(Λ v a))), v = G λ.
TEST_CASE("string arc: the stiffness of stick counts on the undeformed area, or on the deformed one") {
  constexpr double kStiffness = 5e7;
  constexpr double kLogSlip = -70.0;
  constexpr double kPlace = 0.1;
  const ArcEntry entry{.flux = 1.16,
                       .slope = 7998.9,
                       .stretch = 8800.0 / 7998.9,
                       .effective_force = 1200.0,
                       .direction = 1.0,
                       .log_slip = kLogSlip};
  for (const LawArea area : {LawArea::undeformed, LawArea::deformed}) {
    const StringArc arc(elastoplastic(kStiffness).friction_law(kWidth), 0.1, kPi, 1.0, area);
    const double law_stretch = area == LawArea::undeformed ? entry.stretch : 1.0;
    const double growth = std::sqrt(kStiffness * kWidth / (law_stretch * entry.stretch * entry.slope));
    const double slip_velocity = arc.points(entry, std::array{kPlace})[0].slip_velocity;
    CHECK(close(slip_velocity, std::exp(kLogSlip) * std::cosh(growth * kPlace), {.rel = 1e-9}));
  }
}

TEST_CASE("string arc: beyond its limit the trilinear law slips with the force of the capstan") {
  const StringArc arc(regularised(0.02).friction_law(kWidth), 0.1, kPi, 1.0);
  const ArcEntry entry{.flux = 1.16,
                       .slope = 7998.9,
                       .stretch = (200.0 + 7600.0) / 7998.9,
                       .effective_force = 200.0,
                       .direction = 1.0,
                       .log_slip = std::log(5e-3)};
  const ArcExit exit = arc.exit(entry);
  REQUIRE(exit.state_change.size() == 1);
  const double begin = exit.state_change[0];
  const std::vector<double> places{begin, begin + 0.02, 0.1 * kPi};
  const std::vector<ArcPoint> points = arc.points(entry, places);
  // The place is located to some 1e-13 of the arc, on which slip grows by orders of magnitude.
  CHECK(close(points[0].slip_velocity, 0.02, {.rel = 1e-11}));
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double grown = points[0].effective_force * std::exp(kMu * (places[i] - begin) / 0.1);
    CHECK(close(points[i].effective_force, grown, {.rel = 1e-11}));
    CHECK(points[i].state == contact::ContactState::slip_forward);
  }
  CHECK(close(std::exp(exit.log_change), points[2].effective_force - 200.0, {.rel = 1e-11}));
}

// Without a Stribeck curve, memory that breaks away reaches its limit at once, at any attraction. In the law of Bliman
// and Sorine the slip distance over which memories relax does not depend on the speed.
TEST_CASE("string arc: a memory at a limit that stays as it is costs no steps, however fast it relaxes") {
  const auto exit_of = [](const PulleyContact& contact, double speed) {
    const StringArc arc(contact.friction_law(kWidth), 0.05, kPi, 1.0);
    return arc.exit({.flux = speed / 1.01,
                     .slope = 2e4,
                     .stretch = 1.01,
                     .effective_force = 200.0,
                     .direction = 1.0,
                     .log_slip = std::log(0.05 * speed)});
  };
  const auto gms = [](double attraction) {
    return PulleyContact{.friction = GmsConfig{.coefficient = {ConstantCoefficient{0.3}},
                                               .elements = {{5e3, 0.5}, {2e3, 0.5}},
                                               .attraction = attraction}};
  };
  const ArcExit exact = exit_of(gms(0.0), 1e-5);
  const ArcExit stiff = exit_of(gms(300.0), 1e-5);
  CHECK(close(stiff.log_change, exact.log_change, {.rel = kSolved}));
  CHECK(close(stiff.material, exact.material, {.rel = kSolved}));
  CHECK(close(stiff.friction_power, exact.friction_power, {.rel = kSolved}));
}

// To first order a memory lags behind its limit by its rate over the attraction.
TEST_CASE("string arc: the lag of a memory behind the Stribeck curve falls as its attraction grows") {
  const auto log_change = [](double attraction) {
    const PulleyContact contact{.friction =
                                    GmsConfig{.coefficient = {contact::StribeckCurve::Parameters{0.4, 0.3, 3e-3}},
                                              .elements = {{5e3, 0.5}, {2e3, 0.5}},
                                              .attraction = attraction}};
    const StringArc arc(contact.friction_law(kWidth), 0.05, kPi, 1.0);
    return arc
        .exit({.flux = 0.03 / 1.01,
               .slope = 2e4,
               .stretch = 1.01,
               .effective_force = 200.0,
               .direction = 1.0,
               .log_slip = std::log(1.5e-3)})
        .log_change;
  };
  const double stiff = log_change(3e5);
  const double ratio = (log_change(3e4) - stiff) / (stiff - log_change(3e6));
  // The next order is at most a hundredth of the first one, at the smallest attraction, where it is 2e-4 1/m of the
  // lag.
  CHECK(close(ratio, 10.0, {.rel = 0.01}));
}

}  // namespace beltdyn::string_arc_test
