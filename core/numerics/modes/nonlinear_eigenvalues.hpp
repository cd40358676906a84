// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/modes/complex_rectangle.hpp"

namespace beltdyn::numerics {

// The required accuracy of a factorisation.
enum class Digits {
  all,   // to rounding
  some,  // some three digits of the solutions suffice
};

// A square matrix T(s) that is an analytic function of a complex number in the region of interest.
class ComplexFamily {
 public:
  virtual ~ComplexFamily() = default;

  virtual int size() const = 0;
  // The largest number of values s that are processed in parallel.
  virtual std::size_t n_lanes() const { return 1; }
  // Factorises T(s_i) for 1 to n_lanes() numbers. Returns for each whether it is regular to rounding; with several
  // numbers, a matrix may be reported as singular although it is regular alone.
  virtual std::vector<bool> factorise(std::span<const std::complex<double>> s, Digits digits) = 0;
  // x_i = T(s_i)⁻¹ b_i for the s_i of the last factorisation, by columns.
  virtual void solve(const Eigen::MatrixXcd& b, Eigen::MatrixXcd& x) const = 0;
  // arg det T(s_i) of the last factorisation, up to multiples of 2π [rad]
  virtual double phase(int i) const = 0;
  // The number of leading rows of a solution by which vectors are compared; other rows may be larger by orders of
  // magnitude.
  virtual int n_compared() const { return size(); }
  // dT/ds x
  virtual Eigen::VectorXcd derivative(std::complex<double> s, const Eigen::VectorXcd& x) const = 0;
  // The longest τ if det T is a sum of products of terms e^{−s τ}, which repeat over steps of 2π/τ.
  virtual double longest_delay() const { return 0.0; }
  // T(s_i + δ) = T(s_i) + δ T₁ + δ² T₂ + …: prepares y_i = T₁ x_i + T₂ z_i by columns for factorised numbers; with
  // Delays::stay as if delays did not change with s. The default prepares nothing and neglects T₂.
  enum class Delays { change, stay };
  virtual void expand(std::span<const std::complex<double>>, Delays) {}
  virtual void multiply_expansion(std::span<const std::complex<double>> s, const Eigen::MatrixXcd& x,
                                  const Eigen::MatrixXcd& z, Eigen::MatrixXcd& y) const;
};

// T(value) vector = 0 with a vector of length 1.
struct Eigenpair {
  std::complex<double> value;
  Eigen::VectorXcd vector;
  double doubt = 0.0;  // distance from the eigenvalue if rounding keeps Newton's method from converging, else 0
};

// The eigenvalues in a rectangle, each as often as it has independent vectors, sorted by imaginary, then by real part.
// Values that agree to 1e-4 and have the same vector count as one. Arnoldi's method guesses eigenpairs
// (eigenvalue_guesses.hpp); Newton's method refines each. The phase of the determinant around the rectangle shows, by
// the argument principle, how many are missing. If few are, they are found by integrals of T(s)⁻¹ around an ellipse
// ([Beyn 2012]); otherwise the rectangle is cut, with new guesses in each half, until none is missing. Cuts are needed
// where there are many eigenvalues, vectors depend on each other, or delays turn too fast for the integrals. Beyond a
// real part `usual`, where eigenvalues are rare, they are only counted unless one is missing. Throws SolverError if
// eigenvalues cannot be separated, or if their number differs from the turns of the determinant.
std::vector<Eigenpair> eigenvalues_within(ComplexFamily& family, const ComplexRectangle& range,
                                          double usual = std::numeric_limits<double>::infinity());

// Eigenvalues near guesses by Newton's method; none where it does not converge within `largest` of the guess. Vectors
// at the guesses result from inverse iteration.
std::vector<std::optional<std::complex<double>>> eigenvalues_near(ComplexFamily& family,
                                                                  std::span<const std::complex<double>> guesses,
                                                                  double largest);

}  // namespace beltdyn::numerics
