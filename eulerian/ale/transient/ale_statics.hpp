// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// Brings the belt on its path into equilibrium at rest, without friction, the first particle held at its node. Returns
// by how much mounts are out of balance then, which is 0 if there is a place where they rest [N]. Throws SolverError if
// no residual below the accepted one is found.
double find_static_equilibrium(AleEquations& equations, double accepted);

// How stiff patches are on the way to as stiff as that.
std::vector<double> patch_stiffenings(double stiffest);
// The last stages of contact on the way to equilibrium: patches, which close or open as one, get as stiff as that, and
// surfaces are lowered to where they are.
std::vector<AleEquations::StartContact> patch_stages(double stiffest);

// What is wrong with the belt in the arrays: no solver may accept it. Empty if nothing is.
std::string objection(const AleEquations& equations);

}  // namespace beltdyn::eulerian::ale
