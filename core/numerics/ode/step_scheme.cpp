// SPDX-License-Identifier: MIT
#include "core/numerics/ode/step_scheme.hpp"

namespace beltdyn::numerics {

StepScheme StepScheme::generalised_alpha(double spectral_radius) {
  const double rho = spectral_radius;
  StepScheme s;
  s.alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
  s.alpha_f = rho / (rho + 1.0);
  s.gamma = 0.5 + s.alpha_f - s.alpha_m;
  s.beta = 0.25 * (s.gamma + 0.5) * (s.gamma + 0.5);
  return s;
}

}  // namespace beltdyn::numerics
