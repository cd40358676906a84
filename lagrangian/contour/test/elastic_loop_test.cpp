// SPDX-License-Identifier: MIT
#include "lagrangian/contour/elastic_loop.hpp"

#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::elastic_loop_test {

using beltdyn::close;
using beltdyn::lagrangian::ElasticLoop;

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr ElasticLoop kLoop{.axial_stiffness = 3.0, .element_length = 0.05};

}  // namespace

TEST_CASE("elastic loop: every node that is not prescribed is in balance with its load") {
  const std::size_t n = 40;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<std::uint8_t> prescribed(n, 0);
  std::vector<double> traction(n);
  std::vector<double> u(n);
  // Chains of several lengths, one of them across the seam, and two prescribed neighbours.
  for (const std::size_t i : {3U, 4U, 6U, 17U, 36U}) prescribed[i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    traction[i] = uniform(random);
    u[i] = uniform(random);
  }
  const std::vector<double> before = u;
  REQUIRE(kLoop.equilibrate(prescribed, traction, u));
  // Each u is rounded a few times; the reaction multiplies differences by b/h².
  const double rounding = 16 * kEpsilon * kLoop.axial_stiffness / (kLoop.element_length * kLoop.element_length);
  for (std::size_t i = 0; i < n; ++i) {
    CAPTURE(i);
    if (prescribed[i] == 1) {
      CHECK(u[i] == before[i]);
    } else {
      CHECK(close(kLoop.reaction(u, i), traction[i], {.abs = rounding}));
    }
  }
}

TEST_CASE("elastic loop: without loads the strain is the same along a chain") {
  std::vector<std::uint8_t> prescribed(10, 0);
  prescribed[2] = prescribed[7] = 1;
  std::vector<double> u(10);
  u[2] = 1.0;
  u[7] = 1.0 + 5 * 0.01 * kLoop.element_length;  // five elements stretched by 1 %
  REQUIRE(kLoop.equilibrate(prescribed, std::vector<double>(10), u));
  for (std::size_t i = 0; i < 10; ++i) {
    const bool stretched = i >= 2 && i < 7;
    CHECK(close(kLoop.strain(u, i), stretched ? 0.01 : -0.01, {.abs = 8 * kEpsilon / kLoop.element_length}));
  }
}

TEST_CASE("elastic loop: one prescribed node is enough, none is not") {
  std::vector<std::uint8_t> prescribed(12, 0);
  std::vector<double> traction(12, 0.0);
  traction[3] = 0.4;
  traction[9] = -0.4;
  std::vector<double> u(12, 0.25);
  const std::vector<double> before = u;
  CHECK_FALSE(kLoop.equilibrate(prescribed, traction, u));
  CHECK(u == before);
  prescribed[0] = 1;
  CHECK(kLoop.equilibrate(prescribed, traction, u));
  // By symmetry the node opposite to the prescribed one stays; half of the force h q acts on each side of the loop.
  CHECK(u[0] == 0.25);
  CHECK(close(u[6], 0.25, {.abs = 4 * kEpsilon}));
  const double force = kLoop.axial_stiffness * (kLoop.strain(u, 2) - kLoop.strain(u, 3));
  CHECK(close(force, 0.4 * kLoop.element_length, {.rel = 1e-12}));
}

}  // namespace beltdyn::elastic_loop_test
