// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <functional>
#include <vector>

#include "core/numerics/modes/complex_rectangle.hpp"

namespace beltdyn::numerics {

// A function f without poles, at a point. ln f may have any multiple of 2πi in it, and overflows where f would not fit
// into a double.
struct LogValue {
  std::complex<double> log;       // ln f
  std::complex<double> log_rate;  // f′/f
};

struct HolomorphicFunction {
  std::function<LogValue(std::complex<double> s)> value;
  // τ, if f has terms e^{−s τ}: over a step of 2π/τ they come round to where they were, and f′/f at its ends would not
  // show the turn.
  double longest_delay = 0.0;
};

// All roots of f in a rectangle, each as often as its multiplicity, by rising imaginary part, then by real part.
//
// By the argument principle: the turns of f along the edges of a rectangle are the number of roots within. Steps along
// an edge are halved until f′/f determines the change of phase reliably. Rectangles are cut until each holds no more
// roots than Newton's method, with f divided by the roots that it has found, finds all of, or roots that cannot be
// separated. A cut through a root is moved aside, and the outer edges likewise: roots within a hundredth of the
// rectangle beyond it may be found as well. The same f gives the same roots at each time.
//
// Throws SolverError if a number of turns is no whole one or more roots are counted than there are, with the part of
// the rectangle that is in doubt, and if f is evaluated more than `most_evaluations` times.
std::vector<std::complex<double>> roots_within(const HolomorphicFunction& f, const ComplexRectangle& rectangle,
                                               int most_evaluations = 3'000'000);

}  // namespace beltdyn::numerics
