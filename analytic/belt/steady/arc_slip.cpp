// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/arc_slip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Surface over belt, and belt over surface, where the other one is faster, below which the belt just slips. A load that
// falls with the speed of its pulley holds it in gross slip next to rest.
constexpr double kSlowestSurface = 1e-6;
constexpr double kSlowestBelt = 0.01;
// Slips y at which laws are linear as long as slip grows by no more than exp(|y|/2) from the entry to the exit. Less
// would be lost in the rounding of y.
constexpr std::array kLinearSlips{-1e6, -1e9, -1e12};
// The difference of the slope, of 1 + |y|: where y is large so are the changes of y that matter.
constexpr double kSlopeStep = 1e-6;
// The integration of an arc is as exact.
constexpr double kMetChange = 1e-12;
// A correction of y, of 1 + |y|, whose square is rounding.
constexpr double kLastCorrection = 1e-9;
// More than Newton's method takes from a linear law to gross slip; the rest halves intervals.
constexpr int kMostTrials = 60;
// Slips at which the largest force is searched, each e times the next.
constexpr int kForcesTried = 12;

}  // namespace

double largest_log_slip(const ArcEntry& entry) {
  const double ratio = entry.direction > 0.0 ? 1.0 - kSlowestSurface : 1.0 / kSlowestBelt - 1.0;
  return std::log(ratio * entry.flux * entry.stretch);
}

namespace {

// None if the belt cannot be followed to the exit: it slips too fast on the way.
std::optional<ArcSlip> slip_at(const StringArc& arc, ArcEntry entry, double y) {
  entry.log_slip = y;
  try {
    return ArcSlip{.log_slip = y, .exit = arc.exit(entry)};
  } catch (const SolverError&) {
    return {};
  }
}

// d ln|Δτ| / dy
double growth_at(const StringArc& arc, const ArcEntry& entry, const ArcSlip& slip) {
  const double step = kSlopeStep * (1.0 + std::abs(slip.log_slip));
  const std::optional<ArcSlip> beside = slip_at(arc, entry, slip.log_slip - step);
  return beside ? (slip.exit.log_change - beside->exit.log_change) / step : 0.0;
}

// ln |Δτ| − y where the law is linear. Throws SolverError.
double linear_gain(const StringArc& arc, ArcEntry entry) {
  double gain = 0.0;
  for (const double y : kLinearSlips) {
    entry.log_slip = y;
    gain = arc.exit(entry).log_change - y;
    if (gain < -0.5 * y) break;
  }
  return gain;
}

}  // namespace

std::optional<ArcSlip> find_slip(const StringArc& arc, const ArcEntry& entry, double log_change,
                                 std::optional<double> near) {
  double low = -std::numeric_limits<double>::infinity();
  double high = largest_log_slip(entry);
  bool high_is_known = false;
  bool is_below = false;  // the root, for the force at `high` is more than is asked for
  double missing_at_low = 0.0;
  double growth_at_low = 0.0;
  double y = std::min(high, near ? *near : log_change - linear_gain(arc, entry));
  for (int i = 0; i < kMostTrials && high - low > kLastCorrection; ++i) {
    double next = high;
    if (const std::optional<ArcSlip> slip = slip_at(arc, entry, y)) {
      const double missing = log_change - slip->exit.log_change;
      if (std::abs(missing) <= kMetChange) return slip;
      const double growth = growth_at(arc, entry, *slip);
      if (growth > 0.0) next = y + missing / growth;
      if (growth > 0.0 && std::abs(next - y) <= kLastCorrection * (1.0 + std::abs(y))) return slip_at(arc, entry, next);
      // Where it does not grow the largest force is passed.
      (growth > 0.0 && missing > 0.0 ? low : high) = y;
      if (high == y) is_below = missing < 0.0;
      if (low == y) {
        missing_at_low = missing;
        growth_at_low = growth;
      }
    } else {
      high = y;
      is_below = false;
    }
    // ln |Δτ| is concave up to its largest value: that stays below its tangent.
    if (high < largest_log_slip(entry) && !is_below && growth_at_low * (high - low) < missing_at_low) return {};
    if (next >= high && low == y && !high_is_known) {
      high_is_known = true;
      const std::optional<ArcSlip> most = slip_at(arc, entry, high);
      if (most && most->exit.log_change < log_change && growth_at(arc, entry, *most) > 0.0) return {};
    }
    y = next > low && next < high ? next : std::isfinite(low) ? 0.5 * (low + high) : high - 1.0 - i;
  }
  return {};
}

double largest_log_change(const StringArc& arc, const ArcEntry& entry) {
  const double most = largest_log_slip(entry);
  double largest = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < kForcesTried; ++i) {
    if (const std::optional<ArcSlip> slip = slip_at(arc, entry, most - i)) {
      largest = std::max(largest, slip->exit.log_change);
    }
  }
  return largest;
}

double small_slip_rate(const StringArc& arc, const ArcEntry& entry) { return std::exp(-linear_gain(arc, entry)); }

}  // namespace beltdyn::analytic
