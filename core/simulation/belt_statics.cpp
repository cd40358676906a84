// SPDX-License-Identifier: MIT
#include "core/simulation/belt_statics.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn {
namespace {

// The default tolerance of the residual is this part of the force in the untouched belt; results do not change below
// it.
constexpr double kRelativeTolerance = 2.5e-7;
// What a belt without pretension is compared with: the force of this strain.
constexpr double kSmallStrain = 1e-3;
// Residuals of all nodes add up in a belt that nothing holds, so that statics takes a finer tolerance than a step.
constexpr double kStaticTolerance = 1e-3;
constexpr int kStaticIterations = 200;
// Newton's method stagnates if an iteration leaves more than this part of the residual.
constexpr double kStagnation = 0.5;

}  // namespace

double residual_tolerance(const BeltDrive& drive, double configured) {
  if (configured > 0.0) return configured;
  return kRelativeTolerance * std::max(std::abs(drive.initial_force()), kSmallStrain * drive.belt.axial_stiffness);
}

double find_equilibrium(BeltSystem& system, double accepted) {
  const double tolerance = kStaticTolerance * accepted;
  double residual = system.evaluate(kStatics, true);
  for (int i = 0; i < kStaticIterations && !(residual <= tolerance); ++i) {
    const double before = residual;
    const bool regular = system.correct(kStatics);
    residual = system.shorten_correction(kStatics, before, tolerance);
    if (!regular || !std::isfinite(residual)) break;
    // The rounding of many short and stiff elements may leave more than the fine tolerance.
    if (residual <= accepted && !(residual < kStagnation * before)) break;
    system.evaluate(kStatics, true);
  }
  return residual;
}

}  // namespace beltdyn
