// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Core>

#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"
#include "core/numerics/solve/sparse_system.hpp"

namespace beltdyn::numerics {

// A general sparse solver (SparseSystem) for the matrix of a closed chain, for matrices that need row exchanges, which
// CyclicBlockTridiagonalKernel does not make.
class ChainSolver {
 public:
  // The chain must outlive the solver.
  explicit ChainSolver(const CyclicBlockTridiagonal& chain);

  // Returns false if the matrix is singular to rounding.
  bool factorise();
  // Replaces a right-hand side by the solution; the layout is that of CyclicBlockTridiagonalKernel.
  void solve(AlignedVector& rhs);

 private:
  const CyclicBlockTridiagonal& chain_;
  std::vector<const double*> entries_;  // source of each value of the system
  SparseSystem system_;
  Eigen::VectorXd b_;
  Eigen::VectorXd x_;
};

}  // namespace beltdyn::numerics
