// SPDX-License-Identifier: MIT
#include "verification/exact/start_up_wave.hpp"

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::start_up_wave_test {

using namespace beltdyn::exact;

namespace {

constexpr ConveyorBelt kBelt{.axial_stiffness = 2e7, .mass_per_length = 100.0, .resistance = 19.62};

// Checks the balance of momentum and the constitutive law at a place behind the front by differences; fields are linear
// there.
template <class Wave>
void check_balances(const Wave& wave, double y, double time) {
  CAPTURE(y);
  CAPTURE(time);
  constexpr double kY = 1.0;
  constexpr double kT = 1e-3;
  const auto by_y = [&](double WaveState::*of) {
    return (wave.at(y + kY, time).*of - wave.at(y - kY, time).*of) / (2.0 * kY);
  };
  const auto by_t = [&](double WaveState::*of) {
    return (wave.at(y, time + kT).*of - wave.at(y, time - kT).*of) / (2.0 * kT);
  };
  // Tolerances: rounding of N over 2 kT, and of v over 2 kT.
  CHECK(close(kBelt.mass_per_length * by_t(&WaveState::speed), -by_y(&WaveState::force) - kBelt.resistance,
              {.abs = 1e-8}));
  CHECK(close(by_t(&WaveState::force), -kBelt.axial_stiffness * by_y(&WaveState::speed), {.abs = 1e-6}));
}

}  // namespace

TEST_CASE("start-up wave: a drum that runs at once has the forces and speeds of its closed form, and its front dies") {
  const DrumAtOnce wave(kBelt, 0.5);
  CHECK(close(wave.at(0.0, 1e-12).force, 22360.679775, {.rel = 1e-9}));
  CHECK(close(wave.at(0.0, 2.0).force, 31135.0105187, {.rel = 1e-11}));
  CHECK(close(wave.at(300.0, 2.0).force, 25249.0105187, {.rel = 1e-11}));
  CHECK(close(wave.at(300.0, 2.0).speed, 0.434192519422, {.rel = 1e-11}));
  CHECK(close(wave.end_of_jump(), 2279.37612385, {.rel = 1e-11}));
  CHECK(wave.at(900.0, 2.0).force == 0.0);
}

TEST_CASE("start-up wave: both waves keep momentum and length, and the drum its speed") {
  const DrumAtOnce jump(kBelt, 0.5);
  for (const double time : {2.0, 6.0, 8.0}) {
    CHECK(close(jump.at(0.0, time).speed, 0.5, {.rel = 1e-14}));
    for (const double y : {300.0, 800.0}) check_balances(jump, y, time);
  }
  check_balances(jump, 2200.0, 6.0);  // behind the front without a jump
  const DrumSpeedsUp ramp(kBelt, 0.25);
  CHECK(close(ramp.at(0.0, 2.0).speed, 0.5, {.rel = 1e-14}));
  for (const double y : {100.0, 600.0}) check_balances(ramp, y, 2.0);
}

TEST_CASE("start-up wave: without a jump speed and force vanish at the front") {
  const DrumAtOnce jump(kBelt, 0.5);
  const DrumSpeedsUp ramp(kBelt, 0.25);
  constexpr double kRounding = 1e-12;
  const auto check_vanishes = [](const auto& wave, double time) {
    const WaveState state = wave.at(wave.front(time) * (1.0 - kRounding), time);
    CHECK(close(state.speed, 0.0, {.abs = 1e-10}));
    CHECK(close(state.force, 0.0, {.abs = 1e-6}));
  };
  for (const double time : {5.5, 8.0}) check_vanishes(jump, time);
  for (const double time : {0.5, 3.0}) check_vanishes(ramp, time);
}

}  // namespace beltdyn::start_up_wave_test
