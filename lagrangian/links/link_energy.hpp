// SPDX-License-Identifier: MIT
#pragma once

#include "core/belt/belt_balances.hpp"
#include "core/numerics/solve/cyclic_chain_layout.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// Kinetic energy of the links, elastic energy of their joints and bending springs, and energy of weight [J].
double belt_energy(const LinkModel& model, const LinkLayout& layout, const numerics::AlignedVector& state);
// Power dissipated by the dampers of the joints.
BeltDampingPower damping_power_of(const LinkModel& model, const LinkLayout& layout,
                                  const numerics::AlignedVector& state);

}  // namespace beltdyn::lagrangian::links
