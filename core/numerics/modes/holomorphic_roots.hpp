// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <functional>
#include <vector>

#include "core/numerics/modes/complex_rectangle.hpp"

namespace beltdyn::numerics {

// The logarithm of a function f without poles at a point. ln f is determined up to multiples of 2πi; the logarithm
// avoids the overflow of f.
struct LogValue {
  std::complex<double> log;       // ln f
  std::complex<double> log_rate;  // f′/f
};

// A function without poles whose roots are sought.
struct HolomorphicFunction {
  std::function<LogValue(std::complex<double> s)> value;
  // τ, if f has terms e^{−s τ}. These repeat over a step of 2π/τ, so that f′/f at its ends would not reveal the turn.
  double longest_delay = 0.0;
};

// All roots of f in a rectangle, each as often as its multiplicity, sorted by imaginary part, then by real part.
//
// By the argument principle, the number of turns of f along the edges of a rectangle is the number of roots inside.
// Steps along an edge are halved until f′/f determines the change of the phase reliably. Rectangles are cut until
// Newton's method, with f divided by the roots already found, finds all roots of each, or until the roots cannot be
// separated. A cut that meets a root is shifted, and so are the outer edges: roots up to a hundredth of the rectangle
// outside it may be found as well. The result for the same f is reproducible.
//
// Throws SolverError with the doubtful part of the rectangle if a number of turns is not an integer or fewer roots are
// found than counted, and if f is evaluated more than `most_evaluations` times.
std::vector<std::complex<double>> roots_within(const HolomorphicFunction& f, const ComplexRectangle& rectangle,
                                               int most_evaluations = 3'000'000);

}  // namespace beltdyn::numerics
