// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace beltdyn {

struct BeltDrive;

// Effects of given contact stiffnesses on a belt with the initial force N, to first order. All are 0 for rigid contact.
struct StiffnessEffect {
  double creep{};  // the largest change of a speed ratio r_k ω_k/(r_d ω_d) relative to a pulley d of prescribed speed:
                   // N/(w K) (1/r_d² − 1/r_k²) if all pulleys have the stiffness K [-]
  std::size_t pulley{};        // the pulley k of that change
  double lost_force{};         // EA Σ g φ/L: pretension lost as the belt penetrates by g on the wrap angle φ [N]
  double stick_length{};       // the longest √(EA/(K w)) over which elastic stick takes up a force [m]
  std::size_t stick_pulley{};  // the pulley of stick_length
};
StiffnessEffect stiffness_effect(const BeltDrive& drive);

// A change of creep by more than this part of the creep is reported.
inline constexpr double kMuchOfCreep = 0.1;
// The largest creep that the torque on a pulley causes at this time, ΔN/EA; 0 if no pulley has a prescribed speed [-].
double loaded_creep(const BeltDrive& drive, double time);
// " (11 % of the 0.00135 that the torques cause)", or an empty text if the torques cause no creep.
std::string part_of_creep_text(double part, double creep);

// A warning if the contact stiffnesses change the creep at the torques of this time by more than a tenth, or the force
// by more than 1 %. `spacing(pulley)` is the distance between contact points there [m].
std::vector<std::string> stiffness_warnings(const BeltDrive& drive, double time,
                                            const std::function<double(std::size_t)>& spacing);

}  // namespace beltdyn
