// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <Eigen/Core>
#include <Eigen/LU>

#include "core/numerics/solve/cyclic_chain_layout.hpp"

namespace beltdyn::numerics {

// Additional unknowns θ_f of a closed chain, for example the angles of pulleys, solved by eliminating the chain. The
// linear system
//
//     A dq − Σ_f c_f dθ_f = r,   −ρ_f·dq + Σ_g J_fg dθ_g = b_f
//
// has, with y = A⁻¹ r and z_f = A⁻¹ c_f, the solution
//
//     Σ_g (J_fg − ρ_f·z_g) dθ_g = b_f + ρ_f·y,   dq = y + Σ_f z_f dθ_f.
class CyclicBorder {
 public:
  explicit CyclicBorder(std::size_t n_unknowns);

  // J_ff and b_f
  void set(std::size_t f, double J, double b);
  // J_fg for f ≠ g, 0 unless set
  void couple(std::size_t f, std::size_t g, double J);
  // Computes the products ρ_f·z_g of rows and solved columns, which remain valid until either changes. All vectors have
  // the layout of right-hand sides of CyclicBlockTridiagonalKernel.
  void multiply(std::span<const AlignedVector> rows, std::span<const AlignedVector> columns);
  // Solves with the rows ρ_f and columns z_f of the last products; `y` becomes dq.
  void solve(std::span<const AlignedVector> rows, std::span<const AlignedVector> columns, AlignedVector& y);
  // dθ_f
  std::span<const double> correction() const {
    return {correction_.data(), static_cast<std::size_t>(correction_.size())};
  }
  // Σ_f b_f dθ_f
  double work() const { return rhs_.dot(correction_); }
  bool is_finite() const { return correction_.allFinite(); }

 private:
  Eigen::MatrixXd coefficients_;  // J_fg
  Eigen::MatrixXd products_;      // ρ_f·z_g
  Eigen::VectorXd rhs_;           // b_f
  Eigen::VectorXd right_;         // b_f + ρ_f·y
  Eigen::MatrixXd matrix_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::VectorXd correction_;
};

}  // namespace beltdyn::numerics
