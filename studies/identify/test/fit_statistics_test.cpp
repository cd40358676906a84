// SPDX-License-Identifier: MIT
#include "studies/identify/fit_statistics.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <boost/random/normal_distribution.hpp>
#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "studies/identify/fit.hpp"

namespace beltdyn::fit_statistics_test {

using namespace beltdyn::studies;
using beltdyn::close;

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
const FitLoss kSquares{};

// Jacobian of a line a + b t at t = 1, ..., m, each with the standard deviation σ.
Eigen::MatrixXd line_jacobian(int m, double deviation) {
  Eigen::MatrixXd jacobian(m, 2);
  for (int i = 0; i < m; ++i) jacobian.row(i) << 1.0 / deviation, (i + 1.0) / deviation;
  return jacobian;
}

std::vector<double> normal_draws(std::mt19937_64& dice, std::size_t n) {
  boost::random::normal_distribution<double> normal;
  std::vector<double> draws(n);
  for (double& x : draws) x = normal(dice);
  return draws;
}

}  // namespace

TEST_CASE("fit statistics: errors and correlation of a line are those of linear regression") {
  constexpr int kPoints = 20;
  const double sigma = 0.01;
  const Eigen::MatrixXd jacobian = line_jacobian(kPoints, sigma);
  const FitStatistics statistics = fit_statistics(jacobian, Eigen::VectorXd::Zero(kPoints), kSquares, true, 0.0);
  REQUIRE(statistics.is_told());
  CHECK(statistics.variance_factor == 1.0);
  // The mean of t = 1, ..., m, and the sum of squares about it.
  const double m = kPoints;
  const double mean = (m + 1.0) / 2.0;
  const double sxx = m * (m * m - 1.0) / 12.0;
  // The error of singular values is eps times the largest one, so that inverse squares have errors of some condition
  // numbers times eps.
  const double condition = statistics.singular_values[0] / statistics.singular_values[1];
  const Tolerance tolerance{.rel = 100.0 * condition * kEps};
  CHECK(close(statistics.standard_errors[1], sigma / std::sqrt(sxx), tolerance));
  CHECK(close(statistics.standard_errors[0], sigma * std::sqrt(1.0 / m + mean * mean / sxx), tolerance));
  CHECK(close(statistics.correlation(0, 1), -mean / std::sqrt(sxx / m + mean * mean), tolerance));
  CHECK(close(statistics.covariance(0, 1), -mean * sigma * sigma / sxx, tolerance));
  CHECK(close(statistics.correlation(0, 0), 1.0, tolerance));
}

TEST_CASE("fit statistics: standard deviations that are unknown are those of the residuals") {
  constexpr int kPoints = 20;
  const Eigen::MatrixXd jacobian = line_jacobian(kPoints, 1.0);
  Eigen::VectorXd residuals = Eigen::VectorXd::Constant(kPoints, 1e-3);
  residuals[3] = -2e-3;
  const FitStatistics statistics = fit_statistics(jacobian, residuals, kSquares, false, 0.0);
  const double factor = (19.0 * 1e-6 + 4e-6) / (kPoints - 2);
  CHECK(close(statistics.variance_factor, factor, {.rel = 100.0 * kEps}));
  const FitStatistics known = fit_statistics(line_jacobian(kPoints, std::sqrt(factor)), residuals, kSquares, true, 0.0);
  CHECK(close(statistics.standard_errors[0], known.standard_errors[0], {.rel = 1e4 * kEps}));
}

TEST_CASE("fit statistics: residuals beyond the scale of a loss make errors larger by its variance factor") {
  const FitLoss huber{.type = FitLoss::Type::huber, .scale = 1.5};
  // Five residuals of 1 have full weight; one of 4 counts as 1.5, with slope 0.
  Eigen::VectorXd residuals(6);
  residuals << 1, -1, 1, -1, 1, 4;
  const FitStatistics statistics = fit_statistics(line_jacobian(6, 0.01), residuals, huber, true, 0.0);
  const double factor = (5.0 + 1.5 * 1.5) / (6.0 - 2.0) / std::pow(5.0 / 6.0, 2);
  CHECK(close(statistics.variance_factor, factor, {.rel = 10.0 * kEps}));
}

TEST_CASE("fit statistics: the factors of a product are not identifiable") {
  // r = (a b f(t) + c g(t))/σ at a = 2, b = 0.5, with 0 ≤ a, b, c ≤ 1 as scaled parameters.
  constexpr int kPoints = 30;
  Eigen::MatrixXd jacobian(kPoints, 3);
  for (int i = 0; i < kPoints; ++i) {
    const double f = std::sin(0.3 * i) / 1e-4;
    jacobian.row(i) << 0.5 * f, 2.0 * f, std::cos(0.2 * i) / 1e-4;
  }
  const FitStatistics statistics = fit_statistics(jacobian, Eigen::VectorXd::Zero(kPoints), kSquares, true, 1e-6);
  REQUIRE(statistics.untold.size() == 1);
  CHECK(statistics.standard_errors.size() == 0);
  const UntoldDirection& untold = statistics.untold[0];
  CHECK(untold.parameters == std::vector<Eigen::Index>{0, 1});
  // b da + a db = 0, up to rounding between the columns.
  CHECK(close(untold.direction[0] / untold.direction[1], -4.0, {.rel = 100.0 * kEps}));

  // With an error in the derivatives the columns are collinear only within this error.
  jacobian(7, 0) *= 1.0 + 1e-3;
  CHECK(fit_statistics(jacobian, Eigen::VectorXd::Zero(kPoints), kSquares, true, 1e-6).is_told());
  const FitStatistics rough = fit_statistics(jacobian, Eigen::VectorXd::Zero(kPoints), kSquares, true, 1e-3);
  REQUIRE(rough.untold.size() == 1);
  CHECK(rough.untold[0].parameters == std::vector<Eigen::Index>{0, 1});
  CHECK(close(rough.untold[0].direction[0] / rough.untold[0].direction[1], -4.0, {.rel = 1e-3}));
}

