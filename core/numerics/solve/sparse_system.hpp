// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace beltdyn::numerics {

// A sparse matrix whose entries are always given in the same order, with a direct solver (SuiteSparse KLU): the pattern
// is analysed once, and factorisations after the first one use its pivots as long as they are good.
class SparseSystem {
 public:
  SparseSystem();
  ~SparseSystem();
  SparseSystem(SparseSystem&&) noexcept;
  SparseSystem& operator=(SparseSystem&&) noexcept;

  // The places (row, column) of the entries, in the order of values(); entries at the same place add up.
  void set_pattern(int size, std::span<const std::pair<int, int>> places);
  std::span<double> values();
  bool has_pattern() const { return work_ != nullptr; }

  // The next factorisation chooses new pivots: its rounding depends on its matrix alone.
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
