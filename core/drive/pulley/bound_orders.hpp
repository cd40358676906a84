// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// A motion or torque whose orders have no angle to follow.
struct OrdersProblem {
  std::size_t pulley{};  // whose motion it is, 0-based
  std::string message;
};

// Gives the orders in motions and torques of pulleys the angles that they follow. The angular velocity of a pulley may
// have orders of its own angle, or of another pulley whose angular velocity does not depend on it.
std::vector<OrdersProblem> bind_orders(std::vector<Pulley>& pulleys);

}  // namespace beltdyn
