// SPDX-License-Identifier: MIT
#include "eulerian/ale/contact_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_element.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using Vector = Vec2<double>;
using Unknowns = ElementVector<double>;

constexpr std::size_t kPhi = kElementUnknowns;
constexpr std::size_t kDirections = kElementUnknowns + 1;
using ContactDual = Dual<double, kDirections>;

constexpr double kLength = 0.9;
constexpr double kStep = 0.4;
constexpr StepRates kRates{.velocity = 1.7, .acceleration = 2.3};
// The pulley at φ = 0.6, its axis at the origin.
constexpr double kAngle = 0.6;
constexpr double kEccentricity = 0.15;
constexpr double kSpeed = 0.8;
constexpr double kTurn = 0.1;
constexpr double kDepth = 0.1;  // of the contact point

struct State {
  std::string_view name;
  double coefficient{};
  double deflection{};
  double foot_gap{};  // the foot stands at the same angle around the pulley in all states but for foot_angle
  double foot_angle{};
  FrictionUse use = FrictionUse::full;
  double depth = kDepth;
};
// Tried forces are of the order 1, limits μ times a pressure of about 0.5.
const std::vector<State> kStates{
    {.name = "stick", .coefficient = 9.0, .deflection = 0.2, .foot_gap = -0.05, .foot_angle = 0.1},
    {.name = "forward slip", .coefficient = 0.3, .deflection = 2.0, .foot_gap = -0.05, .foot_angle = 0.1},
    {.name = "backward slip", .coefficient = 0.3, .deflection = -2.0, .foot_gap = -0.05, .foot_angle = 0.1},
    {.name = "entry in stick", .coefficient = 9.0, .deflection = 0.0, .foot_gap = 0.07, .foot_angle = 0.3},
    {.name = "entry in slip", .coefficient = 0.05, .deflection = 0.0, .foot_gap = 0.07, .foot_angle = 0.5},
    {.name = "no friction", .coefficient = 0.3, .deflection = 2.0, .foot_gap = -0.05, .use = FrictionUse::none},
    {.name = "held",
     .coefficient = 0.3,
     .deflection = 2.0,
     .foot_gap = -0.05,
     .foot_angle = 0.1,
     .use = FrictionUse::sticking},
    {.name = "apart", .coefficient = 0.3, .deflection = 2.0, .foot_gap = -0.05, .depth = -0.5}};

// A point of an element over an eccentric pulley, moving in every way.
struct Setting {
  ElementGeometry<double> geometry{.length = kLength,
                                   .place = {{{0.55, 0.7}, {-0.3, 0.95}}},
                                   .tangent = {{{-0.8, 0.5}, {-1.0, -0.1}}},
                                   .normal = {{{-0.5, -0.8}, {0.1, -1.0}}}};
  Unknowns q{0.02, 0.1, 0.3, 1.1, -0.03, 0.05, 1.25, 0.9};
  Unknowns v{0.3, -0.4, -0.9, 0.2, 0.25, 0.1, -0.8, -0.3};
  double phi = 0.0;  // beyond kAngle
  Setting moved(std::size_t i, double by) const {
    Setting other = *this;
    if (i == kPhi) {
      other.phi += by;
    } else {
      other.q[i] += by;
      other.v[i] += kRates.velocity * by;
    }
    return other;
  }
};

template <class T>
MeshPoint<T> mesh_point(const Setting& setting) {
  const ElementFields<double> fields = fields_of(setting.geometry, setting.q, setting.v, {});
  static const RulePoint place = rule_point(0.4, 1.0);
  const PointReader<T, double> at(setting.geometry, place, kRates);
  MeshPoint<T> p;
  p.r = at.vector(fields.r, 0, 1.0);
  p.u = at.vector(fields.r, 1, 1.0);
  p.s = at.scalar(fields.s, 0, 1.0);
  p.g = at.scalar(fields.s, 1, 1.0);
  p.r_t = at.vector(fields.r_t, 0, kRates.velocity);
  p.s_t = at.scalar(fields.s_t, 0, kRates.velocity);
  return p;
}

