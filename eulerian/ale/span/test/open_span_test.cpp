// SPDX-License-Identifier: MIT
#include "eulerian/ale/span/open_span.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::eulerian::ale::open_span_test {
namespace {

constexpr double kLength = 2.0;    // L [m]
constexpr double kTension = 10.0;  // T [N]
constexpr double kMass = 0.5;      // ρ [kg/m]
constexpr int kElements = 16;

// A taut string that rises by 3 in 4, its stretch 1 in the span.
OpenSpan inclined_string(double speed, double gravity) {
  constexpr double kStiffness = 1000.0;
  return OpenSpan({.section = {.axial_stiffness = kStiffness,
                               .mass_per_length = kMass,
                               .natural_stretch = 1.0 - kTension / kStiffness,
                               .gravity = {0.0, -gravity}},
                   .from = {0.3, -0.2},
                   .to = {0.3 + 0.8 * kLength, -0.2 + 0.6 * kLength},
                   .reference_length = kLength,
                   .flux = speed,
                   .elements = kElements});
}

}  // namespace

// w'' = −ρ g cos α/(T − ρ v²): of the weight the part across the chord bends it, and the motion slackens it.
TEST_CASE("open span: a running string hangs through by the weight across it over its tension less the momentum") {
  constexpr double kGravity = 0.05;
  for (const double speed : {0.0, 2.0}) {
    CAPTURE(speed);
    OpenSpan span = inclined_string(speed, kGravity);
    span.find_steady_motion();
    const double depth = kMass * kGravity * 0.8 * kLength * kLength / (8.0 * (kTension - kMass * speed * speed));
    const Vec2<double> middle = span.position(kElements / 2);
    const Vec2<double> off{middle.x - 0.3 - 0.4 * kLength, middle.y + 0.2 - 0.3 * kLength};
    // Across the chord, downwards. The sag stretches the string by 8/3 (d/L)², up to 1.1e-6, and tightens it by 1.1e-3
    // N.
    CHECK(close(0.6 * off.x - 0.8 * off.y, depth, {.rel = 1e-3}));
    CHECK(std::abs(0.8 * off.x + 0.6 * off.y) <= 1e-12);
    CHECK(close(span.tension(kElements / 2), kTension, {.rel = 2e-4}));
    CHECK(close(span.stretch(kElements / 2), 1.0, {.rel = 2e-6}));
    // The weight along the chord, ρ g sin α L/2 on each side of the middle, is borne by a stretch of 1e-5 per half.
    const Vec2<double> particle = span.position_of_particle(0.5 * kLength);
    CHECK(std::hypot(particle.x - middle.x, particle.y - middle.y) <= 2e-5 * kLength);
  }
}

// ω_k = k π/L (c² − v²)/c with c² = T/ρ
TEST_CASE("open span: the frequencies of a running string, and none grows") {
  const double c = std::sqrt(kTension / kMass);
  for (const double speed : {0.0, 2.0}) {
    CAPTURE(speed);
    const OpenSpan::Spectrum spectrum = inclined_string(speed, 0.0).transverse_spectrum();
    for (int k = 1; k <= 2; ++k) {
      const double exact = k * std::numbers::pi / kLength * (c * c - speed * speed) / c;
      // (k h)⁴/720 and less for cubics, h = π/16
      CHECK(close(spectrum.frequencies[static_cast<std::size_t>(k - 1)], exact, {.rel = 1e-4}));
    }
    CHECK(spectrum.largest_growth <= 1e-10 * spectrum.frequencies.back());
    CHECK(spectrum.skewness <= 1e-12);
  }
}

// The sine of the first frequency comes back after a period, and keeps ½ ẇ·M ẇ + ½ w·K w on its way.
TEST_CASE("open span: a string at rest that is plucked in its first shape swings through and back") {
  OpenSpan span = inclined_string(0.0, 0.0);
  span.find_steady_motion();
  constexpr double kAmplitude = 1e-5;  // [m]
  span.deflect([](double x) { return kAmplitude * std::sin(std::numbers::pi * x); },
               [](double x) { return kAmplitude * std::numbers::pi * std::cos(std::numbers::pi * x); });
  const auto across = [&span] {
    const Vec2<double> middle = span.position(kElements / 2);
    return -0.6 * (middle.x - 0.3 - 0.4 * kLength) + 0.8 * (middle.y + 0.2 - 0.3 * kLength);
  };
  CHECK(close(across(), kAmplitude, {.rel = 1e-9}));
  // ½ T (π/L)² A² L/2
  const double energy = 0.25 * kTension * std::pow(std::numbers::pi * kAmplitude, 2) / kLength;
  CHECK(close(span.vibration_invariant(), energy, {.rel = 1e-3}));
  const double period = 2.0 * kLength / std::sqrt(kTension / kMass);
  constexpr int kSteps = 200;
  for (int i = 0; i < kSteps / 2; ++i) span.advance(period / kSteps, 1.0);
  // The trapezoidal rule is late by (ω h)²/12 of the phase, 2.6e-4 rad in half a period.
  CHECK(close(across(), -kAmplitude, {.rel = 1e-4}));
  CHECK(close(span.vibration_invariant(), energy, {.rel = 1e-3}));
  for (int i = 0; i < kSteps / 4; ++i) span.advance(period / kSteps, 1.0);
  CHECK(std::abs(across()) <= 1e-3 * kAmplitude);
  // Plucked again it starts from rest, however it moved.
  span.deflect([](double x) { return kAmplitude * std::sin(std::numbers::pi * x); },
               [](double x) { return kAmplitude * std::numbers::pi * std::cos(std::numbers::pi * x); });
  CHECK(close(span.vibration_invariant(), energy, {.rel = 1e-3}));
}

}  // namespace beltdyn::eulerian::ale::open_span_test
