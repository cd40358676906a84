// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/belt_kernel_impl.hpp"

namespace beltdyn::lagrangian::ancf {

std::unique_ptr<BeltKernel> make_avx512_kernel(const BeltModel& model, BeltArrays& arrays) {
  return std::make_unique<LaneBeltKernel<xsimd::batch<double, xsimd::avx512dq>>>(model, arrays);
}

}  // namespace beltdyn::lagrangian::ancf
