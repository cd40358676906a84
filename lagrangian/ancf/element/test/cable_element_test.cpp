// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/cable_element.hpp"

#include "lagrangian/ancf/test/element_tangent_check.hpp"

namespace beltdyn::lagrangian::ancf::test::cable_element_test {
namespace {

constexpr double kLength = 1.3;
constexpr StepRates kRates{.velocity = 1.7, .acceleration = 2.3};
constexpr CableSection kUndamped{
    .axial_stiffness = 2.1, .bending_stiffness = 0.9, .mass_per_length = 1.2, .reference_strain = -0.05};
constexpr CableSection kDamped{.axial_stiffness = 2.1,
                               .bending_stiffness = 0.9,
                               .mass_per_length = 1.2,
                               .reference_strain = -0.05,
                               .axial_damping = 0.8,
                               .bending_damping = 0.6};

// A strongly bent and stretched element with all kinds of motion.
ElementMotion<double> any_motion(Numbers& numbers) {
  ElementMotion<double> motion{};
  motion.q = {{{0.0, 0.0}, {1.0, 0.0}, {kLength, 0.0}, {1.0, 0.0}}};
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    motion.q[i] = multiply_add(0.3, numbers.vector(), motion.q[i]);
    motion.v[i] = numbers.vector();
    motion.a[i] = numbers.vector();
  }
  return motion;
}

// Calls check(motion, with derivatives) for several motions.
template <class Check>
void for_motions(const Check& check) {
  Numbers numbers;
  constexpr int kMotions = 20;
  for (int n = 0; n < kMotions; ++n) {
    const ElementMotion<double> motion = any_motion(numbers);
    check(motion, with_derivatives(motion, kRates));
  }
}

template <bool kTangent, class Real>
ElementSystem<Real> axial_system(const CableRule& rule, const CableSection& section,
                                 const ElementMotion<Real>& motion) {
  ElementSystem<Real> system{};
  for (const auto& [slope, weight] : rule.axial) {
    const auto point =
        axial_point<kTangent>(section, interpolate(slope, motion.q), interpolate(slope, motion.v), kRates.velocity);
    add_axial<kTangent>(point, slope, Real(weight), system);
  }
  return system;
}

template <bool kTangent, class Real>
ElementSystem<Real> bending_system(const CableRule& rule, const CableSection& section,
                                   const ElementMotion<Real>& motion) {
  ElementSystem<Real> system{};
  for (const BendingPoint& point : rule.bending) {
    add_bending<kTangent>(section, point, motion, Real(point.weight), kRates.velocity, system);
  }
  return system;
}

}  // namespace

TEST_CASE("ANCF element: the tangent of the axial force is its derivative") {
  for (const CableSection& section : {kUndamped, kDamped}) {
    for (const auto scheme : {IntegrationScheme::a, IntegrationScheme::c}) {
      const CableRule rule(scheme, kLength, section.mass_per_length);
      for_motions([&](const ElementMotion<double>& motion, const ElementMotion<Dual>& dual) {
        check_system(axial_system<true>(rule, section, motion), axial_system<false>(rule, section, dual));
      });
    }
  }
}

TEST_CASE("ANCF element: the axial force at a node is a function of the slope alone, with its derivative") {
  for_motions([&](const ElementMotion<double>& motion, const ElementMotion<Dual>& dual) {
    const auto point = axial_point<true>(kDamped, motion.q[1], motion.v[1], kRates.velocity);
    const auto same = axial_point<false>(kDamped, dual.q[1], dual.v[1], kRates.velocity);
    CHECK(point.tension == same.tension.value());
    constexpr Tolerance tolerance{.rel = kTangentTolerance, .abs = kTangentTolerance};
    CHECK(close(point.d_slope.xx, same.force.x.derivative(2), tolerance));
    CHECK(close(point.d_slope.xy, same.force.x.derivative(3), tolerance));
    CHECK(close(point.d_slope.yx, same.force.y.derivative(2), tolerance));
    CHECK(close(point.d_slope.yy, same.force.y.derivative(3), tolerance));
  });
}

