// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plots/figures.hpp"

// The balances and the error bars of runs, for figures of their size over time.
namespace beltdyn::plots {

// Is there a balance that is off by anything at all?
bool reports_balances(const Run& run);
// "time" and the largest |value| of each kind of balance: length, mass flow, moments, energy, slopes of slip arcs; nan
// where the run does not report it.
std::string balance_lines(const Run& run);
// Which of these the runs report: their columns in the lines above and their titles.
std::string balance_variables(const std::vector<const Run*>& runs);

// The same of the error bars of span forces, speeds and torques: half widths, the largest of all pulleys or spans.
bool has_errors(const Run& run);
std::string error_lines(const Run& run);
std::string error_variables(const std::vector<const Run*>& runs);

}  // namespace beltdyn::plots
