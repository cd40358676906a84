// SPDX-License-Identifier: MIT
#pragma once

#include "core/dynamics/running_belt.hpp"
#include "core/settings/formulation.hpp"

namespace beltdyn::lagrangian {

// Adds the formulations of this module to the list. Those that begin with a drive in motion ask for that motion.
void add_formulations(Formulations& formulations, const RunningBeltFinder& find_running);

}  // namespace beltdyn::lagrangian
