// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/drive/any_drive.hpp"

// Titles of the curves of linear analyses.
namespace beltdyn::plots {

// The quantities that figures of linear analyses show, each followed by the number of a pulley or span.
inline constexpr std::array<std::string_view, 4> kLinearQuantities{"span_force_", "angular_velocity_",
                                                                   "accessory_torque_", "mount_position_"};

// "2 (alternator)" for the pulley with this number, from 1; only the number for drives without pulleys.
std::string pulley_title(const Drive& drive, std::size_t number);

// "angular velocity 2 (alternator)"; "span force 2 (alternator to tensioner)" for "span_force_2".
std::string linear_quantity_title(std::string_view quantity, const Drive& drive);

}  // namespace beltdyn::plots