TEST_CASE("ANCF element: the tangent of bending is its derivative, with and without damping") {
  for (const CableSection& section : {kUndamped, kDamped}) {
    const CableRule rule(IntegrationScheme::c, kLength, section.mass_per_length);
    for_motions([&](const ElementMotion<double>& motion, const ElementMotion<Dual>& dual) {
      check_system(bending_system<true>(rule, section, motion), bending_system<false>(rule, section, dual));
    });
  }
}

TEST_CASE("ANCF element: axial force and bending are the derivatives of their energies") {
  const CableRule rule(IntegrationScheme::c, kLength, kUndamped.mass_per_length);
  for_motions([&](const ElementMotion<double>& motion, const ElementMotion<Dual>& dual) {
    Dual energy;
    for (const auto& [slope, weight] : rule.axial) {
      const Vec2<Dual> u = interpolate(slope, dual.q);
      const Dual strain = sqrt(dot(u, u)) - (1.0 + kUndamped.reference_strain);
      energy = energy + 0.5 * weight * kUndamped.axial_stiffness * strain * strain;
    }
    for (const BendingPoint& at : rule.bending) {
      const Vec2<Dual> u = interpolate(at.slope, dual.q);
      const Vec2<Dual> w = interpolate(at.curving, dual.q);
      const Dual K = (u.x * w.y - u.y * w.x) / dot(u, u);
      energy = energy + 0.5 * at.weight * kUndamped.bending_stiffness * K * K;
    }
    ElementSystem<double> system = axial_system<false>(rule, kUndamped, motion);
    for (const BendingPoint& point : rule.bending) {
      add_bending<false>(kUndamped, point, motion, point.weight, kRates.velocity, system);
    }
    double largest = 0.0;
    for (int k = 0; k < kCoordinates; ++k) largest = std::max(largest, std::abs(energy.derivative(k)));
    for (std::size_t i = 0; i < kElementVectors; ++i) {
      const int x = 2 * static_cast<int>(i);
      CHECK(close(system.residual[i].x, energy.derivative(x), {.abs = kTangentTolerance * largest}));
      CHECK(close(system.residual[i].y, energy.derivative(x + 1), {.abs = kTangentTolerance * largest}));
    }
  });
}

TEST_CASE("ANCF element: damping takes power, axial force and bending by themselves") {
  const CableRule rule(IntegrationScheme::c, kLength, kDamped.mass_per_length);
  const auto power = [](const ElementSystem<double>& damped, const ElementSystem<double>& elastic,
                        const ElementMotion<double>& motion) {
    double sum = 0.0;
    for (std::size_t i = 0; i < kElementVectors; ++i) {
      sum += dot(damped.residual[i] - elastic.residual[i], motion.v[i]);
    }
    return sum;
  };
  for_motions([&](const ElementMotion<double>& motion, const ElementMotion<Dual>&) {
    CHECK(power(axial_system<false>(rule, kDamped, motion), axial_system<false>(rule, kUndamped, motion), motion) >
          0.0);
    CHECK(power(bending_system<false>(rule, kDamped, motion), bending_system<false>(rule, kUndamped, motion), motion) >
          0.0);
  });
}

TEST_CASE("ANCF element: the tangent of inertia is its derivative, and an even acceleration meets the whole mass") {
  const CableRule rule(IntegrationScheme::c, kLength, kUndamped.mass_per_length);
  constexpr double weight = 0.7;
  for_motions([&](const ElementMotion<double>& motion, const ElementMotion<Dual>& dual) {
    ElementSystem<double> system{};
    ElementSystem<Dual> same{};
    add_inertia<true>(rule.mass, motion.a, weight, kRates.acceleration, system);
    add_inertia<false>(rule.mass, dual.a, Dual(weight), kRates.acceleration, same);
    check_system(system, same);
  });
  // r = const: r' = 0
  const ElementVectors<double> even{{{2.0, 3.0}, {0.0, 0.0}, {2.0, 3.0}, {0.0, 0.0}}};
  ElementSystem<double> system{};
  add_inertia<false>(rule.mass, even, 1.0, 0.0, system);
  const double mass = kUndamped.mass_per_length * kLength;
  CHECK(close(system.residual[0].x + system.residual[2].x, 2.0 * mass, {.rel = kTangentTolerance}));
  CHECK(close(system.residual[0].y + system.residual[2].y, 3.0 * mass, {.rel = kTangentTolerance}));
}

}  // namespace beltdyn::lagrangian::ancf::test::cable_element_test
