// SPDX-License-Identifier: MIT
#include "core/dynamics/step_options.hpp"

#include <fmt/format.h>

#include "core/numerics/lanes/instruction_set.hpp"

namespace beltdyn {

using config::Presence;

void visit_implicit_steps(config::FieldVisitor& v, double& spectral_radius, double& newton_tolerance,
                          int& newton_iterations) {
  constexpr int kMostIterations = 1000;
  v.number({"spectral_radius", "-", "the high-frequency spectral radius of generalised_alpha, rho_infinity"},
           spectral_radius, {.low = 0.0, .high = 1.0}, Presence::optional);
  v.number({"newton_tolerance", "N", "the residual tolerance; 0: 2.5e-7 of the pretension force",
            config::Role::discretisation},
           newton_tolerance, config::kNonNegative, Presence::optional);
  v.integer({"newton_iterations", "-", "the maximum number of iterations of one solve"}, newton_iterations,
            {.low = 1, .high = kMostIterations}, Presence::optional);
}

void visit_instruction_set(config::FieldVisitor& v, int& choice) {
  v.choice({"instruction_set", "-", "the instruction set of the processor; auto: the widest available"}, choice,
           numerics::kInstructionChoiceNames, Presence::optional);
}

void add_instruction_set(std::vector<std::string>& objections, int choice) {
  if (choice <= 0 || numerics::is_available(numerics::chosen_instruction_set(choice))) return;
  objections.push_back(fmt::format("this processor does not support instruction_set = \"{}\"; use \"auto\"",
                                   numerics::kInstructionChoiceNames[static_cast<std::size_t>(choice)]));
}

}  // namespace beltdyn
