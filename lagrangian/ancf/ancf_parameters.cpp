// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/ancf_parameters.hpp"

namespace beltdyn::lagrangian::ancf {

numerics::StepScheme AncfParameters::scheme() const {
  switch (time_integration) {
    case TimeIntegration::generalised_alpha:
      return numerics::StepScheme::generalised_alpha(spectral_radius);
    case TimeIntegration::quasi_static:
      return numerics::StepScheme::quasi_static();
    case TimeIntegration::trapezoidal:
      break;
  }
  return numerics::StepScheme::trapezoidal();
}

InstructionSet AncfParameters::instruction_set() const { return numerics::chosen_instruction_set(instruction_choice); }

}  // namespace beltdyn::lagrangian::ancf
