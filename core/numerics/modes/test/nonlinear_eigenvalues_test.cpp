// SPDX-License-Identifier: MIT
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include "core/numerics/modes/eigenvalue_count.hpp"
#include "core/numerics/modes/eigenvalue_guesses.hpp"

namespace beltdyn::numerics::nonlinear_eigenvalues_test {
namespace {

using Complex = std::complex<double>;

// B (s² + D s + K + e^{−s} A) B⁻¹ with diagonal matrices and a full B.
class DelayedOscillators final : public ComplexFamily {
 public:
  DelayedOscillators(Eigen::VectorXd stiffness, double damping, double delayed)
      : stiffness_(std::move(stiffness)), damping_(damping), delayed_(delayed) {
    const Eigen::Index n = stiffness_.size();
    basis_ = Eigen::MatrixXcd::Identity(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) basis_(i, j) += 0.1 * std::sin(static_cast<double>(3 * i + 7 * j));
    }
    inverse_ = basis_.inverse();
  }

  int size() const override { return static_cast<int>(stiffness_.size()); }
  // Processes three numbers at once.
  std::size_t n_lanes() const override { return 3; }
  std::vector<bool> factorise(std::span<const Complex> s, Digits) override {
    diagonal_.resize(stiffness_.size(), static_cast<Eigen::Index>(s.size()));
    for (std::size_t i = 0; i < s.size(); ++i) diagonal_.col(static_cast<Eigen::Index>(i)) = value(s[i]);
    n_factorised_ += s.size();
    return std::vector<bool>(s.size(), true);
  }
  void solve(const Eigen::MatrixXcd& b, Eigen::MatrixXcd& x) const override {
    x = basis_ * (inverse_ * b).cwiseQuotient(diagonal_);
  }
  double phase(int i) const override { return diagonal_.col(i).array().arg().sum(); }
  Eigen::VectorXcd derivative(Complex s, const Eigen::VectorXcd& x) const override {
    const Complex slope = 2.0 * s + damping_ - delayed_ * std::exp(-s);
    return basis_ * (slope * (inverse_ * x));
  }
  std::size_t n_factorised() const { return n_factorised_; }
  Eigen::VectorXcd value(Complex s) const {
    return (stiffness_.cast<Complex>().array() + s * (s + damping_) + delayed_ * std::exp(-s)).matrix();
  }

 private:
  Eigen::VectorXd stiffness_;
  double damping_;
  double delayed_;
  Eigen::MatrixXcd basis_;
  Eigen::MatrixXcd inverse_;
  Eigen::MatrixXcd diagonal_;
  std::size_t n_factorised_ = 0;
};

}  // namespace

TEST_CASE("Nonlinear eigenvalues: damped oscillators have the roots of their quadratic equations") {
  // More oscillators than the search finds at a time.
  constexpr int kOscillators = 40;
  Eigen::VectorXd stiffness(kOscillators);
  for (int i = 0; i < kOscillators; ++i) stiffness[i] = std::pow(2.0 + i, 2);
  DelayedOscillators family(stiffness, 0.4, 0.0);
  const std::vector<Eigenpair> found = eigenvalues_within(family, {{-3.0, 1.5}, {1.0, 31.5}});
  constexpr int kWithin = 30;  // up to 31 1/s; the damping hardly changes the frequencies
  REQUIRE(found.size() == kWithin);
  for (int i = 0; i < kWithin; ++i) {
    CAPTURE(i);
    const Eigenpair& pair = found[static_cast<std::size_t>(i)];
    CHECK(std::abs(pair.value - Complex(-0.2, std::sqrt(stiffness[i] - 0.04))) < 1e-12 * std::abs(pair.value));
    CHECK(std::abs(pair.vector.norm() - 1.0) < 1e-12);
  }
}

TEST_CASE("Nonlinear eigenvalues: many cost hardly more than their refinement") {
  constexpr int kOscillators = 200;
  Eigen::VectorXd stiffness(kOscillators);
  for (int i = 0; i < kOscillators; ++i) stiffness[i] = std::pow(2.0 + i, 2);
  DelayedOscillators family(stiffness, 0.4, 0.0);
  CHECK(eigenvalues_within(family, {{-3.0, 1.5}, {1.0, 201.5}}).size() == kOscillators);
  // An integral around 20 eigenvalues takes 64 factorisations, a guess from a Krylov space less than one; each is
  // refined and counted with about ten.
  CHECK(family.n_factorised() < 20 * kOscillators);
}

