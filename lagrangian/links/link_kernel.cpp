// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_kernel.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::lagrangian::links {

using numerics::InstructionSet;

std::unique_ptr<LinkKernel> make_baseline_link_kernel(const LinkModel& model);
#ifdef BELTDYN_X86_KERNELS
std::unique_ptr<LinkKernel> make_avx2_link_kernel(const LinkModel& model);
std::unique_ptr<LinkKernel> make_avx512_link_kernel(const LinkModel& model);
#endif

LinkForces::LinkForces(const LinkLayout& layout)
    : joint_x(layout.stride() + 1),
      joint_y(layout.stride() + 1),
      normal(layout.stride()),
      traction(layout.stride()),
      slip_velocity(layout.stride()),
      pulley(layout.stride()),
      push_x(layout.stride()),
      push_y(layout.stride()) {}

std::unique_ptr<LinkKernel> make_link_kernel(const LinkModel& model, InstructionSet set) {
  if (!is_available(set)) {
    throw UsageError(fmt::format("this processor has no {} instructions; use \"instruction_set\": \"auto\"",
                                 numerics::kInstructionSetNames[static_cast<std::size_t>(set)]));
  }
#ifdef BELTDYN_X86_KERNELS
  if (set == InstructionSet::avx512) return make_avx512_link_kernel(model);
  if (set == InstructionSet::avx2) return make_avx2_link_kernel(model);
#endif
  return make_baseline_link_kernel(model);
}

}  // namespace beltdyn::lagrangian::links
