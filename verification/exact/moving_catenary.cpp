// SPDX-License-Identifier: MIT
#include "verification/exact/moving_catenary.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::exact {
namespace {

// a = EA − ρA G² [N]
double slope_of(const HangingSpan& span) { return span.axial_stiffness - span.mass_per_length * span.flux * span.flux; }

// x − X/2 of (1) [m]; 0 for H = 0.
double advance_of(const HangingSpan& span, double horizontal_force, double s) {
  if (horizontal_force == 0.0) return 0.0;
  const double weight = span.mass_per_length * span.gravity;
  const double bent = horizontal_force / weight * std::asinh(weight * s / horizontal_force);
  return (span.axial_stiffness * bent + horizontal_force * s) / slope_of(span);
}

}  // namespace

MovingCatenary::MovingCatenary(const HangingSpan& span) : span_(span) {
  const bool has_sense = span.axial_stiffness > 0.0 && span.mass_per_length > 0.0 && span.gravity > 0.0 &&
                         span.distance > 0.0 && span.reference_length > 0.0;
  if (!has_sense) {
    throw UsageError("hanging span: stiffness, mass, gravity, distance and reference length must all be > 0");
  }
  if (!(slope_of(span) > 0.0)) {
    throw UsageError(
        fmt::format("hanging span: the flux of {:.6g} m/s is not below the speed of axial waves, {:.6g} m/s", span.flux,
                    std::sqrt(span.axial_stiffness / span.mass_per_length)));
  }
  // The term H s/a alone reaches X/2 at the upper end; this bounds H from above.
  const double half = 0.5 * span.reference_length;
  const double high = slope_of(span) * span.distance / span.reference_length;
  horizontal_force_ =
      numerics::find_root([&](double force) { return advance_of(span, force, half) - 0.5 * span.distance; }, 0.0, high);
}

CatenaryPoint MovingCatenary::at(double s) const {
  const double weight = span_.mass_per_length * span_.gravity;
  const double half = 0.5 * span_.reference_length;
  const double effective = std::hypot(horizontal_force_, weight * s);
  const double stretch = (span_.axial_stiffness + effective) / slope_of(span_);
  // The height above the supports from (1), without cancellation in N_e: N_e² − N_e,end² = (ρA g)² (s² − L₀²/4).
  const double squares = s * s - half * half;
  const double end = std::hypot(horizontal_force_, weight * half);
  const double y = weight * squares * (span_.axial_stiffness / (effective + end) + 0.5) / slope_of(span_);
  return {.position = {0.5 * span_.distance + advance_of(span_, horizontal_force_, s), y},
          .stretch = stretch,
          .force = effective + span_.mass_per_length * span_.flux * span_.flux * stretch,
          .effective_force = effective};
}

}  // namespace beltdyn::exact
