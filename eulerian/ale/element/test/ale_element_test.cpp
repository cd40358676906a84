// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/ale_element.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::eulerian::ale::ale_element_test {
namespace {

using Vector = Vec2<double>;
using Unknowns = ElementVector<double>;
using BeltDual = Dual<double, kElementUnknowns>;

// Lengths, stiffnesses and rates of the order 1, so that no term hides behind a larger one.
constexpr double kLength = 1.3;
constexpr StepRates kRates{.velocity = 1.7, .acceleration = 2.3};
constexpr BeltSection kElastic{.axial_stiffness = 2.1,
                               .bending_stiffness = 0.9,
                               .mass_per_length = 1.2,
                               .natural_stretch = 0.95,
                               .gravity = {0.4, -0.7}};
BeltSection damped() {
  BeltSection section = kElastic;
  section.axial_damping = 0.8;
  return section;
}

// f' by central differences of fourth order. The error is h⁴/30 f⁽⁵⁾ plus rounding over h. Fifth derivatives are up to
// 1e5 times the function, since lengths of a half enter by inverse powers: some 3e-9.
constexpr double kDifference = 1e-3;
constexpr double kDifferenceError = 1e-8;
template <class Function>
auto derivative(const Function& f) {
  const double h = kDifference;
  return (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h);
}

// An element and its motion: q + v t + a t²/2.
struct Motion {
  ElementGeometry<double> geometry;
  Unknowns q{};
  Unknowns v{};
  Unknowns a{};

  Unknowns at(double t) const {
    Unknowns moved = q;
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += t * v[i] + 0.5 * t * t * a[i];
    return moved;
  }
  Unknowns rate(double t) const {
    Unknowns moved = v;
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += t * a[i];
    return moved;
  }
};

// A bent and stretched element with all kinds of motion. Its rails are neither parallel nor normal to the tangents; the
// second rail is almost along its tangent, as at the end of an open belt.
Motion any_motion(std::mt19937& engine) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto near = [&](double x, double y) {
    const double dx = 0.2 * uniform(engine);
    return Vector{x + dx, y + 0.2 * uniform(engine)};
  };
  Motion m;
  m.geometry = {.length = kLength,
                .spread = kLength,
                .curvature = 0.6 * uniform(engine),
                .place = {near(0.0, 0.0), near(kLength, 0.0)},
                .tangent = {near(1.0, 0.0), near(1.0, 0.0)},
                .normal = {near(0.0, 1.0), near(0.0, 1.0)},
                .rail = {near(0.0, 1.0), near(1.0, 0.0)}};
  m.q = {0.0, 0.0, 0.3, 1.1, 0.0, 0.0, 0.3 + 1.1 * kLength, 1.1};
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    m.q[i] += 0.2 * uniform(engine);
    m.v[i] = uniform(engine);
    m.a[i] = uniform(engine);
  }
  return m;
}

template <class Check>
void for_motions(const Check& check) {
  std::mt19937 engine{1};
  for (int n = 0; n < 10; ++n) {
    CAPTURE(n);
    check(any_motion(engine));
  }
}

template <class T = double>
ElementSystem<double> system_of(const BeltSection& section, const Motion& m, const StepRates& rates = kRates,
                                bool is_moving = true) {
  static const ElementRules rules;
  const ElementFields<double> fields = fields_of(m.geometry, m.q, m.v, m.a, rates);
  HermiteForces<double> forces;
  add_belt<T>(section, rules, m.geometry, fields, is_moving, forces);
  return ale::system_of(m.geometry, fields, forces, numerics::kIsDual<T>);
}

double largest(const Unknowns& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

void check_close(const Unknowns& values, const Unknowns& expected, double tolerance) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    CHECK(close(values[i], expected[i], {.abs = tolerance}));
  }
}

// An independent evaluation of the belt, from Hermite polynomials and definitions: fields at x = σ − σ_first.

using ShapeAt = Shape (*)(double, double);

