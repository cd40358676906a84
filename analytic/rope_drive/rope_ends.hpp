// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::analytic {

// The unit vector of the rope at an end (0 or 1), from the first end to the second one.
const Eigen::Vector2d& tangent_at(const RopePath& path, std::size_t end);
// +1 if the direction of a body is that of the rope, −1 if it is the opposite one.
double sense_of(const BodyEnd& body, const Eigen::Vector2d& tangent);
// The angular velocity of a pulley of prescribed motion, otherwise null.
const TimeFunction* prescribed_speed_of(const Pulley& pulley);

// A sentence for each body that is not guided along its span, and for each pulley without Coulomb friction; `name` is
// that of the formulation.
std::vector<std::string> rope_objections(const RopeDrive& drive, std::string_view name);

}  // namespace beltdyn::analytic
