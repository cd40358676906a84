// SPDX-License-Identifier: MIT
#include "core/numerics/lanes/lane_lu_loops.hpp"

namespace beltdyn::numerics {

LaneLuKernel avx512_lane_lu_kernel();

LaneLuKernel avx512_lane_lu_kernel() { return lane_lu_kernel_of<xsimd::batch<double, xsimd::avx512dq>>(); }

}  // namespace beltdyn::numerics