Vector r_of(const ElementGeometry<double>& g, const Unknowns& q, ShapeAt shape, double x) {
  const Shape S = shape(x / g.length, g.length);
  const auto slope = [&](std::size_t end) {
    return (1.0 - g.curvature * q[4 * end]) * (g.tangent[end] + q[4 * end + 1] * g.normal[end]);
  };
  return S[0] * (g.place[0] + q[0] * g.rail[0]) + S[1] * slope(0) + S[2] * (g.place[1] + q[4] * g.rail[1]) +
         S[3] * slope(1);
}
double s_of(const ElementGeometry<double>& g, const Unknowns& q, ShapeAt shape, double x) {
  const Shape S = shape(x / g.length, g.length);
  return S[0] * q[2] + S[1] * (1.0 - g.curvature * q[0]) * q[3] + S[2] * q[6] +
         S[3] * (1.0 - g.curvature * q[4]) * q[7];
}
// Rate of a field that is quadratic in the unknowns, for which differences are exact.
template <class Field>
auto rate_of(const Field& field, const ElementGeometry<double>& g, const Unknowns& q, const Unknowns& v, double x) {
  const Motion moving{.geometry = g, .q = q, .v = v, .a = {}};
  return field(g, moving.at(0.5), numerics::position_shape, x) - field(g, moving.at(-0.5), numerics::position_shape, x);
}
double cross_of(const Vector& a, const Vector& b) { return a.x * b.y - a.y * b.x; }

double stretch_at(const ElementGeometry<double>& g, const Unknowns& q, double x) {
  const Vector u = r_of(g, q, numerics::slope_shape, x);
  return std::hypot(u.x, u.y) / s_of(g, q, numerics::slope_shape, x);
}
double curvature_at(const ElementGeometry<double>& g, const Unknowns& q, double x) {
  const Vector u = r_of(g, q, numerics::slope_shape, x);
  return cross_of(u, r_of(g, q, numerics::curving_shape, x)) / (dot(u, u) * s_of(g, q, numerics::slope_shape, x));
}

// ∫ f s_σ dσ over the belt
template <class Function>
double belt_integral(const numerics::Quadrature& rule, const ElementGeometry<double>& g, const Unknowns& q,
                     const Function& f) {
  double sum = 0.0;
  for (const auto& [xi, weight] : rule) {
    const double x = xi * g.length;
    sum += weight * g.length * s_of(g, q, numerics::slope_shape, x) * f(x);
  }
  return sum;
}

// The velocity of the particle at x relative to the mesh.
double passing(const ElementGeometry<double>& g, const Unknowns& q, const Unknowns& v, double x) {
  return -rate_of(s_of, g, q, v, x) / s_of(g, q, numerics::slope_shape, x);
}

// ½ ρ |velocity|², with the velocity of the particle in space.
double kinetic_energy(const BeltSection& section, const ElementGeometry<double>& g, const Unknowns& q,
                      const Unknowns& v) {
  return belt_integral(numerics::gauss_rule(3), g, q, [&](double x) {
    const Vector velocity = rate_of(r_of, g, q, v, x) + passing(g, q, v, x) * r_of(g, q, numerics::slope_shape, x);
    return 0.5 * section.mass_per_length * dot(velocity, velocity);
  });
}

double potential_energy(const BeltSection& section, const ElementGeometry<double>& g, const Unknowns& q) {
  const double strain = belt_integral(numerics::lobatto_rule(), g, q, [&](double x) {
    return 0.5 * section.axial_stiffness * std::pow(stretch_at(g, q, x) - section.natural_stretch, 2);
  });
  const double bending = belt_integral(numerics::gauss_rule(2), g, q, [&](double x) {
    return 0.5 * section.bending_stiffness * std::pow(curvature_at(g, q, x), 2);
  });
  const double weight = belt_integral(numerics::gauss_rule(3), g, q, [&](double x) {
    return -section.mass_per_length * dot(section.gravity, r_of(g, q, numerics::position_shape, x));
  });
  return strain + bending + weight;
}

// Slope at x of the parabola through the stretch at both ends and in the middle.
double parabola_slope(const ElementGeometry<double>& g, const Unknowns& q, double x) {
  const double h = g.length;
  const double begin = stretch_at(g, q, 0.0);
  const double middle = stretch_at(g, q, 0.5 * h);
  const double end = stretch_at(g, q, h);
  const double bend = 4.0 * (begin - 2.0 * middle + end) / (h * h);
  return (end - begin) / h + bend * (x - 0.5 * h);
}

// Half of the power of damping, by the strain rate of the particle at x.
double dissipation(const BeltSection& section, const ElementGeometry<double>& g, const Unknowns& q, const Unknowns& v) {
  return belt_integral(numerics::lobatto_rule(), g, q, [&](double x) {
    const Motion moving{.geometry = g, .q = q, .v = v, .a = {}};
    const double c = passing(g, q, v, x);
    const double rate =
        derivative([&](double t) { return stretch_at(g, moving.at(t), x); }) + c * parabola_slope(g, q, x);
    return 0.5 * section.axial_damping * rate * rate;
  });
}

