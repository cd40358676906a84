// SPDX-License-Identifier: MIT
#include "studies/sweep/sensitivity.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "studies/sweep/sweep_points.hpp"

namespace beltdyn::studies {
namespace {

using beltdyn::close;
using std::numbers::pi;
using Function = std::function<double(const std::vector<double>&)>;

Sweep study_of(SweepDesign design, std::vector<SweptValues> values) {
  Sweep sweep;
  sweep.design = design;
  for (SweptValues& each : values) {
    SweepParameter parameter;
    parameter.values = std::move(each);
    sweep.parameters.push_back(std::move(parameter));
  }
  sweep.quantities.resize(1);
  return sweep;
}

std::vector<std::vector<double>> evaluated(const Sweep& sweep, const Function& f) {
  const SweepPoints points(sweep);
  std::vector<std::vector<double>> members;
  for (std::size_t i = 0; i < points.size(); ++i) {
    members.push_back(points.at(i));
    members.back().push_back(f(members.back()));
  }
  return members;
}

// The standard deviation of a column.
double deviation_of(const std::vector<std::vector<double>>& members, std::size_t column) {
  const auto n = static_cast<double>(members.size());
  double mean = 0.0;
  for (const auto& row : members) mean += row[column] / n;
  double squares = 0.0;
  for (const auto& row : members) squares += (row[column] - mean) * (row[column] - mean);
  return std::sqrt(squares / (n - 1.0));
}

constexpr double kA = 7.0;
constexpr double kB = 0.1;
double ishigami(const std::vector<double>& x) {
  return std::sin(x[0]) + kA * std::pow(std::sin(x[1]), 2) + kB * std::pow(x[2], 4) * std::sin(x[0]);
}

}  // namespace

// [Ishigami 1990]: the fractions of the variance are integrals of powers of sines.
TEST_CASE("sensitivity: the indices of the function of Ishigami lie in their confidence intervals") {
  constexpr int kSamples = 4096;
  const Sweep sweep = study_of({.type = SweepDesign::Type::saltelli, .samples = kSamples},
                               std::vector<SweptValues>(3, UniformDistribution{-pi, pi}));
  const auto found = sensitivities(sweep, evaluated(sweep, ishigami));
  const double alone = 0.5 * std::pow(1.0 + kB * std::pow(pi, 4) / 5.0, 2);
  const double second = kA * kA / 8.0;
  const double together = 8.0 * kB * kB * std::pow(pi, 8) / 225.0;
  const double variance = alone + second + together;
  const std::vector<double> first{alone / variance, second / variance, 0.0};
  const std::vector<double> total{(alone + together) / variance, second / variance, together / variance};
  // For random samples an index has a standard error of about 1/sqrt(n); Sobol points are more accurate.
  const double tolerance = 1.0 / std::sqrt(kSamples);
  REQUIRE(found.size() == 1);
  CHECK(found[0].samples == kSamples);
  CHECK(close(found[0].mean, kA / 2.0, {.abs = tolerance * std::sqrt(variance)}));
  CHECK(close(found[0].deviation, std::sqrt(variance), {.rel = tolerance}));
  for (std::size_t i = 0; i < 3; ++i) {
    INFO("parameter ", i);
    const Effect& effect = found[0].effects[i];
    CHECK(effect.first->low <= first[i]);
    CHECK(effect.first->high >= first[i]);
    CHECK(effect.total->low <= total[i]);
    CHECK(effect.total->high >= total[i]);
    CHECK(close(effect.first->value, first[i], {.abs = tolerance}));
    CHECK(close(effect.total->value, total[i], {.abs = tolerance}));
    CHECK(effect.first->high - effect.first->low < 8.0 * tolerance);
  }
}

// An index is the ratio I = Σ t/Σ v of sums over n samples. By linearisation its standard error is √(Σ (t − I v)²)/Σ v,
// and of a normal distribution 95 % lie within 1.96 of these.
TEST_CASE("sensitivity: the interval of an index ends 1.96 standard errors from it") {
  constexpr int kSamples = 4096;
  const Sweep sweep = study_of({.type = SweepDesign::Type::saltelli, .samples = kSamples},
                               std::vector<SweptValues>(3, UniformDistribution{-pi, pi}));
  const auto members = evaluated(sweep, ishigami);
  const auto found = sensitivities(sweep, members);
  REQUIRE(found.size() == 1);
  constexpr double kReach = 1.959964;
  // The ends are quantiles of 1000 draws: their standard deviation is √(0.025 · 0.975/1000)/φ(1.96) = 0.084 standard
  // errors.
  constexpr double kTolerance = 3.0 * 0.084;
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    const SobolIndex& total = *found[0].effects[i].total;
    double squares = 0.0;
    double variance = 0.0;
    for (std::size_t first = 0; first < members.size(); first += 5) {
      const double a = members[first].back() - found[0].mean;
      const double b = members[first + 1].back() - found[0].mean;
      const double change = members[first + 2 + i].back() - members[first].back();
      const double v = 0.5 * (a * a + b * b);
      variance += v;
      squares += std::pow(0.5 * change * change - total.value * v, 2);
    }
    const double error = std::sqrt(squares) / variance;
    CHECK(close((total.value - total.low) / error, kReach, {.abs = kTolerance}));
    CHECK(close((total.high - total.value) / error, kReach, {.abs = kTolerance}));
  }
}

