// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// What holds or brakes a pulley that is not prescribed up to a limit, for formulations in which stick is rigid: its
// brake, and friction of its bearing by Coulomb's law.

// μ N r of the bearing, whichever way it turns; 0 without friction or by another law [N m].
double bearing_limit(const Pulley& pulley);
// With the capacity of the brake, by time; empty if there is neither or the pulley is prescribed [N m]. The pulley must
// outlive it.
std::function<double(double time)> dry_limit(const Pulley& pulley);
// The bearing's share of such a limit [-].
double bearing_share(double of_bearing, double limit);

// A brake that is open as a joint that sticks elastically; its capacity is the normal force.
JointFriction joint_of(const Brake& brake);

// Adds a sentence if the friction of the bearing is not Coulomb's.
void add_bearing_objection(std::vector<std::string>& sentences, const Pulley& pulley, const std::string& label,
                           std::string_view formulation);

}  // namespace beltdyn
