// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_span.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::string_span_test {

using namespace beltdyn::analytic;

namespace {

// A fast steep run of a soft belt: with strains of a tenth every term of the equations matters.
constexpr double kStiffness = 3e4;  // EA [N]
constexpr double kMass = 2.0;       // ρA [kg/m]
constexpr double kFlux = 20.0;      // [m/s]
constexpr double kSlope = kStiffness - kMass * kFlux * kFlux;
constexpr double kBefore = 1.04;  // λ_b
constexpr double kLength = 50.0;
constexpr SpanSource kSource{.feed = 4.0, .per_path = 30.0, .per_material = 12.0};

// Behind the feed dλ/dσ = (b + A/λ)/c, ds/dσ = 1/λ and ∫ λ dσ, integrated by the classical Runge-Kutta method.
struct Followed {
  double stretch{};
  double material{};
  double stretched{};
};
Followed follow(double entry_stretch, double rate, int steps) {
  Followed at{entry_stretch, 0.0, 0.0};
  const double h = kLength / steps;
  const auto grows = [rate](double stretch) { return (kSource.per_path + kSource.per_material / stretch) / rate; };
  for (int i = 0; i < steps; ++i) {
    const double k1 = grows(at.stretch);
    const double k2 = grows(at.stretch + 0.5 * h * k1);
    const double k3 = grows(at.stretch + 0.5 * h * k2);
    const double k4 = grows(at.stretch + h * k3);
    at.material += h / 6.0 *
                   (1.0 / at.stretch + 2.0 / (at.stretch + 0.5 * h * k1) + 2.0 / (at.stretch + 0.5 * h * k2) +
                    1.0 / (at.stretch + h * k3));
    at.stretched += h * (at.stretch + h / 6.0 * (k1 + k2 + k3));
    at.stretch += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return at;
}

}  // namespace

TEST_CASE("string span: the closed form solves the differential equation of a loaded span") {
  const StringSpan span(kFlux, kSlope, kBefore, kSource, kLength);
  REQUIRE(span.exists());
  // At the feed the load takes m_L v² from the belt.
  const double pull = kSource.feed * kFlux * kFlux;
  CHECK(close(kSlope * (span.entry_stretch() - kBefore), pull * span.entry_stretch() * span.entry_stretch(),
              {.rel = 1e-12}));
  // The mass flow of the load is Q = m_L G λ_0. Errors of fourth order: some (b ℓ/c)⁵/(120·200⁴) = 1e-16.
  const Followed end = follow(span.entry_stretch(), kSlope - pull * span.entry_stretch(), 200);
  CHECK(close(span.exit_stretch(), end.stretch, {.rel = 1e-13}));
  CHECK(close(span.material(), end.material, {.rel = 1e-13}));
  // Momentum: external loads, and the load that enters at rest and leaves at the speed of the end.
  const double outside = kSource.per_path * kLength + kSource.per_material * span.material();
  const double carried = pull * span.entry_stretch() * span.exit_stretch();
  CHECK(close(span.change(), outside + carried, {.rel = 1e-12}));
  // Energy: resistance along the span, a feed at the mean of the speeds around it, and the energy gained by the load.
  const double gained = kFlux * pull * span.entry_stretch() *
                        (0.5 * (kBefore + span.entry_stretch()) * span.entry_stretch() +
                         0.5 * (std::pow(span.exit_stretch(), 2) - std::pow(span.entry_stretch(), 2)));
  CHECK(close(span.power(), kSource.per_path * kFlux * end.stretched + gained, {.rel = 1e-12}));
}

TEST_CASE("string span: what lies between follows on, and nothing acts on a bare span") {
  const StringSpan span(kFlux, kSlope, kBefore, kSource, kLength);
  const StringSpan half(kFlux, kSlope, kBefore, kSource, 0.5 * kLength);
  CHECK(close(span.material_at(0.5 * kLength), half.material(), {.rel = 1e-14}));
  CHECK(close(span.stretch_at(half.material()), half.exit_stretch(), {.rel = 1e-14}));
  const double h = 1e-3;  // truncation of the central difference (b h/c)² = 1e-12, rounding 1e-16 λ/(h dλ/ds) = 1e-10
  const double rise = (span.stretch_at(half.material() + h) - span.stretch_at(half.material() - h)) / (2.0 * h);
  CHECK(close(span.slope_at(half.material()), rise, {.rel = 1e-9}));

  const StringSpan bare(kFlux, kSlope, kBefore, {}, kLength);
  CHECK(bare.material() == kLength / kBefore);
  CHECK(bare.exit_stretch() == kBefore);
  CHECK(bare.change() == 0.0);
  CHECK(bare.power() == 0.0);
}

TEST_CASE("string span: long and short exponents agree where the series begins") {
  // x = b s/c on both sides of 0.1
  const double load = 0.1 * kSlope / kLength;
  for (const double factor : {0.999, 1.001}) {
    const StringSpan span(kFlux, kSlope, 1.0, {.per_path = factor * load}, kLength);
    // A = 0: λ = λ_0 + b σ/c, s = c/b ln(λ/λ_0)
    CHECK(close(span.exit_stretch(), 1.0 + 0.1 * factor, {.rel = 1e-14}));
    CHECK(close(span.material(), kLength / (0.1 * factor) * std::log1p(0.1 * factor), {.rel = 1e-14}));
  }
}

TEST_CASE("string span: a load too fast for the belt has no steady motion") {
  CHECK_FALSE(StringSpan(kFlux, kSlope, kBefore, {.feed = 30.0}, kLength).exists());
  CHECK_FALSE(StringSpan(kFlux, kSlope, kBefore, {.per_path = -1e3}, kLength).exists());
}

}  // namespace beltdyn::string_span_test