TEST_CASE("fit statistics: a parameter is identified if its standard deviation is below that of its bounds") {
  const Eigen::VectorXd residuals = Eigen::VectorXd::Zero(5);
  const auto told = [&residuals](double singular_value) {
    Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(5, 2);
    jacobian(0, 0) = 100.0;
    jacobian(1, 1) = singular_value;
    return fit_statistics(jacobian, residuals, kSquares, true, 0.0);
  };
  CHECK(told(std::sqrt(12.0) * (1.0 + 1e-9)).is_told());
  const FitStatistics untold = told(std::sqrt(12.0) * (1.0 - 1e-9));
  REQUIRE(untold.untold.size() == 1);
  CHECK(untold.untold[0].parameters == std::vector<Eigen::Index>{1});
  CHECK(told(0.0).untold[0].parameters == std::vector<Eigen::Index>{1});
}

TEST_CASE("fit statistics: 95 % intervals and probabilities of squares") {
  // Tables of the normal distribution and of Student's t, with all their digits.
  CHECK(close(interval_factor(true, 10), 1.959964, {.abs = 5e-7}));
  CHECK(close(interval_factor(false, 10), 2.228139, {.abs = 5e-7}));
  // χ² with two degrees of freedom is an exponential distribution.
  CHECK(close(chi_squared_probability(3.0, 2.0), std::exp(-1.5), {.rel = 100.0 * kEps}));
}

TEST_CASE("fit statistics: residuals that alternate have known correlations and runs") {
  constexpr int kPoints = 20;
  std::vector<double> residuals;
  for (int i = 0; i < kPoints; ++i) residuals.push_back(i % 2 == 0 ? 1.0 : -1.0);
  const std::optional<Whiteness> found = whiteness(residuals);
  REQUIRE(found);
  CHECK(found->lags == 4);
  // ρ_k = (−1)^k (n − k)/n
  const double n = kPoints;
  double q = 0.0;
  for (int k = 1; k <= 4; ++k) q += n * (n + 2.0) * std::pow((n - k) / n, 2) / (n - k);
  CHECK(close(found->ljung_box, q, {.rel = 100.0 * kEps}));
  // χ² with four degrees of freedom: (1 + x/2) exp(−x/2)
  CHECK(close(found->ljung_box_probability, (1.0 + 0.5 * q) * std::exp(-0.5 * q), {.rel = 1e4 * kEps}));
  CHECK(found->runs == kPoints);
  // For ten residuals above and ten below zero 11 runs are expected, with a variance of 200 180/(400 19).
  const double z = (20.0 - 11.0) / std::sqrt(200.0 * 180.0 / (400.0 * 19.0));
  CHECK(close(found->runs_probability, std::erfc(z / std::sqrt(2.0)), {.rel = 1e4 * kEps}));
  CHECK(!whiteness(std::vector<double>(9, 1.0)));
  CHECK(!whiteness(std::vector<double>(20, 0.0)));
}

TEST_CASE("fit statistics: white residuals are rejected at the given level, correlated ones always") {
  std::mt19937_64 dice(11);
  constexpr int kDraws = 400;
  constexpr std::size_t kSize = 200;
  constexpr double kLevel = 0.05;
  int by_ljung_box = 0;
  int by_runs = 0;
  for (int i = 0; i < kDraws; ++i) {
    const std::optional<Whiteness> white = whiteness(normal_draws(dice, kSize));
    by_ljung_box += white->ljung_box_probability < kLevel;
    by_runs += white->runs_probability < kLevel;
  }
  // Four standard deviations of a binomial distribution. The number of runs is an integer with mean 100 and standard
  // deviation 7, which changes the level by up to half the probability of the outermost numbers, 0.016.
  const double deviation = std::sqrt(kDraws * kLevel * (1.0 - kLevel));
  CHECK(std::abs(by_ljung_box - kDraws * kLevel) <= 4.0 * deviation);
  CHECK(std::abs(by_runs - kDraws * kLevel) <= 4.0 * deviation + 0.016 * kDraws);

  // x_i = 0.5 x_{i−1} + noise: Q is about n Σ 0.25^k = n/3, 10 standard deviations of χ² with 20 degrees of freedom
  // above its mean.
  std::vector<double> correlated = normal_draws(dice, kSize);
  for (std::size_t i = 1; i < kSize; ++i) correlated[i] += 0.5 * correlated[i - 1];
  CHECK(whiteness(correlated)->ljung_box_probability < 1e-3);
  CHECK(whiteness(correlated)->runs_probability < 1e-3);
}

}  // namespace beltdyn::fit_statistics_test