Unknowns moved(Unknowns values, std::size_t i, double by) {
  values[i] += by;
  return values;
}

}  // namespace

TEST_CASE("ALE element: the residual are Lagrange's equations of kinetic, elastic and damping energy") {
  // So energy is conserved except for damping on any mesh, and the linear motion has a skew gyroscopic matrix.
  for (const BeltSection& section : {kElastic, damped()}) {
    for_motions([&](const Motion& m) {
      const ElementGeometry<double>& g = m.geometry;
      Unknowns expected;
      for (std::size_t i = 0; i < kElementUnknowns; ++i) {
        // T and D are quadratic in the rates, so that differences are exact for any step.
        const double momentum_rate = derivative([&](double t) {
          const auto energy = [&](double by) { return kinetic_energy(section, g, m.at(t), moved(m.rate(t), i, by)); };
          return energy(0.5) - energy(-0.5);
        });
        const double force = derivative([&](double by) {
          const Unknowns q = moved(m.q, i, by);
          return kinetic_energy(section, g, q, m.v) - potential_energy(section, g, q);
        });
        const double damping =
            dissipation(section, g, m.q, moved(m.v, i, 0.5)) - dissipation(section, g, m.q, moved(m.v, i, -0.5));
        expected[i] = momentum_rate - force + damping;
      }
      check_close(system_of(section, m).residual, expected, kDifferenceError * largest(expected));
    });
  }
}

TEST_CASE("ALE element: the tangent is the derivative of the residual, velocities and accelerations following") {
  for (const BeltSection& section : {kElastic, damped()}) {
    for (const bool is_moving : {true, false}) {
      CAPTURE(is_moving);
      for_motions([&](const Motion& m) {
        const ElementSystem<double> system = system_of<BeltDual>(section, m, kRates, is_moving);
        const Unknowns plain = system_of(section, m, kRates, is_moving).residual;
        // Equal expressions, except for the order of some products.
        check_close(system.residual, plain, 1e-13 * largest(plain));
        double scale = 0.0;
        for (const Unknowns& row : system.tangent) scale = std::max(scale, largest(row));
        for (std::size_t i = 0; i < kElementUnknowns; ++i) {
          CAPTURE(i);
          Unknowns row;
          for (std::size_t j = 0; j < kElementUnknowns; ++j) {
            row[j] = derivative([&](double by) {
              Motion other = m;
              other.q[j] += by;
              other.v[j] += kRates.velocity * by;
              other.a[j] += kRates.acceleration * by;
              return system_of(section, other, kRates, is_moving).residual[i];
            });
          }
          check_close(system.tangent[i], row, kDifferenceError * scale);
        }
      });
    }
  }
}

TEST_CASE("ALE element: about a steady motion the derivative by the velocities is skew") {
  for_motions([&](Motion m) {
    m.v = {0.0, 0.0, -1.4, 0.0, 0.0, 0.0, -1.4, 0.0};
    m.a = {};
    const auto with = system_of<BeltDual>(kElastic, m, {.velocity = 1.0}).tangent;
    const auto without = system_of<BeltDual>(kElastic, m, {}).tangent;
    double scale = 0.0;
    double off = 0.0;
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      for (std::size_t j = 0; j < kElementUnknowns; ++j) {
        const double c_ij = with[i][j] - without[i][j];
        const double c_ji = with[j][i] - without[j][i];
        scale = std::max(scale, std::abs(c_ij));
        off = std::max(off, std::abs(c_ij + c_ji));
      }
    }
    CHECK(scale > 0.1);
    // Rounding of the entries of both tangents, which are of the order 10.
    CHECK(off <= 1e-13 * scale);
  });
}

