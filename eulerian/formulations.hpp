// SPDX-License-Identifier: MIT
#pragma once

#include "core/dynamics/running_belt.hpp"
#include "core/settings/formulation.hpp"

namespace beltdyn::eulerian {

// Adds the formulations of this module to the list.
void add_formulations(Formulations& formulations);

// A RunningBeltFinder: the steady motion of eulerian_ale.
RunningBelt running_belt(const BeltDrive& drive, double longest_element);

}  // namespace beltdyn::eulerian
