// SPDX-License-Identifier: MIT
#pragma once

#include "core/simulation/belt_system.hpp"

namespace beltdyn {

// The residual that a Newton iteration may leave: the configured one, or if that is 0 a part of the force in the
// untouched belt below which results do not change [N].
double residual_tolerance(const BeltDrive& drive, double configured);

// Newton's method from the state of a system that is held towards equilibrium at rest, with full corrections and, if
// they lead to none, again with corrections shortened as in a step. Goes on beyond the accepted residual to a finer one
// if rounding lets it. Returns the residual that remains [N].
double find_equilibrium(BeltSystem& system, double accepted);

}  // namespace beltdyn
