// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "eulerian/ale/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// The residual that a Newton iteration may leave: the configured one, or a part of the force in the untouched belt
// below which results do not change [N].
double tolerance_of(const BeltDrive& drive, const AleParameters& parameters);

double smallest_radius(const BeltDrive& drive);  // of its pulleys [m]

// Brings the belt on its path into equilibrium at rest, without friction, the first particle held at its node. Throws
// SolverError if there is none.
void find_static_equilibrium(AleEquations& equations, double tolerance);

// What is wrong with the belt in the arrays: no solver may accept it. Empty if nothing is.
std::string objection(const AleEquations& equations);

}  // namespace beltdyn::eulerian::ale
