// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>

namespace beltdyn {

template <std::size_t N>
using OdeState = std::array<double, N>;

// The right-hand side of dx/dt = f(t, x).
template <std::size_t N>
using OdeRates = std::function<OdeState<N>(double time, const OdeState<N>& state)>;

// Bound of the error per step and component: absolute + relative |x|.
struct OdeTolerance {
  double relative{};
  double absolute{};
};

// The solution over one step: the polynomial of degree 5 through values and slopes at its start, middle and end. Panels
// can be stored as the history of the solution.
template <std::size_t N>
struct OdePanel {
  static constexpr std::size_t kCoefficients = 6;

  double start{};   // t₀ [s]
  double length{};  // h [s]
  // x = Σ coefficients[i] ξ^i with ξ = (t − t₀)/h
  std::array<OdeState<N>, kCoefficients> coefficients{};

  double end() const { return start + length; }
  double value(std::size_t component, double time) const;
  double rate(std::size_t component, double time) const;  // dx/dt
};

// An accepted step.
template <std::size_t N>
struct OdeStep {
  OdePanel<N> panel;
  OdeState<N> end{};        // x at the end of the step
  double suggested_step{};  // length that the error control expects to accept next [s]
  int rejections{};         // rejected trial steps
};

// One step of exactly `length` from (t, x), where dx/dt = rate, for integrations without dense output: two halves with
// the formula of order 8 of the Fehlberg pair of Odeint, compared with one step over the whole length. The pair's own
// estimate only uses the ends of the step and misses a kink between them. Instantiated for N = 1 to 11.
template <std::size_t N>
struct OdeTrial {
  OdeState<N> end{};
  double error{};  // largest estimated error of a component over its bound; a step with error ≤ 1 is accepted [-]
};
template <std::size_t N>
OdeTrial<N> ode_trial(const OdeRates<N>& rates, double time, const OdeState<N>& state, const OdeState<N>& rate,
                      double length, const OdeTolerance& tolerance);
// The length of the next step, or of a repetition, from the length and the error of the last one.
double next_trial_length(double length, double error);

// One explicit step from (t, x), at most max_step > 0 long, shorter where the tolerance requires it. The step consists
// of two halves by the Fehlberg 7(8) pair of Odeint, each accepted by its error estimate. The panel is accepted if its
// slope satisfies the differential equation at an intermediate time within the tolerance over h. Its interpolation
// error of order h⁶ suits delay equations, where a dense output of 4th order would limit the accuracy of the history.
// Throws SolverError if the step underflows. Instantiated for N = 1 to 11.
template <std::size_t N>
OdeStep<N> ode_step(const OdeRates<N>& rates, double time, const OdeState<N>& state, double max_step,
                    const OdeTolerance& tolerance);

}  // namespace beltdyn
