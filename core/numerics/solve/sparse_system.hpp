// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace beltdyn::numerics {

// A sparse matrix whose entries are always given in the same order, with a direct solver (SuiteSparse KLU). The pattern
// is analysed once; later factorisations reuse the pivots of the first one as long as they are suitable.
class SparseSystem {
 public:
  SparseSystem();
  ~SparseSystem();
  SparseSystem(SparseSystem&&) noexcept;
  SparseSystem& operator=(SparseSystem&&) noexcept;

  // Sets the places (row, column) of the entries, in the order of values(); entries at the same place are summed.
  void set_pattern(int size, std::span<const std::pair<int, int>> places);
  std::span<double> values();
  bool has_pattern() const { return work_ != nullptr; }

  // Makes the next factorisation choose new pivots, so that its rounding depends on its matrix only.
  void forget_pivots();
  // Returns false if the matrix is singular to rounding.
  bool factorise();
  // x = A⁻¹ b
  void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace beltdyn::numerics
