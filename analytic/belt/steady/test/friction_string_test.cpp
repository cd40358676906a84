// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/friction_string.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::friction_string_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kMu = 0.5;
constexpr double kWidth = 0.08;
// The error per step of the integration is 1e-12, there are less than 1000 steps.
constexpr double kSolved = 1e-9;

PulleyContact contact_of(FrictionLawConfig friction) {
  return {.normal = PenaltyContact{}, .friction = std::move(friction)};
}
PulleyContact regularised(double velocity) {
  return contact_of(RegularisedCoulombConfig{{.friction_coefficient = kMu, .velocity = velocity}});
}
PulleyContact elastoplastic(double stiffness, double damping = 0.0) {
  return contact_of(ElastoplasticCoulombConfig{kMu, stiffness, damping});
}
PulleyContact dahl(double stiffness, double exponent = 1.0) {
  return contact_of(DahlConfig{{.friction_coefficient = kMu, .stiffness = stiffness, .exponent = exponent}});
}
SlidingCoefficient constant() { return {.form = ConstantCoefficient{kMu}}; }
SlidingCoefficient falling() { return {.form = contact::StribeckCurve::Parameters{0.6, 0.45, 0.02}}; }
PulleyContact lugre(double damping, double viscosity) {
  return contact_of(
      LuGreConfig{.coefficient = falling(), .stiffness = 2e3, .damping = damping, .viscosity = viscosity});
}
PulleyContact gms(SlidingCoefficient coefficient, std::vector<GmsConfig::Element> elements, double attraction,
                  double viscosity) {
  return contact_of(GmsConfig{.coefficient = std::move(coefficient),
                              .elements = std::move(elements),
                              .attraction = attraction,
                              .viscosity = viscosity});
}

// The drive of [Ntarladima 2023] as a string.
StringDrive paper_string() {
  return {.axial_stiffness = 8000.0,
          .unstressed_stretch = 0.95,
          .mass_per_length = 0.8288,
          .reference_length = 0.4 * kPi,
          .radius = {0.1, 0.1},
          .wrap = {kPi, kPi},
          .span_length = {0.1 * kPi, 0.1 * kPi},
          .coefficient = {kMu, kMu}};
}

FrictionString string_with(const PulleyContact& driver, const PulleyContact& driven,
                           LawArea area = LawArea::undeformed) {
  return {paper_string(), {driver, driven}, kWidth, area};
}

double paper_load(double omega) { return 25.0 + 2.0 * omega; }

}  // namespace

TEST_CASE("string with friction: a loaded drive with each law against another program") {
  struct Row {
    std::string name;
    PulleyContact contact;
    double driven_speed, tight, slack;
  };
  for (const Row& row : {
           Row{"trilinear", regularised(0.1), 10.3621817904, 653.48898151, 196.18583316},
           Row{"elastoplastic", elastoplastic(5e7), 11.2498542128, 662.83087557, 187.76788676},
           Row{"dahl", dahl(1e3), 11.2010767299, 662.38418278, 188.29686161},
           Row{"lugre", lugre(2.0, 1.0), 11.2811194131, 662.96615316, 187.27735553},
           Row{"gms", gms(falling(), {{4000, 0.4}, {2000, 0.3}, {1000, 0.2}, {500, 0.1}}, 20.0, 0.5), 11.2909760258,
               664.22864381, 188.34267754},
       }) {
    CAPTURE(row.name);
    const FrictionStringMotion motion =
        string_with(row.contact, row.contact, LawArea::deformed).under_load(1.2, paper_load);
    CHECK(close(motion.angular_velocity[1], row.driven_speed, {.rel = kSolved}));
    CHECK(close(motion.force[0], row.tight, {.rel = kSolved}));
    CHECK(close(motion.force[1], row.slack, {.rel = kSolved}));
    CHECK(close(motion.driven_torque, 25.0 + 2.0 * row.driven_speed, {.rel = kSolved}));
  }
}

