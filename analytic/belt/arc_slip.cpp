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

ArcSlip slip_at(const StringArc& arc, const ArcEntry& entry) {
  ArcEntry beside = entry;
  beside.log_slip -= kSlopeStep * (1.0 + std::abs(entry.log_slip));
  ArcSlip slip{.log_slip = entry.log_slip, .exit = arc.exit(entry)};
  slip.growth = (slip.exit.log_change - arc.exit(beside).log_change) / (entry.log_slip - beside.log_slip);
  return slip;
}

std::optional<ArcSlip> find_slip(const StringArc& arc, ArcEntry entry, double log_change, std::optional<double> near) {
  const auto at = [&](double y) {
    entry.log_slip = y;
    return slip_at(arc, entry);
  };
  double low = -std::numeric_limits<double>::infinity();
  double high = largest_log_slip(entry);
  bool knows_high = false;
  double y = near ? *near : kLinearSlip + log_change - at(kLinearSlip).exit.log_change;
  y = std::min(y, high);
  for (int i = 0; i < kMostTrials; ++i) {
    ArcSlip slip = at(y);
    const double missing = log_change - slip.exit.log_change;
    if (std::abs(missing) <= kMetChange) return slip;
    const bool is_past = !(slip.growth > 0.0);  // the largest force
    (is_past || missing < 0.0 ? high : low) = y;
    double next = is_past ? y - 1.0 - i : y + missing / slip.growth;
    if (!is_past && std::abs(next - y) <= kLastCorrection * (1.0 + std::abs(y))) return at(next);
    if (next >= high && !knows_high) {
      const ArcSlip most = at(high);
      if (most.exit.log_change < log_change && most.growth > 0.0) return {};
      knows_high = true;
    }
    if (next >= high || next <= low) next = std::isfinite(low) ? 0.5 * (low + high) : high - 1.0 - i;
    if (high - low <= kLastCorrection) return {};
    y = next;
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
