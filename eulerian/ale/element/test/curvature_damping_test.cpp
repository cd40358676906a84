// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/curvature_damping.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/element/ale_equations.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::curvature_damping_test {
namespace {

using numerics::kBlock;

constexpr double kLoop = 2.0 * std::numbers::pi;
constexpr double kReference = 5.0;  // reference length of the loop, which differs from the length of its curve [m]
constexpr double kDamping = 0.7;    // [N m² s]

// A closed mesh over σ in [0, 2π) on the ellipse (2 cos σ, sin σ), with elements of unequal length.
AleModel ellipse(int n, double unevenness) {
  AleModel model = make_ale_model(small_drive(), {.elements_per_pulley = 4, .elements_per_span = 2});
  model.section.bending_damping = kDamping;
  model.reference_length = kReference;
  model.mesh = {
      .loop = kLoop, .nodes = {}, .lengths = {}, .spread = {}, .owners = std::vector<int>(static_cast<std::size_t>(n))};
  const auto sigma_of = [&](int i) {
    const double share = kLoop * i / n;
    return share + unevenness * std::sin(share);
  };
  for (int i = 0; i < n; ++i) {
    const double sigma = sigma_of(i);
    const Vec2<double> tangent{-2.0 * std::sin(sigma), std::cos(sigma)};
    const double length = std::sqrt(dot(tangent, tangent));
    model.mesh.nodes.push_back({.sigma = sigma,
                                .place = {2.0 * std::cos(sigma), std::sin(sigma)},
                                .tangent = tangent,
                                .normal = (1.0 / length) * numerics::perpendicular(tangent),
                                .rail = (1.0 / length) * numerics::perpendicular(tangent)});
    model.mesh.lengths.push_back(sigma_of(i + 1) - sigma);
    // Some curvature of the path, which matters where the belt deviates from it.
    model.mesh.spread.push_back({.curvature = 0.8 * std::sin(2.0 * i), .length = model.mesh.lengths.back()});
  }
  return model;
}

// A belt on its curve, with s even along σ.
struct Belt {
  explicit Belt(AleModel belt_model)
      : model(std::move(belt_model)), work(make_ale_work(model, 0, numerics::InstructionSet::baseline)) {
    AleArrays& a = *work.arrays;
    for (int i = 0; i < model.mesh.size(); ++i) {
      at(a.q, i, 2) = kReference / kLoop * model.mesh.nodes[static_cast<std::size_t>(i)].sigma;
      at(a.q, i, 3) = kReference / kLoop;
    }
  }
  double& at(numerics::AlignedVector& values, int node, int component) {
    return values[work.arrays->layout.at(node, kBlock, component)];
  }
  // Some waves and some motion in all unknowns.
  void wave(double size) {
    for (int i = 0; i < model.mesh.size(); ++i) {
      for (int c = 0; c < kBlock; ++c) {
        at(work.arrays->q, i, c) += size * std::sin(1.3 * i + 2.0 * c);
        at(work.arrays->v, i, c) = std::cos(0.9 * i - c);
      }
    }
  }
  std::vector<double> residual(const StepRates& rates) {
    CurvatureDamping damping(model);
    std::fill(work.arrays->residual.begin(), work.arrays->residual.end(), 0.0);
    damping.assemble(*work.arrays, rates, false);
    return work.arrays->gather(work.arrays->residual);
  }
  double power() {
    CurvatureDamping damping(model);
    double sum = 0.0;
    for (int e = 0; e < model.mesh.size(); ++e) sum += damping.power(*work.arrays, e);
    return sum;
  }

  AleModel model;
  AleWork work;
};

// ∫ D (c K_σ)² s_σ dσ of a belt that moves along the ellipse with the flux G: c = G/s_σ, and K s_σ = 2/(4 sin² + cos²)
// is the turn of the ellipse per σ. For a smooth periodic function the trapezoidal rule has full accuracy.
double exact_power(double flux) {
  constexpr int kPoints = 2000;
  constexpr double g = kReference / kLoop;
  double sum = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    const double sigma = kLoop * i / kPoints;
    const double u2 = 1.0 + 3.0 * std::pow(std::sin(sigma), 2);
    const double K_sigma = -2.0 * 3.0 * std::sin(2.0 * sigma) / (u2 * u2) / g;
    sum += kDamping * std::pow(flux / g * K_sigma, 2) * g * kLoop / kPoints;
  }
  return sum;
}

}  // namespace

