// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/belt_kernel.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::lagrangian::ancf {

std::unique_ptr<BeltKernel> make_baseline_kernel(const BeltModel& model, BeltArrays& arrays);
#ifdef BELTDYN_X86_KERNELS
std::unique_ptr<BeltKernel> make_avx2_kernel(const BeltModel& model, BeltArrays& arrays);
std::unique_ptr<BeltKernel> make_avx512_kernel(const BeltModel& model, BeltArrays& arrays);
#endif

BeltWork make_belt_work(const BeltModel& model, int n_border_unknowns, InstructionSet wanted) {
  if (!numerics::is_available(wanted)) {
    throw UsageError(fmt::format("this processor has no {} instructions; use \"instruction_set\": \"auto\"",
                                 numerics::kInstructionSetNames[static_cast<std::size_t>(wanted)]));
  }
  const InstructionSet set = numerics::usable_instruction_set(wanted, model.n_nodes);
  const int lanes = numerics::CyclicChainLayout::usable_lanes(model.n_nodes, numerics::lanes_of(set));
  BeltWork work;
  work.arrays = std::make_unique<BeltArrays>(model, lanes, n_border_unknowns);
#ifdef BELTDYN_X86_KERNELS
  if (set == InstructionSet::avx512) work.kernel = make_avx512_kernel(model, *work.arrays);
  if (set == InstructionSet::avx2) work.kernel = make_avx2_kernel(model, *work.arrays);
#endif
  if (set == InstructionSet::baseline) work.kernel = make_baseline_kernel(model, *work.arrays);
  return work;
}

}  // namespace beltdyn::lagrangian::ancf
