// SPDX-License-Identifier: MIT
#include "core/numerics/dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace beltdyn::numerics {

std::vector<std::complex<double>> eigenvalues(const Eigen::MatrixXd& A) {
  const Eigen::VectorXcd values = Eigen::EigenSolver<Eigen::MatrixXd>(A, false).eigenvalues();
  return {values.begin(), values.end()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(A, B, Eigen::EigenvaluesOnly).eigenvalues();
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

Eigen::VectorXd least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

struct DenseLu::Factors {
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;
};

DenseLu::DenseLu() : factors_(std::make_unique<Factors>()) {}
DenseLu::DenseLu(const Eigen::MatrixXd& A) : DenseLu() { compute(A); }
DenseLu::~DenseLu() = default;

void DenseLu::compute(const Eigen::MatrixXd& A) { factors_->lu.compute(A); }

Eigen::VectorXd DenseLu::solve(const Eigen::VectorXd& b) const { return factors_->lu.solve(b); }

}  // namespace beltdyn::numerics
