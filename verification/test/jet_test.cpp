// SPDX-License-Identifier: MIT
#include "verification/jet.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::verification::jet_test {

TEST_CASE("Jet: all derivatives of sqrt, quotient, sine and cosine of products are those of the closed forms") {
  constexpr double kPlace = 0.7;
  constexpr double kTime = 0.4;
  const Jet S = Jet::place(kPlace);
  const Jet t = Jet::time(kTime);
  // For example d^3/dS dt^2 of S^2 sin t; rounding grows with the factorials, up to 48.
  const auto check = [](const Jet& jet, std::size_t i, std::size_t j, double expected) {
    CAPTURE(i);
    CAPTURE(j);
    CHECK(close(jet.derivative(i, j), expected, {.abs = 1e-12}));
  };
  const std::array<double, 5> sines{std::sin(kPlace), std::cos(kPlace), -std::sin(kPlace), -std::cos(kPlace),
                                    std::sin(kPlace)};
  for (std::size_t i = 0; i < Jet::kPlaces; ++i) {
    const double cosine = i + 1 < 5 ? sines[i + 1] : sines[1];
    check(sin(S) * cos(t), i, 0, sines[i] * std::cos(kTime));
    check(sin(S) * cos(t), i, 2, -sines[i] * std::cos(kTime));
    check(cos(S) / sqrt(t), i, 1, -0.5 * cosine * std::pow(kTime, -1.5));
    check(cos(S) / sqrt(t), i, 2, 0.75 * cosine * std::pow(kTime, -2.5));
  }
  // sqrt(S + 2 t): each derivative by t is twice the derivative by S.
  double falling = std::sqrt(kPlace + 2.0 * kTime);
  for (std::size_t n = 0; n < Jet::kPlaces + Jet::kTimes - 2; ++n) {
    for (std::size_t j = n < Jet::kPlaces ? 0 : n + 1 - Jet::kPlaces; j <= n && j < Jet::kTimes; ++j) {
      check(sqrt(S + Jet(2.0) * t), n - j, j, std::pow(2.0, static_cast<double>(j)) * falling);
    }
    falling *= (0.5 - static_cast<double>(n)) / (kPlace + 2.0 * kTime);
  }
  const Jet f = S * S * S * t * t / (Jet(1.0) + S * t);
  check(f.by_place().by_time(), 1, 0, f.derivative(2, 1));
  check(f.by_time().by_time(), 3, 0, f.derivative(3, 2));
}

}  // namespace beltdyn::verification::jet_test
