// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/config/field_visitor.hpp"

// Options of runs that several formulations have in common.
namespace beltdyn {

// Of steps that are solved by Newton's method: ρ_∞ of the generalised-α method [-], the tolerance of the residual [N]
// and the most iterations.
void visit_implicit_steps(config::FieldVisitor& visitor, double& spectral_radius, double& newton_tolerance,
                          int& newton_iterations);

// An index of numerics::kInstructionChoiceNames.
void visit_instruction_set(config::FieldVisitor& visitor, int& choice);
// Adds a sentence if this processor does not have the chosen set.
void add_instruction_set(std::vector<std::string>& objections, int choice);

}  // namespace beltdyn
