// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "core/numerics/lanes/instruction_set.hpp"

namespace beltdyn::numerics {

// out = Σ a_i x_i for contiguous vectors of n entries that do not overlap: the vector operations of Runge–Kutta
// methods, compiled for several instruction sets.
struct LinearCombination {
  using OfTwo = void (*)(std::size_t n, double* out, const double* a, const double* x1, const double* x2);
  using OfFive = void (*)(std::size_t n, double* out, const double* a, const double* x1, const double* x2,
                          const double* x3, const double* x4, const double* x5);
  OfTwo of_two;
  OfFive of_five;
};

// The functions for an instruction set, which must be available.
LinearCombination linear_combination(InstructionSet set);

}  // namespace beltdyn::numerics
