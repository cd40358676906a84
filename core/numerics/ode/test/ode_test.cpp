// SPDX-License-Identifier: MIT
#include "core/numerics/ode/ode.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::ode_test {

using beltdyn::close;
using beltdyn::ode_step;
using beltdyn::OdePanel;
using beltdyn::OdeRates;
using beltdyn::OdeState;
using beltdyn::OdeStep;
using beltdyn::OdeTolerance;

namespace {

const OdeRates<2> kOscillator = [](double, const OdeState<2>& x) { return OdeState<2>{x[1], -x[0]}; };

// Largest error of the panel of one step of the oscillator from (0, 1), whose solution is sin t.
double panel_error(double length) {
  const OdeStep<2> step = ode_step<2>(kOscillator, 0.0, {0.0, 1.0}, length, {.relative = 1.0, .absolute = 1.0});
  double largest = 0.0;
  for (int i = 0; i <= 100; ++i) {
    const double t = length * i / 100.0;
    largest = std::max(largest, std::abs(step.panel.value(0, t) - std::sin(t)));
  }
  return largest;
}

}  // namespace

TEST_CASE("ode: the oscillator returns to its start after a period within the tolerance of all steps") {
  constexpr double kTolerance = 1e-12;
  const double period = 2.0 * std::numbers::pi;
  OdeState<2> x{0.0, 1.0};
  double t = 0.0;
  double step_length = 0.5;
  int steps = 0;
  while (t < period) {
    const double rest = period - t;
    const OdeStep<2> step = ode_step<2>(kOscillator, t, x, std::min(step_length, rest), {.absolute = kTolerance});
    t = step.panel.length == rest ? period : step.panel.end();
    x = step.end;
    step_length = step.suggested_step;
    ++steps;
  }
  CHECK(close(x[0], 0.0, {.abs = steps * kTolerance}));
  CHECK(close(x[1], 1.0, {.abs = steps * kTolerance}));
}

TEST_CASE("ode: the panel between the ends of a step is of sixth order") {
  // sin is odd about t = 0: h^6 comes with a factor of about h, and the observed order lies between 6 and 7.
  const double order = std::log2(panel_error(0.8) / panel_error(0.4));
  CHECK(order > 5.9);
  CHECK(order < 7.1);
}

TEST_CASE("ode: value and rate of a panel are those of the solution") {
  const OdeStep<1> step =
      ode_step<1>([](double, const OdeState<1>& x) { return x; }, 1.0, {std::exp(1.0)}, 0.05, {.relative = 1e-12});
  const double t = 1.0 + 0.6 * step.panel.length;
  CHECK(close(step.panel.value(0, t), std::exp(t), {.rel = 1e-12}));
  // The derivative loses one power of h/2; its interpolation error is at most 1e-12.
  CHECK(close(step.panel.rate(0, t), std::exp(t), {.rel = 1e-10}));
  CHECK(step.panel.end() == 1.0 + step.panel.length);
}

TEST_CASE("ode: a step too long for the tolerance is shortened") {
  const OdeStep<2> step = ode_step<2>(kOscillator, 0.0, {0.0, 1.0}, 10.0, {.absolute = 1e-10});
  CHECK(step.rejections > 0);
  CHECK(step.panel.length < 2.0);
  CHECK(close(step.end[0], std::sin(step.panel.length), {.abs = 1e-10}));
}

TEST_CASE("ode: a right-hand side without a limit is reported instead of stepped over") {
  const OdeRates<1> singular = [](double t, const OdeState<1>&) { return OdeState<1>{1.0 / std::abs(t)}; };
  CHECK_THROWS_WITH_AS(ode_step<1>(singular, -1e-15, {0.0}, 1.0, {.absolute = 1e-12}), doctest::Contains("not smooth"),
                       beltdyn::SolverError);
}

}  // namespace beltdyn::ode_test
