// SPDX-License-Identifier: MIT
#include "core/numerics/solve/dense.hpp"

#include <numbers>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace beltdyn::numerics {

// All kinds of matrices use the complex Schur form, which is thus compiled once.
std::vector<std::complex<double>> eigenvalues(const Eigen::MatrixXd& A) {
  const Eigen::ComplexSchur<Eigen::MatrixXcd> schur(A.cast<std::complex<double>>(), false);
  const Eigen::VectorXcd values = schur.matrixT().diagonal();
  return {values.begin(), values.end()};
}

Eigenpairs eigenpairs(const Eigen::MatrixXcd& A) {
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(A);
  return {.values = solver.eigenvalues(), .vectors = solver.eigenvectors()};
}

// T of A = U T Uᴴ is diagonal up to rounding.
Eigenpairs hermitian_eigenpairs(const Eigen::MatrixXcd& A) {
  const Eigen::ComplexSchur<Eigen::MatrixXcd> schur(A);
  return {.values = schur.matrixT().diagonal(), .vectors = schur.matrixU()};
}

// Uses the tridiagonal matrix: the solver for A itself also compiles the code for eigenvectors, which takes three times
// as long.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A) {
  if (A.rows() == 1) return A.col(0);
  const Eigen::Tridiagonalization<Eigen::MatrixXd> tridiagonal(A);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(tridiagonal.diagonal(), tridiagonal.subDiagonal(), Eigen::EigenvaluesOnly);
  return solver.eigenvalues();
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  const Eigen::LLT<Eigen::MatrixXd> factors(B);
  const Eigen::MatrixXd inverse = inverse_of_lower(factors.matrixL());
  return symmetric_eigenvalues(product(product(inverse, A), inverse.transpose()));
}

std::optional<Eigen::MatrixXd> cholesky_factor(const Eigen::MatrixXd& A) {
  const Eigen::LLT<Eigen::MatrixXd> factors(A);
  if (factors.info() != Eigen::Success) return {};
  return Eigen::MatrixXd(factors.matrixL());
}

Eigen::MatrixXd inverse_of_lower(const Eigen::MatrixXd& L) {
  return L.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(L.rows(), L.cols()));
}

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) { return A * B; }

Eigen::MatrixXcd product(const Eigen::MatrixXcd& A, const Eigen::MatrixXcd& B) { return A * B; }

struct DenseLu::Factors {
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;
};

DenseLu::DenseLu() : factors_(std::make_unique<Factors>()) {}
DenseLu::DenseLu(const Eigen::MatrixXd& A) : DenseLu() { compute(A); }
DenseLu::~DenseLu() = default;

void DenseLu::compute(const Eigen::MatrixXd& A) { factors_->lu.compute(A); }

Eigen::VectorXd DenseLu::solve(const Eigen::VectorXd& b) const { return factors_->lu.solve(b); }

struct ComplexLu::Factors {
  Eigen::PartialPivLU<Eigen::MatrixXcd> lu;
};

ComplexLu::ComplexLu() : factors_(std::make_unique<Factors>()) {}
ComplexLu::ComplexLu(const Eigen::MatrixXcd& A) : ComplexLu() { compute(A); }
ComplexLu::~ComplexLu() = default;

void ComplexLu::compute(const Eigen::MatrixXcd& A) { factors_->lu.compute(A); }

Eigen::VectorXcd ComplexLu::solve(const Eigen::VectorXcd& b) const { return factors_->lu.solve(b); }

std::complex<double> ComplexLu::log_determinant() const {
  const bool is_odd = factors_->lu.permutationP().determinant() < 0;
  std::complex<double> sum(0.0, is_odd ? std::numbers::pi : 0.0);
  for (const std::complex<double>& pivot : factors_->lu.matrixLU().diagonal()) sum += std::log(pivot);
  return sum;
}

std::complex<double> ComplexLu::trace_of_solution(const Eigen::MatrixXcd& B) const {
  return factors_->lu.solve(B).trace();
}

}  // namespace beltdyn::numerics
