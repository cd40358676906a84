// SPDX-License-Identifier: MIT
#include "core/numerics/ode/ode.hpp"

#include <algorithm>
#include <cmath>

#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn {
namespace {

// A step below this part of the first trial means that the right-hand side is not smooth.
constexpr double kSmallestPart = 1e-9;
// The place in the panel at which its slope is compared with the right-hand side: near the largest error of the slope.
constexpr double kProbe = 0.125;
constexpr double kShrink = 0.5;
constexpr double kGrow = 2.0;
// Halving the step reduces the interpolation error by 2⁶: a panel this far below the tolerance may grow.
constexpr double kGrowBelow = 1.0 / 128.0;

template <std::size_t N>
struct Node {
  OdeState<N> value{};
  OdeState<N> rate{};
};

// Coefficients of the quintic with values and slopes of three nodes at ξ = 0, 1/2, 1.
template <std::size_t N>
OdePanel<N> make_panel(double start, double length, const Node<N>& first, const Node<N>& middle, const Node<N>& last) {
  OdePanel<N> panel{.start = start, .length = length};
  for (std::size_t i = 0; i < N; ++i) {
    const double m0 = length * first.rate[i];
    const double a = last.value[i] - first.value[i] - m0;          // c2 + c3 + c4 + c5
    const double b = length * last.rate[i] - m0;                   // 2 c2 + 3 c3 + 4 c4 + 5 c5
    const double c = middle.value[i] - first.value[i] - 0.5 * m0;  // c2/4 + c3/8 + c4/16 + c5/32
    const double d = length * middle.rate[i] - m0;                 // c2 + 3 c3/4 + c4/2 + 5 c5/16
    const double p = b - 2.0 * a;                                  // c3 + 2 c4 + 3 c5
    const double c5 = 16.0 * (d - a) + 4.0 * p;
    const double c4 = 0.5 * (32.0 * c - 8.0 * a + 4.0 * p - 5.0 * c5);
    const double c3 = p - 2.0 * c4 - 3.0 * c5;
    const std::array<double, OdePanel<N>::kCoefficients> all{first.value[i], m0, a - c3 - c4 - c5, c3, c4, c5};
    for (std::size_t j = 0; j < all.size(); ++j) panel.coefficients[j][i] = all[j];
  }
  return panel;
}

// Largest residual |p'(t) − f(t, p(t))| h of the panel at the probe, relative to the tolerance.
template <std::size_t N>
double defect(const OdeRates<N>& rates, const OdePanel<N>& panel, const OdeTolerance& tolerance) {
  const double time = panel.start + kProbe * panel.length;
  OdeState<N> value{};
  for (std::size_t i = 0; i < N; ++i) value[i] = panel.value(i, time);
  const OdeState<N> rate = rates(time, value);
  double largest = 0.0;
  for (std::size_t i = 0; i < N; ++i) {
    const double bound = tolerance.absolute + tolerance.relative * std::abs(value[i]);
    largest = std::max(largest, std::abs(panel.rate(i, time) - rate[i]) * panel.length / bound);
  }
  return largest;
}

// One step of the Fehlberg pair, with its error estimate.
template <std::size_t N>
OdeState<N> fehlberg_step(const OdeRates<N>& rates, double time, const Node<N>& from, double length,
                          OdeState<N>& error) {
  using State = OdeState<N>;
  boost::numeric::odeint::runge_kutta_fehlberg78<State> stepper;
  State end{};
  stepper.do_step([&rates](const State& x, State& dxdt, double t) { dxdt = rates(t, x); }, from.value, from.rate, time,
                  end, length, error);
  return end;
}

// One step of the Fehlberg pair; false if its error estimate exceeds the tolerance.
template <std::size_t N>
bool half_step(const OdeRates<N>& rates, double time, const Node<N>& from, double length, const OdeTolerance& tolerance,
               Node<N>& to) {
  OdeState<N> error{};
  to.value = fehlberg_step(rates, time, from, length, error);
  for (std::size_t i = 0; i < N; ++i) {
    const double magnitude = std::max(std::abs(from.value[i]), std::abs(to.value[i]));
    if (!(std::abs(error[i]) <= tolerance.absolute + tolerance.relative * magnitude)) return false;
  }
  to.rate = rates(time + length, to.value);
  return true;
}

}  // namespace