Vector center_at(double angle) { return {kEccentricity * std::cos(angle), kEccentricity * std::sin(angle)}; }

ContactCircle<double> circle_at(const Setting& setting, const State& state) {
  const Vector center = center_at(kAngle + setting.phi);
  const Vector d = mesh_point<double>(Setting{}).r - center_at(kAngle);
  const double line_radius = std::hypot(d.x, d.y) + state.depth;
  return {.center = center,
          .arm = center,
          .radius = line_radius - 0.02,
          .line_radius = line_radius,
          .turn = kTurn + setting.phi,
          .angular_velocity = kSpeed + kRates.velocity * setting.phi,
          .normal_stiffness = 5.0,
          .normal_damping = 0.3,
          .friction = state.coefficient,
          .bristle_stiffness = 2.0,
          .bristle_damping = 0.7};
}

// What was remembered is linear in s here; the direction turns with it.
Foot<double> foot_at(const Setting& setting, const State& state) {
  constexpr double kAngleByS = 0.9;
  constexpr double kDeflectionByS = 0.35;
  constexpr double kGapByS = -0.2;
  const double ds = mesh_point<double>(setting).s - mesh_point<double>(Setting{}).s;
  const Vector d = mesh_point<double>(Setting{}).r - center_at(kAngle);
  const double angle = std::atan2(d.y, d.x) - state.foot_angle + kAngleByS * ds;
  return {.radial = {std::cos(angle), std::sin(angle)},
          .angle_by_s = kAngleByS,
          .deflection = state.deflection + kDeflectionByS * ds,
          .deflection_by_s = kDeflectionByS,
          .gap = state.foot_gap + kGapByS * ds,
          .gap_by_s = kGapByS};
}

template <class T>
ContactResult<T> touch_of(const Setting& setting, const State& state) {
  return touch(circle_at(setting, state), foot_at(setting, state), mesh_point<T>(setting), state.use, kStep,
               kRates.velocity, kPhi);
}

std::array<double, 4> values_of(const ContactResult<double>& result) {
  return {result.force.r.x, result.force.r.y, result.force.s, result.moment};
}

// ġ and θ̇ of the particle, seen from the moving centre, by its place some time earlier and later.
struct Motion {
  double gap_rate{};
  double angle_rate{};
  Vector velocity;
};
Motion motion_of_particle() {
  const MeshPoint<double> p = mesh_point<double>(Setting{});
  const Vector velocity = p.r_t + (-p.s_t / p.g) * p.u;
  constexpr double kTime = 1e-5;
  const auto seen = [&](double t) { return p.r + t * velocity - center_at(kAngle + t * kSpeed); };
  const Vector a = seen(-kTime);
  const Vector b = seen(kTime);
  return {.gap_rate = (std::hypot(b.x, b.y) - std::hypot(a.x, a.y)) / (2.0 * kTime),
          .angle_rate = (std::atan2(b.y, b.x) - std::atan2(a.y, a.x)) / (2.0 * kTime),
          .velocity = velocity};
}
// Second differences over 1e-5: h²/6 times third derivatives, of the order 10, and rounding over h.
constexpr double kMotionError = 1e-9;

}  // namespace

TEST_CASE("ALE contact: forces and moment have the derivatives by the element and the angle of the pulley") {
  for (const State& state : kStates) {
    CAPTURE(state.name);
    const ContactResult<ContactDual> dual = touch_of<ContactDual>({}, state);
    const std::array<ContactDual, 4> all{dual.force.r.x, dual.force.r.y, dual.force.s, dual.moment};
    const std::array<double, 4> plain = values_of(touch_of<double>({}, state));
    for (std::size_t j = 0; j < kDirections; ++j) {
      CAPTURE(j);
      constexpr double h = 1e-3;
      const auto at = [&](double by) { return values_of(touch_of<double>(Setting{}.moved(j, by), state)); };
      const auto [f1, f2, b1, b2] = std::array{at(h), at(2.0 * h), at(-h), at(-2.0 * h)};
      for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(i);
        CHECK(close(all[i].value, plain[i], {.abs = 1e-14}));
        // Of fourth order: h⁴/30 times fifth derivatives, which are up to 1e4 for lengths of the order 1.
        const double expected = (8.0 * (f1[i] - b1[i]) - (f2[i] - b2[i])) / (12.0 * h);
        CHECK(close(all[i].d[j], expected, {.abs = 1e-9}));
      }
    }
  }
}

