// SPDX-License-Identifier: MIT
#include "core/numerics/lanes/instruction_set.hpp"

#include <xsimd/xsimd.hpp>

#include "core/numerics/solve/cyclic_chain_layout.hpp"

namespace beltdyn::numerics {

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

InstructionSet chosen_instruction_set(int choice) {
  return choice == 0 ? best_instruction_set() : static_cast<InstructionSet>(choice - 1);
}

int lanes_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return 8;
    case InstructionSet::avx2:
      return 4;
    case InstructionSet::baseline:
      return 1;
  }
  return 1;
}

InstructionSet usable_instruction_set(InstructionSet wanted, int n_nodes) {
  auto set = wanted;
  while (set != InstructionSet::baseline && CyclicChainLayout::usable_lanes(n_nodes, lanes_of(set)) != lanes_of(set)) {
    set = static_cast<InstructionSet>(static_cast<int>(set) - 1);
  }
  return set;
}

}  // namespace beltdyn::numerics
