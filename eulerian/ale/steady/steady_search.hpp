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

// Sizes of corrections at which a motion on the path to another one is found, the second where the first one leads to
// none: stick is distinguished from slip by differences of stretch, so that the path needs some digits of it. Nearly
// idle drives are lost with few, others are not found with more, where the friction of a point jumps.
inline constexpr double kPathTolerance = 1e-3;
inline constexpr double kFinePath = 1e-5;
// And of a motion at the end.
inline constexpr double kEndTolerance = 1e-8;

// What Newton's method is to come to.
struct SteadyAim {
  std::optional<double> on_path{};                        // the size of a correction; none: at the end
  double strain{};                                        // of the belt: corrections at the end are small parts of it
  int most_iterations = std::numeric_limits<int>::max();  // if fewer than usual
};
// Newton's method for a motion from x.
numerics::NewtonOutcome approach(SteadySystem& system, Eigen::VectorXd& x, const SteadyAim& aim);

// The factor of the stiffness of each pulley's friction at which it is so soft that a belt of this speed gets to the
// friction limit by a slip of a part of a radius, under the pressure of a force; at most 1.
std::vector<double> softest_factors(const AleEquations& equations, double speed, double force);

// Looks for a motion with these laws from a guess, closely with the true ones; false if there is none.
using RampStep =
    std::function<bool(const contact::LawTable<FrictionLaw>& laws, bool is_whole, const Eigen::VectorXd& guess)>;
// Stiffens the laws of friction from the softest ones on, a law being no softer than it needs to be at first. `step`
// puts what it finds into x. Returns the factor that has been reached, 1 at success; none if there was no first motion.
std::optional<double> ramp_friction(const AleEquations& equations, const std::vector<double>& softest,
                                    const Eigen::VectorXd& x, const RampStep& step);

}  // namespace beltdyn::eulerian::ale
