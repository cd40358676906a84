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

// The y of the largest slip that counts as a drive: the surface is a hundred times as fast as the belt, or almost at
// rest.
double largest_log_slip(const ArcEntry& entry);

// Solves StringArc::exit() for the slip with which the belt enters, so that it leaves with ln |Δτ| = log_change; the
// solution is on the side of slip smaller than at the largest force that friction sustains. There ln |Δτ| grows with y,
// with slope 1 for small y, where the law is linear, and is concave unless viscosity matters. So Newton's method
// converges from below, and fast from a `near` y; otherwise intervals are halved. The slip in `entry` is not used.
// Empty if log_change exceeds the friction limit. Throws SolverError if the belt cannot be integrated even where the
// law is linear.
std::optional<ArcSlip> find_slip(const StringArc& arc, const ArcEntry& entry, double log_change,
                                 std::optional<double> near);

// The largest ln |Δτ| that friction sustains, to a hundredth; with viscosity the value at the fastest slip that can be
// integrated.
double largest_log_change(const StringArc& arc, const ArcEntry& entry);

// |v_s/Δτ| for a change of force so small that the law is linear [m/(N s)]. Throws SolverError as find_slip() does.
double small_slip_rate(const StringArc& arc, const ArcEntry& entry);

}  // namespace beltdyn::analytic