TEST_CASE("ALE bending damping: the dissipation of a passing belt converges with second order") {
  constexpr double kFlux = 1.4;
  const auto error = [&](int n) {
    Belt belt(ellipse(n, 0.2));
    for (int i = 0; i < n; ++i) belt.at(belt.work.arrays->v, i, 2) = -kFlux;
    return std::abs(belt.power() / exact_power(kFlux) - 1.0);
  };
  const double order = std::log2(error(60) / error(120));
  CHECK(order > 1.9);
  CHECK(order < 2.1);
  // The error of the recovered curvature is f⁗ h²/12, f the ellipse: h = 2π/120 and f⁗ = f give 2.3e-4, doubled in a
  // square; and as much again at the ends of the ellipse, where the turn per σ is 4 times the mean.
  CHECK(error(120) < 8e-3);
}

TEST_CASE("ALE bending damping: a belt on a circle dissipates nothing, for any mesh") {
  // The turn per σ is 1; cubics of unequal length have it up to h²/12 of the mean length, 0.5 % with 24 elements.
  AleModel model = ellipse(24, 0.2);
  for (MeshNode& node : model.mesh.nodes) {
    node.place = {std::cos(node.sigma), std::sin(node.sigma)};
    node.tangent = numerics::perpendicular(node.place);
    node.normal = numerics::perpendicular(node.tangent);
  }
  Belt belt(std::move(model));
  for (int i = 0; i < 24; ++i) belt.at(belt.work.arrays->v, i, 2) = -1.4;
  CHECK(belt.power() < 1e-4 * exact_power(1.4));
}

TEST_CASE("ALE bending damping: nor does one off its path, on a circle a tenth larger") {
  AleModel model = ellipse(24, 0.2);
  for (MeshNode& node : model.mesh.nodes) {
    node.place = {std::cos(node.sigma), std::sin(node.sigma)};
    node.tangent = numerics::perpendicular(node.place);
    node.normal = numerics::perpendicular(node.tangent);
  }
  for (ElementSpread& spread : model.mesh.spread) spread.curvature = 1.0;
  Belt belt(std::move(model));
  for (int i = 0; i < 24; ++i) {
    belt.at(belt.work.arrays->q, i, 0) = -0.1;
    belt.at(belt.work.arrays->q, i, 3) /= 1.1;
    belt.at(belt.work.arrays->v, i, 2) = -1.4;
  }
  CHECK(belt.power() < 1e-4 * exact_power(1.4));
}

// On parallel rails all nodes can move alike, without a change of curvature.
TEST_CASE("ALE bending damping: a belt that is carried along as a whole loses nothing and feels nothing") {
  constexpr int kNodes = 11;
  constexpr Vec2<double> kDirection{0.6, 0.8};
  AleModel model = ellipse(kNodes, 0.3);
  for (MeshNode& node : model.mesh.nodes) node.normal = kDirection;
  for (ElementSpread& spread : model.mesh.spread) spread.curvature = 0.0;
  Belt belt(std::move(model));
  belt.wave(0.05);
  const double uneven = belt.power();
  for (int i = 0; i < kNodes; ++i) {
    belt.at(belt.work.arrays->v, i, 0) = 1.0;
    for (const int c : {1, 2, 3}) belt.at(belt.work.arrays->v, i, c) = 0.0;
  }
  // Rates of curvature of size 1 per velocity cancel up to rounding; in power, up to its square.
  CHECK(belt.power() <= 1e-24 * uneven);
  for (const double force : belt.residual({})) CHECK(std::abs(force) <= 1e-12 * uneven);
}

