// SPDX-License-Identifier: MIT
#include "core/numerics/dual.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/angle.hpp"
#include "core/numerics/close.hpp"
#include "core/numerics/hermite.hpp"
#include "core/numerics/lanes/instruction_set.hpp"
#include "core/numerics/solve/cyclic_chain_layout.hpp"

namespace beltdyn::numerics::dual_test {
namespace {

using std::numbers::pi;

Vec2<double> direction(double angle) { return {std::cos(angle), std::sin(angle)}; }

}  // namespace

TEST_CASE("Dual: all operations have the derivatives of their calculus") {
  using D = Dual<double, 2>;
  constexpr double x = 1.3;
  constexpr double y = -0.7;
  D a(x);
  a.d = {1.0, 0.0};
  D b(y);
  b.d = {0.0, 1.0};
  const auto check = [](const D& result, double value, double by_x, double by_y) {
    // Some roundings of numbers of order 1.
    CHECK(close(result.value, value, {.abs = 1e-15}));
    CHECK(close(result.d[0], by_x, {.abs = 1e-15}));
    CHECK(close(result.d[1], by_y, {.abs = 1e-15}));
  };
  check(a + b, x + y, 1.0, 1.0);
  check(a - b, x - y, 1.0, -1.0);
  check(-a, -x, -1.0, 0.0);
  check(a * b, x * y, y, x);
  check(2.0 * b, 2.0 * y, 0.0, 2.0);
  check(a / b, x / y, 1.0 / y, -x / (y * y));
  check(inverse(b), 1.0 / y, 0.0, -1.0 / (y * y));
  check(sqrt(a), std::sqrt(x), 0.5 / std::sqrt(x), 0.0);
  check(chain(a, 5.0, 3.0), 5.0, 3.0, 0.0);
  check(sqrt(a * a + b * b), std::hypot(x, y), x / std::hypot(x, y), y / std::hypot(x, y));
  check(a * D(4.0), 4.0 * x, 4.0, 0.0);
  CHECK(value_of(a) == x);
  CHECK(value_of(x) == x);
  static_assert(kIsDual<D> && !kIsDual<double>);
}

TEST_CASE("Angle: between unit vectors it agrees with the arc tangent, for small and large angles of either sign") {
  for (const double from : {0.3, 2.0, -2.9}) {
    // Below and above the switch from the series to the function, and beyond a right angle, where the sine is small
    // again.
    for (const double turn : {0.0, 1e-12, 1e-4, 0.03, 0.0499, 0.0501, 0.4, 1.5, 3.1, 3.14}) {
      for (const double angle : {turn, -turn}) {
        CAPTURE(from);
        CAPTURE(angle);
        // Rounding of the vectors; the seventh term of the series is 231/13312 of 0.05^13, 2e-19.
        CHECK(close(angle_between(direction(from), direction(from + angle)), angle, {.abs = 1e-15}));
      }
    }
  }
  CHECK(angle_between<double>({1.0, 0.0}, {-1.0, 0.0}) == pi);
  const Vec2<double> same = direction(0.7);
  CHECK(angle_between(same, same) == 0.0);
}

TEST_CASE("Angle: a lane does not depend on its neighbours") {
  using Batch = xsimd::batch<double>;
  constexpr std::size_t kWidth = Batch::size;
  const double small = angle_between(direction(0.1), direction(0.1 + 0.02));
  for (const double beside : {0.01, 2.5}) {
    std::array<double, kWidth> x{};
    std::array<double, kWidth> y{};
    for (std::size_t i = 0; i < kWidth; ++i) {
      x[i] = std::cos(0.1 + (i == 0 ? 0.02 : beside));
      y[i] = std::sin(0.1 + (i == 0 ? 0.02 : beside));
    }
    const Vec2<Batch> to{Batch::load_unaligned(x.data()), Batch::load_unaligned(y.data())};
    const Vec2<Batch> from{Batch(std::cos(0.1)), Batch(std::sin(0.1))};
    CHECK(close(angle_between(from, to).get(0), small, {.abs = 1e-16}));
  }
}

TEST_CASE("Hermite: a cubic and its derivatives come from values and slopes at the ends") {
  constexpr double kLength = 1.7;
  const auto f = [](double x) { return 2.0 - 3.0 * x + 0.5 * x * x + 0.8 * x * x * x; };
  const auto slope = [](double x) { return -3.0 + x + 2.4 * x * x; };
  const std::array<double, 4> values{f(0.0), slope(0.0), f(kLength), slope(kLength)};
  const auto sum = [&](const Shape& S) {
    return S[0] * values[0] + S[1] * values[1] + S[2] * values[2] + S[3] * values[3];
  };
  for (const double xi : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const double x = xi * kLength;
    CHECK(close(sum(position_shape(xi, kLength)), f(x), {.abs = 1e-14}));
    CHECK(close(sum(slope_shape(xi, kLength)), slope(x), {.abs = 1e-14}));
    CHECK(close(sum(curving_shape(xi, kLength)), 1.0 + 4.8 * x, {.abs = 1e-13}));
  }
}

TEST_CASE("Hermite: quadrature is exact up to the degree of its rule, and not beyond") {
  const auto error = [](const Quadrature& rule, int degree) {
    double sum = 0.0;
    for (const auto& [xi, weight] : rule) sum += weight * std::pow(xi, degree);
    return std::abs(sum - 1.0 / (degree + 1));
  };
  const auto check = [&](const Quadrature& rule, int degree) {
    for (int n = 0; n <= degree; ++n) CHECK(error(rule, n) <= 1e-15);
    CHECK(error(rule, degree + 1) > 1e-6);
  };
  for (int n = 2; n <= 5; ++n) check(gauss_rule(n), 2 * n - 1);
  check(lobatto_rule(), 3);
  CHECK_THROWS_AS(gauss_rule(6), UsageError);
}

TEST_CASE("Instruction sets: choices name available sets, and short chains take fewer lanes") {
  CHECK(is_available(InstructionSet::baseline));
  CHECK(is_available(best_instruction_set()));
  CHECK(chosen_instruction_set(0) == best_instruction_set());
  for (int choice = 1; choice < static_cast<int>(kInstructionChoiceNames.size()); ++choice) {
    const InstructionSet set = chosen_instruction_set(choice);
    CHECK(kInstructionSetNames[static_cast<std::size_t>(set)] ==
          kInstructionChoiceNames[static_cast<std::size_t>(choice)]);
    const int lanes = lanes_of(set);
    CHECK(usable_instruction_set(set, CyclicChainLayout::kLeastRows * lanes) == set);
    CHECK((usable_instruction_set(set, CyclicChainLayout::kLeastRows * lanes - 1) == set) ==
          (set == InstructionSet::baseline));
  }
}

}  // namespace beltdyn::numerics::dual_test