TEST_CASE("Nonlinear eigenvalues: a delay has eigenvalues without end, and those within are found") {
  // The other oscillators are so stiff that their roots are far away.
  Eigen::VectorXd stiffness = Eigen::VectorXd::Constant(24, 1e6);
  stiffness[0] = 4.0;
  DelayedOscillators family(stiffness, 0.1, 1.5);
  const Complex low(-2.0, 0.3);
  const Complex high(1.0, 5.0);
  const std::vector<Eigenpair> found = eigenvalues_within(family, {low, high});
  // The argument principle: f'/f around the rectangle, by the trapezoidal rule on each side.
  Complex turns = 0.0;
  constexpr int kSteps = 20000;
  const std::array<Complex, 5> corners{low, {high.real(), low.imag()}, high, {low.real(), high.imag()}, low};
  for (std::size_t side = 0; side < 4; ++side) {
    const Complex way = corners[side + 1] - corners[side];
    for (int k = 0; k < kSteps; ++k) {
      const Complex s = corners[side] + (k + 0.5) / kSteps * way;
      turns += (2.0 * s + 0.1 - 1.5 * std::exp(-s)) / family.value(s)[0] * way / double{kSteps};
    }
  }
  turns /= Complex(0.0, 2.0 * std::numbers::pi);
  CHECK(found.size() == static_cast<std::size_t>(std::lround(turns.real())));
  REQUIRE(found.size() == 1);
  CHECK(std::abs(family.value(found[0].value)[0]) < 1e-11);
}

TEST_CASE("Nonlinear eigenvalues: none where there are none") {
  DelayedOscillators family(Eigen::VectorXd::Constant(20, 4.0), 0.1, 0.0);
  CHECK(eigenvalues_within(family, {{-2.0, 7.0}, {2.0, 13.0}}).empty());
}

TEST_CASE("Nonlinear eigenvalues: Krylov spaces guess those that are near their shifts") {
  Eigen::VectorXd stiffness(12);
  for (int i = 0; i < 12; ++i) stiffness[i] = std::pow(2.0 + 2.0 * i, 2);
  DelayedOscillators family(stiffness, 0.4, 0.0);
  const ComplexRectangle range{{-3.0, 1.0}, {1.0, 25.0}};
  const std::vector<EigenpairGuess> guesses = eigenpair_guesses(family, range);
  for (int i = 0; i < 12; ++i) {
    CAPTURE(i);
    const Complex exact(-0.2, std::sqrt(stiffness[i] - 0.04));
    // This family neglects T₂ = 1. The relative error is δ/|2 s|, largest at the lowest root, at a distance of 1.7 from
    // the shift.
    const auto near = [&](const EigenpairGuess& g) { return std::abs(g.pair.value - exact) < 0.45 * std::abs(exact); };
    CHECK(std::any_of(guesses.begin(), guesses.end(), near));
  }
}

TEST_CASE("Nonlinear eigenvalues: those that are not known are counted") {
  Eigen::VectorXd stiffness(12);
  for (int i = 0; i < 12; ++i) stiffness[i] = std::pow(2.0 + 2.0 * i, 2);
  DelayedOscillators family(stiffness, 0.4, 0.0);
  const ComplexRectangle range{{-3.0, 1.0}, {1.0, 25.0}};
  std::vector<Eigenpair> known;
  for (int i = 0; i <= 12; ++i) {
    CHECK(EigenvalueCount(family).missing_within(range, known) == 12 - i);
    if (i < 12) known.push_back({.value = {-0.2, std::sqrt(stiffness[i] - 0.04)}, .vector = {}});
  }
  // A known eigenvalue outside the range makes no difference.
  known.push_back({.value = {-0.2, 27.0}, .vector = {}});
  CHECK(EigenvalueCount(family).missing_within({{-3.0, 1.0}, {1.0, 25.0}}, known) == 0);
}

// Damping along the belt has the decay rate EA/c in all its elements. The phase between two points of the boundary
// turns by whole turns then.
TEST_CASE("Nonlinear eigenvalues: many equal ones beside the range are not counted") {
  constexpr double kDamping = 1000.0;
  constexpr double kDecay = 4.0;
  for (int n = 20; n <= 100; n += 8) {
    CAPTURE(n);
    DelayedOscillators family(Eigen::VectorXd::Constant(n, kDecay * kDamping), kDamping, 0.0);
    CHECK(EigenvalueCount(family).missing_within({{-3.0, 1.0}, {1.0, 25.0}}, {}) == 0);
    CHECK(EigenvalueCount(family).missing_within({{-5.0, -1.0}, {1.0, 25.0}}, {}) == n);
  }
}

}  // namespace beltdyn::numerics::nonlinear_eigenvalues_test
