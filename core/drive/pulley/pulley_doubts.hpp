// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// Values of pulleys, and of gravity, that are allowed but most likely a mistake, in drives of belts and of ropes. Each
// function adds sentences with the value, the usual range, and what may have been meant. `pulley` is its label.

// Gravity [m/s²] that points up.
void doubt_gravity(std::vector<std::string>& sentences, const Eigen::Vector2d& gravity);
// A friction coefficient that is perhaps meant in percent.
void doubt_friction(std::vector<std::string>& sentences, const std::string& pulley, const PulleyContact& contact);
// A speed [rad/s] of a pulley of this radius [m] that is perhaps meant in revolutions per minute.
void doubt_speed(std::vector<std::string>& sentences, const std::string& pulley, double radius, double speed);
// Prescribed speeds from time 0 to end_time [s], likewise.
void doubt_turns(std::vector<std::string>& sentences, std::span<const Pulley> pulleys, double end_time);
// A table of torques or speeds of which only the first value is used until end_time [s]: its times are perhaps in
// another unit.
void doubt_times(std::vector<std::string>& sentences, std::span<const Pulley> pulleys, double end_time);

}  // namespace beltdyn