TEST_CASE("sensitivity: a linear function is fully explained by the regression") {
  const Sweep sweep = study_of(
      {.type = SweepDesign::Type::latin_hypercube, .members = 100, .seed = 3},
      {NormalDistribution{.mean = 5.0, .standard_deviation = 0.1}, UniformDistribution{.low = 0.0, .high = 12.0}});
  const auto members = evaluated(sweep, [](const auto& x) { return 3.0 + 20.0 * x[0] - x[1]; });
  const auto found = sensitivities(sweep, members);
  REQUIRE(found.size() == 1);
  CHECK(close(found[0].explained, 1.0, {.abs = 1e-12}));
  CHECK(close(found[0].effects[0].per_deviation, 20.0 * deviation_of(members, 0), {.rel = 1e-12}));
  CHECK(close(found[0].effects[1].per_deviation, -deviation_of(members, 1), {.rel = 1e-12}));
  CHECK_FALSE(found[0].effects[0].first.has_value());
}

TEST_CASE("sensitivity: a sample with a failed member is excluded") {
  const Sweep sweep = study_of({.type = SweepDesign::Type::saltelli, .samples = 64},
                               std::vector<SweptValues>(2, UniformDistribution{.low = 0.0, .high = 1.0}));
  auto members = evaluated(sweep, [](const auto& x) { return x[0] + x[1]; });
  members[6].back() = std::numeric_limits<double>::quiet_NaN();
  const auto found = sensitivities(sweep, members);
  REQUIRE(found.size() == 1);
  CHECK(found[0].samples == 63);
  CHECK(std::isfinite(found[0].effects[1].total->value));
}

TEST_CASE("sensitivity: there is none of a grid, of what does not vary, of too few members") {
  Sweep grid;
  grid.parameters.resize(1);
  grid.parameters[0].values = LinearValues{.from = 0.0, .to = 1.0, .count = 20};
  grid.quantities.resize(1);
  CHECK(sensitivities(grid, evaluated(grid, [](const auto& x) { return x[0]; })).empty());
  const Sweep sweep = study_of({.type = SweepDesign::Type::sobol, .members = 64},
                               std::vector<SweptValues>(2, UniformDistribution{.low = 0.0, .high = 1.0}));
  CHECK(sensitivities(sweep, evaluated(sweep, [](const auto&) { return 0.1; })).empty());
  auto members = evaluated(sweep, [](const auto& x) { return x[0]; });
  members.resize(5);
  CHECK(sensitivities(sweep, members).empty());
}

}  // namespace beltdyn::studies
