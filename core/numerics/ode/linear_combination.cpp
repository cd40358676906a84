// SPDX-License-Identifier: MIT
#include "core/numerics/ode/linear_combination.hpp"

#include "core/numerics/ode/linear_combination_loops.hpp"

namespace beltdyn::numerics {

#ifdef BELTDYN_X86_KERNELS
LinearCombination avx2_linear_combination();
LinearCombination avx512_linear_combination();
#endif

LinearCombination linear_combination(InstructionSet set) {
#ifdef BELTDYN_X86_KERNELS
  if (set == InstructionSet::avx512) return avx512_linear_combination();
  if (set == InstructionSet::avx2) return avx2_linear_combination();
#endif
  static_cast<void>(set);
  return {.of_two = combine_two, .of_five = combine_five};
}

}  // namespace beltdyn::numerics
