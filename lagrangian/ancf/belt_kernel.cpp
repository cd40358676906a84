// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/belt_kernel.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::lagrangian::ancf {

std::unique_ptr<BeltKernel> make_scalar_kernel(const BeltModel& model, BeltArrays& arrays);
std::unique_ptr<BeltKernel> make_baseline_kernel(const BeltModel& model, BeltArrays& arrays);
#ifdef BELTDYN_X86_KERNELS
std::unique_ptr<BeltKernel> make_avx2_kernel(const BeltModel& model, BeltArrays& arrays);
std::unique_ptr<BeltKernel> make_avx512_kernel(const BeltModel& model, BeltArrays& arrays);
#endif

namespace {

int lanes_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return 8;
    case InstructionSet::avx2:
      return 4;
    case InstructionSet::baseline:
      return static_cast<int>(xsimd::batch<double>::size);
  }
  return 1;
}

// The set whose lanes are as many as the belt has room for; one lane is the baseline set's affair.
InstructionSet set_for(InstructionSet wanted, int n_nodes) {
  auto set = wanted;
  while (set != InstructionSet::baseline &&
         numerics::RingLayout::usable_lanes(n_nodes, lanes_of(set)) != lanes_of(set)) {
    set = static_cast<InstructionSet>(static_cast<int>(set) - 1);
  }
  return set;
}

}  // namespace

bool is_available(InstructionSet set) {
#ifdef BELTDYN_X86_KERNELS
  const auto& machine = xsimd::available_architectures();
  if (set == InstructionSet::avx512) return machine.avx512f && machine.avx512dq && machine.avx512bw;
  if (set == InstructionSet::avx2) return machine.avx2 && machine.fma3_avx2;
#endif
  return set == InstructionSet::baseline;
}

InstructionSet best_instruction_set() {
  for (const InstructionSet set : {InstructionSet::avx512, InstructionSet::avx2}) {
    if (is_available(set)) return set;
  }
  return InstructionSet::baseline;
}

BeltWork make_belt_work(const BeltModel& model, int n_unknown_angles, InstructionSet wanted) {
  if (!is_available(wanted)) {
    throw UsageError(fmt::format("this machine has no {} instructions; use \"instruction_set\": \"auto\"",
                                 kInstructionSetNames[static_cast<std::size_t>(wanted)]));
  }
  const InstructionSet set = set_for(wanted, model.n_nodes);
  const int lanes = numerics::RingLayout::usable_lanes(model.n_nodes, lanes_of(set));
  BeltWork work;
  work.arrays = std::make_unique<BeltArrays>(model, lanes, n_unknown_angles);
#ifdef BELTDYN_X86_KERNELS
  if (set == InstructionSet::avx512) work.kernel = make_avx512_kernel(model, *work.arrays);
  if (set == InstructionSet::avx2) work.kernel = make_avx2_kernel(model, *work.arrays);
#endif
  if (set == InstructionSet::baseline) {
    work.kernel = lanes == 1 ? make_scalar_kernel(model, *work.arrays) : make_baseline_kernel(model, *work.arrays);
  }
  return work;
}

}  // namespace beltdyn::lagrangian::ancf
