// SPDX-License-Identifier: MIT
#pragma once

#include "core/simulation/formulation.hpp"

namespace beltdyn::eulerian {

// Adds the formulations of this module to the list.
void add_formulations(Formulations& formulations);

}  // namespace beltdyn::eulerian