template <std::size_t N>
double OdePanel<N>::value(std::size_t component, double time) const {
  const double x = (time - start) / length;
  double sum = 0.0;
  for (std::size_t i = kCoefficients; i-- > 0;) sum = sum * x + coefficients[i][component];
  return sum;
}

template <std::size_t N>
double OdePanel<N>::rate(std::size_t component, double time) const {
  const double x = (time - start) / length;
  double sum = 0.0;
  for (std::size_t i = kCoefficients; i-- > 1;) sum = sum * x + static_cast<double>(i) * coefficients[i][component];
  return sum / length;
}

template <std::size_t N>
OdeStep<N> ode_step(const OdeRates<N>& rates, double time, const OdeState<N>& state, double max_step,
                    const OdeTolerance& tolerance) {
  const Node<N> first{state, rates(time, state)};
  OdeStep<N> step;
  for (double length = max_step; length >= kSmallestPart * max_step; length *= kShrink) {
    const double half = 0.5 * length;
    Node<N> middle;
    Node<N> last;
    if (half_step(rates, time, first, half, tolerance, middle) &&
        half_step(rates, time + half, middle, half, tolerance, last)) {
      step.panel = make_panel(time, length, first, middle, last);
      const double error = defect(rates, step.panel, tolerance);
      if (error <= 1.0) {
        step.end = last.value;
        step.suggested_step = error < kGrowBelow ? kGrow * length : length;
        return step;
      }
    }
    ++step.rejections;
  }
  throw SolverError(
      fmt::format("the step of the differential equation fell from {:.3g} s by a factor below {:.0e} at t = {:.9g} s: "
                  "its right-hand side is not smooth there; use a looser tolerance",
                  max_step, 1.0 / kSmallestPart, time));
}

template <std::size_t N>
OdeTrial<N> ode_trial(const OdeRates<N>& rates, double time, const OdeState<N>& state, const OdeState<N>& rate,
                      double length, const OdeTolerance& tolerance) {
  // 2⁸ − 1: with a formula of order 8, the error of the two halves is their difference from the whole step over this.
  constexpr double kGain = 255.0;
  const Node<N> start{state, rate};
  OdeState<N> unused{};
  const OdeState<N> whole = fehlberg_step(rates, time, start, length, unused);
  const double half = 0.5 * length;
  Node<N> middle{.value = fehlberg_step(rates, time, start, half, unused), .rate = {}};
  middle.rate = rates(time + half, middle.value);
  OdeTrial<N> trial{.end = fehlberg_step(rates, time + half, middle, half, unused)};
  for (std::size_t i = 0; i < N; ++i) {
    const double bound = tolerance.absolute + tolerance.relative * std::max(std::abs(state[i]), std::abs(trial.end[i]));
    const double part = std::abs(trial.end[i] - whole[i]) / (kGain * bound);
    // NaN counts as an infinite error.
    trial.error = part <= trial.error ? trial.error : std::isnan(part) ? HUGE_VAL : part;
  }
  return trial;
}

double next_trial_length(double length, double error) {
  // The error grows with the 8th power of the length; the safety factor makes the step a little shorter than just
  // acceptable.
  constexpr double kSafety = 0.9;
  constexpr double kLeast = 0.1;
  constexpr double kMost = 4.0;
  return length * std::clamp(kSafety * std::pow(error, -1.0 / 8.0), kLeast, kMost);
}

// Systems of up to eleven variables: a contact with the memory of any law, or a belt on an arc.
#define BELTDYN_ODE_OF(N)                                                                                       \
  template struct OdePanel<N>;                                                                                  \
  template OdeStep<N> ode_step<N>(const OdeRates<N>&, double, const OdeState<N>&, double, const OdeTolerance&); \
  template OdeTrial<N> ode_trial<N>(const OdeRates<N>&, double, const OdeState<N>&, const OdeState<N>&, double, \
                                    const OdeTolerance&);
BELTDYN_ODE_OF(1)
BELTDYN_ODE_OF(2)
BELTDYN_ODE_OF(3)
BELTDYN_ODE_OF(4)
BELTDYN_ODE_OF(5)
BELTDYN_ODE_OF(6)
BELTDYN_ODE_OF(7)
BELTDYN_ODE_OF(8)
BELTDYN_ODE_OF(9)
BELTDYN_ODE_OF(10)
BELTDYN_ODE_OF(11)
#undef BELTDYN_ODE_OF

}  // namespace beltdyn
