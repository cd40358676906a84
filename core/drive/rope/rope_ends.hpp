// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {

// Can a pulley hold different rope forces before and behind it? It can if its motion is prescribed, or if it has a
// brake or bearing friction.
bool can_hold(const Pulley& pulley);
// Can the brake hold the drum of a winch at t = 0, at least in part?
bool is_braked_at_start(const WinchEnd& winch);
// The unit tangent of the rope at an end (0 or 1). It points from the first end to the second end.
const Eigen::Vector2d& tangent_at(const RopePath& path, std::size_t end);
// The unit tangent at an end, pointing away from the rope.
Eigen::Vector2d away_at(const RopePath& path, std::size_t end);
// +1 if the direction of a body agrees with the tangent of the rope, −1 if it is opposite.
double sense_of(const BodyEnd& body, const Eigen::Vector2d& tangent);
// The component of weight and applied force on a body that pulls away from the rope, at a time [N].
double pull_of(const BodyEnd& body, const Eigen::Vector2d& gravity, const Eigen::Vector2d& away, double time);

// Error messages for bodies that are not guided along their span, one sentence each; `name` is the formulation's name.
std::vector<std::string> guide_objections(const RopeDrive& drive, std::string_view name);

// The surface speed of the first pulley of prescribed motion at t = 0, positive towards the second end; 0 if there is
// no such pulley [m/s].
double speed_of_pulleys(const RopeDrive& drive, const RopePath& path);
// The given speed of the rope at t = 0, positive towards the second end [m/s]: the velocity of a body at an end,
// otherwise speed_of_pulleys().
double start_speed(const RopeDrive& drive, const RopePath& path);

}  // namespace beltdyn
