// SPDX-License-Identifier: MIT
#include "studies/sweep/sweep_points.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::studies {
namespace {

using beltdyn::close;

SweepParameter parameter(const std::string& name, SweptValues values) {
  SweepParameter p;
  p.pointer = "/drive/" + name;
  p.name = name;
  p.values = std::move(values);
  return p;
}

Sweep spread(SweepDesign::Type type, int members, std::vector<SweepParameter> parameters) {
  Sweep sweep;
  sweep.design = {.type = type, .members = members, .seed = 7};
  sweep.parameters = std::move(parameters);
  return sweep;
}

}  // namespace

TEST_CASE("sweep points: a grid has every combination, the last parameter running fastest") {
  Sweep sweep;
  sweep.parameters = {parameter("a", ListedValues{{1.0, 2.0}}),
                      parameter("b", LinearValues{.from = 0.0, .to = 1.0, .count = 3})};
  const SweepPoints points(sweep);
  CHECK(points.size() == 6);
  CHECK(points.at(0) == std::vector<double>{1.0, 0.0});
  CHECK(points.at(1) == std::vector<double>{1.0, 0.5});
  CHECK(points.at(3) == std::vector<double>{2.0, 0.0});
  CHECK(points.at(5) == std::vector<double>{2.0, 1.0});
}

TEST_CASE("sweep points: zip puts values side by side") {
  Sweep sweep;
  sweep.design.type = SweepDesign::Type::zip;
  sweep.parameters = {parameter("a", ListedValues{{3.0, 1.0, 2.0}}),
                      parameter("b", LogarithmicValues{.from = 1.0, .to = 100.0, .count = 3})};
  const SweepPoints points(sweep);
  CHECK(points.size() == 3);
  CHECK(points.at(1)[0] == 1.0);
  CHECK(close(points.at(1)[1], 10.0, {.rel = 1e-15}));
  CHECK(points.at(2) == std::vector<double>{2.0, 100.0});
}

TEST_CASE("sweep points: a Latin hypercube has one point in each of n parts of each parameter") {
  constexpr int kMembers = 50;
  const SweepPoints points(
      spread(SweepDesign::Type::latin_hypercube, kMembers,
             {parameter("a", UniformDistribution{0.0, kMembers}), parameter("b", UniformDistribution{0.0, kMembers})}));
  for (std::size_t j = 0; j < 2; ++j) {
    std::set<int> parts;
    for (std::size_t i = 0; i < points.size(); ++i) parts.insert(static_cast<int>(points.at(i)[j]));
    CHECK(parts.size() == kMembers);
    CHECK(*parts.begin() == 0);
    CHECK(*parts.rbegin() == kMembers - 1);
  }
  bool differ = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    differ = differ || static_cast<int>(points.at(i)[0]) != static_cast<int>(points.at(i)[1]);
  }
  CHECK(differ);
}

TEST_CASE("sweep points: either of two members of a Latin hypercube may have the lower value") {
  // All seeds give the same order with a probability of 2⁻³¹.
  int ascending = 0;
  for (int seed = 0; seed < 32; ++seed) {
    Sweep sweep = spread(SweepDesign::Type::latin_hypercube, 2, {parameter("a", UniformDistribution{0.0, 1.0})});
    sweep.design.seed = seed;
    const SweepPoints points(sweep);
    if (points.at(0)[0] < points.at(1)[0]) ++ascending;
  }
  CHECK(ascending > 0);
  CHECK(ascending < 32);
}

// The mean of a product of one-dimensional functions: the error of random points is 1/√n, of Sobol points about ln²n/n.
TEST_CASE("sweep points: the sequence of Sobol integrates a product with an error far below that of random points") {
  constexpr int kMembers = 4096;
  const SweepPoints points(
      spread(SweepDesign::Type::sobol, kMembers,
             {parameter("a", UniformDistribution{0.0, 1.0}), parameter("b", UniformDistribution{0.0, 1.0})}));
  double sum = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) sum += 4.0 * points.at(i)[0] * points.at(i)[1];
  const double logarithm = std::log(static_cast<double>(kMembers));
  CHECK(close(sum / kMembers, 1.0, {.abs = logarithm * logarithm / kMembers}));
}

TEST_CASE("sweep points: quantiles of the distributions") {
  CHECK(close(quantile(UniformDistribution{2.0, 4.0}, 0.25), 2.5, {.rel = 1e-15}));
  CHECK(close(quantile(LogUniformDistribution{1.0, 100.0}, 0.5), 10.0, {.rel = 1e-15}));
  // A fraction 0.8413447460685429 of a normal distribution lies below its mean plus one standard deviation.
  constexpr double kOneDeviation = 0.8413447460685429;
  CHECK(close(quantile(NormalDistribution{3.0, 0.5}, kOneDeviation), 3.5, {.rel = 1e-14}));
  CHECK(close(quantile(LognormalDistribution{3.0, 0.5}, kOneDeviation), 3.0 * std::exp(0.5), {.rel = 1e-14}));
  // The fraction below the mode of a triangular distribution is (mode − low)/(high − low).
  CHECK(close(quantile(TriangularDistribution{.low = 1.0, .mode = 2.0, .high = 5.0}, 0.25), 2.0, {.rel = 1e-14}));
  CHECK(std::isnan(quantile(ListedValues{{1.0}}, 0.5)));
}

TEST_CASE("sweep points: normal variables have the correlation that is asked for") {
  constexpr int kMembers = 8192;
  constexpr double kCorrelation = -0.6;
  Sweep sweep = spread(SweepDesign::Type::sobol, kMembers,
                       {parameter("a", NormalDistribution{0.0, 1.0}), parameter("b", NormalDistribution{0.0, 1.0})});
  sweep.correlations = {{.first = "a", .second = "b", .coefficient = kCorrelation}};
  const SweepPoints points(sweep);
  double products = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) products += points.at(i)[0] * points.at(i)[1];
  // Random points would have an error of √((1 + ρ²)/n) = 0.013.
  CHECK(close(products / kMembers, kCorrelation, {.abs = 2e-3}));
}

TEST_CASE("sweep points: correlations that no variables have are refused") {
  Sweep sweep = spread(SweepDesign::Type::sobol, 4,
                       {parameter("a", NormalDistribution{0.0, 1.0}), parameter("b", NormalDistribution{0.0, 1.0}),
                        parameter("c", NormalDistribution{0.0, 1.0})});
  sweep.correlations = {{"a", "b", 0.9}, {"b", "c", 0.9}, {"a", "c", -0.9}};
  CHECK_THROWS_AS(SweepPoints{sweep}, UsageError);
}

}  // namespace beltdyn::studies
