// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/belt/belt_balances.hpp"
#include "lagrangian/ancf/element/belt_equations.hpp"

namespace beltdyn::lagrangian::ancf {

// The nodes of an element, in the order of the belt.
ElementMotion<double> element_motion(const BeltArrays& arrays, int element);

// Of the drive in its last accepted state: kinetic (unless it has no inertia), elastic and potential energy of the belt
// by the quadrature of the equations of motion, of the rotation of pulleys, and of the penalty of contacts, ½ k g² each
// [J]. What the bristles of friction store counts as lost.
double drive_energy(const BeltEquations& equations, bool has_inertia);

// What passes through the drive in its last accepted state, with these torques of the belt on the pulleys. A segment
// loses −T v_t by friction and d v_n² by the damping of its contact.
PowerFlow drive_flow(const BeltEquations& equations, std::span<const double> torques, double time);
// What the damping of the belt takes: each force works on the rate that it belongs to.
BeltDampingPower damping_power(const BeltEquations& equations);

}  // namespace beltdyn::lagrangian::ancf
