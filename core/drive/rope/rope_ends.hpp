// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {

// By what moves or brakes it a pulley may have different forces of the rope before and behind it.
bool can_hold(const Pulley& pulley);
// Is the drum of a winch held by its brake at t = 0, as far as that bears the rope?
bool is_braked_at_start(const WinchEnd& winch);
// The unit vector of the rope at an end (0 or 1), from the first end to the second one.
const Eigen::Vector2d& tangent_at(const RopePath& path, std::size_t end);
// The same away from the rope.
Eigen::Vector2d away_at(const RopePath& path, std::size_t end);
// +1 if the direction of a body is that of the rope, −1 if it is the opposite one.
double sense_of(const BodyEnd& body, const Eigen::Vector2d& tangent);
// Weight and force on a body away from the rope at a time [N].
double pull_of(const BodyEnd& body, const Eigen::Vector2d& gravity, const Eigen::Vector2d& away, double time);

// A sentence for each body that is not guided along its span; `name` is that of the formulation.
std::vector<std::string> guide_objections(const RopeDrive& drive, std::string_view name);

// Towards the second end, that of the surface of the first pulley of prescribed motion at t = 0; 0 if none is [m/s].
double speed_of_pulleys(const RopeDrive& drive, const RopePath& path);
// The speed of the rope towards the second end that is given at t = 0: by an end, or by a pulley if it starts running
// [m/s].
double start_speed(const RopeDrive& drive, const RopePath& path);

}  // namespace beltdyn
