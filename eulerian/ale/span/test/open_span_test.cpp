// SPDX-License-Identifier: MIT
#include "eulerian/ale/span/open_span.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/span/test/inclined_string.hpp"

namespace beltdyn::eulerian::ale::open_span_test {
namespace {

using eulerian::ale::test::InclinedString;

constexpr double kLength = InclinedString::kLength;
constexpr double kTension = InclinedString::kTension;
constexpr double kMass = InclinedString::kMass;
constexpr int kElements = InclinedString::kElements;

OpenSpan inclined_string(double speed, double gravity) { return OpenSpan(InclinedString::parameters(speed, gravity)); }

}  // namespace

// w'' = −ρ g cos α/(T − ρ v²): the weight component across the chord bends the string, and motion reduces its tension.
TEST_CASE("open span: a running string hangs through by the weight across it over its tension less the momentum") {
  constexpr double kGravity = 0.05;
  for (const double speed : {0.0, 2.0}) {
    CAPTURE(speed);
    OpenSpan span = inclined_string(speed, kGravity);
    span.find_steady_motion();
    const double depth = kMass * kGravity * 0.8 * kLength * kLength / (8.0 * (kTension - kMass * speed * speed));
    const Vec2<double> middle = span.position(kElements / 2);
    const Vec2<double> off{middle.x - 0.3 - 0.4 * kLength, middle.y + 0.2 - 0.3 * kLength};
    // Across the chord, downwards. The sag stretches the string by 8/3 (d/L)², up to 1.1e-6, and increases its force by
    // 1.1e-3 N.
    CHECK(close(0.6 * off.x - 0.8 * off.y, depth, {.rel = 1e-3}));
    CHECK(std::abs(0.8 * off.x + 0.6 * off.y) <= 1e-12);
    CHECK(close(span.tension(kElements / 2), kTension, {.rel = 2e-4}));
    CHECK(close(span.stretch(kElements / 2), 1.0, {.rel = 2e-6}));
  }
}

}  // namespace beltdyn::eulerian::ale::open_span_test
