// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// An error: the orders of a motion or torque cannot follow a rotation angle.
struct OrdersProblem {
  std::size_t pulley{};  // index of the pulley with this motion or torque, from 0
  std::string message;
};

// Binds the orders in the motions and torques of pulleys to the rotation angles that they follow, and returns the
// problems found. The angular velocity of a pulley may have orders of its own angle, or of the angle of another pulley
// whose angular velocity does not depend on this pulley.
std::vector<OrdersProblem> bind_orders(std::vector<Pulley>& pulleys);

}  // namespace beltdyn
