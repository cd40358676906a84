// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/drive/any_drive.hpp"
#include "plots/figures.hpp"

// Titles and line styles in the figures of linear analyses.
namespace beltdyn::plots {

// The colour and the dashes, from 1 as in common.gp, of the curve with this number, from 0. They repeat.
constexpr std::size_t colour_of(std::size_t number) {
  constexpr std::size_t kColours = 8;
  return number % kColours + 1;
}
constexpr std::size_t dash_of(std::size_t number) {
  constexpr std::size_t kDashes = 5;
  return number % kDashes + 1;
}

// "2 (alternator)" for the pulley with this number, from 1; only the number for drives without pulleys.
std::string pulley_title(const Drive& drive, std::size_t number);

// "angular velocity 2 (alternator)"; "span force 2 (alternator to tensioner)" for "span_force_2".
std::string linear_quantity_title(std::string_view quantity, const Drive& drive);

// Lines of a script: pulley, has_operating, operating_low and operating_high [rad/s], operating_title.
std::string operating_lines(const Run& run);

}  // namespace beltdyn::plots
