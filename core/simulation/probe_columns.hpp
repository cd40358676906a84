// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/simulation/belt_simulation.hpp"

namespace beltdyn {

// The history columns of a probe, each NAME_quantity [unit]:
//   pulley     angle [rad]; power [W] of the belt on the pulley
//   span       deflection [m]: of the middle of the span from its straight path, to the left of the belt
//   point      strain [-], force [N], speed [m/s], pressure [N/m], traction [N/m], contact_state [-]
//   particle   x [m], y [m], then as of a point
std::vector<std::string> probe_columns(const Probe& probe);

// Their values, shape (n_columns of the probe).
void probe_values(const Probe& probe, const BeltSimulation& simulation, std::span<const PulleyState> pulleys,
                  const BeltMap& belt, std::span<double> values);

}  // namespace beltdyn
