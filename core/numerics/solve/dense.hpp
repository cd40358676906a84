// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <vector>

#include <Eigen/Core>

// Dense linear algebra of Eigen behind functions that are not templates. Each of these solvers takes seconds to
// compile, which is thus needed only once. Eigen checks shapes in builds with assertions.
namespace beltdyn::numerics {

// λ of A x = λ x for any real square A; shape (n). Complex values are conjugate pairs up to rounding.
std::vector<std::complex<double>> eigenvalues(const Eigen::MatrixXd& A);
// λ and, as columns, x of A x = λ x.
struct Eigenpairs {
  Eigen::VectorXcd values;   // shape (n)
  Eigen::MatrixXcd vectors;  // shape (n, n)
};
Eigenpairs eigenpairs(const Eigen::MatrixXcd& A);
// The same for a Hermitian A, with orthonormal x. The values are real up to rounding and not sorted.
Eigenpairs hermitian_eigenpairs(const Eigen::MatrixXcd& A);
// λ of A x = λ x for a symmetric A, ascending; shape (n)
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);
// λ of A x = λ B x for symmetric A and positive definite B, ascending; shape (n)
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

// L of A = L Lᵀ; none if the symmetric A is not positive definite.
std::optional<Eigen::MatrixXd> cholesky_factor(const Eigen::MatrixXd& A);
// L⁻¹
Eigen::MatrixXd inverse_of_lower(const Eigen::MatrixXd& L);
Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXcd product(const Eigen::MatrixXcd& A, const Eigen::MatrixXcd& B);

// A = P L U with partial pivoting.
class DenseLu {
 public:
  DenseLu();
  explicit DenseLu(const Eigen::MatrixXd& A);
  ~DenseLu();

  void compute(const Eigen::MatrixXd& A);
  // A⁻¹ b; requires compute().
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

// The same for a complex matrix.
class ComplexLu {
 public:
  ComplexLu();
  explicit ComplexLu(const Eigen::MatrixXcd& A);
  ~ComplexLu();

  void compute(const Eigen::MatrixXcd& A);
  Eigen::VectorXcd solve(const Eigen::VectorXcd& b) const;  // A⁻¹ b
  // ln det A, up to multiples of 2πi; −∞ for a singular A.
  std::complex<double> log_determinant() const;
  // tr(A⁻¹ B), which is d(ln det A)/ds for B = dA/ds.
  std::complex<double> trace_of_solution(const Eigen::MatrixXcd& B) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace beltdyn::numerics
