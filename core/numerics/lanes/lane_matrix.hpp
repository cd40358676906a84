// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/lanes/lane_lu.hpp"

namespace beltdyn::numerics {

// A part of an entry of T(s): (constant + s linear + s² quadratic) times the factor with this number; that with the
// number 0 is 1.
struct MatrixTerm {
  int row{};
  int column{};
  double constant{};
  double linear = 0.0;
  double quadratic = 0.0;
  std::size_t factor = 0;
};

// Terms of the same place and factor as one, by rising columns and rows.
std::vector<MatrixTerm> merged(std::vector<MatrixTerm> terms);

// Sparse matrices T(s) whose entries are sums of terms, with a direct solver for kLuLanes numbers s in parallel. One of
// them has its pivots found by SuiteSparse KLU; the others, and those of later calls, follow with the same pivots as
// long as these are good for all of them.
class LaneMatrix {
 public:
  using Complex = std::complex<double>;
  static constexpr int kLanes = static_cast<int>(kLuLanes);

  LaneMatrix();
  ~LaneMatrix();
  LaneMatrix(LaneMatrix&&) noexcept;
  LaneMatrix& operator=(LaneMatrix&&) noexcept;

  // Merged terms of a square matrix.
  void set_terms(int size, std::vector<MatrixTerm> terms);
  const std::vector<MatrixTerm>& terms() const;
  // T(s_i) of 1 to kLanes numbers, with the factors of each, shape (n_factors)(n_s) in the lanes. Pivots of
  // another matrix do as long as the factors grow by no more than the inverse of `least_growth`, which rounding counts
  // by. Returns of each whether it is regular to rounding; of several this may be denied where it is not of each alone.
  std::array<bool, kLuLanes> factorise(std::span<const Complex> s, std::span<const LaneComplex> factors,
                                       double least_growth = 1e-6);
  // X = T(s_i)⁻¹ B by columns, for as many as were factorised.
  void solve(const Eigen::MatrixXcd& B, Eigen::MatrixXcd& X) const;
  // T(s_i + δ) = T(s_i) + δ T₁ + δ² T₂ + …: finds T₁ and T₂ for multiply(), with the factors and their first and second
  // derivatives, shape (n_factors) each.
  void expand(std::span<const Complex> s, std::span<const LaneComplex> factors, std::span<const LaneComplex> slopes,
              std::span<const LaneComplex> bends);
  // Y = T₁ X₁ + T₂ X₂ by columns, for as many as were expanded.
  void multiply(const Eigen::MatrixXcd& X1, const Eigen::MatrixXcd& X2, Eigen::MatrixXcd& Y) const;
  // arg det T(s_i) up to whole turns [rad]
  double phase_of_determinant(int lane) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace beltdyn::numerics
