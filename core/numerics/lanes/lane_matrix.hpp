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

// A term of an entry of T(s): (constant + s linear + s² quadratic) times the factor number `factor`; factor number 0 is
// 1.
struct MatrixTerm {
  int row{};
  int column{};
  double constant{};
  double linear = 0.0;
  double quadratic = 0.0;
  std::size_t factor = 0;
};

// Sums terms of the same place and factor; sorted by column, then by row.
std::vector<MatrixTerm> merged(std::vector<MatrixTerm> terms);

// Sparse matrices T(s) whose entries are sums of terms, with a direct solver for up to kLuLanes numbers s in parallel.
// SuiteSparse KLU chooses the pivots of one of the matrices; the others, also in later calls, use the same pivots as
// long as these suit all of them.
class LaneMatrix {
 public:
  using Complex = std::complex<double>;
  static constexpr int kLanes = static_cast<int>(kLuLanes);

  LaneMatrix();
  ~LaneMatrix();
  LaneMatrix(LaneMatrix&&) noexcept;
  LaneMatrix& operator=(LaneMatrix&&) noexcept;

  // Sets the merged terms of a square matrix.
  void set_terms(int size, std::vector<MatrixTerm> terms);
  const std::vector<MatrixTerm>& terms() const;
  // Factorises T(s_i) for 1 to kLanes numbers, with the factors of each, shape (n_factors)(n_s) in the lanes. Pivots of
  // another matrix are reused while the factors grow by no more than 1/least_growth, which is also the amplification of
  // rounding errors. Returns for each matrix whether it is regular to rounding; with several numbers, a matrix may be
  // reported as singular although it is regular alone.
  std::array<bool, kLuLanes> factorise(std::span<const Complex> s, std::span<const LaneComplex> factors,
                                       double least_growth = 1e-6);
  // X = T(s_i)⁻¹ B by columns, for the factorised matrices.
  void solve(const Eigen::MatrixXcd& B, Eigen::MatrixXcd& X) const;
  // T(s_i + δ) = T(s_i) + δ T₁ + δ² T₂ + …: computes T₁ and T₂ for multiply(), from the factors and their first and
  // second derivatives, shape (n_factors) each.
  void expand(std::span<const Complex> s, std::span<const LaneComplex> factors, std::span<const LaneComplex> slopes,
              std::span<const LaneComplex> bends);
  // Y = T₁ X₁ + T₂ X₂ by columns, for the expanded matrices.
  void multiply(const Eigen::MatrixXcd& X1, const Eigen::MatrixXcd& X2, Eigen::MatrixXcd& Y) const;
  // arg det T(s_i) up to multiples of 2π [rad]
  double phase_of_determinant(int lane) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace beltdyn::numerics
