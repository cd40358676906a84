// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace beltdyn::numerics {

// Instruction sets for which numerical kernels are compiled, from the least to the widest. The baseline works on one
// number at a time, as every machine can.
enum class InstructionSet { baseline, avx2, avx512 };
inline constexpr std::array<std::string_view, 3> kInstructionSetNames{"baseline", "avx2", "avx512"};
// What a configuration may ask for: "auto" is the widest instruction set of the machine, the others are those of
// InstructionSet.
inline constexpr std::array<std::string_view, 4> kInstructionChoiceNames{"auto", "baseline", "avx2", "avx512"};

// The widest one that this machine has and this program was compiled for.
InstructionSet best_instruction_set();
bool is_available(InstructionSet set);
// Of an index of kInstructionChoiceNames.
InstructionSet chosen_instruction_set(int choice);
// Numbers that a kernel works on at a time.
int lanes_of(InstructionSet set);
// The widest set up to `wanted` all of whose lanes a closed chain of so many nodes can use (CyclicChainLayout);
// baseline if there is none.
InstructionSet usable_instruction_set(InstructionSet wanted, int n_nodes);

}  // namespace beltdyn::numerics
