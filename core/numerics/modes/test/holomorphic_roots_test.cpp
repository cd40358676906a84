// SPDX-License-Identifier: MIT
#include "core/numerics/modes/holomorphic_roots.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::numerics::holomorphic_roots_test {
namespace {

using Complex = std::complex<double>;

// Accuracy of Newton's method at a simple root if the function is accurate to some eps.
constexpr double kRounding = 1e-12;

HolomorphicFunction polynomial(const std::vector<Complex>& roots) {
  return {.value = [roots](Complex s) {
    LogValue value{0.0, 0.0};
    for (const Complex root : roots) {
      value.log += std::log(s - root);
      value.log_rate += 1.0 / (s - root);
    }
    return value;
  }};
}

// s + exp(−s), for the delay equation x′(t) = −x(t − 1); its roots are W_k(−1), Lambert's function.
HolomorphicFunction delay_equation() {
  return {.value =
              [](Complex s) {
                const Complex f = s + std::exp(-s);
                return LogValue{std::log(f), (1.0 - std::exp(-s)) / f};
              },
          .longest_delay = 1.0};
}

// e^{−s τ} = c, with the roots (−ln c + 2πi k)/τ
HolomorphicFunction delayed(double delay, double c) {
  return {.value =
              [delay, c](Complex s) {
                const Complex term = std::exp(-s * delay);
                return LogValue{std::log(term - c), -delay * term / (term - c)};
              },
          .longest_delay = delay};
}

}  // namespace

TEST_CASE("Roots of a polynomial in a rectangle are found, and those outside are not") {
  const std::vector<Complex> roots{{-3.0, -2.0}, {0.25, 0.125}, {0.25, 0.1251}, {1.0, 1.0}, {2.0, 5.0}};
  const std::vector<Complex> found = roots_within(polynomial(roots), {{-1.0, -1.0}, {3.0, 3.0}});
  REQUIRE(found.size() == 3);
  CHECK(std::abs(found[0] - roots[1]) < kRounding);
  CHECK(std::abs(found[1] - roots[2]) < kRounding);
  CHECK(std::abs(found[2] - roots[3]) < kRounding);
  CHECK(roots_within(polynomial(roots), {{-0.5, 2.0}, {1.5, 4.0}}).empty());
}

TEST_CASE("A multiple root is found as often as it is one") {
  const std::vector<Complex> roots{{0.3, 0.4}, {0.3, 0.4}, {0.3, 0.4}, {-0.5, 0.0}};
  const std::vector<Complex> found = roots_within(polynomial(roots), {{-1.0, -1.0}, {1.0, 1.0}});
  REQUIRE(found.size() == 4);
  // Roots that differ by 1e-9 of the rectangle count as one.
  for (std::size_t i = 1; i < 4; ++i) CHECK(std::abs(found[i] - roots[0]) < 4e-9);
}

TEST_CASE("Roots on an edge of the rectangle, and on the cuts, are no hindrance") {
  const HolomorphicFunction sine{.value = [](Complex s) {
    const Complex f = std::sin(std::numbers::pi * s);
    return LogValue{std::log(f), std::numbers::pi * std::cos(std::numbers::pi * s) / f};
  }};
  // Roots lie on both ends and in the middle of the rectangle.
  const std::vector<Complex> found = roots_within(sine, {{-4.0, -1.0}, {4.0, 1.0}});
  CHECK(found.size() == 9);
  for (const Complex s : found) CHECK(std::abs(s - std::round(s.real())) < kRounding);
}

TEST_CASE("The roots of a delay equation are values of Lambert's function") {
  const std::vector<Complex> found = roots_within(delay_equation(), {{-4.0, 0.1}, {2.0, 28.0}});
  // W₀(−1), W₁(−1), W₂(−1), W₃(−1) and W₄(−1); their real parts decrease like the logarithm of their magnitude.
  REQUIRE(found.size() == 5);
  CHECK(std::abs(found[0] - Complex(-0.31813150520476413, 1.3372357014306895)) < kRounding);
  CHECK(std::abs(found[1] - Complex(-2.0622777295982, 7.5886311784725)) < 1e-11);
  for (const Complex s : found) CHECK(std::abs(s * std::exp(s) + 1.0) < 1e-10);
}

