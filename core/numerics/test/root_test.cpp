// SPDX-License-Identifier: MIT
#include "core/numerics/root.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <doctest/doctest.h>

namespace beltdyn::root_test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Places that Newton's method between bounds looks at until it stays where it is; -1 if it does not come to that.
template <class Function, class Slope>
int places_of_newton(numerics::NewtonBracket bracket, double& place, const Function& value, const Slope& slope) {
  constexpr int kMost = 1100;
  for (int i = 1; i <= kMost; ++i) {
    const double next = bracket.next(place, value(place), slope(place));
    if (next == place) return i;
    place = next;
  }
  return -1;
}

}  // namespace

TEST_CASE("bisection: ends around the place where a condition changes, as close as asked and as halvings allow") {
  constexpr double kPlace = 1.0 / 3.0;
  const auto is_below = [](double x) { return x < kPlace; };
  const numerics::Interval closest = numerics::bisect({0.0, 1.0}, is_below);
  CHECK(closest.high == kPlace);
  CHECK(closest.low == std::nextafter(kPlace, 0.0));
  const numerics::Interval close = numerics::bisect({0.0, 1.0}, is_below, 1e-3);
  CHECK(close.high - close.low == 1.0 / 1024.0);
  CHECK(is_below(close.low));
  CHECK_FALSE(is_below(close.high));
  const numerics::Interval wide = numerics::bisect({0.0, 1.0}, is_below, 0.0, 4);
  CHECK(wide.high - wide.low == 1.0 / 16.0);
}

TEST_CASE("root: bracketed to the last digits, or as closely as asked, with the root between the ends") {
  const auto f = [](double x) { return std::cos(x) - x * x * x; };
  const double root = numerics::find_root(f, 0.0, 1.0);
  CHECK(f(root - 4.0 * kEps) > 0.0);
  CHECK(f(root + 4.0 * kEps) < 0.0);
  for (const double width : {1e-2, 1e-6, 1e-12}) {
    const numerics::Interval in = numerics::bracket_root(f, 0.0, 1.0, width, 100);
    CHECK(in.high - in.low <= width);
    CHECK(f(in.low) >= 0.0);
    CHECK(f(in.high) <= 0.0);
  }
}

TEST_CASE("root: values of the ends that are known are not asked for again, and a place of value 0 is the root") {
  int calls = 0;
  const auto f = [&calls](double x) {
    ++calls;
    CHECK(x != 0.0);
    CHECK(x != 1.0);
    return std::abs(x - 0.3) < 1e-3 ? 0.0 : 0.3 - x;
  };
  const numerics::Interval in = numerics::bracket_root(f, {0.0, 0.3}, {1.0, -0.7}, 1e-12, 100);
  CHECK(in.low == in.high);
  CHECK(std::abs(in.low - 0.3) < 1e-3);
  // A secant finds the root of a straight line.
  CHECK(calls == 1);
}

TEST_CASE("root: Newton's method between bounds is as quick as Newton's method where that converges") {
  // The square root of 2, from 1 + 1/2: errors of 9e-2, 2e-3, 2e-6, 2e-12, and then both of its neighbours.
  const auto value = [](double x) { return x * x - 2.0; };
  const auto slope = [](double x) { return 2.0 * x; };
  double rising = 1.5;
  CHECK(places_of_newton({.below = 0.0, .above = 2.0}, rising, value, slope) <= 8);
  CHECK(std::abs(rising - std::numbers::sqrt2) <= 2.0 * kEps);
  // Of a function that falls the bounds are the other way round; without bounds it needs none.
  for (const numerics::NewtonBracket& bracket : {numerics::NewtonBracket{.below = 2.0, .above = 0.0},
                                                 numerics::NewtonBracket{.below = kInfinity, .above = -kInfinity}}) {
    double falling = 1.5;
    CHECK(places_of_newton(
              bracket, falling, [&](double x) { return -value(x); }, [&](double x) { return -slope(x); }) <= 8);
    CHECK(falling == rising);
  }
}

TEST_CASE("root: where Newton's method leaves its bounds, or has no slope, the bounds are halved") {
  constexpr double kRoot = 0.3;
  struct Row {
    const char* what;
    double (*value)(double);
    double (*slope)(double);
  };
  const Row rows[] = {
      // From x Newton's method goes to kRoot - 2 (x - kRoot).
      {"steep at the root", [](double x) { return std::cbrt(x - kRoot); },
       [](double x) { return std::pow(std::abs(x - kRoot), -2.0 / 3.0) / 3.0; }},
      {"a jump", [](double x) { return x < kRoot ? -1.0 : 1.0; }, [](double) { return 0.0; }},
      {"no number for a slope", [](double x) { return x - kRoot; },
       [](double) { return std::numeric_limits<double>::quiet_NaN(); }},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    double place = 0.9;
    // Halving an interval of length 1 leaves nothing between its ends after 55 times; of those steps of the first row
    // that stay inside every second one halves.
    numerics::NewtonBracket bracket{.below = 0.0, .above = 1.0};
    for (int i = 0; i < 120; ++i) place = bracket.next(place, row.value(place), row.slope(place));
    CHECK(std::abs(place - kRoot) <= kEps);
  }
}

}  // namespace beltdyn::root_test
