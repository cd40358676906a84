// SPDX-License-Identifier: MIT
#include "core/numerics/solve/dense.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

namespace beltdyn::numerics::dense_test {
namespace {

// Of a few operations on numbers of size 1.
constexpr double kRounding = 1e-14;

Eigen::MatrixXd matrix(std::initializer_list<std::initializer_list<double>> rows) {
  Eigen::MatrixXd result(rows.size(), rows.begin()->size());
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index j = 0;
    for (const double entry : row) result(i, j++) = entry;
    ++i;
  }
  return result;
}

}  // namespace

TEST_CASE("dense: eigenvalues of a spiral, 1 ± 2 i") {
  std::vector<std::complex<double>> values = eigenvalues(matrix({{1.0, -2.0}, {2.0, 1.0}}));
  std::ranges::sort(values, {}, [](std::complex<double> v) { return v.imag(); });
  REQUIRE(values.size() == 2);
  CHECK(std::abs(values[0] - std::complex<double>(1.0, -2.0)) < kRounding);
  CHECK(std::abs(values[1] - std::complex<double>(1.0, 2.0)) < kRounding);
}

TEST_CASE("dense: eigenpairs of a complex matrix, and of a Hermitian one") {
  const std::complex<double> i(0.0, 1.0);
  Eigen::MatrixXcd A(2, 2);
  A << 1.0 + i, 2.0, 0.5 * i, -3.0;
  const Eigenpairs pairs = eigenpairs(A);
  CHECK((A * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).norm() < kRounding);
  Eigen::MatrixXcd H(2, 2);
  H << 2.0, 1.0 - i, 1.0 + i, 3.0;
  const Eigenpairs hermitian = hermitian_eigenpairs(H);
  CHECK((H * hermitian.vectors - hermitian.vectors * hermitian.values.asDiagonal()).norm() < kRounding);
  CHECK((hermitian.vectors.adjoint() * hermitian.vectors - Eigen::MatrixXcd::Identity(2, 2)).norm() < kRounding);
  // λ² − 5 λ + 4 = 0
  CHECK(std::abs(std::max(hermitian.values[0].real(), hermitian.values[1].real()) - 4.0) < kRounding);
}

TEST_CASE("dense: symmetric eigenvalues ascend, alone and against another matrix") {
  const Eigen::MatrixXd A = matrix({{2.0, 1.0}, {1.0, 2.0}});
  const Eigen::VectorXd alone = symmetric_eigenvalues(A);
  CHECK(std::abs(alone[0] - 1.0) < kRounding);
  CHECK(std::abs(alone[1] - 3.0) < kRounding);
  // |A − λ B| = (2 − λ)(2 − 4 λ) − 1 = 0 with B = diag(1, 4)
  const Eigen::VectorXd against = symmetric_eigenvalues(A, matrix({{1.0, 0.0}, {0.0, 4.0}}));
  CHECK(std::abs(against[0] - (2.5 - std::sqrt(3.25)) / 2.0) < kRounding);
  CHECK(std::abs(against[1] - (2.5 + std::sqrt(3.25)) / 2.0) < kRounding);
}

TEST_CASE("dense: the Cholesky factor, its inverse, and none of a matrix that is not positive definite") {
  const auto L = cholesky_factor(matrix({{4.0, 2.0}, {2.0, 10.0}}));
  REQUIRE(L.has_value());
  CHECK((*L - matrix({{2.0, 0.0}, {1.0, 3.0}})).norm() < kRounding);
  CHECK((product(inverse_of_lower(*L), *L) - Eigen::MatrixXd::Identity(2, 2)).norm() < kRounding);
  CHECK_FALSE(cholesky_factor(matrix({{1.0, 2.0}, {2.0, 1.0}})).has_value());
}

TEST_CASE("dense: LU exchanges rows") {
  const DenseLu lu(matrix({{0.0, 2.0}, {1.0, 1.0}}));
  CHECK((lu.solve(Eigen::Vector2d(4.0, 5.0)) - Eigen::Vector2d(3.0, 2.0)).norm() < kRounding);
}

}  // namespace beltdyn::numerics::dense_test
