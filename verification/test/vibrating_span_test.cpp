// SPDX-License-Identifier: MIT
#include "verification/linear/vibrating_span.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/span/test/inclined_string.hpp"

namespace beltdyn::verification::vibrating_span_test {
namespace {

using eulerian::ale::test::InclinedString;

constexpr double kLength = InclinedString::kLength;
constexpr double kTension = InclinedString::kTension;
constexpr double kMass = InclinedString::kMass;
constexpr int kElements = InclinedString::kElements;

VibratingSpan inclined_string(double speed, double gravity) {
  return VibratingSpan(InclinedString::parameters(speed, gravity));
}

}  // namespace

// The weight along the chord, ρ g sin α L/2 on each side of the middle, strains each half by 1e-5.
TEST_CASE("vibrating span: the particle in the middle of a string that hangs through is the middle of the span") {
  for (const double speed : {0.0, 2.0}) {
    CAPTURE(speed);
    VibratingSpan span = inclined_string(speed, 0.05);
    span.find_steady_motion();
    const numerics::Vec2<double> middle = span.position(kElements / 2);
    const numerics::Vec2<double> particle = span.position_of_particle(0.5 * kLength);
    CHECK(std::hypot(particle.x - middle.x, particle.y - middle.y) <= 2e-5 * kLength);
  }
}

// The exact frequencies are ω_k = k π/L (c² − v²)/c with c² = T/ρ.
TEST_CASE("vibrating span: the frequencies of a running string, and none grows") {
  const double c = std::sqrt(kTension / kMass);
  for (const double speed : {0.0, 2.0}) {
    CAPTURE(speed);
    const VibratingSpan::Spectrum spectrum = inclined_string(speed, 0.0).transverse_spectrum();
    for (int k = 1; k <= 2; ++k) {
      const double exact = k * std::numbers::pi / kLength * (c * c - speed * speed) / c;
      // Cubics have an error of (k h)⁴/720 and less, h = π/16.
      CHECK(close(spectrum.frequencies[static_cast<std::size_t>(k - 1)], exact, {.rel = 1e-4}));
    }
    CHECK(spectrum.largest_growth <= 1e-10 * spectrum.frequencies.back());
    CHECK(spectrum.skewness <= 1e-12);
  }
}

// The sine of the first mode returns after a period, and ½ ẇ·M ẇ + ½ w·K w stays constant.
TEST_CASE("vibrating span: a string at rest that is plucked in its first shape swings through and back") {
  VibratingSpan span = inclined_string(0.0, 0.0);
  span.find_steady_motion();
  constexpr double kAmplitude = 1e-5;  // [m]
  span.deflect([](double x) { return kAmplitude * std::sin(std::numbers::pi * x); },
               [](double x) { return kAmplitude * std::numbers::pi * std::cos(std::numbers::pi * x); });
  const auto across = [&span] {
    const numerics::Vec2<double> middle = span.position(kElements / 2);
    return -0.6 * (middle.x - 0.3 - 0.4 * kLength) + 0.8 * (middle.y + 0.2 - 0.3 * kLength);
  };
  CHECK(close(across(), kAmplitude, {.rel = 1e-9}));
  // The energy ½ T (π/L)² A² L/2 [J].
  const double energy = 0.25 * kTension * std::pow(std::numbers::pi * kAmplitude, 2) / kLength;
  CHECK(close(span.vibration_invariant(), energy, {.rel = 1e-3}));
  const double period = 2.0 * kLength / std::sqrt(kTension / kMass);
  constexpr int kSteps = 200;
  for (int i = 0; i < kSteps / 2; ++i) span.advance(period / kSteps, 1.0);
  // The trapezoidal rule lags by the part (ω h)²/12 of the phase, 2.6e-4 rad in half a period.
  CHECK(close(across(), -kAmplitude, {.rel = 1e-4}));
  CHECK(close(span.vibration_invariant(), energy, {.rel = 1e-3}));
  for (int i = 0; i < kSteps / 4; ++i) span.advance(period / kSteps, 1.0);
  CHECK(std::abs(across()) <= 1e-3 * kAmplitude);
  // A second deflection starts from rest, whatever the motion before.
  span.deflect([](double x) { return kAmplitude * std::sin(std::numbers::pi * x); },
               [](double x) { return kAmplitude * std::numbers::pi * std::cos(std::numbers::pi * x); });
  CHECK(close(span.vibration_invariant(), energy, {.rel = 1e-3}));
}

}  // namespace beltdyn::verification::vibrating_span_test
