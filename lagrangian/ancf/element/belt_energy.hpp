// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/belt/belt_balances.hpp"
#include "lagrangian/ancf/element/belt_equations.hpp"

namespace beltdyn::lagrangian::ancf {

// The state of the nodes of an element.
ElementMotion<double> element_motion(const BeltArrays& arrays, int element);

// Energy of the drive in its last accepted state [J]: kinetic (unless it has no inertia), elastic and potential energy
// of the belt, by the quadrature of the equations of motion; rotation of the pulleys; penalty of contacts, ½ k g² each.
// Energy stored in friction bristles counts as dissipated.
double drive_energy(const BeltEquations& equations, bool has_inertia);

// Power flow of the drive in its last accepted state, with the given torques of the belt on the pulleys. A segment
// dissipates −T v_t by friction and d v_n² by the damping of its contact.
PowerFlow drive_flow(const BeltEquations& equations, std::span<const double> torques, double time);
// Power dissipated by the damping of the belt: each damping force times its strain or curvature rate.
BeltDampingPower damping_power(const BeltEquations& equations);

}  // namespace beltdyn::lagrangian::ancf
