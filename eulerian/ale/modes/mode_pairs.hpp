// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

#include "core/linear/linear_options.hpp"
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"

namespace beltdyn::eulerian::ale {

// The modes of small motions T(s) x = 0 in the range of a search, in the upper half plane and on its edge, as
// LinearAnalysis::modes() has them; without those nearer to 0 than `least` [1/s]. Throws SolverError.
std::vector<numerics::Eigenpair> mode_pairs(numerics::ComplexFamily& family, const ModeSearch& search, double least);

// What decays at a rate was larger when it came to a pulley, by the factor that double precision has to bear. Throws
// SolverError if that is too much for the range of a search; friction on a pulley remembers for a time [s].
void require_digits(const ModeSearch& search, double longest_memory);

// Those near guesses by Newton's method, none where it has found none.
std::vector<std::optional<std::complex<double>>> followed_modes(numerics::ComplexFamily& family,
                                                                const ModeSearch& search,
                                                                std::span<const std::complex<double>> guesses);

}  // namespace beltdyn::eulerian::ale
