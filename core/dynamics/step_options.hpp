// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/config/field_visitor.hpp"

// Run options that several formulations share.
namespace beltdyn {

// Options of implicit steps: ρ_∞ of the generalised-α method [-], the tolerance of the residual [N] and the largest
// number of Newton iterations.
void visit_implicit_steps(config::FieldVisitor& visitor, double& spectral_radius, double& newton_tolerance,
                          int& newton_iterations);

// `choice` is an index of numerics::kInstructionChoiceNames.
void visit_instruction_set(config::FieldVisitor& visitor, int& choice);
// Adds a sentence if this processor does not support the chosen instruction set.
void add_instruction_set(std::vector<std::string>& objections, int choice);

}  // namespace beltdyn
