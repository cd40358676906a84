// SPDX-License-Identifier: MIT
#include "core/numerics/lanes/lane_lu_loops.hpp"

namespace beltdyn::numerics {

LaneLuKernel avx2_lane_lu_kernel();

LaneLuKernel avx2_lane_lu_kernel() { return lane_lu_kernel_of<xsimd::batch<double, xsimd::fma3<xsimd::avx2>>>(); }

}  // namespace beltdyn::numerics
