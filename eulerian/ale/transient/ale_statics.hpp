// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// Brings the belt on its path into equilibrium at rest, without friction, the first particle held at its node. Returns
// by how much mounts are out of balance then, which is 0 if there is a place where they rest [N]. Throws SolverError if
// no residual below the accepted one is found.
double find_static_equilibrium(AleEquations& equations, double accepted);

// What is wrong with the belt in the arrays: no solver may accept it. Empty if nothing is.
std::string objection(const AleEquations& equations);

}  // namespace beltdyn::eulerian::ale
