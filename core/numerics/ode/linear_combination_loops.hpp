// SPDX-License-Identifier: MIT
#pragma once

#include "core/numerics/ode/linear_combination.hpp"

// The loops of LinearCombination. Every file that includes them compiles its own copy for its instruction set.
namespace beltdyn::numerics {
namespace {

void combine_two(std::size_t n, double* __restrict out, const double* a, const double* __restrict x1,
                 const double* __restrict x2) {
  const double a1 = a[0];
  const double a2 = a[1];
  for (std::size_t i = 0; i < n; ++i) out[i] = a1 * x1[i] + a2 * x2[i];
}

void combine_five(std::size_t n, double* __restrict out, const double* a, const double* __restrict x1,
                  const double* __restrict x2, const double* __restrict x3, const double* __restrict x4,
                  const double* __restrict x5) {
  const double a1 = a[0];
  const double a2 = a[1];
  const double a3 = a[2];
  const double a4 = a[3];
  const double a5 = a[4];
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = a1 * x1[i] + a2 * x2[i] + a3 * x3[i] + a4 * x4[i] + a5 * x5[i];
  }
}

}  // namespace
}  // namespace beltdyn::numerics
