// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/drive/any_drive.hpp"
#include "plots/figures.hpp"

// Titles in the figures of linear analyses.
namespace beltdyn::plots {

// "2 (alternator)" for the pulley with this number, from 1; only the number for drives without pulleys.
std::string pulley_title(const Drive& drive, std::size_t number);

// "angular velocity 2 (alternator)"; "span force 2 (alternator to tensioner)" for "span_force_2".
std::string linear_quantity_title(std::string_view quantity, const Drive& drive);

// Lines of a script: pulley, has_operating, operating_low and operating_high [rad/s], operating_title.
std::string operating_lines(const Run& run);

}  // namespace beltdyn::plots