TEST_CASE("ALE contact: pressure and bristle follow their laws, and are what belt and pulley do to each other") {
  const Motion motion = motion_of_particle();
  const MeshPoint<double> p = mesh_point<double>(Setting{});
  for (const State& state : kStates) {
    CAPTURE(state.name);
    const ContactCircle<double> circle = circle_at({}, state);
    const Foot<double> foot = foot_at({}, state);
    const ContactResult<double> result = touch_of<double>({}, state);
    const double pressure =
        std::max(0.0, circle.normal_stiffness * state.depth - circle.normal_damping * motion.gap_rate);
    CHECK(close(result.gap, -state.depth, {.abs = 1e-15}));
    CHECK(close(result.pressure, pressure, {.abs = kMotionError}));
    const double share = foot.gap > 0.0 ? state.depth / (foot.gap + state.depth) : 1.0;
    const contact::SlipStep step{.slip = share * circle.radius * (state.foot_angle - kTurn),
                                 .time_step = kStep,
                                 .normal_force = state.use == FrictionUse::sticking ? 1e9 : result.pressure};
    const contact::ElastoplasticCoulomb law({.friction_coefficient = circle.friction,
                                             .stiffness = circle.bristle_stiffness,
                                             .damping = circle.bristle_damping});
    contact::ElastoplasticCoulomb::History before;
    before.value[0] = foot.deflection;
    contact::ElastoplasticCoulomb::History after;
    const double traction = law.respond(step, before, after).traction;
    if (state.use == FrictionUse::none) {
      CHECK(result.bristle == 0.0);
    } else {
      CHECK(close(result.bristle, -traction, {.abs = 1e-14}));
      CHECK(close(result.deflection, after.value[0], {.abs = 1e-14}));
    }
    if (state.depth < 0.0) {
      for (const double force : values_of(result)) CHECK(force == 0.0);
      continue;
    }
    // What both get is what the spring and the bristle give, per length of the mesh.
    const double to_belt = -(dot(result.force.r, p.r_t) + result.force.s * p.s_t);
    const double slip_rate = circle.radius * (motion.angle_rate - kSpeed);
    CHECK(close(to_belt, -dot(result.force.r, motion.velocity), {.abs = 1e-14}));
    CHECK(close(to_belt + result.moment * kSpeed,
                p.g * (result.pressure * motion.gap_rate - result.bristle * slip_rate), {.abs = kMotionError}));
  }
  // Every kind is among them.
  std::vector<double> slips;
  for (const State& state : kStates) slips.push_back(touch_of<double>({}, state).slips);
  CHECK(slips == std::vector<double>{0.0, 1.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0});
}

TEST_CASE("ALE contact: a particle that damping presses before it arrives has not slipped yet") {
  // Apart at the foot and nearly as far apart now, but coming so fast that the damper presses.
  const State state{.name = "arriving", .coefficient = 0.3, .foot_gap = 1.01e-3, .foot_angle = 0.3, .depth = -1e-3};
  Setting setting;
  ContactCircle<double> circle = circle_at(setting, state);
  circle.normal_damping = motion_of_particle().gap_rate < 0.0 ? 1.0 : -1.0;
  const ContactResult<double> result = touch(circle, foot_at(setting, state), mesh_point<double>(setting),
                                             FrictionUse::full, kStep, kRates.velocity, kPhi);
  REQUIRE(result.pressure > 0.0);
  CHECK(result.slip == 0.0);
  CHECK(result.bristle == 0.0);
}

}  // namespace beltdyn::eulerian::ale
