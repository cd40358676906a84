// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::analytic {

// The unit vector of the rope at an end (0 or 1), from the first end to the second one.
const Eigen::Vector2d& tangent_at(const RopePath& path, std::size_t end);
// The unit vector away from the rope there.
Eigen::Vector2d away_at(const RopePath& path, std::size_t end);
// +1 if the direction of a body is that of the rope, −1 if it is the opposite one.
double sense_of(const BodyEnd& body, const Eigen::Vector2d& tangent);
// Towards the second end, that of the surface of the first pulley of prescribed motion at t = 0; 0 if none is [m/s].
double speed_of_pulleys(const RopeDrive& drive, const RopePath& path);

// A sentence for each body that is not guided along its span, and for each pulley without Coulomb friction; `name` is
// that of the formulation.
std::vector<std::string> rope_objections(const RopeDrive& drive, std::string_view name);
// A sentence for each pulley whose contact is not rigid, as it is in analytic_string_dynamics.
std::vector<std::string> normal_contact_warnings(const RopeDrive& drive);

// Errors of steps add up: balances are kept to so many times the tolerance of a step.
inline constexpr double kStepsOfBalance = 1e3;

}  // namespace beltdyn::analytic
