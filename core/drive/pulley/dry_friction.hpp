// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// Dry friction that holds or brakes a pulley without prescribed motion, up to a limit: its brake, and Coulomb friction
// of its bearing. For formulations in which stick is rigid.

// The friction limit μ N r of the bearing, in either direction; 0 without friction or with a law other than
// Coulomb's [N m].
double bearing_limit(const Pulley& pulley);
// The limit of bearing and brake together, as a function of time [N m]. Empty if the pulley has neither, or if its
// motion is prescribed. The function refers to the pulley, which must outlive it.
std::function<double(double time)> dry_limit(const Pulley& pulley);
// The share of the bearing in the limit of bearing and brake [-].
double bearing_share(double of_bearing, double limit);

// A brake as a joint that sticks elastically, not yet applied: its normal force is 0 and is to be set to the brake's
// capacity.
JointFriction joint_of(const Brake& brake);

// Adds a sentence if the friction law of the bearing is not Coulomb's.
void add_bearing_objection(std::vector<std::string>& sentences, const Pulley& pulley, const std::string& label,
                           std::string_view formulation);

}  // namespace beltdyn
