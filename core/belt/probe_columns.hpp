// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/belt/belt_simulation.hpp"

namespace beltdyn {

struct Probe;

// Adds the history columns of a probe, each NAME_quantity [unit]:
//   pulley     angle [rad]; power [W] of the belt on the pulley
//   span       deflection [m]: of the middle of the span from its straight path, to the left of the belt
//   point      strain [-], force [N], speed [m/s], pressure [N/m], traction [N/m], contact_state [-]
//   particle   x [m], y [m], then as for a point
// They are evaluated from `row`, which the history computes first.
void add_probe_columns(History& history, const Probe& probe, const BeltSimulation& simulation,
                       const std::shared_ptr<const BeltRow>& row);

}  // namespace beltdyn
