// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/arc_slip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Speed ratios of surface over belt, and of belt over surface if the surface is faster, below which the belt only slips
// [-]. A load that falls with the speed of its pulley holds the pulley in gross slip close to rest.
constexpr double kSlowestSurface = 1e-6;
constexpr double kSlowestBelt = 0.01;
// Slips y at which laws are linear, as long as slip grows by no more than exp(|y|/2) from the entry to the exit.
// Smaller changes would be lost in the rounding of y.
constexpr std::array kLinearSlips{-1e6, -1e9, -1e12};
// Difference for the slope, relative to 1 + |y| [-]: where y is large the relevant changes of y are large too.
constexpr double kSlopeStep = 1e-6;
// Accepted error of ln |Δτ|, the accuracy of the integration along an arc.
constexpr double kMetChange = 1e-12;
// A correction of y, relative to 1 + |y|, whose square is rounding [-].
constexpr double kLastCorrection = 1e-9;
// More iterations than Newton's method needs from a linear law to gross slip; the rest halves intervals.
constexpr int kMostTrials = 60;
// Number of slips, each e times the next one, at which the largest force is searched.
constexpr int kForcesTried = 12;

}  // namespace

double largest_log_slip(const ArcEntry& entry) {
  const double ratio = entry.direction > 0.0 ? 1.0 - kSlowestSurface : 1.0 / kSlowestBelt - 1.0;
  return std::log(ratio * entry.flux * entry.stretch);
}

namespace {

// Empty if the belt cannot be integrated to the exit, since it slips too fast on the way.
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
  bool is_below = false;  // is the root below `high`, where the force exceeds the required one?
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
      // If it does not grow, the largest force is passed.
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
    // ln |Δτ| is concave up to its maximum, so that the maximum lies below the tangent.
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
