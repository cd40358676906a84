// SPDX-License-Identifier: MIT
#include "eulerian/ale/modes/mode_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using Complex = std::complex<double>;

// Depth of the search below the real axis, relative to the highest frequency, so that roots on the axis lie within [-].
constexpr double kBelowAxis = 1e-2;
// Largest imaginary part of a real root, relative to its magnitude [-].
constexpr double kRealRoot = 1e-9;
// Largest distance of a root from its guess, relative to the highest frequency [-].
constexpr double kNearGuess = 0.1;

bool is_real(Complex root) { return std::abs(root.imag()) <= kRealRoot * std::abs(root); }

}  // namespace

std::vector<numerics::Eigenpair> mode_pairs(numerics::ComplexFamily& family, const ModeSearch& search, double least) {
  const double rate = search.bound_of_rate();
  const double highest = search.highest_angular_frequency();
  const numerics::ComplexRectangle range{{-rate, -kBelowAxis * highest},
                                         {std::max(rate, search.bound_of_growth()), highest}};
  std::vector<numerics::Eigenpair> modes;
  // Growth faster than any decay that is searched usually does not exist.
  for (numerics::Eigenpair& mode : numerics::eigenvalues_within(family, range, rate)) {
    if (std::abs(mode.value) <= least) continue;
    if (is_real(mode.value)) {
      mode.value = mode.value.real();
    } else if (mode.value.imag() < 0.0) {
      continue;
    }
    modes.push_back(std::move(mode));
  }
  return modes;
}

double damped_rate(const Belt& belt) {
  double least = std::numeric_limits<double>::infinity();
  if (belt.axial_damping > 0.0) least = belt.axial_stiffness / belt.axial_damping;
  if (belt.bending_damping > 0.0 && belt.bending_stiffness > 0.0) {
    least = std::min(least, belt.bending_stiffness / belt.bending_damping);
  }
  return least;
}

void require_digits(const ModeSearch& search, double longest_memory) {
  constexpr double kMostDecay = 27.6;  // a growth by 1e12
  const double decay = search.bound_of_rate() * longest_memory;
  if (decay <= kMostDecay) return;
  throw SolverError(fmt::format(
      "linear/modes/highest_rate of {:.4g} 1/s includes modes that decay by a factor of e^{:.3g} while the "
      "belt stays on a pulley, more than double precision resolves; leave it out, or use at most {:.3g} 1/s",
      search.bound_of_rate(), decay, search.bound_of_rate() * kMostDecay / decay));
}

std::vector<std::optional<Complex>> followed_modes(numerics::ComplexFamily& family, const ModeSearch& search,
                                                   std::span<const Complex> guesses) {
  std::vector<std::optional<Complex>> roots =
      numerics::eigenvalues_near(family, guesses, kNearGuess * search.highest_angular_frequency());
  for (std::optional<Complex>& root : roots) {
    if (root && is_real(*root)) root = root->real();
  }
  return roots;
}

}  // namespace beltdyn::eulerian::ale
