// SPDX-License-Identifier: MIT
#include "core/numerics/ode/linear_combination_loops.hpp"

namespace beltdyn::numerics {

LinearCombination avx2_linear_combination();

LinearCombination avx2_linear_combination() { return {.of_two = combine_two, .of_five = combine_five}; }

}  // namespace beltdyn::numerics
