// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <vector>

#include <Eigen/Core>

namespace beltdyn::numerics {

// A square matrix T(s) that depends on a complex number, analytic where it is asked for.
class ComplexFamily {
 public:
  virtual ~ComplexFamily() = default;

  virtual int size() const = 0;
  // Returns false if T(s) is singular to rounding.
  virtual bool factorise(std::complex<double> s) = 0;
  // x = T(s)⁻¹ b for the s of the last factorisation.
  virtual void solve(const Eigen::VectorXcd& b, Eigen::VectorXcd& x) const = 0;
  // dT/ds x
  virtual Eigen::VectorXcd derivative(std::complex<double> s, const Eigen::VectorXcd& x) const = 0;
};

// T(value) vector = 0, the vector of length 1.
struct Eigenpair {
  std::complex<double> value;
  Eigen::VectorXcd vector;
};

// |Re(s − center)/across|² + |Im(s − center)/along|² ≤ 1
struct Ellipse {
  std::complex<double> center;
  double across{};
  double along{};

  bool contains(std::complex<double> s) const;
};

// The eigenvalues in an ellipse, by rising imaginary and then real parts; two that agree to 1e-8 count as one. They
// come from integrals of T(s)⁻¹ around it ([Beyn 2012], the block of right-hand sides growing until its rank is less),
// and each is then improved by Newton's method; one that this takes out of the ellipse is left out. Their vectors have
// to be linearly independent. Throws SolverError if there are as many of them as the matrix has rows.
std::vector<Eigenpair> eigenvalues_in(ComplexFamily& family, const Ellipse& ellipse);

}  // namespace beltdyn::numerics