// dτ/dσ = (μ/(R v_r)) τ v_s with v_s = (G/a)(τ − τ*), the Bernoulli equation of a law in proportion to the slip:
// τ = τ*/(1 − (1 − τ*/τ₀) exp(c τ* σ)) with c = μ G/(R v_r a).
TEST_CASE("string with friction: below its limit the trilinear law has a closed form along the arc") {
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

// As above with dτ/dσ = (a² μ/(R v_r)) τ v_s: the law sees a v_s, and the belt feels a times its traction.
TEST_CASE("string with friction: friction at a surface below the centre line is included in slip and belt force") {
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

// Where bristles stick and stretch hardly changes, dτ/dσ = K w z/Λ and dz/dσ = v_s/v with dv_s = (G/a) dτ: slip grows
// as cosh(σ √(K w G/(Λ v a))), v = G λ.
TEST_CASE("string with friction: the stiffness of stick counts on the undeformed area, or on the deformed one") {
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

TEST_CASE("string with friction: beyond its limit the trilinear law slips with the force of the capstan") {
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
  // The place is found to some 1e-13 of the arc, on which slip grows by orders of magnitude.
  CHECK(close(points[0].slip_velocity, 0.02, {.rel = 1e-11}));
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double grown = points[0].effective_force * std::exp(kMu * (places[i] - begin) / 0.1);
    CHECK(close(points[i].effective_force, grown, {.rel = 1e-11}));
    CHECK(points[i].state == contact::ContactState::slip_forward);
  }
  CHECK(close(std::exp(exit.log_change), points[2].effective_force - 200.0, {.rel = 1e-11}));
}

TEST_CASE("string with friction: one element of generalised Maxwell slip is the law of Dahl with the exponent 0") {
  const PulleyContact one = gms(constant(), {{5e3, 1.0}}, 0.0, 0.0);
  const FrictionStringMotion a = string_with(one, one).under_load(1.2, paper_load);
  const FrictionStringMotion b = string_with(dahl(5e3, 0.0), dahl(5e3, 0.0)).under_load(1.2, paper_load);
  CHECK(close(a.angular_velocity[1], b.angular_velocity[1], {.rel = kSolved}));
  CHECK(close(a.force[0], b.force[0], {.rel = kSolved}));
}

TEST_CASE("string with friction: laws may differ, the belt obeys its equations, either pulley may drive") {
  const FrictionString string = string_with(lugre(0.0, 0.0), elastoplastic(5e7, 1e3));
  const double length = string.belt().contour_length();
  for (const double torque : {30.0, -30.0}) {
    CAPTURE(torque);
    const FrictionStringMotion motion = string.under_load(1.2, [torque](double) { return torque; });
    CHECK(close(motion.driven_torque, torque, {.rel = kSolved}));
    CHECK((torque > 0.0) == (motion.angular_velocity[1] < 12.0));
    // The power of the pulleys is what slip takes.
    const double supplied = motion.driver_torque * 12.0 - torque * motion.angular_velocity[1];
    CHECK(close(motion.friction_power[0] + motion.friction_power[1], supplied, {.rel = kSolved}));
    // dτ/dσ = −traction by differences: truncation by (k h)²/6 with k = √(K w/EA) = 22/m, rounding of τ over h.
    constexpr double kStep = 1e-4;
    for (const double sigma : {0.05, 0.15, 0.3, 0.7, 0.8, 0.9}) {
      CAPTURE(sigma);
      const std::array<double, 3> places{sigma - kStep, sigma, sigma + kStep};
      const std::vector<StringPoint> p = string.points(motion, places);
      const double inertia = string.belt().mass_per_length * motion.flux * motion.flux;
      const double slope =
          (p[2].force - p[0].force - inertia * (p[2].stretch - p[0].stretch)) / (places[2] - places[0]);
      CHECK(close(slope, -p[1].traction, {.rel = 1e-5, .abs = 1e-6}));
    }
    const std::array<double, 1> end{length};
    CHECK(close(string.points(motion, end)[0].material, string.belt().reference_length, {.rel = 1e-11}));
    // Given its speed instead of its torque, the driven pulley has the same torque.
    const FrictionStringMotion again = string.at_speeds(1.2, 0.1 * motion.angular_velocity[1]);
    CHECK(close(again.driven_torque, torque, {.rel = 1e-8}));
    // From a motion nearby and from none it is the same.
    const FrictionStringMotion near = string.under_load(1.2, [torque](double) { return 0.9 * torque; });
    const FrictionStringMotion other = string.under_load(
        1.2, [torque](double) { return torque; }, &near);
    CHECK(close(other.angular_velocity[1], motion.angular_velocity[1], {.rel = kSolved}));
  }
}

TEST_CASE("string with friction: beyond the torque that laws with a limit transmit it slips") {
  const FrictionString string = string_with(elastoplastic(5e8), elastoplastic(5e8));
  const double most = largest_torque(string.belt(), 1.2);
  CHECK_NOTHROW(string.under_load(1.2, [most](double) { return 0.98 * most; }));
  CHECK_THROWS_WITH_AS(string.under_load(1.2, [most](double) { return 1.02 * most; }),
                       doctest::Contains("the belt slips over the whole wrap of the"), SolverError);
  CHECK_THROWS_AS(string.under_load(1.2, [most](double) { return -1.5 * most; }), SolverError);
  CHECK_THROWS_AS(string.at_speeds(1.2, 0.0), SolverError);
  CHECK_THROWS_AS(string.at_speeds(0.0, 1.2), SolverError);
}

TEST_CASE("string with friction: without torque there is no slip, and at rest it is the limit of slow motion") {
  const FrictionString string = string_with(elastoplastic(5e7, 1e3), gms(constant(), {{2e3, 1.0}}, 5.0, 0.0));
  const FrictionStringMotion even = string.under_load(1.2, [](double) { return 0.0; });
  CHECK(even.force[0] == even.force[1]);
  CHECK(string.at_speeds(0.0, 0.0).force[0] == doctest::Approx(400.0));
  // Slip in proportion to a load too small to be resolved in the belt force, and its power to the square.
  const double tiny = string.under_load(1.2, [](double) { return 1e-9; }).friction_power[0];
  const double small = string.under_load(1.2, [](double) { return 1e-5; }).friction_power[0];
  CHECK(close(small, 1e8 * tiny, {.rel = 1e-5}));
  const FrictionStringMotion rest = string.under_load(0.0, [](double) { return 20.0; });
  CHECK(rest.flux == 0.0);
  CHECK(rest.angular_velocity[1] == 0.0);
  // The damper of 1e3 N s/m³ and the inertia of the belt at 1e-4 m/s: D v/K is 2e-9 m, of bristles of 1e-5 m.
  const FrictionString undamped = string_with(elastoplastic(5e7), gms(constant(), {{2e3, 1.0}}, 0.0, 0.0));
  const FrictionStringMotion slow = undamped.under_load(1e-4, [](double) { return 20.0; });
  CHECK(close(rest.force[0], slow.force[0], {.rel = 1e-8}));
  CHECK(close(rest.force[1], slow.force[1], {.rel = 1e-8}));
  const std::array<double, 1> middle{0.2};
  CHECK(string.points(rest, middle)[0].speed == 0.0);
  CHECK(close(string.points(rest, middle)[0].traction, undamped.points(slow, middle)[0].traction, {.rel = 1e-6}));
}

}  // namespace beltdyn::friction_string_test
