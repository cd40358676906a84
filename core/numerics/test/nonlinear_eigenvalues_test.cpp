// SPDX-License-Identifier: MIT
#include "core/numerics/nonlinear_eigenvalues.hpp"

#include <cmath>
#include <complex>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>

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
  bool factorise(Complex s) override {
    diagonal_ = value(s);
    return true;
  }
  void solve(const Eigen::VectorXcd& b, Eigen::VectorXcd& x) const override {
    x = basis_ * (inverse_ * b).cwiseQuotient(diagonal_);
  }
  Eigen::VectorXcd derivative(Complex s, const Eigen::VectorXcd& x) const override {
    const Complex slope = 2.0 * s + damping_ - delayed_ * std::exp(-s);
    return basis_ * (slope * (inverse_ * x));
  }
  Eigen::VectorXcd value(Complex s) const {
    return (stiffness_.cast<Complex>().array() + s * (s + damping_) + delayed_ * std::exp(-s)).matrix();
  }

 private:
  Eigen::VectorXd stiffness_;
  double damping_;
  double delayed_;
  Eigen::MatrixXcd basis_;
  Eigen::MatrixXcd inverse_;
  Eigen::VectorXcd diagonal_;
};

}  // namespace

TEST_CASE("Nonlinear eigenvalues: damped oscillators have the roots of their quadratic equations") {
  // More of them than the first block has columns.
  constexpr int kOscillators = 40;
  Eigen::VectorXd stiffness(kOscillators);
  for (int i = 0; i < kOscillators; ++i) stiffness[i] = std::pow(2.0 + i, 2);
  DelayedOscillators family(stiffness, 0.4, 0.0);
  const std::vector<Eigenpair> found = eigenvalues_in(family, {.center = {0.0, 16.0}, .across = 3.0, .along = 15.3});
  constexpr int kWithin = 30;  // up to 31 1/s, to which the damping makes next to no difference
  REQUIRE(found.size() == kWithin);
  for (int i = 0; i < kWithin; ++i) {
    CAPTURE(i);
    const Eigenpair& pair = found[static_cast<std::size_t>(i)];
    CHECK(std::abs(pair.value - Complex(-0.2, std::sqrt(stiffness[i] - 0.04))) < 1e-12 * std::abs(pair.value));
    CHECK(std::abs(pair.vector.norm() - 1.0) < 1e-12);
  }
}

TEST_CASE("Nonlinear eigenvalues: a delay has eigenvalues without end, and those within are found") {
  // Of the others, so stiff, none is near.
  Eigen::VectorXd stiffness = Eigen::VectorXd::Constant(24, 1e6);
  stiffness[0] = 4.0;
  DelayedOscillators family(stiffness, 0.1, 1.5);
  const Ellipse ellipse{.center = {-1.0, 2.0}, .across = 2.0, .along = 2.5};
  const std::vector<Eigenpair> found = eigenvalues_in(family, ellipse);
  // The argument principle: f'/f around the ellipse
  Complex turns = 0.0;
  constexpr int kNodes = 4000;
  for (int k = 0; k < kNodes; ++k) {
    const double angle = 2.0 * 3.141592653589793 * k / kNodes;
    const Complex s = ellipse.center + Complex(ellipse.across * std::cos(angle), ellipse.along * std::sin(angle));
    const Complex slope(-ellipse.across * std::sin(angle), ellipse.along * std::cos(angle));
    turns += (2.0 * s + 0.1 - 1.5 * std::exp(-s)) / family.value(s)[0] * slope / (Complex(0.0, 1.0) * double{kNodes});
  }
  CHECK(found.size() == static_cast<std::size_t>(std::lround(turns.real())));
  REQUIRE(found.size() == 1);
  for (const Eigenpair& pair : found) {
    CHECK(std::abs(family.value(pair.value)[0]) < 1e-11 * std::norm(pair.value));
    CHECK(ellipse.contains(pair.value));
  }
}

TEST_CASE("Nonlinear eigenvalues: none where there are none") {
  DelayedOscillators family(Eigen::VectorXd::Constant(20, 4.0), 0.1, 0.0);
  CHECK(eigenvalues_in(family, {.center = {0.0, 10.0}, .across = 2.0, .along = 3.0}).empty());
}

}  // namespace beltdyn::numerics::nonlinear_eigenvalues_test
