// SPDX-License-Identifier: MIT
#include "core/numerics/lane_lu_loops.hpp"

namespace beltdyn::numerics {

LaneLuKernel avx2_lane_lu_kernel();

LaneLuKernel avx2_lane_lu_kernel() {
  return {.assemble = assemble_lanes, .factorise = factorise_lanes, .solve = solve_lanes, .multiply = multiply_lanes};
}

}  // namespace beltdyn::numerics