// On a circle of radius ρ, a cubic of angle δ with the slopes of the circle at its ends has the curvature 1/ρ up to
// terms of δ². Slopes with the length of the path would add 4 w/R, here most of it.
TEST_CASE("ALE element: far off an arc of its path it is bent as the circle that it lies on, whatever its particles") {
  constexpr double kRadius = 1.3;  // of the path
  constexpr double kAngle = 0.1;   // δ
  for (const double turn : {1.0, -1.0}) {
    for (const double inside : {0.25, -0.25}) {
      CAPTURE(turn);
      CAPTURE(inside);
      ElementGeometry<double> geometry{.length = kRadius * kAngle,
                                       .spread = kRadius * kAngle,
                                       .curvature = turn / kRadius,
                                       .place = {},
                                       .tangent = {},
                                       .normal = {},
                                       .rail = {}};
      for (std::size_t end = 0; end < 2; ++end) {
        const double angle = turn * kAngle * static_cast<double>(end);
        geometry.place[end] = {kRadius * std::cos(angle), kRadius * std::sin(angle)};
        geometry.tangent[end] = {-turn * std::sin(angle), turn * std::cos(angle)};
        geometry.normal[end] = geometry.rail[end] = numerics::perpendicular(geometry.tangent[end]);
      }
      const double radius = kRadius - inside;
      const double stretch = 1.1;
      const double w = turn * inside;
      const Unknowns q{w, 0.0, 0.0, 1.0 / stretch, w, 0.0, radius * kAngle / stretch, 1.0 / stretch};
      const ElementFields<double> fields = fields_of(geometry, q, {}, {});
      for (const double xi : {0.0, 0.2, 0.5, 1.0}) {
        const RulePoint place = rule_point(xi, 0.0);
        const MeshPoint<double> p = PointReader<double, double>(geometry, fields, place).strained(false);
        const double turn_per_reference_length = stretch * turn / radius;
        CHECK(close(bending(kElastic, p).moment, kElastic.bending_stiffness * turn_per_reference_length,
                    {.rel = kAngle * kAngle}));
        CHECK(close(axial(kElastic, p).tension, kElastic.axial_stiffness * (stretch - kElastic.natural_stretch),
                    {.abs = kElastic.axial_stiffness * std::pow(kAngle, 4)}));
      }
    }
  }
}

TEST_CASE("ALE element: which particle is where makes no difference to a homogeneous belt at rest") {
  for_motions([&](Motion m) {
    const Unknowns before = system_of(kElastic, m, kRates, false).residual;
    // δs = 1 everywhere does no work, so that no material length is created or lost.
    CHECK(std::abs(before[2] + before[6]) <= 1e-14 * largest(before));
    m.q[2] += 0.7;
    m.q[6] += 0.7;
    check_close(system_of(kElastic, m, kRates, false).residual, before, 1e-13 * largest(before));
  });
}

TEST_CASE("ALE element: turned with its rails and gravity it feels the same") {
  const double cosine = std::cos(2.0);
  const double sine = std::sin(2.0);
  const auto turned = [&](const Vector& a) { return Vector{cosine * a.x - sine * a.y, sine * a.x + cosine * a.y}; };
  for_motions([&](const Motion& m) {
    Motion other = m;
    for (std::size_t end = 0; end < 2; ++end) {
      other.geometry.place[end] = turned(m.geometry.place[end]);
      other.geometry.tangent[end] = turned(m.geometry.tangent[end]);
      other.geometry.normal[end] = turned(m.geometry.normal[end]);
      other.geometry.rail[end] = turned(m.geometry.rail[end]);
    }
    BeltSection section = damped();
    const Unknowns before = system_of(section, m).residual;
    section.gravity = turned(section.gravity);
    check_close(system_of(section, other).residual, before, 1e-13 * largest(before));
  });
}

// Powers of two, so that the places of the elements are free of rounding, while those of their nodes are not: EI/h³
// times the rounding of r there would be some mN.
TEST_CASE("a short element has the same forces wherever it lies") {
  constexpr double kShort = 0x1p-16;
  Motion here{.geometry = {.length = kShort,
                           .spread = kShort,
                           .curvature = 50.0,
                           .place = {Vector{0.0, 0.0}, Vector{kShort, 0.0}},
                           .tangent = {Vector{1.0, 0.0}, Vector{1.0, 0.0}},
                           .normal = {Vector{0.0, 1.0}, Vector{0.0, 1.0}},
                           .rail = {Vector{0.0, 1.0}, Vector{0.0, 1.0}}},
              .q = {1.1e-4, 2e-3, 0.3, 0.99, 1.1e-4 + 2e-3 * kShort, 2.1e-3, 0.3 + 0.99 * kShort, 0.99}};
  Motion there = here;
  for (Vector& place : there.geometry.place) place = place + Vector{1.0, 1.0};
  const BeltSection section{
      .axial_stiffness = 2e4, .bending_stiffness = 0.01, .mass_per_length = 0.0, .natural_stretch = 0.99};
  const Unknowns at_origin = system_of(section, here).residual;
  const Unknowns away = system_of(section, there).residual;
  for (std::size_t i = 0; i < kElementUnknowns; ++i) CHECK(away[i] == at_origin[i]);
}

}  // namespace beltdyn::eulerian::ale::ale_element_test
