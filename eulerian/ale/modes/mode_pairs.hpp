// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

#include "core/drive/belt/belt.hpp"
#include "core/linear/linear_options.hpp"
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"

namespace beltdyn::eulerian::ale {

// The modes of small motions T(s) x = 0 in the range of a search: those in the upper half plane and on its edge, as in
// LinearAnalysis::modes(), except modes closer to 0 than `least` [1/s]. Throws SolverError.
std::vector<numerics::Eigenpair> mode_pairs(numerics::ComplexFamily& family, const ModeSearch& search, double least);

// The decay rate EA/c or EI/d at which the modes of short waves accumulate, if the belt is damped; else infinity [1/s].
double damped_rate(const Belt& belt);

// Throws SolverError if the decay rates of a search exceed what double precision can resolve. The memory of a motion
// that decays was larger when it came to the pulley, by a factor that grows with the time `longest_memory` over which
// friction remembers [s].
void require_digits(const ModeSearch& search, double longest_memory);

// The modes near guesses, by Newton's method; none where it does not converge.
std::vector<std::optional<std::complex<double>>> followed_modes(numerics::ComplexFamily& family,
                                                                const ModeSearch& search,
                                                                std::span<const std::complex<double>> guesses);

}  // namespace beltdyn::eulerian::ale
