// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/solve/damped_newton.hpp"
#include "eulerian/ale/steady/steady_system.hpp"

namespace beltdyn::eulerian::ale {

// Sizes of corrections at which a motion on the path to another one counts as found [-]; kFinePath is tried where
// kPathTolerance leads to no motion. Differences of stretch distinguish stick from slip, so that the path needs some
// digits of them. With few digits nearly idle drives fail; with more digits others fail, where the friction of a
// contact point jumps.
inline constexpr double kPathTolerance = 1e-3;
inline constexpr double kFinePath = 1e-5;
// Size of corrections at the end of the path [-].
inline constexpr double kEndTolerance = 1e-8;

// The target of Newton's method.
struct SteadyAim {
  std::optional<double> on_path{};  // size of a correction; none: as at the end of the path
  double strain{};                  // of the belt: scale of corrections at the end of the path [-]
  int most_iterations = std::numeric_limits<int>::max();  // limit, if lower than usual
};
// Newton's method for a steady motion, starting from x.
numerics::NewtonOutcome approach(SteadySystem& system, Eigen::VectorXd& x, const SteadyAim& aim);

// For each pulley the factor, at most 1, that softens its friction: a belt of the given speed then reaches the friction
// limit within a slip of a part of the radius, under the pressure of `force` [N].
std::vector<double> softest_factors(const AleEquations& equations, double speed, double force);

// Searches for a motion with these laws from a guess; `is_whole`: the true laws, which are solved closely. False if
// none is found.
using RampStep =
    std::function<bool(const contact::LawTable<FrictionLaw>& laws, bool is_whole, const Eigen::VectorXd& guess)>;
// Stiffens the friction laws step by step, from `softest` on; a law starts no softer than it needs to be. `step` writes
// its result into x. Returns the factor reached, 1 at success; none if there was no first motion.
std::optional<double> ramp_friction(const AleEquations& equations, const std::vector<double>& softest,
                                    const Eigen::VectorXd& x, const RampStep& step);

}  // namespace beltdyn::eulerian::ale
