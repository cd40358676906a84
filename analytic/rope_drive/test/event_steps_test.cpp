// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/event_steps.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::event_steps_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kTolerance = 1e-12;

// A ball that falls from a height of 1 with the acceleration 2, until it reaches the floor.
EventSystem ball(double& height) {
  return {.rates =
              [&height](double, std::span<const double> x, std::span<double> rate) {
                height = x[0];
                rate[0] = x[1];
                rate[1] = -2.0;
              },
          .margin = [&height] { return height; },
          .begin = [] {},
          .reads_own_step = [] { return false; },
          .shortest = [](double) { return 1e-14; }};
}

}  // namespace

TEST_CASE("event steps: a step ends where a margin is used up") {
  double height = 1.0;
  const EventSystem system = ball(height);
  EventSteps steps({1.0, 0.0}, {kTolerance, kTolerance}, 2, 1e-3);
  bool has_event = false;
  for (int i = 0; i < 100 && !has_event; ++i) {
    system.rates(steps.time(), steps.state(), steps.rate());
    has_event = steps.step(system, HUGE_VAL);
  }
  REQUIRE(has_event);
  CHECK(close(steps.time(), 1.0, {.abs = 1e-10}));
  CHECK(close(steps.state()[1], -2.0, {.abs = 1e-9}));
  CHECK(steps.state()[0] <= 0.0);
}

// dx/dt = −x(t − d): steps longer than the delay read their own result.
TEST_CASE("event steps: a step that reads itself is repeated until it is its own history") {
  constexpr double kDelay = 0.01;
  // dx/dt = −x(t − d), x = exp(s t) with s = −exp(−s d)
  double s = -1.0;
  for (int i = 0; i < 100; ++i) s = -std::exp(-s * kDelay);
  bool reads = false;
  std::size_t near = 0;
  EventSteps steps({1.0}, {kTolerance}, 1, 1e-4);
  const EventSystem system{.rates =
                               [&](double t, std::span<const double>, std::span<double> rate) {
                                 const double then = t - kDelay;
                                 reads = reads || then > steps.time();
                                 rate[0] =
                                     -(then <= 0.0 ? std::exp(s * then) : steps.history().at(0, then, near).value);
                               },
                           .margin = [] { return 1.0; },
                           .begin = [&] { reads = false; },
                           .reads_own_step = [&] { return reads; },
                           .shortest = [](double) { return 1e-14; }};
  double longest = 0.0;
  while (steps.time() < 1.0) {
    const double before_now = steps.time();
    system.rates(before_now, steps.state(), steps.rate());
    CHECK_FALSE(steps.step(system, HUGE_VAL));
    longest = std::max(longest, steps.time() - before_now);
  }
  CHECK(longest > kDelay);
  std::vector<double> x(1);
  steps.look(1.0, x);
  CHECK(close(x[0], std::exp(s), {.rel = 1e-10}));
}

TEST_CASE("event steps: what cannot be integrated is told") {
  EventSteps steps({1.0}, {kTolerance}, 1, 1e-3);
  const EventSystem system{
      .rates = [](double t, std::span<const double>, std::span<double> rate) { rate[0] = t < 0.5 ? 0.0 : NAN; },
      .margin = [] { return 1.0; },
      .begin = [] {},
      .reads_own_step = [] { return false; },
      .shortest = [](double) { return 1e-12; }};
  const auto run = [&] {
    while (steps.time() < 1.0) {
      system.rates(steps.time(), steps.state(), steps.rate());
      steps.step(system, HUGE_VAL);
    }
  };
  CHECK_THROWS_WITH_AS(run(), doctest::Contains("still too long for the tolerance"), SolverError);
  CHECK(steps.time() < 0.5 + 1e-9);
}

}  // namespace beltdyn::event_steps_test
