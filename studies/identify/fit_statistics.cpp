// SPDX-License-Identifier: MIT
#include "studies/identify/fit_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/SVD>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "studies/identify/fit.hpp"

namespace beltdyn::studies {
namespace {

using Svd = Eigen::JacobiSVD<Eigen::MatrixXd>;

constexpr double kTail = 0.975;  // of a 95 % interval
// Smallest component, relative to the largest one, of a parameter that counts as a part of a direction [-].
constexpr double kSmallestPart = 0.05;
constexpr std::size_t kFewestResiduals = 10;
constexpr std::size_t kMostLags = 20;

double variance_factor(const Eigen::VectorXd& residuals, Eigen::Index n, const FitLoss& loss, bool are_known) {
  if (are_known && loss.type == FitLoss::Type::squares) return 1.0;
  const Eigen::Index m = residuals.size();
  double squares = 0.0;
  double slopes = 0.0;
  for (const double r : residuals) {
    const Influence at = influence(loss, r);
    squares += at.psi * at.psi;
    slopes += at.slope;
  }
  const double mean_slope = slopes / static_cast<double>(m);
  return squares / static_cast<double>(m - n) / (mean_slope * mean_slope);
}

std::vector<Eigen::Index> parts_of(const Eigen::VectorXd& direction) {
  std::vector<Eigen::Index> parts;
  const double largest = direction.cwiseAbs().maxCoeff();
  for (Eigen::Index j = 0; j < direction.size(); ++j) {
    if (std::abs(direction[j]) >= kSmallestPart * largest) parts.push_back(j);
  }
  return parts;
}

// The directions whose singular values are at most `limit`.
std::vector<UntoldDirection> below(const Svd& svd, double limit) {
  std::vector<UntoldDirection> found;
  for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k) {
    const Eigen::VectorXd direction = svd.matrixV().col(k);
    if (svd.singularValues()[k] > limit) continue;
    found.push_back(
        {.singular_value = svd.singularValues()[k], .direction = direction, .parameters = parts_of(direction)});
  }
  return found;
}

// The directions in which the columns of J are collinear within their error.
std::vector<UntoldDirection> collinear(const Eigen::MatrixXd& jacobian, double error) {
  const Eigen::VectorXd inverse_lengths = jacobian.colwise().norm().cwiseInverse();
  std::vector<UntoldDirection> found =
      below(Svd(jacobian * inverse_lengths.asDiagonal(), Eigen::ComputeThinU | Eigen::ComputeThinV), error);
  for (UntoldDirection& untold : found) {
    untold.direction = inverse_lengths.cwiseProduct(untold.direction).normalized();
    untold.singular_value = (jacobian * untold.direction).norm();
  }
  return found;
}

}  // namespace

FitStatistics fit_statistics(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residuals, const FitLoss& loss,
                             bool are_deviations_known, double derivative_error) {
  const Svd svd(jacobian, Eigen::ComputeThinU | Eigen::ComputeThinV);
  FitStatistics statistics;
  statistics.singular_values = svd.singularValues();
  statistics.variance_factor = variance_factor(residuals, jacobian.cols(), loss, are_deviations_known);
  const double deviation = std::sqrt(statistics.variance_factor);
  const Eigen::VectorXd& s = statistics.singular_values;
  statistics.untold = below(svd, std::sqrt(12.0) * deviation);
  if (statistics.is_told()) statistics.untold = collinear(jacobian, derivative_error);
  if (!statistics.is_told()) return statistics;
  const Eigen::MatrixXd root = deviation * (svd.matrixV() * s.cwiseInverse().asDiagonal());
  statistics.covariance = root * root.transpose();
  statistics.standard_errors = root.rowwise().norm();
  const Eigen::VectorXd inverse = statistics.standard_errors.cwiseInverse();
  statistics.correlation = inverse.asDiagonal() * statistics.covariance * inverse.asDiagonal();
  return statistics;
}

double interval_factor(bool are_deviations_known, Eigen::Index degrees_of_freedom) {
  if (are_deviations_known) return boost::math::quantile(boost::math::normal(), kTail);
  return boost::math::quantile(boost::math::students_t(static_cast<double>(degrees_of_freedom)), kTail);
}

double chi_squared_probability(double sum, double degrees_of_freedom) {
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(degrees_of_freedom), sum));
}

namespace {

// With n₁ residuals above zero and n₂ below, n = n₁ + n₂, white residuals have an expected number of 1 + 2 n₁n₂/n runs,
// with the variance 2 n₁n₂ (2 n₁n₂ − n)/(n² (n − 1)).
void count_runs(std::span<const double> residuals, Whiteness& result) {
  double above = 0.0;
  double below = 0.0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    const bool is_above = residuals[i] > 0.0;
    (is_above ? above : below) += 1.0;
    if (i == 0 || is_above != (residuals[i - 1] > 0.0)) ++result.runs;
  }
  const double n = above + below;
  const double product = 2.0 * above * below;
  const double variance = product * (product - n) / (n * n * (n - 1.0));
  if (variance <= 0.0) return;  // all of one sign: the probability stays 0
  const double z = (result.runs - 1.0 - product / n) / std::sqrt(variance);
  result.runs_probability = 2.0 * boost::math::cdf(boost::math::complement(boost::math::normal(), std::abs(z)));
}

}  // namespace

std::optional<Whiteness> whiteness(std::span<const double> residuals) {
  if (residuals.size() < kFewestResiduals) return std::nullopt;
  const auto n = static_cast<Eigen::Index>(residuals.size());
  Eigen::VectorXd r = Eigen::Map<const Eigen::VectorXd>(residuals.data(), n);
  r.array() -= r.mean();
  const double power = r.squaredNorm();
  // Identical residuals carry no information.
  if (power <= std::numeric_limits<double>::min()) return std::nullopt;
  Whiteness result;
  result.lags = static_cast<int>(std::min(kMostLags, residuals.size() / 5));
  const auto size = static_cast<double>(n);
  for (int k = 1; k <= result.lags; ++k) {
    const double rho = r.head(n - k).dot(r.tail(n - k)) / power;
    result.ljung_box += size * (size + 2.0) * rho * rho / (size - k);
  }
  result.ljung_box_probability = chi_squared_probability(result.ljung_box, result.lags);
  count_runs(residuals, result);
  return result;
}

}  // namespace beltdyn::studies
