// SPDX-License-Identifier: MIT
#include "core/dynamics/rope_waves.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/drive/rope/rope_drive.hpp"
#include "core/dynamics/rope_swing.hpp"

namespace beltdyn::rope_waves_test {

TEST_CASE("rope waves: a rope that is driven at once has elements and steps for its waves, and for bodies that swing") {
  RopeDrive rope;
  rope.rope = {.axial_stiffness = 1e6, .mass_per_length = 1.0};  // 1000 m/s
  rope.ends[0].form = WinchEnd{.rate = TimeFunction(-0.5)};
  rope.ends[1].form = BodyEnd{.mass = 10.0, .position = {0.0, -100.0}};
  // √(1e6/(100·(10 + 100/3))) = 15.2 rad/s with a third of the mass of the span; a wave passes it in 0.1 s.
  const double swing = std::sqrt(1e6 / (100.0 * (10.0 + 100.0 / 3.0)));
  const RopeWaves waves = rope_waves(rope);
  CHECK(waves.change == 0.0);
  CHECK(waves.transit == doctest::Approx(0.1));
  CHECK(waves.swing == doctest::Approx(swing));
  CHECK(chosen_span_elements(rope, 4) == kSpanElements);
  // 0.8 · 0.1 s/32 = 2.5 ms; a phase error of 0.01 in 1 s requires √(0.06/3506) = 4.14 ms, in 10 s 1.31 ms.
  CHECK(step_for_waves(rope, 32, 0.02, 1.0) == doctest::Approx(2e-3));
  CHECK(step_for_waves(rope, 32, 0.02, 10.0) == doctest::Approx(2e-3));
  CHECK(step_for_waves(rope, 32, 1e-4, 1.0) == 1e-4);
  // The run may have 5000 steps.
  CHECK(step_for_waves(rope, 32, 0.2, 100.0) == doctest::Approx(0.02));
  CHECK(wave_warnings(rope, 32, 1e-3, 1.0).empty());
  CHECK(wave_warnings(rope, 4, 1e-3, 1.0).size() == 1);
  CHECK(wave_warnings(rope, 4, 0.2, 100.0).size() == 3);
  // The wave of a ramp of 0.2 s is 200 m long: 16 elements per wave are 8 on the span.
  rope.ends[0].form = WinchEnd{.rate = TimeFunction(TimeFunction::CosineRamp{0.0, 1.0, 0.0, 0.2})};
  CHECK(chosen_span_elements(rope, 4) == 8);
  // The wave of a slow ramp is long, and excites 10/30.4 of the oscillation: √(3.04 · 0.06/3506) = 7.2 ms. A light
  // rope has no waves that a body feels.
  rope.ends[0].form = WinchEnd{.rate = TimeFunction(TimeFunction::CosineRamp{0.0, 1.0, 0.0, 2.0})};
  CHECK(chosen_span_elements(rope, 4) == 4);
  CHECK(rope_waves(rope).excited() == doctest::Approx(10.0 / (2.0 * swing)));
  CHECK(step_for_waves(rope, 4, 0.02, 1.0) == doctest::Approx(7e-3));
  rope.ends[0].form = WinchEnd{.rate = TimeFunction(-0.5)};
  rope.rope.mass_per_length = 1e-4;
  CHECK(chosen_span_elements(rope, 4) == 4);
}

TEST_CASE("rope waves: a block swings on its falls, and a brake excites it at once") {
  // Two falls of 10 m, less the radius: a displacement u of the block changes the length of 20.3 m by 2 u.
  RopeDrive rope;
  rope.rope = {.axial_stiffness = 1e6, .mass_per_length = 1e-3};
  rope.ends[0].form = FixedEnd{.position = {-0.1, 10.0}};
  WinchEnd winch{.position = {0.1, 10.0}};
  winch.drum.radius = 0.1;
  rope.ends[1].form = winch;
  rope.pulleys.emplace_back().radius = 0.1;
  rope.pulleys[0].mount = SliderMount{.direction = {0.0, -2.0}, .suspension = {.inertia = 50.0}};
  const RopeWaves calm = rope_waves(rope);
  CHECK(calm.swing == doctest::Approx(std::sqrt(4.0 * 1e6 / (20.0 + 0.1 * std::numbers::pi) / 50.0)));
  CHECK(calm.excited() == 0.0);
  // Falls of the same length pull alike on a pulley that may turn, which then does not.
  rope.pulleys[0].motion = FreeMotion{};
  CHECK(rope_waves(rope).swing == doctest::Approx(calm.swing));
  winch.drum.brake.emplace();
  rope.ends[1].form = winch;
  CHECK(rope_waves(rope).excited() == 1.0);
}

// Two bodies m on ropes of 10 m and 5 m over a pulley of mass M without radius to speak of: with k = EA/l,
// (k₁ − ω² m) u₁ = k₁ u, (k₂ − ω² m) u₂ = k₂ u, (k₁ + k₂ − ω² M) u = k₁ u₁ + k₂ u₂.
TEST_CASE("rope waves: bodies swing against a pulley that turns, and where it is light against each other") {
  const auto swing_with = [](double mass_of_pulley) {
    RopeDrive rope;
    rope.rope = {.axial_stiffness = 1e6, .mass_per_length = 0.0};
    rope.ends[0] = {.form = BodyEnd{.mass = 100.0, .position = {-1e-4, -10.0}}, .name = "car"};
    rope.ends[1] = {.form = BodyEnd{.mass = 100.0, .position = {1e-4, -5.0}}, .name = "weight"};
    Pulley& pulley = rope.pulleys.emplace_back();
    pulley.radius = 1e-4;
    pulley.motion = FreeMotion{};
    pulley.side = PulleySide::outside;
    pulley.inertia = mass_of_pulley * pulley.radius * pulley.radius;
    return rope_swing(rope, rope.path());
  };
  // A pulley that hardly turns holds the ropes: √(k₂/m).
  const RopeSwing heavy = swing_with(1e6);
  CHECK(heavy.angular_frequency == doctest::Approx(std::sqrt(1e6 / 5.0 / 100.0)).epsilon(1e-3));
  CHECK(heavy.body == "end 2 (weight)");
  // Without its mass, both swing against each other on the whole rope: √(2 k/m).
  CHECK(swing_with(1e-3).angular_frequency == doctest::Approx(std::sqrt(2.0 * 1e6 / 15.0 / 100.0)).epsilon(1e-3));
  const double k1 = 1e5;
  const double k2 = 2e5;
  const double square = std::pow(swing_with(50.0).angular_frequency, 2);
  const double left = k1 + k2 - square * 50.0;
  CHECK(left == doctest::Approx(k1 * k1 / (k1 - square * 100.0) + k2 * k2 / (k2 - square * 100.0)).epsilon(1e-3));
}

}  // namespace beltdyn::rope_waves_test
