// SPDX-License-Identifier: MIT
// With frozen s = σ the mixed element of eulerian/ale equals the Lagrangian cable element of lagrangian/ancf.
#include <algorithm>
#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/element/ale_element.hpp"
#include "lagrangian/ancf/element/cable_element.hpp"

namespace beltdyn::lagrange_gauge_test {

namespace {

namespace ale = eulerian::ale;
namespace ancf = lagrangian::ancf;
using Vector = numerics::Vec2<double>;
using Vectors = ancf::ElementVectors<double>;

constexpr double kLength = 1.3;
constexpr double kStrain = -0.05;

// Gravity is left out because ANCF applies it as a nodal load; bending damping, because the element of eulerian_ale
// lacks it.
constexpr ale::BeltSection kMixed{.axial_stiffness = 2.1,
                                  .bending_stiffness = 0.9,
                                  .mass_per_length = 1.2,
                                  .natural_stretch = 1.0 + kStrain,
                                  .axial_damping = 0.8,
                                  .gravity = {}};
constexpr ancf::CableSection kCable{.axial_stiffness = 2.1,
                                    .bending_stiffness = 0.9,
                                    .mass_per_length = 1.2,
                                    .reference_strain = kStrain,
                                    .axial_damping = 0.8,
                                    .bending_damping = 0.0};

// A strongly bent and stretched element with a general motion.
ancf::ElementMotion<double> any_motion(std::mt19937& engine) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  ancf::ElementMotion<double> motion{};
  motion.q = {{{0.0, 0.0}, {1.0, 0.0}, {kLength, 0.0}, {1.0, 0.0}}};
  for (std::size_t i = 0; i < 4; ++i) {
    for (double* value : {&motion.q[i].x, &motion.q[i].y}) *value += 0.3 * uniform(engine);
    for (Vectors* values : {&motion.v, &motion.a}) {
      const double x = uniform(engine);
      (*values)[i] = {x, uniform(engine)};
    }
  }
  return motion;
}

Vectors cable_residual(const ancf::ElementMotion<double>& motion) {
  const ancf::CableRule rule(ancf::IntegrationScheme::c, kLength, kCable.mass_per_length);
  ancf::ElementSystem<double> system{};
  const auto axial = [&](const ancf::Shape& shape, double weight) {
    const auto point =
        ancf::axial_point<false>(kCable, ancf::interpolate(shape, motion.q), ancf::interpolate(shape, motion.v), 0.0);
    ancf::add_axial<false>(point, shape, weight, system);
  };
  axial({0.0, 1.0, 0.0, 0.0}, rule.nodal_weight);
  axial({0.0, 0.0, 0.0, 1.0}, rule.nodal_weight);
  for (const auto& point : rule.axial) axial(point.slope, point.weight);
  for (const auto& point : rule.bending) ancf::add_bending<false>(kCable, point, motion, point.weight, 0.0, system);
  ancf::add_inertia<false>(rule.mass, motion.a, 1.0, 0.0, system);
  return system.residual;
}

// Indices of the position unknowns: value and slope at the first end, value and slope at the second end.
constexpr std::array<std::size_t, 4> kPositionUnknowns{0, 1, 4, 5};

// The components of the residual along the rails. Rails in any direction describe the same positions and slopes. The
// element moves along that direction only; three directions determine a symmetric matrix of damping or mass.
ale::ElementVector<double> mixed_residual(const ancf::ElementMotion<double>& motion, const Vector& direction) {
  static const ale::ElementRules rules(4);
  const ale::ElementGeometry<double> geometry{.length = kLength,
                                              .spread = kLength,
                                              .curvature = 0.0,
                                              .place = {motion.q[0], motion.q[2]},
                                              .tangent = {motion.q[1], motion.q[3]},
                                              .normal = {direction, direction},
                                              .rail = {direction, direction}};
  const auto along = [&](const Vectors& u) {
    return ale::ElementVector<double>{dot(u[0], direction), dot(u[1], direction), 0.0, 0.0,
                                      dot(u[2], direction), dot(u[3], direction), 0.0, 0.0};
  };
  const ale::ElementVector<double> q{0.0, 0.0, 0.0, 1.0, 0.0, 0.0, kLength, 1.0};
  const ale::ElementFields<double> fields = fields_of(geometry, q, along(motion.v), along(motion.a));
  ale::HermiteForces<double> forces;
  ale::add_belt<double>(kMixed, rules, geometry, fields, true, forces);
  return on_unknowns(geometry, fields, forces.value);
}

// The part of the motion along one direction.
ancf::ElementMotion<double> projected(ancf::ElementMotion<double> motion, const Vector& direction) {
  for (Vectors* values : {&motion.v, &motion.a}) {
    for (Vector& value : *values) value = dot(value, direction) * direction;
  }
  return motion;
}

}  // namespace

TEST_CASE("ALE element: with the material frozen to the mesh it is the cable element of ANCF, component by component") {
  std::mt19937 engine{1};
  for (int n = 0; n < 10; ++n) {
    const ancf::ElementMotion<double> any = any_motion(engine);
    for (const Vector& direction : {Vector{1.0, 0.0}, Vector{0.0, 1.0}, Vector{0.6, -0.8}}) {
      CAPTURE(n);
      CAPTURE(direction.x);
      const Vectors cable = cable_residual(projected(any, direction));
      const ale::ElementVector<double> mixed = mixed_residual(any, direction);
      double scale = 0.0;
      for (const Vector& force : cable) scale = std::max({scale, std::abs(force.x), std::abs(force.y)});
      for (std::size_t i = 0; i < 4; ++i) {
        CAPTURE(i);
        // The sums differ only in the order of their terms.
        CHECK(close(mixed[kPositionUnknowns[i]], dot(cable[i], direction), {.abs = 1e-14 * scale}));
      }
    }
  }
}

}  // namespace beltdyn::lagrange_gauge_test
