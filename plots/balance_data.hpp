// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plots/figures.hpp"

// Balances and error bars of runs, for figures of their magnitudes over time.
namespace beltdyn::plots {

// Does a balance have an error other than 0?
bool reports_balances(const Run& run);
// "time" and the largest |value| of each kind of balance: length, mass flow, moments, energy, slopes of slip arcs; NaN
// if the run does not report it.
std::string balance_lines(const Run& run);
// The kinds that the runs report: their columns in balance_lines(), and their titles.
std::string balance_variables(const std::vector<const Run*>& runs);

// The same for error bars of span forces, angular velocities and torques: half widths, the largest over pulleys or
// spans.
bool has_errors(const Run& run);
std::string error_lines(const Run& run);
std::string error_variables(const std::vector<const Run*>& runs);

}  // namespace beltdyn::plots
