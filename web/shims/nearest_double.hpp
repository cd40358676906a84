// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

namespace beltdyn::web {

// a + b = high + low exactly, |low| at most half a unit in the last place of high.
struct DoubleDouble {
  double high{};
  double low{};
};

inline DoubleDouble quick_sum(double a, double b) {
  const double high = a + b;
  return {high, b - (high - a)};
}

// a b, exactly (Dekker 1971). Not for products beyond 1e300.
inline DoubleDouble product(double a, double b) {
  constexpr double kSplit = 0x1p27 + 1.0;
  const double a_shifted = kSplit * a;
  const double b_shifted = kSplit * b;
  const double a_high = a_shifted - (a_shifted - a);
  const double b_high = b_shifted - (b_shifted - b);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  const double high = a * b;
  return {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline DoubleDouble times(DoubleDouble a, double b) {
  const DoubleDouble whole = product(a.high, b);
  return quick_sum(whole.high, whole.low + a.low * b);
}

inline DoubleDouble divided(DoubleDouble a, double b) {
  const double quotient = a.high / b;
  const DoubleDouble back = product(quotient, b);
  return quick_sum(quotient, (((a.high - back.high) - back.low) + a.low) / b);
}

// The number digits 10^exponent, rounded to the nearest one, in a hundredth of the time of a C library whose long
// double has 113 bits that no processor has. Empty where this is not certain: outside of 18 digits or of exponents of
// two steps, and within 1e-14 of a unit in the last place of the middle between two numbers.
inline std::optional<double> nearest_double(std::uint64_t digits, int exponent) {
  constexpr std::uint64_t kMostDigits = 1'000'000'000'000'000'000;
  // Powers of ten that are numbers of this kind.
  constexpr std::array<double, 23> kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr int kMostStep = 22;
  // Of the three or four roundings of 2^-106 each.
  constexpr double kRounding = 0x1p-100;
  if (digits >= kMostDigits || std::abs(exponent) > 2 * kMostStep) return std::nullopt;
  const auto high = static_cast<double>(digits);
  const auto low = static_cast<double>(static_cast<std::int64_t>(digits - static_cast<std::uint64_t>(high)));
  DoubleDouble value{high, low};
  for (int left = std::abs(exponent); left > 0; left -= kMostStep) {
    const double power = kPowers[static_cast<std::size_t>(std::min(left, kMostStep))];
    value = exponent > 0 ? times(value, power) : divided(value, power);
  }
  const double slack = kRounding * value.high;
  const double nearest = value.high + (value.low + slack);
  if (nearest != value.high + (value.low - slack)) return std::nullopt;
  return nearest;
}

}  // namespace beltdyn::web
