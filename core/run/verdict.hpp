// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/run/runner.hpp"

namespace beltdyn {

// How many balances of a run are open.
int open_balances(const RunReport& report);

// Is the run complete, without warnings?
bool is_clean(const RunReport& report);

// The outcome of a run in one line: "complete", "complete, gross slip on pulley 2", and of a run that has come to its
// end with open balances "ended, 2 balances not closed".
std::string verdict(const RunReport& report);

// Remarks for the reader of the results, a sentence each: which pulleys are in gross slip from when to when, and the
// findings of the simulation.
std::vector<std::string> remarks(const RunReport& report);

// A sentence for each pulley that is in gross slip, and one with advice; `end_time` is that of the last
// row [s], `pulley_labels` are as in RunReport.
std::vector<std::string> gross_slip_remarks(const std::vector<GrossSlip>& intervals, double end_time,
                                            std::span<const std::string> pulley_labels = {});

}  // namespace beltdyn
