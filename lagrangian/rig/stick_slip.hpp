// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "lagrangian/rig/friction_rig.hpp"

namespace beltdyn::lagrangian {

// The landmarks of one cycle of a mass that sticks and slips.
struct StickSlipCycle {
  double peak_resistance{};  // the largest resistance between the last stop and the slip [N]
  double peak_time{};        // [s]
  double top_speed{};        // [m/s]
  double top_speed_time{};   // [s]
  bool stopped = false;      // whether the cycle ended before the end of the run; otherwise the stop is 0
  double stop_time{};        // when the velocity fell to 0 [s]
  double stop_position{};    // [m]
};

// Advances the rig to `end` [s] and returns the cycles whose slip has begun by then. Slip begins where the mass is
// faster than pull_speed > 0 [m/s], and ends where its velocity is next 0. All times are found within the steps of the
// integrator, those of maxima to half the digits of a double.
template <contact::RateFrictionLaw Law>
std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<Law>& rig, double pull_speed, double end);

}  // namespace beltdyn::lagrangian
