// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/numerics/lanes/instruction_set.hpp"

namespace beltdyn::numerics {

// One entry of kLuLanes complex matrices or vectors, stored side by side.
inline constexpr std::size_t kLuLanes = 8;
struct alignas(64) LaneComplex {
  std::array<double, kLuLanes> re{};
  std::array<double, kLuLanes> im{};
};

// A term (constant + s linear + s² quadratic) times the factor number `factor`, in the matrix entry number `place`.
struct LaneTerm {
  int place{};
  int factor{};
  double constant{};
  double linear{};
  double quadratic{};
};

// The pattern of a factorisation R A = P⁻¹ L U Q⁻¹, with rows and columns in the order of the pivots.
struct LaneLuPattern {
  int size = 0;
  // Starts of the columns of L (below its unit diagonal), of U (above its diagonal, rows ascending) and of A; shape
  // (size + 1) each.
  std::vector<int> l_start{};
  std::vector<int> u_start{};
  std::vector<int> a_start{};
  std::vector<int> l_row{};
  std::vector<int> u_row{};
  std::vector<int> a_row{};
  std::vector<int> a_place{};     // index among the given entries of A
  std::vector<double> a_scale{};  // entry of R for the row
};

// The entries of the factors L and U; the pivots are the diagonal of U.
struct LaneLuFactors {
  std::vector<LaneComplex> l{};
  std::vector<LaneComplex> u{};
  std::vector<LaneComplex> pivot{};
  std::vector<LaneComplex> one_over_pivot{};
};

// The loops over the entries of kLuLanes matrices in parallel, compiled for several instruction sets.
struct LaneLuKernel {
  // Computes the matrix entries from their terms, which are sorted by `place`; every place has a term. `s` and
  // `s_squared` belong to the matrices; `factors` start with number 0.
  using Assemble = void (*)(std::size_t n_terms, const LaneTerm* terms, const LaneComplex& s,
                            const LaneComplex& s_squared, const LaneComplex* factors, LaneComplex* entries);
  // Factorises the matrices. `work` has the shape (size) and is 0 before and after. `growth` is for each matrix the
  // smallest ratio, over all columns, of the largest entry of A to that of U.
  using Factorise = void (*)(const LaneLuPattern& pattern, const LaneComplex* entries, LaneComplex* work,
                             LaneLuFactors& factors, std::array<double, kLuLanes>& growth);
  // x = (L U)⁻¹ x with rows in the order of the pivots.
  using Solve = void (*)(const LaneLuPattern& pattern, const LaneLuFactors& factors, LaneComplex* x);
  // y += A x, for a matrix whose columns begin at column_start, shape (size + 1).
  using Multiply = void (*)(std::size_t size, const int* column_start, const int* row, const LaneComplex* entries,
                            const LaneComplex* x, LaneComplex* y);
  Assemble assemble;
  Factorise factorise;
  Solve solve;
  Multiply multiply;
};

// The kernel for an instruction set, which must be available.
LaneLuKernel lane_lu_kernel(InstructionSet set);

}  // namespace beltdyn::numerics
