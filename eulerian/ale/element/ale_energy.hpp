// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/run/energy_ledger.hpp"
#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// Energy and power of the belt in the state of the arrays. Without inertia there is no kinetic energy.
BeltEnergy belt_energy(const AleEquations& equations);
BeltPower belt_power(const AleEquations& equations);

// Energy and power of the whole drive: the belt, and the pulleys with the angular velocities of the equations and the
// given torques of the belt on them.
PowerFlow drive_flow(const AleEquations& equations, std::span<const double> torques, double time);
double drive_energy(const AleEquations& equations, bool has_inertia);  // [J]

}  // namespace beltdyn::eulerian::ale
