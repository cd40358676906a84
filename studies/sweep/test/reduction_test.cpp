// SPDX-License-Identifier: MIT
#include "studies/sweep/reduction.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::studies {
namespace {

using beltdyn::close;
using Kind = SweepQuantity::Reduction;

// The reduction of rows at 0, 0.1, ..., 1 with the value 2 t − 1, from 0.2 on.
std::optional<double> of_line(SweepQuantity quantity) {
  constexpr int kSteps = 10;
  Reduction reduction(quantity, 0.2);
  for (int i = 0; i <= kSteps; ++i) {
    const double time = static_cast<double>(i) / kSteps;
    reduction.add(time, 2.0 * time - 1.0);
  }
  return reduction.result();
}

}  // namespace

TEST_CASE("reduction: reductions of a history") {
  constexpr double kRounding = 1e-15;
  CHECK(of_line({.reduction = Kind::last}) == 1.0);
  CHECK(close(*of_line({.reduction = Kind::first}), -0.6, {.abs = kRounding}));
  CHECK(close(*of_line({.reduction = Kind::least}), -0.6, {.abs = kRounding}));
  CHECK(of_line({.reduction = Kind::largest}) == 1.0);
  CHECK(close(*of_line({.reduction = Kind::mean}), 0.2, {.abs = kRounding}));
  CHECK(close(*of_line({.reduction = Kind::at_time, .time = 0.05}), -0.9, {.abs = kRounding}));
  CHECK(close(*of_line({.reduction = Kind::crossing_time, .level = 0.5}), 0.75, {.abs = kRounding}));
  // ∫ (2 t − 1)² dt from 0.2 to 1 is (1³ + 0.6³)/6; the trapezoidal rule adds h²/12 times the second derivative, 8.
  const double square = (1.0 + 0.216) / 6.0 / 0.8 + 0.01 * 8.0 / 12.0;
  CHECK(close(*of_line({.reduction = Kind::rms}), std::sqrt(square), {.rel = 1e-14}));
}

TEST_CASE("reduction: an event that did not occur gives no number") {
  CHECK(!of_line({.reduction = Kind::crossing_time, .level = 1.5}));
  CHECK(!of_line({.reduction = Kind::crossing_time, .level = -0.8}));
  CHECK(!of_line({.reduction = Kind::at_time, .time = 1.5}));
  CHECK(!of_line({.reduction = Kind::amplitude, .frequency = 1.0}));
  CHECK(!Reduction({.reduction = Kind::last}, 0.0).result());
}

TEST_CASE("reduction: the amplitude of an oscillation beside a mean and another one") {
  constexpr double kStep = 1e-3;
  for (const int n_steps : {1000, 1070}) {
    Reduction reduction({.reduction = Kind::amplitude, .frequency = 5.0}, 0.0);
    for (int i = 0; i <= n_steps; ++i) {
      const double turn = 2.0 * std::numbers::pi * kStep * i;
      reduction.add(kStep * i, 3.0 + 0.25 * std::cos(5.0 * turn + 0.4) + 0.5 * std::sin(10.0 * turn));
    }
    // The last 1 s: trapezoidal sums of trigonometric functions over whole periods are exact.
    CHECK(close(*reduction.result(), 0.25, {.abs = 1e-9}));
  }
}

}  // namespace beltdyn::studies