TEST_CASE("Terms with a long delay hide no root, whatever whole periods of them a rectangle has") {
  constexpr double kPeriod = 2.0 * std::numbers::pi / 40.0;
  for (const double periods : {1.0, 2.0, 64.0, 100.5}) {
    CAPTURE(periods);
    // The rectangle starts half a period below the real axis.
    const std::vector<Complex> found =
        roots_within(delayed(40.0, 2.0), {{-1.0, -0.5 * kPeriod}, {1.0, (periods - 0.5) * kPeriod}});
    REQUIRE(found.size() == static_cast<std::size_t>(std::ceil(periods)));
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(std::abs(found[k] - Complex(-std::log(2.0) / 40.0, static_cast<double>(k) * kPeriod)) < kRounding);
    }
  }
}

TEST_CASE("A root that is nearer to the edge than a rounding moves the edge") {
  const std::vector<Complex> roots{{1.0 + 1e-16, 0.3}, {-0.2, 0.1}};
  const std::vector<Complex> found = roots_within(polynomial(roots), {{-1.0, -1.0}, {1.0, 1.0}});
  CHECK(found.size() == 2);
}

TEST_CASE("What is no holomorphic function is no set of roots") {
  // A pole turns the phase in the opposite direction.
  const HolomorphicFunction pole{.value = [](Complex s) { return LogValue{-std::log(s - 0.1), -1.0 / (s - 0.1)}; }};
  CHECK_THROWS_AS(roots_within(pole, {{-1.0, -1.0}, {1.0, 1.0}}), SolverError);
}

TEST_CASE("A search that takes too long is reported") {
  CHECK_THROWS_AS(roots_within(delay_equation(), {{-4.0, 0.1}, {2.0, 28.0}}, 10), SolverError);
}

TEST_CASE("The complex factorisation solves, and gives the logarithm of the determinant and its derivative") {
  Eigen::MatrixXcd A(3, 3);
  A << Complex(0.0, 1.0), 2.0, Complex(1.0, -1.0), 3.0, Complex(0.0, -2.0), 1.0, 1.0, Complex(2.0, 2.0), -1.0;
  Eigen::MatrixXcd B(3, 3);
  B << 1.0, Complex(0.5, 0.25), 0.0, -2.0, 1.0, Complex(0.0, 3.0), 0.5, 0.25, 1.0;
  const ComplexLu lu(A);
  const Eigen::VectorXcd b = Eigen::VectorXcd::LinSpaced(3, Complex(1.0, 0.0), Complex(0.0, 2.0));
  CHECK((A * lu.solve(b) - b).norm() < 1e-14);
  // By the rule of Sarrus.
  const auto determinant = [](const Eigen::MatrixXcd& M) {
    Complex sum = 0.0;
    for (Eigen::Index i = 0; i < 3; ++i) {
      sum += M(0, i) * (M(1, (i + 1) % 3) * M(2, (i + 2) % 3) - M(1, (i + 2) % 3) * M(2, (i + 1) % 3));
    }
    return sum;
  };
  CHECK(std::abs(std::exp(lu.log_determinant()) / determinant(A) - 1.0) < 1e-14);
  // Central differences: rounding over the step, and the square of the step.
  constexpr double kStep = 1e-5;
  const Complex rate = (determinant(A + kStep * B) - determinant(A - kStep * B)) / (2.0 * kStep * determinant(A));
  CHECK(std::abs(lu.trace_of_solution(B) - rate) < 1e-8);
}

}  // namespace beltdyn::numerics::holomorphic_roots_test
