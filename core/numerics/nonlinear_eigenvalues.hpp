// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/complex_rectangle.hpp"

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
  // arg det T(s) of the last factorisation, up to whole turns [rad]
  virtual double phase() const = 0;
  // The first rows of a solution, by which vectors are told apart; others may be larger by orders of magnitude.
  virtual int n_compared() const { return size(); }
  // dT/ds x
  virtual Eigen::VectorXcd derivative(std::complex<double> s, const Eigen::VectorXcd& x) const = 0;
};

// T(value) vector = 0, the vector of length 1.
struct Eigenpair {
  std::complex<double> value;
  Eigen::VectorXcd vector;
};

// The eigenvalues in a rectangle, by rising imaginary and then real parts; two that agree to 1e-8 count as one. They
// come from integrals of T(s)⁻¹ around ellipses ([Beyn 2012]), and each is then improved by Newton's method. By the
// argument principle the phase of the determinant around an ellipse tells whether one is missing: the rectangle is cut
// until none is, where vectors of neighbours depend on each other or too many are close. Throws SolverError if they
// cannot be told apart.
std::vector<Eigenpair> eigenvalues_within(ComplexFamily& family, const ComplexRectangle& range);

}  // namespace beltdyn::numerics
