// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/modes/complex_rectangle.hpp"

namespace beltdyn::numerics {

// How accurate a factorisation has to be.
enum class Digits {
  all,   // as far as rounding lets it
  some,  // some three digits of solutions will do
};

// A square matrix T(s) that depends on a complex number, analytic where it is asked for.
class ComplexFamily {
 public:
  virtual ~ComplexFamily() = default;

  virtual int size() const = 0;
  // How many numbers are treated at once, at most.
  virtual std::size_t n_lanes() const { return 1; }
  // Factorises T(s_i) of 1 to n_lanes() numbers. Returns of each whether it is regular to rounding; of several this may
  // be denied where it is not of each alone.
  virtual std::vector<bool> factorise(std::span<const std::complex<double>> s, Digits digits) = 0;
  // x_i = T(s_i)⁻¹ b_i for the s_i of the last factorisation, by columns.
  virtual void solve(const Eigen::MatrixXcd& b, Eigen::MatrixXcd& x) const = 0;
  // arg det T(s_i) of the last factorisation, up to whole turns [rad]
  virtual double phase(int i) const = 0;
  // The first rows of a solution, by which vectors are distinguished; others may be larger by orders of magnitude.
  virtual int n_compared() const { return size(); }
  // dT/ds x
  virtual Eigen::VectorXcd derivative(std::complex<double> s, const Eigen::VectorXcd& x) const = 0;
  // τ, if det T has terms e^{−s τ}: over a step of 2π/τ they come round to where they were.
  virtual double longest_delay() const { return 0.0; }
  // T(s_i + δ) = T(s_i) + δ T₁ + δ² T₂ + …: prepares y_i = T₁ x_i + T₂ z_i by columns for numbers that are factorised,
  // or the same without that delays change with s. Where nothing is prepared T₂ is left out.
  enum class Delays { change, stay };
  virtual void expand(std::span<const std::complex<double>>, Delays) {}
  virtual void multiply_expansion(std::span<const std::complex<double>> s, const Eigen::MatrixXcd& x,
                                  const Eigen::MatrixXcd& z, Eigen::MatrixXcd& y) const;
};

// T(value) vector = 0, the vector of length 1.
struct Eigenpair {
  std::complex<double> value;
  Eigen::VectorXcd vector;
};

// The eigenvalues in a rectangle, each as often as it has vectors, by rising imaginary and then real parts; two that
// agree to 1e-4 are one if their vectors are. Arnoldi's method guesses them (eigenvalue_guesses.hpp), and each is then
// improved by Newton's method. By the argument principle the phase of the determinant around the rectangle shows
// whether one is missing. If so it is found by integrals of T(s)⁻¹ around ellipses ([Beyn 2012]): the rectangle is cut
// until none is missing, where vectors of neighbours depend on each other, too many are close, or delays turn faster
// than the integrals can follow. Throws SolverError if they cannot be separated, or if not as many are found as the
// determinant turns.
std::vector<Eigenpair> eigenvalues_within(ComplexFamily& family, const ComplexRectangle& range);

// Eigenvalues near guesses by Newton's method, none where it has not found one within `largest` of a guess. Vectors are
// found by inverse iteration there.
std::vector<std::optional<std::complex<double>>> eigenvalues_near(ComplexFamily& family,
                                                                  std::span<const std::complex<double>> guesses,
                                                                  double largest);

}  // namespace beltdyn::numerics
