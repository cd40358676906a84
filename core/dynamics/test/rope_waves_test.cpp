// SPDX-License-Identifier: MIT
#include "core/dynamics/rope_waves.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::rope_waves_test {

TEST_CASE("rope waves: a rope that is driven at once has elements and steps for its waves, and for bodies that swing") {
  RopeDrive rope;
  rope.rope = {.axial_stiffness = 1e6, .mass_per_length = 1.0};  // 1000 m/s
  rope.ends[0].form = WinchEnd{.rate = TimeFunction(-0.5)};
  rope.ends[1].form = BodyEnd{.mass = 10.0, .position = {0.0, -100.0}};
  // √(1e6/(100·10)) = 31.6 rad/s; a wave passes the span in 0.1 s.
  const RopeWaves waves = rope_waves(rope);
  CHECK(waves.change == 0.0);
  CHECK(waves.transit == doctest::Approx(0.1));
  CHECK(waves.swing == doctest::Approx(std::sqrt(1e3)));
  CHECK(chosen_span_elements(rope, 4) == kSpanElements);
  // 0.8 · 0.1 s/32 = 2.5 ms; a phase error of 0.01 in 1 s requires √(0.06/31623) = 1.377 ms.
  CHECK(step_for_waves(rope, 32, 0.02, 1.0) == doctest::Approx(1e-3));
  CHECK(step_for_waves(rope, 32, 1e-4, 1.0) == 1e-4);
  // The run may have 5000 steps.
  CHECK(step_for_waves(rope, 32, 0.2, 100.0) == doctest::Approx(0.02));
  CHECK(wave_warnings(rope, 32, 1e-3, 1.0).empty());
  CHECK(wave_warnings(rope, 4, 1e-3, 1.0).size() == 1);
  CHECK(wave_warnings(rope, 4, 0.2, 100.0).size() == 3);
  // The wave of a ramp of 0.2 s is 200 m long: 16 elements per wave are 8 on the span.
  rope.ends[0].form = WinchEnd{.rate = TimeFunction(TimeFunction::CosineRamp{0.0, 1.0, 0.0, 0.2})};
  CHECK(chosen_span_elements(rope, 4) == 8);
  // The wave of a slow ramp is long, and excites 10/63.2 of the oscillation: √(6.32 · 0.06/31623) = 3.46 ms. A light
  // rope has no waves that a body feels.
  rope.ends[0].form = WinchEnd{.rate = TimeFunction(TimeFunction::CosineRamp{0.0, 1.0, 0.0, 2.0})};
  CHECK(chosen_span_elements(rope, 4) == 4);
  CHECK(rope_waves(rope).excited() == doctest::Approx(10.0 / (2.0 * std::sqrt(1e3))));
  CHECK(step_for_waves(rope, 4, 0.02, 1.0) == doctest::Approx(3e-3));
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
  winch.drum.brake.emplace();
  rope.ends[1].form = winch;
  CHECK(rope_waves(rope).excited() == 1.0);
}

}  // namespace beltdyn::rope_waves_test
