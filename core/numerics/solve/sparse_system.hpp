// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace beltdyn::numerics {

// A sparse matrix of real or complex numbers whose entries are always given in the same order, with a direct solver
// (SuiteSparse KLU): the pattern is analysed once, and factorisations after the first one use its pivots as long as
// they are good.
template <class Number>
class SparseSystemOf {
 public:
  using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

  SparseSystemOf();
  ~SparseSystemOf();
  SparseSystemOf(SparseSystemOf&&) noexcept;
  SparseSystemOf& operator=(SparseSystemOf&&) noexcept;

  // The places (row, column) of the entries, in the order of values(); entries at the same place add up.
  void set_pattern(int size, std::span<const std::pair<int, int>> places);
  std::span<Number> values();
  bool has_pattern() const { return work_ != nullptr; }

  // The next factorisation chooses new pivots: its rounding depends on its matrix alone.
  void forget_pivots();
  // Returns false if the matrix is singular to rounding.
  bool factorise();
  // x = A⁻¹ b
  void solve(const Vector& b, Vector& x) const;
  // arg det A, of the last factorisation, up to whole turns [rad]
  double phase_of_determinant() const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

using SparseSystem = SparseSystemOf<double>;
using ComplexSparseSystem = SparseSystemOf<std::complex<double>>;

}  // namespace beltdyn::numerics
