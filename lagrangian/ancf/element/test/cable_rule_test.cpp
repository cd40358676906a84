// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/cable_rule.hpp"

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::lagrangian::ancf::cable_rule_test {
namespace {

constexpr double kLength = 1.3;
constexpr Tolerance kRounding{.rel = 1e-14, .abs = 1e-14};

// The coefficients of an element whose r is the cubic c₀ + c₁ x + c₂ x² + c₃ x³.
std::array<double, 4> coordinates(const std::array<double, 4>& c) {
  const double L = kLength;
  return {c[0], c[1], c[0] + L * (c[1] + L * (c[2] + L * c[3])), c[1] + L * (2.0 * c[2] + 3.0 * L * c[3])};
}

double interpolated(const Shape& shape, const std::array<double, 4>& q) {
  return shape[0] * q[0] + shape[1] * q[1] + shape[2] * q[2] + shape[3] * q[3];
}

}  // namespace

TEST_CASE("Hermite shapes: every cubic is reproduced with its derivatives") {
  const std::array c{0.7, -1.1, 0.4, 0.9};
  const auto q = coordinates(c);
  for (const double xi : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const double x = xi * kLength;
    CHECK(close(interpolated(position_shape(xi, kLength), q), c[0] + x * (c[1] + x * (c[2] + x * c[3])), kRounding));
    CHECK(close(interpolated(slope_shape(xi, kLength), q), c[1] + x * (2.0 * c[2] + 3.0 * x * c[3]), kRounding));
    CHECK(close(interpolated(curving_shape(xi, kLength), q), 2.0 * c[2] + 6.0 * x * c[3], kRounding));
  }
}

TEST_CASE("Cable rule: weights add to the length, load and mass are exact") {
  constexpr double kMass = 0.8;
  for (const auto scheme : {IntegrationScheme::a, IntegrationScheme::b, IntegrationScheme::c}) {
    const CableRule rule(scheme, kLength, kMass);
    double axial = 2.0 * rule.nodal_weight;
    double bending = 0.0;
    for (const auto& point : rule.axial) axial += point.weight;
    for (const auto& point : rule.bending) bending += point.weight;
    CHECK(close(axial, kLength, kRounding));
    CHECK(close(bending, kLength, kRounding));
    // ∫ x² dx and ρA ∫ x⁶ dx
    const auto square = coordinates({0.0, 0.0, 1.0, 0.0});
    const auto cube = coordinates({0.0, 0.0, 0.0, 1.0});
    CHECK(close(interpolated(rule.load, square), std::pow(kLength, 3) / 3.0, kRounding));
    double sixth = 0.0;
    for (std::size_t i = 0; i < 4; ++i) sixth += cube[i] * interpolated(rule.mass[i], cube);
    CHECK(close(sixth, kMass * std::pow(kLength, 7) / 7.0, kRounding));
  }
}

TEST_CASE("Cable rule: axial points and bending points of scheme c are disjoint") {
  // The bending points of all schemes are inside the element; r' = 2 x − L of x² − L x + L²/4 is 0 in the middle.
  const CableRule rule(IntegrationScheme::c, kLength, 1.0);
  CHECK(rule.axial.size() == 1);
  CHECK(rule.bending.size() == 2);
  const auto parabola = coordinates({0.0, -kLength, 1.0, 0.0});
  CHECK(close(interpolated(rule.axial[0].slope, parabola), 0.0, kRounding));
  for (const auto& point : rule.bending) CHECK(std::abs(interpolated(point.slope, parabola)) > 0.1 * kLength);
}

}  // namespace beltdyn::lagrangian::ancf::cable_rule_test
