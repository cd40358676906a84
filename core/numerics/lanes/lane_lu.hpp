// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/numerics/lanes/instruction_set.hpp"

namespace beltdyn::numerics {

// The same entry of so many complex matrices or vectors, side by side.
inline constexpr std::size_t kLuLanes = 8;
struct alignas(64) LaneComplex {
  std::array<double, kLuLanes> re{};
  std::array<double, kLuLanes> im{};
};

// (constant + s linear + s² quadratic) times the factor with this number, in the entry `place` of a matrix.
struct LaneTerm {
  int place{};
  int factor{};
  double constant{};
  double linear{};
  double quadratic{};
};

// Where the entries of a factorisation R A = P⁻¹ L U Q⁻¹ are, with rows and columns by the order of the pivots.
struct LaneLuPattern {
  int size = 0;
  // Columns of L below its diagonal of ones, of U above its diagonal with rising rows, and of A; shape (size + 1) each.
  std::vector<int> l_start{};
  std::vector<int> u_start{};
  std::vector<int> a_start{};
  std::vector<int> l_row{};
  std::vector<int> u_row{};
  std::vector<int> a_row{};
  std::vector<int> a_place{};     // among the entries of A as given
  std::vector<double> a_scale{};  // the entry of R that belongs to its row
};

struct LaneLuFactors {
  std::vector<LaneComplex> l{};
  std::vector<LaneComplex> u{};
  std::vector<LaneComplex> pivot{};
  std::vector<LaneComplex> one_over_pivot{};
};

// The loops over the entries of kLuLanes matrices in parallel, compiled for several instruction sets.
struct LaneLuKernel {
  // The entries of matrices from their terms, which are sorted by places; every place has one. `s` and `s_squared` are
  // those of the matrices, `factors` start with that of number 0.
  using Assemble = void (*)(std::size_t n_terms, const LaneTerm* terms, const LaneComplex& s,
                            const LaneComplex& s_squared, const LaneComplex* factors, LaneComplex* entries);
  // `work` has the shape (size) and is 0 before and after. `growth` is of each matrix the least ratio, over columns, of
  // the largest entries in A and U.
  using Factorise = void (*)(const LaneLuPattern& pattern, const LaneComplex* entries, LaneComplex* work,
                             LaneLuFactors& factors, std::array<double, kLuLanes>& growth);
  // x = (L U)⁻¹ x with rows in the order of the pivots.
  using Solve = void (*)(const LaneLuPattern& pattern, const LaneLuFactors& factors, LaneComplex* x);
  // y += A x of a matrix with columns from column_start on, shape (size + 1).
  using Multiply = void (*)(std::size_t size, const int* column_start, const int* row, const LaneComplex* entries,
                            const LaneComplex* x, LaneComplex* y);
  Assemble assemble;
  Factorise factorise;
  Solve solve;
  Multiply multiply;
};

// The set must be available.
LaneLuKernel lane_lu_kernel(InstructionSet set);

}  // namespace beltdyn::numerics
