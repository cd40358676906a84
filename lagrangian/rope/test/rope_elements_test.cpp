// SPDX-License-Identifier: MIT
#include "lagrangian/rope/rope_elements.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <Eigen/Geometry>
#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include "core/numerics/close.hpp"
#include "core/surface/revolved_surfaces.hpp"
#include "lagrangian/rope/contact_rule.hpp"
#include "lagrangian/rope/rope_contact.hpp"
#include "lagrangian/rope/rope_model.hpp"

namespace beltdyn::lagrangian::rope::rope_elements_test {
namespace {

using std::numbers::pi;

constexpr double kModulus = 1e3;
constexpr double kRadius = 0.1;
constexpr double kArea = pi * kRadius * kRadius;

struct Kind {
  const char* name;
  std::unique_ptr<RopeElements> elements;
};

std::vector<Kind> all_elements(double pretension) {
  std::vector<Kind> kinds;
  kinds.push_back({"bar", make_bars({.axial_stiffness = kModulus * kArea, .pretension = pretension})});
  kinds.push_back({"cable", make_cables({.axial_stiffness = kModulus * kArea,
                                         .bending_stiffness = 0.25 * kModulus * kArea * kRadius * kRadius,
                                         .pretension = pretension})});
  for (const bool hermite : {false, true}) {
    kinds.push_back({hermite ? "hermite solid beam" : "solid beam", make_solid_beams({.radius = kRadius,
                                                                                      .young_modulus = kModulus,
                                                                                      .poisson_ratio = 0.3,
                                                                                      .shear_factor = 0.01,
                                                                                      .hermite = hermite,
                                                                                      .axial_points = hermite ? 3 : 1,
                                                                                      .pretension = pretension})});
  }
  return kinds;
}

// A quarter of a circle of unit radius in the x-y plane.
std::vector<Vector> reference_of(const RopeElements& elements, int n) {
  std::vector<Vector> nodes;
  for (int k = 0; k <= n; ++k) {
    const double phi = 0.5 * pi * k / n;
    const Vector radial(std::cos(phi), std::sin(phi), 0.0);
    const Vector tangent(-std::sin(phi), std::cos(phi), 0.0);
    const NodeFrame frame{.position = radial,
                          .tangent = tangent,
                          .normal = radial,
                          .across = radial.cross(tangent),
                          .normal_slope = tangent,
                          .across_slope = Vector::Zero()};
    for (const Vector& v : elements.node_vectors(frame)) nodes.push_back(v);
  }
  return nodes;
}

struct Forces {
  ElementVector force;
  ElementMatrix stiffness;
};

Forces forces(const RopeElements& elements, std::size_t element, const std::vector<Vector>& u) {
  const auto size = static_cast<Eigen::Index>(3 * u.size());
  Forces result{ElementVector::Zero(size), ElementMatrix::Zero(size, size)};
  elements.add(element, u, result.force, result.stiffness);
  return result;
}

std::vector<Vector> random_displacements(std::size_t count, double size) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(-size, size);
  std::vector<Vector> u(count);
  for (Vector& v : u) v = Vector(uniform(engine), uniform(engine), uniform(engine));
  return u;
}

}  // namespace

TEST_CASE("Rope elements: the stiffness is the derivative of the force") {
  constexpr double kStep = 1e-6;
  for (const Kind& kind : all_elements(2.0)) {
    CAPTURE(kind.name);
    kind.elements->set_reference(reference_of(*kind.elements, 3), 0.5 * pi / 3);
    const auto count = static_cast<std::size_t>(2 * kind.elements->vectors_per_node());
    const std::vector<Vector> u = random_displacements(count, 0.1);
    const Forces at = forces(*kind.elements, 1, u);
    double largest = 0.0;
    for (std::size_t i = 0; i < 3 * count; ++i) {
      std::vector<Vector> plus = u;
      std::vector<Vector> minus = u;
      plus[i / 3][static_cast<Eigen::Index>(i % 3)] += kStep;
      minus[i / 3][static_cast<Eigen::Index>(i % 3)] -= kStep;
      const ElementVector difference =
          (forces(*kind.elements, 1, plus).force - forces(*kind.elements, 1, minus).force) / (2.0 * kStep);
      largest = std::max(largest, (difference - at.stiffness.col(static_cast<Eigen::Index>(i))).norm());
    }
    // Central differences: third derivatives of some stiffnesses times 1e-12, and rounding of 1e-16/1e-6.
    CHECK(largest < 1e-8 * at.stiffness.norm());
    CHECK((at.stiffness - at.stiffness.transpose()).norm() < 1e-13 * at.stiffness.norm());
  }
}

