// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/ancf_parameters.hpp"

namespace beltdyn::lagrangian::ancf {

StepScheme AncfParameters::scheme() const {
  switch (time_integration) {
    case TimeIntegration::generalised_alpha:
      return StepScheme::generalised_alpha(spectral_radius);
    case TimeIntegration::quasi_static:
      return StepScheme::quasi_static();
    case TimeIntegration::trapezoidal:
      break;
  }
  return StepScheme::trapezoidal();
}

InstructionSet AncfParameters::instruction_set() const {
  return instruction_choice == 0 ? best_instruction_set() : static_cast<InstructionSet>(instruction_choice - 1);
}

}  // namespace beltdyn::lagrangian::ancf
