// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_statics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
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
// The part of its loop that a point of a belt may be away from its path; long spans sag.
constexpr double kLongestWay = 0.1;
// A correction is shortened to no less than this part.
constexpr double kShortestCorrection = 1.0 / 64.0;

}  // namespace

double smallest_radius(const BeltDrive& drive) {
  double least = kInfinity;
  for (const Pulley& pulley : drive.pulleys) least = std::min(least, pulley.radius);
  return least;
}

double tolerance_of(const BeltDrive& drive, const AleParameters& parameters) {
  if (parameters.newton_tolerance > 0.0) return parameters.newton_tolerance;
  return kRelativeTolerance * std::max(std::abs(drive.initial_force()), kSmallStrain * drive.belt.axial_stiffness);
}

// What no belt gets to in a step; comparisons are such that what is no number fails them.
std::string objection(const AleEquations& equations) {
  const AleArrays& arrays = equations.arrays();
  const int n = arrays.layout.n_nodes();
  const double longest_way = kLongestWay * equations.model().mesh.loop;
  for (int node = 0; node < n; ++node) {
    const auto at = [&](int c) { return arrays.q[arrays.layout.at(node, kBlock, c)]; };
    if (!(at(3) > 0.0)) return "the belt folded: its particles were no longer in order";
    if (!(std::abs(at(0)) < longest_way)) {
      return fmt::format("the belt left its path: a point went {:.3g} m away, more than a tenth of the loop",
                         std::abs(at(0)));
    }
  }
  return {};
}

// Without friction, pulleys at rest, the first particle held at its node.
void find_static_equilibrium(AleEquations& equations, double accepted) {
  const AleStep statics{.length = kInfinity, .rates = {}, .friction = FrictionUse::none, .inertia = false, .is_static = true};
  equations.hold(true);
  const double tolerance = kStaticTolerance * accepted;
  double residual = equations.evaluate(statics, 0.0, true);
  for (int i = 0; i < kStaticIterations && !(residual <= tolerance); ++i) {
    const double before = residual;
    const bool regular = equations.correct(statics, 0.0);
    residual = equations.evaluate(statics, 0.0, false);
    for (double share = 1.0; !(residual < before) && share > kShortestCorrection;) {
      share *= 0.5;
      equations.move(statics, -share);
      residual = equations.evaluate(statics, 0.0, false);
    }
    if (!regular || !std::isfinite(residual)) break;
    // The rounding of many short and stiff elements may leave more than the fine tolerance.
    if (residual <= accepted && !(residual < kStagnation * before)) break;
    equations.evaluate(statics, 0.0, true);
  }
  const std::string failure = objection(equations);
  if (!(residual <= accepted) || !failure.empty()) {
    throw SolverError(fmt::format(
        "the belt has no static equilibrium without friction: {}; check pretension, contact stiffness and gravity, or "
        "use more elements, or less touching_refinement where elements are so short that rounding spoils their forces",
        failure.empty() ? fmt::format("a residual of {:.3g} N remains", residual) : failure));
  }
  equations.hold(false);
  equations.forget_tangent();
  equations.commit();
}

}  // namespace beltdyn::eulerian::ale
