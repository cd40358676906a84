// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/contact/lane_belt_contact.hpp"
#include "lagrangian/ancf/transient/lane_belt_assembly.hpp"

namespace beltdyn::lagrangian::ancf {

std::unique_ptr<BeltKernel> make_avx512_kernel(const BeltModel& model, BeltArrays& arrays) {
  return std::make_unique<LaneBeltKernel<xsimd::batch<double, xsimd::avx512dq>>>(model, arrays);
}

}  // namespace beltdyn::lagrangian::ancf
