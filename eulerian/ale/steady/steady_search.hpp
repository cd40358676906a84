// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

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
