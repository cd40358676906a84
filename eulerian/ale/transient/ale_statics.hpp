// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// Brings a belt on its path into equilibrium at rest, without friction and with the first particle held at its node.
// Returns the residual force of the mounts, which is 0 if they have an equilibrium [N]. Throws SolverError if no
// residual below `accepted` is found.
double find_static_equilibrium(AleEquations& equations, double accepted);

// The stiffnesses of patches on the way to `stiffest`.
std::vector<double> patch_stiffenings(double stiffest);
// The last stages of contact on the way to equilibrium: patches, which close or open as a whole, are stiffened up to
// `stiffest`, and the surfaces are lowered to their true places.
std::vector<AleEquations::StartContact> patch_stages(double stiffest);

// Why no solver may accept the belt in the arrays; empty if it is valid.
std::string objection(const AleEquations& equations);

}  // namespace beltdyn::eulerian::ale
