// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plots/figures.hpp"

// The balances reported by runs, for a figure of their size over time.
namespace beltdyn::plots {

// Is there a balance that is off by anything at all?
bool reports_balances(const Run& run);
// "time" and the largest |value| of each kind of balance: length, mass flow, moments, energy, slopes of slip arcs; nan
// where the run does not report it.
std::string balance_lines(const Run& run);
// Which of these the runs report: their columns in the lines above and their titles.
std::string balance_variables(const std::vector<const Run*>& runs);

}  // namespace beltdyn::plots
