// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures.hpp"

// What the data files of all drives have in common.
namespace beltdyn::plots {

// A row of a picture of a thousand pixels is enough of a history for strips in space and time.
inline constexpr std::size_t kStripRows = 1000;

// The rows of the columns, one line each; long columns are thinned without losing a peak.
std::string thinned_lines(const std::vector<std::span<const double>>& columns);

// Which of `count` profiles are drawn: all if they are few, otherwise a few, denser at the begin.
std::vector<std::size_t> drawn_indices(std::size_t count);

// The instants whose profiles are drawn.
std::vector<double> drawn_instants(const std::vector<const Run*>& runs);

}  // namespace beltdyn::plots
