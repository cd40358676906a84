// SPDX-License-Identifier: MIT
#include "core/numerics/lanes/lane_lu.hpp"

#include "core/numerics/lanes/lane_lu_loops.hpp"

namespace beltdyn::numerics {

#ifdef BELTDYN_X86_KERNELS
LaneLuKernel avx2_lane_lu_kernel();
LaneLuKernel avx512_lane_lu_kernel();
#endif

LaneLuKernel lane_lu_kernel(InstructionSet set) {
#ifdef BELTDYN_X86_KERNELS
  if (set == InstructionSet::avx512) return avx512_lane_lu_kernel();
  if (set == InstructionSet::avx2) return avx2_lane_lu_kernel();
#endif
  static_cast<void>(set);
  return lane_lu_kernel_of<xsimd::batch<double>>();
}

}  // namespace beltdyn::numerics
