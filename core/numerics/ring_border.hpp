// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <Eigen/Core>
#include <Eigen/LU>

#include "core/numerics/ring_layout.hpp"

namespace beltdyn::numerics {

// Unknowns θ_f beside those of a closed chain, e.g. the angles of pulleys, by elimination of the chain. The linear
// system
//
//     A dq − Σ_f c_f dθ_f = r,   −ρ_f·dq + J_f dθ_f = b_f
//
// has, with y = A⁻¹ r and z_f = A⁻¹ c_f, the solution
//
//     Σ_g (J_f δ_fg − ρ_f·z_g) dθ_g = b_f + ρ_f·y,   dq = y + Σ_f z_f dθ_f.
class RingBorder {
 public:
  explicit RingBorder(std::size_t n_unknowns);

  void set(std::size_t f, double J, double b);
  // Rows ρ_f, solved columns z_f; `y` becomes dq. All laid out like right-hand sides of CyclicBlockTridiagonalKernel.
  void solve(std::span<const AlignedVector> rows, std::span<const AlignedVector> columns, AlignedVector& y);
  // Lets all dθ_f be 0.
  void hold() { correction_.setZero(); }
  // dθ_f
  const Eigen::VectorXd& correction() const { return correction_; }

 private:
  Eigen::VectorXd diagonal_;  // J_f
  Eigen::VectorXd rhs_;       // b_f
  Eigen::VectorXd right_;     // b_f + ρ_f·y
  Eigen::MatrixXd matrix_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::VectorXd correction_;
};

}  // namespace beltdyn::numerics
