// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "core/dynamics/belt_system.hpp"

namespace beltdyn {

// The residual that a Newton iteration may leave: the configured one, or if that is 0 a part of the force in the
// untouched belt below which results do not change [N].
double residual_tolerance(const BeltDrive& drive, double configured);
// The same of a belt that is stretched by this force, or slack if it is not positive [N].
double residual_tolerance(double force, double axial_stiffness, double configured);

// Newton's method from the state of a system that is held towards equilibrium at rest, with full corrections and, if
// they lead to none, again with corrections shortened as in a step. Goes on beyond the accepted residual to a finer one
// if rounding lets it. Returns the residual that remains [N]. `step` is one without inertia, statics or so long that it
// ends in equilibrium.
double find_equilibrium(BeltSystem& system, double accepted, const BeltStep& step = kStatics);
// The step, without inertia and at t = 0, of which so many bring a belt to rest with friction: dampers, which have no
// part in equilibrium, are at rest in the last ones.
inline constexpr int kRestingSteps = 4;
BeltStep resting_step();

// How a belt came to rest with its mounts.
struct BeltRest {
  std::string failure;     // why there is no equilibrium, empty if there is
  double imbalance = 0.0;  // of mounts that have found no rest [N]
};
// Holds a system, with its mounts free to find their place, and lets `settle` look for equilibrium, which returns why
// there is none, or nothing. Mounts that find no place, as those of a belt that rests in one place as in another, and
// those of a drive that starts held stay where the string has them; `lay_on_path` brings the belt back there.
BeltRest find_rest(BeltSystem& system, const std::function<std::string()>& settle,
                   const std::function<void()>& lay_on_path);

}  // namespace beltdyn