TEST_CASE("Rope elements: no force in the reference nor, without pretension, after a rigid motion") {
  const Matrix R = Eigen::AngleAxisd(0.8, Vector(1, 2, 3).normalized()).toRotationMatrix();
  for (const Kind& kind : all_elements(0.0)) {
    CAPTURE(kind.name);
    const std::vector<Vector> nodes = reference_of(*kind.elements, 3);
    kind.elements->set_reference(nodes, 0.5 * pi / 3);
    const auto per_node = static_cast<std::size_t>(kind.elements->vectors_per_node());
    std::vector<Vector> u;
    for (std::size_t k = 0; k < 2 * per_node; ++k) {
      u.emplace_back((R - Matrix::Identity()) * nodes[per_node + k]);
      if (k % per_node == 0) u.back() += Vector(5, 6, 7);
    }
    const Forces turned = forces(*kind.elements, 1, u);
    CHECK(turned.force.norm() < 1e-12 * turned.stiffness.norm());
    CHECK(std::abs(kind.elements->axial_force(1, u)) < 1e-11);
  }
}

TEST_CASE("Rope elements: a stretched straight rope has the force EA E times its stretch") {
  for (const Kind& kind : all_elements(2.0)) {
    CAPTURE(kind.name);
    std::vector<Vector> nodes;
    for (const double x : {0.0, 0.5}) {
      for (const Vector& v : kind.elements->node_vectors({.position = {x, 0, 0},
                             .tangent = Vector::UnitX(),
                             .normal = Vector::UnitY(),
                             .across = Vector::UnitZ()})) {
        nodes.push_back(v);
      }
    }
    kind.elements->set_reference(nodes, 0.5);
    constexpr double kStretch = 0.01;
    std::vector<Vector> u(nodes.size(), Vector::Zero());
    const auto per_node = static_cast<std::size_t>(kind.elements->vectors_per_node());
    u[per_node] = Vector(0.5 * kStretch, 0, 0);
    if (per_node == 2) u[1] = u[3] = Vector(kStretch, 0, 0);
    if (per_node == 6) u[3] = u[9] = Vector(kStretch, 0, 0);
    const double E = kStretch + 0.5 * kStretch * kStretch;
    // The solid beam contracts sideways only in equilibrium; here its section is held.
    const double held = per_node >= 3 ? 0.7 / (1.3 * 0.4) : 1.0;
    const double N = (2.0 + held * kModulus * kArea * E) * (1.0 + kStretch);
    const Forces at = forces(*kind.elements, 0, u);
    CHECK(close(at.force[3 * static_cast<Eigen::Index>(per_node)], N, {.rel = 1e-12}));
    CHECK(close(at.force[0], -N, {.rel = 1e-12}));
  }
}

TEST_CASE("Contact rules: Gauss and Lobatto are exact for their degrees, in subdomains too") {
  const auto error = [](ContactQuadrature quadrature, int points, int subdomains, int degree) {
    double sum = 0.0;
    for (const RulePoint& p : contact_rule(quadrature, points, subdomains)) sum += p.weight * std::pow(p.xi, degree);
    return std::abs(sum - 1.0 / (degree + 1));
  };
  for (int n = 1; n <= 6; ++n) {
    for (const int m : {1, 3}) {
      CHECK(error(ContactQuadrature::gauss, n, m, 2 * n - 1) < 1e-15);
      CHECK(error(ContactQuadrature::gauss, n, m, 2 * n) > 1e-14);
      if (n > 1) CHECK(error(ContactQuadrature::lobatto, n, m, 2 * n - 3) < 1e-15);
      if (n > 1) CHECK(error(ContactQuadrature::lobatto, n, m, 2 * n - 2) > 1e-14);
    }
  }
  CHECK(contact_rule(ContactQuadrature::lobatto, 3, 1)[0].xi == 0.0);
}

