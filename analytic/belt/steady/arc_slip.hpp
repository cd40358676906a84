// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "analytic/belt/steady/string_arc.hpp"

namespace beltdyn::analytic {

// The slip with which a belt enters an arc.
struct ArcSlip {
  double log_slip{};  // y = ln |v_s|, v_s in m/s
  ArcExit exit{};
};

// The y of the largest slip that counts as a drive: the surface is a hundred times as fast as the belt, or next to
// rest.
double largest_log_slip(const ArcEntry& entry);

// StringArc::exit() solved for the slip: that with which the belt has to enter to leave with ln |Δτ| = log_change, on
// the side of small slip of the largest force that friction sustains. There ln |Δτ| grows with y, with the slope 1 of a
// linear law where y is small, and is concave unless viscosity counts, so that Newton's method comes to the root from
// below, and from a `near` y on soon; else intervals are halved. The slip of the entry given does not count. Empty if
// this exceeds the friction limit. Throws SolverError if the belt cannot be followed even where the law is linear.
std::optional<ArcSlip> find_slip(const StringArc& arc, const ArcEntry& entry, double log_change,
                                 std::optional<double> near);

// The ln |Δτ| that friction sustains, to a hundredth; with viscosity that of the fastest slip that can be followed.
double largest_log_change(const StringArc& arc, const ArcEntry& entry);

// |v_s/Δτ| of a change of force so small that the law is linear [m/(N s)]. Throws SolverError as find_slip().
double small_slip_rate(const StringArc& arc, const ArcEntry& entry);

}  // namespace beltdyn::analytic
