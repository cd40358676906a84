// SPDX-License-Identifier: MIT
#pragma once

#include "core/dynamics/running_belt.hpp"

namespace beltdyn::eulerian::ale {

// The steady motion of a SteadyDrive as a RunningBeltFinder returns it.
RunningBelt running_belt(const BeltDrive& drive, double longest_element);

}  // namespace beltdyn::eulerian::ale
