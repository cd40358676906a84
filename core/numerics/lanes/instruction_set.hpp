// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace beltdyn::numerics {

// Instruction sets for which numerical kernels are compiled, in ascending width. The baseline processes one number at a
// time and runs on every machine.
enum class InstructionSet { baseline, avx2, avx512 };
inline constexpr std::array<std::string_view, 3> kInstructionSetNames{"baseline", "avx2", "avx512"};
// The choices of a configuration: "auto" is the widest instruction set of the machine, the others are InstructionSet.
inline constexpr std::array<std::string_view, 4> kInstructionChoiceNames{"auto", "baseline", "avx2", "avx512"};

// The widest set that this machine supports and this program was compiled for.
InstructionSet best_instruction_set();
bool is_available(InstructionSet set);
// The set of an index of kInstructionChoiceNames.
InstructionSet chosen_instruction_set(int choice);
// The number of doubles that a kernel processes in parallel.
int lanes_of(InstructionSet set);
// The widest set, at most `wanted`, whose lanes a closed chain of this number of nodes can fill (CyclicChainLayout);
// baseline if there is none.
InstructionSet usable_instruction_set(InstructionSet wanted, int n_nodes);

}  // namespace beltdyn::numerics
