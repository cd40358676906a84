// SPDX-License-Identifier: MIT
#pragma once

#include "core/settings/formulation.hpp"

namespace beltdyn::eulerian {

// Adds the formulations of contour drives to the list.
void add_contour_formulations(Formulations& formulations);

}  // namespace beltdyn::eulerian