TEST_CASE("Rope contact: the unsymmetric tangent is the derivative by automatic differentiation") {
  using Gradient = Eigen::Vector3d;
  using Real = Eigen::AutoDiffScalar<Gradient>;
  using DualVector = Eigen::Matrix<Real, 3, 1>;
  const surface::Sphere sphere(1.0);
  const auto check = [&](const ContactStiffness& law, const Vector& x, const Vector& stick, bool sliding) {
    const ContactMemory memory{.stick_point = stick, .multiplier = 1.5, .zero_gap = 0.01};
    const surface::Proximity at = sphere.proximity(x);
    const auto found = contact_force<double>(law, memory, x, at.distance, at.normal);
    CHECK(found.friction.slipping == sliding);
    const Matrix tangent = contact_tangent(law, memory, x, at, found);
    DualVector X;
    for (int k = 0; k < 3; ++k) X[k] = Real(x[k], 3, k);
    Real r = sqrt(X[0] * X[0] + X[1] * X[1] + X[2] * X[2]);
    DualVector n;
    for (int k = 0; k < 3; ++k) n[k] = X[k] / r;
    Real d = r - 1.0;
    const auto dual = contact_force<Real>(law, memory, X, d, n);
    for (int i = 0; i < 3; ++i) {
      CHECK(close(dual.force[i].value(), found.force[i], {.rel = 1e-13, .abs = 1e-13}));
      for (int j = 0; j < 3; ++j) {
        CHECK(close(dual.force[i].derivatives()[j], tangent(i, j), {.rel = 1e-11, .abs = 1e-10}));
      }
    }
    if (sliding) CHECK((tangent - tangent.transpose()).norm() > 1e-3 * tangent.norm());
  };
  const Vector x = 1.002 * Vector(0.3, -0.8, 0.5).normalized();
  const ContactStiffness law{.normal = 300.0, .tangential = 200.0, .friction = 0.4};
  check(law, x, x + Vector(1e-3, 2e-3, 1e-3), false);
  check(law, x, x + Vector(0.05, 0.02, -0.03), true);
  // A tube that pulls: the rope is outside, and friction follows |N|.
  ContactStiffness both = law;
  both.sides = surface::Sides::both;
  check(both, 1.2 * x, 1.2 * x + Vector(1e-3, 2e-3, 1e-3), false);
  check(both, 1.2 * x, 1.2 * x + Vector(0.3, 0.2, -0.3), true);
  // Beyond the multiplier there is no contact.
  CHECK_FALSE(contact_force<double>(law, {}, 1.2 * x, 0.2, x.normalized()).touching);
}

TEST_CASE("Rope model: the tangent of the whole is the derivative of its residual") {
  RopeModel model(surface::helix_on_cylinder(1.0, 1.0, 1.0, 0.01),
                  make_cables({.axial_stiffness = 1e3, .bending_stiffness = 0.1, .pretension = 1.0}), 4,
                  {.normal_stiffness = 1e3, .tangential_stiffness = 1e3}, RopeStart::settled, 1.0);
  model.set_friction(0.3);
  model.set_viscosity(0.5, 2.0);
  const RopeLoad load{.tension = 1.0, .spring_stiffness = 10.0, .pull = 0.01};
  Eigen::VectorXd u = Eigen::VectorXd::Zero(model.displacements().size());
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> uniform(-1e-3, 1e-3);
  for (double& value : u) value = uniform(engine);
  const auto at = model.system(load, u);
  constexpr double kStep = 1e-7;
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    Eigen::VectorXd v = u;
    v[i] += kStep;
    const Eigen::VectorXd plus = model.system(load, v).residual;
    v[i] -= 2.0 * kStep;
    const Eigen::VectorXd minus = model.system(load, v).residual;
    CHECK(((plus - minus) / (2.0 * kStep) - at.tangent.col(i)).norm() < 1e-7 * at.tangent.norm());
  }
}

}  // namespace beltdyn::lagrangian::rope::rope_elements_test
