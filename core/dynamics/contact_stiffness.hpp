// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace beltdyn {

struct BeltDrive;

// What contact stiffnesses that are given do to a belt of the initial force N, to the first order. Rigid contact does
// nothing of this.
struct StiffnessEffect {
  double creep{};         // the largest change of a speed ratio r_k ω_k/(r_d ω_d) to a pulley d of prescribed speed:
                          // N/(w K) (1/r_d² − 1/r_k²) where all have the stiffness K [-]
  std::size_t pulley{};   // that k
  double lost_force{};    // EA Σ g φ/L: what the pretension loses as the belt sinks in by g on the wrap φ [N]
  double stick_length{};  // the longest √(EA/(K w)) over which elastic stick takes up a force [m]
  std::size_t stick_pulley{};
};
StiffnessEffect stiffness_effect(const BeltDrive& drive);

// What changes the creep by a larger part of it is told.
inline constexpr double kMuchOfCreep = 0.1;
// The largest creep that the torque on a pulley causes at a time, ΔN/EA; 0 if no speed is prescribed [-].
double loaded_creep(const BeltDrive& drive, double time);
// "(11 % of the 0.00135 that the torques cause)" behind a blank, or nothing if they cause none.
std::string part_of_creep_text(double part, double creep);

// A sentence if they change the creep at the torques of this time by more than a tenth, or the force by more than 1 %.
// `spacing(pulley)` is the distance of contact points there [m].
std::vector<std::string> stiffness_warnings(const BeltDrive& drive, double time,
                                            const std::function<double(std::size_t)>& spacing);

}  // namespace beltdyn