TEST_CASE(
    "ALE bending damping: the power of the forces equals the dissipation, and they are linear in the velocities") {
  Belt belt(ellipse(11, 0.3));
  belt.wave(0.05);
  const std::vector<double> force = belt.residual({});
  const std::vector<double> v = belt.work.arrays->gather(belt.work.arrays->v);
  double taken = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) taken -= force[i] * v[i];
  CHECK(taken > 1.0);
  CHECK(close(taken, belt.power(), {.rel = 1e-12}));
}

TEST_CASE("ALE bending damping: the forces do not jump where the belt turns back") {
  constexpr int kNodes = 11;
  constexpr double kCreep = 1e-9;  // [m/s]
  Belt belt(ellipse(kNodes, 0.3));
  belt.wave(0.05);
  const auto force_at = [&](double flux) {
    for (int i = 0; i < kNodes; ++i) {
      belt.at(belt.work.arrays->v, i, 2) = -flux;
      belt.at(belt.work.arrays->v, i, 3) = 0.0;
    }
    return belt.residual({});
  };
  const std::vector<double> forth = force_at(kCreep);
  const std::vector<double> back = force_at(-kCreep);
  double largest = 0.0;
  for (const double f : forth) largest = std::max(largest, std::abs(f));
  // Other velocities have size 1, so that forces by the flux are about 1e-9 of theirs.
  for (std::size_t i = 0; i < forth.size(); ++i) CHECK(std::abs(forth[i] - back[i]) < 1e-7 * largest);
}

TEST_CASE("ALE bending damping: the tangent is the derivative of the forces, velocities following") {
  constexpr StepRates kRates{.velocity = 1.7, .acceleration = 2.3};
  constexpr int kNodes = 7;
  constexpr double kDifference = 1e-3;
  Belt belt(ellipse(kNodes, 0.3));
  belt.wave(0.05);
  CurvatureDamping damping(belt.model);
  damping.assemble(*belt.work.arrays, kRates, true);
  constexpr std::size_t kSize = kNodes * kBlock;
  std::vector<std::vector<double>> tangent(kSize, std::vector<double>(kSize));
  constexpr std::size_t kNode = kBlock;
  for (int e = 0; e < kNodes; ++e) {
    const auto place = [&](std::size_t i) {
      return static_cast<std::size_t>(damping.node(e, i / kNode)) * kNode + i % kNode;
    };
    for (std::size_t i = 0; i < CurvatureDamping::kUnknowns; ++i) {
      for (std::size_t j = 0; j < CurvatureDamping::kUnknowns; ++j) {
        tangent[place(i)][place(j)] += CurvatureDamping::tangent(*belt.work.arrays, e, i, j);
      }
    }
  }
  double scale = 0.0;
  for (const auto& row : tangent) {
    for (const double entry : row) scale = std::max(scale, std::abs(entry));
  }
  for (std::size_t j = 0; j < kSize; ++j) {
    const auto node = static_cast<int>(j / kNode);
    const auto component = static_cast<int>(j % kNode);
    const auto forces_at = [&](double by) {
      AleArrays& a = *belt.work.arrays;
      belt.at(a.q, node, component) += by;
      belt.at(a.v, node, component) += kRates.velocity * by;
      const std::vector<double> force = belt.residual(kRates);
      belt.at(a.q, node, component) -= by;
      belt.at(a.v, node, component) -= kRates.velocity * by;
      return force;
    };
    const double h = kDifference;
    const auto far_up = forces_at(2.0 * h);
    const auto up = forces_at(h);
    const auto down = forces_at(-h);
    const auto far_down = forces_at(-2.0 * h);
    for (std::size_t i = 0; i < kSize; ++i) {
      CAPTURE(i);
      CAPTURE(j);
      // The residual is minus the force. Fourth order: the error is h⁴/30 times fifth derivatives, up to 1e5 times the
      // function.
      const double difference = (8.0 * (down[i] - up[i]) - (far_down[i] - far_up[i])) / (12.0 * h);
      CHECK(std::abs(tangent[i][j] - difference) < 1e-8 * scale);
    }
  }
}

}  // namespace beltdyn::eulerian::ale::curvature_damping_test
