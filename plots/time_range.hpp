// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "plots/figures.hpp"

namespace beltdyn::plots {

// A part of the time of a result [s].
struct TimeRange {
  double from = 0.0;
  double to = std::numeric_limits<double>::infinity();
};

// The result with the rows within a range only, for figures over a part of the time. Figures of the last instant, of
// modes and over the speed stay as they are. Throws UsageError if the range has no rows.
Result within(Result result, const TimeRange& range);

}  // namespace beltdyn::plots
