// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/run/runner.hpp"

namespace beltdyn {

// The number of balances of a run that do not close.
int open_balances(const RunReport& report);

// Is the run complete and without warnings?
bool is_clean(const RunReport& report);

// The outcome of a run in one line: "complete", "complete, gross slip on pulley 2"; for a run that reached its end with
// violated balances "ended, 2 balances not closed".
std::string verdict(const RunReport& report);

// Remarks for readers of the results, one sentence each: the intervals of gross slip of each pulley, the findings of
// the simulation, and doubtful conclusions.
std::vector<std::string> remarks(const RunReport& report);

// A sentence for each pulley that is in gross slip, and one with advice. `end_time` is the time of the last row [s];
// `pulley_labels`: see RunReport.
std::vector<std::string> gross_slip_remarks(const std::vector<GrossSlip>& intervals, double end_time,
                                            std::span<const std::string> pulley_labels = {});

}  // namespace beltdyn
