// SPDX-License-Identifier: MIT
#include "lagrangian/links/lane_link_friction.hpp"
#include "lagrangian/links/lane_link_rates.hpp"

namespace beltdyn::lagrangian::links {

std::unique_ptr<LinkKernel> make_baseline_link_kernel(const LinkModel& model) {
  return std::make_unique<LaneLinkKernel<double>>(model);
}

}  // namespace beltdyn::lagrangian::links
