// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/simulation/energy_ledger.hpp"
#include "eulerian/ale/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// Energy of the belt and what changes it, with the quadrature of the equations of motion, whose semi-discrete solutions
// obey
//
//     d(kinetic + elastic + potential)/dt = contact − axial_damping − bending_damping.
//
// The pulleys take the rest of what passes through the contacts: contact + Σ M_k ω_k = −slip_loss, M_k the torque of
// the belt on pulley k; the loss is what bristles and penalty store, and what slip and their damping dissipate.
struct BeltEnergy {
  double kinetic{};    // ½ ∫ ρ |v|² ds [J]
  double elastic{};    // ½ ∫ EA (λ − λ₀)² + EI K² ds [J]
  double potential{};  // −∫ ρ g·r ds [J]
  double total() const { return kinetic + elastic + potential; }
};
struct BeltPower {
  double contact{};          // of the pulleys on the belt [W]
  double axial_damping{};    // ≥ 0 [W]
  double bending_damping{};  // ≥ 0 [W]
};

// Of the state in the arrays. Without inertia there is no kinetic energy.
BeltEnergy belt_energy(const AleEquations& equations);
BeltPower belt_power(const AleEquations& equations);

// The same of the whole drive, with pulleys at the angular velocities of the equations and the given torques of the
// belt on them.
PowerFlow drive_flow(const AleEquations& equations, std::span<const double> torques, double time);
double drive_energy(const AleEquations& equations, bool has_inertia);  // [J]

}  // namespace beltdyn::eulerian::ale
