// SPDX-License-Identifier: MIT
#include "analytic/belt/arc_slip.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace beltdyn::analytic {
namespace {

// Slower surface over faster one beyond which the belt just slips.
constexpr double kSlowestOverFastest = 0.01;
// A slip at which every law is linear, even where it then grows from the entry to the exit by 10^100000.
constexpr double kLinearSlip = -1e6;
// The difference of the slope, of 1 + |y|: where y is large so are the changes of y that matter.
constexpr double kSlopeStep = 1e-6;
// The integration of an arc is as exact.
constexpr double kMetChange = 1e-12;
// A correction of y, of 1 + |y|, whose square is rounding.
constexpr double kLastCorrection = 1e-9;
// More than Newton's method takes from a linear law to gross slip; the rest halves intervals.
constexpr int kMostTrials = 60;
// Slips at which the largest force is looked for, each e times the next.
constexpr int kForcesTried = 12;

}  // namespace

double largest_log_slip(const ArcEntry& entry) {
  const double ratio = entry.direction > 0.0 ? 1.0 - kSlowestOverFastest : 1.0 / kSlowestOverFastest - 1.0;
  return std::log(ratio * entry.flux * entry.stretch);
}

std::optional<ArcSlip> find_slip(const StringArc& arc, ArcEntry entry, double log_change, std::optional<double> near) {
  const auto at = [&](double y) {
    entry.log_slip = y;
    return ArcSlip{.log_slip = y, .exit = arc.exit(entry)};
  };
  // d ln|Δτ| / dy
  const auto growth_at = [&](const ArcSlip& slip) {
    const double step = kSlopeStep * (1.0 + std::abs(slip.log_slip));
    return (slip.exit.log_change - at(slip.log_slip - step).exit.log_change) / step;
  };
  double low = -std::numeric_limits<double>::infinity();
  double high = largest_log_slip(entry);
  bool knows_high = false;
  double y = std::min(high, near ? *near : kLinearSlip + log_change - at(kLinearSlip).exit.log_change);
  for (int i = 0; i < kMostTrials && high - low > kLastCorrection; ++i) {
    const ArcSlip slip = at(y);
    const double missing = log_change - slip.exit.log_change;
    if (std::abs(missing) <= kMetChange) return slip;
    const double growth = growth_at(slip);
    const bool is_past = !(growth > 0.0);  // the largest force
    const double next = y + missing / growth;
    if (!is_past && std::abs(next - y) <= kLastCorrection * (1.0 + std::abs(y))) return at(next);
    (is_past || missing < 0.0 ? high : low) = y;
    if (!is_past && next >= high && !knows_high) {
      const ArcSlip most = at(high);
      if (most.exit.log_change < log_change && growth_at(most) > 0.0) return {};
      knows_high = true;
    }
    if (!is_past && next > low && next < high) {
      y = next;
    } else {
      y = std::isfinite(low) ? 0.5 * (low + high) : high - 1.0 - i;
    }
  }
  return {};
}

double largest_log_change(const StringArc& arc, ArcEntry entry) {
  const double most = largest_log_slip(entry);
  double largest = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < kForcesTried; ++i) {
    entry.log_slip = most - i;
    largest = std::max(largest, arc.exit(entry).log_change);
  }
  return largest;
}

double small_slip_rate(const StringArc& arc, ArcEntry entry) {
  entry.log_slip = kLinearSlip;
  return std::exp(kLinearSlip - arc.exit(entry).log_change);
}

}  // namespace beltdyn::analytic
