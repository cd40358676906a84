// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/lane_belt_assembly.hpp"
#include "lagrangian/ancf/lane_belt_contact.hpp"

namespace beltdyn::lagrangian::ancf {

std::unique_ptr<BeltKernel> make_baseline_kernel(const BeltModel& model, BeltArrays& arrays) {
  return std::make_unique<LaneBeltKernel<double>>(model, arrays);
}

}  // namespace beltdyn::lagrangian::ancf
