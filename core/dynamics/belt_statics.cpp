// SPDX-License-Identifier: MIT
#include "core/dynamics/belt_statics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {
namespace {

// The default tolerance of the residual as part of the force in the untouched belt; results do not change below it.
constexpr double kRelativeTolerance = 2.5e-7;
// A belt without pretension is given the force of this strain instead.
constexpr double kComparedStrain = 1e-3;
// What rounding leaves of residuals, as part of EA L/h. Measured on conveyors of kilometres: 35 times the machine
// epsilon.
constexpr double kRounding = 64.0 * std::numeric_limits<double>::epsilon();
// The residuals of all nodes add up in a belt that nothing holds; statics therefore iterates to this part of a step's
// tolerance.
constexpr double kStaticTolerance = 1e-3;
// Measured in both formulations: full corrections converge within 14 iterations or not at all, shortened ones within
// 161. Shortened corrections are slow where contacts close, but also solve loose, stiff or strongly stretched belts.
constexpr int kFullIterations = 50;
constexpr int kShortenedIterations = 200;
// Newton's method stagnates if an iteration leaves more than this part of the residual.
constexpr double kStagnation = 0.5;

enum class Corrections { full, shortened };

// Returns the remaining residual [N].
double iterate(BeltSystem& system, double accepted, const BeltStep& step, Corrections corrections) {
  const bool is_full = corrections == Corrections::full;
  const double tolerance = kStaticTolerance * accepted;
  double residual = system.evaluate(step, true);
  for (int i = 0; i < (is_full ? kFullIterations : kShortenedIterations) && !(residual <= tolerance); ++i) {
    const double before = residual;
    const bool regular = system.correct(step);
    if (!is_full) system.shorten_correction(step, before, tolerance);
    residual = system.evaluate(step, true);
    if (!regular || !std::isfinite(residual)) break;
    // With many short and stiff elements, rounding may keep the residual above the finer tolerance.
    if (residual <= accepted && !(residual < kStagnation * before)) break;
  }
  return residual;
}

}  // namespace

double residual_tolerance(const BeltDrive& drive, double configured) {
  if (configured > 0.0) return configured;
  return kRelativeTolerance * std::max(std::abs(force_at_rest(drive)), kComparedStrain * drive.belt.axial_stiffness);
}

double residual_tolerance(double force, double axial_stiffness, double configured) {
  if (configured > 0.0) return configured;
  return kRelativeTolerance * (force > 0.0 ? force : kComparedStrain * axial_stiffness);
}

double residual_rounding(double axial_stiffness, double length, double shortest_element) {
  return kRounding * axial_stiffness * length / shortest_element;
}

BeltStep resting_step() {
  constexpr double kLength = 1.0;  // [s]
  return {.length = kLength, .end = 0.0, .rates = numerics::StepScheme::quasi_static().rates(kLength)};
}

StaticState::StaticState(BeltSystem& system)
    : q_(system.arrays_view().q), v_(system.arrays_view().v), a_(system.arrays_view().a) {
  for (std::size_t p = 0; p < system.mounts().size(); ++p) mounts_.push_back(system.mounts()[p].q);
}

void StaticState::restore(BeltSystem& system) const {
  const BeltArraysView arrays = system.arrays_view();
  arrays.q = q_;
  arrays.v = v_;
  arrays.a = a_;
  system.mounts().put(mounts_);
}

double find_equilibrium(BeltSystem& system, double accepted, const BeltStep& step) {
  const StaticState before(system);
  const double residual = iterate(system, accepted, step, Corrections::full);
  if (residual <= accepted) return residual;
  before.restore(system);
  return iterate(system, accepted, step, Corrections::shortened);
}

BeltRest find_rest(BeltSystem& system, const std::function<std::string()>& settle,
                   const std::function<void()>& lay_on_path) {
  const bool has_mounts = system.mounts().n_unknowns() > 0;
  bool lets_go = has_mounts && system.drive().starts_held();
  system.hold(true);
  system.hold_mounts(lets_go);
  BeltRest rest{.failure = settle()};
  if (!rest.failure.empty() && has_mounts && !lets_go) {
    const BeltArraysView arrays = system.arrays_view();
    system.mounts().put(mounts_at_rest(system.drive()));
    lay_on_path();
    std::ranges::fill(arrays.v, 0.0);
    std::ranges::fill(arrays.a, 0.0);
    system.hold_mounts(true);
    lets_go = settle().empty();
    if (lets_go) rest = {.failure = {}, .imbalance = system.mount_imbalance(kStatics)};
  }
  if (rest.failure.empty() && lets_go) system.mounts().let_go(0.0);
  system.hold_mounts(false);
  system.hold(false);
  return rest;
}

}  // namespace beltdyn
