// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"

namespace beltdyn::numerics {

// General sparse solvers for the matrix of a closed chain, to compare CyclicBlockTridiagonalKernel with, and for
// matrices that it cannot eliminate without exchanging rows.
//   klu        SuiteSparse KLU, pattern analysed once, numerical refactorisation with the pivots of the first one
//   sparse_lu  Eigen::SparseLU with COLAMD, pattern analysed once
enum class GeneralSolver { klu, sparse_lu };

class ChainSolver {
 public:
  virtual ~ChainSolver() = default;

  // Returns false if the matrix is singular to rounding.
  virtual bool factorise() = 0;
  // Replaces a right-hand side, laid out as those of CyclicBlockTridiagonalKernel, by the solution.
  virtual void solve(AlignedVector& rhs) = 0;
};

// The ring must outlive the solver.
std::unique_ptr<ChainSolver> make_general_solver(const CyclicBlockTridiagonal& ring, GeneralSolver kind);

}  // namespace beltdyn::numerics
