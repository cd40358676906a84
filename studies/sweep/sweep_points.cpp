// SPDX-License-Identifier: MIT
#include "studies/sweep/sweep_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include <Eigen/Core>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/triangular.hpp>
#include <boost/random/sobol.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include "core/base/error.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::studies {
namespace {

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

constexpr double kBelowOne = 1.0 - std::numeric_limits<double>::epsilon();

// A number in (0, 1) from the leading 53 bits.
double part_of(std::uint64_t bits) {
  constexpr int kSpareBits = 64 - std::numeric_limits<double>::digits;
  return (static_cast<double>(bits >> kSpareBits) + 0.5) * std::ldexp(1.0, -std::numeric_limits<double>::digits);
}

}  // namespace

double quantile(const SweptValues& distribution, double u) {
  return std::visit(Overload{[u](const UniformDistribution& d) { return d.low + u * (d.high - d.low); },
                             [u](const LogUniformDistribution& d) { return d.low * std::pow(d.high / d.low, u); },
                             [u](const NormalDistribution& d) {
                               return boost::math::quantile(boost::math::normal(d.mean, d.standard_deviation), u);
                             },
                             [u](const LognormalDistribution& d) {
                               return boost::math::quantile(
                                   boost::math::lognormal(std::log(d.median), d.log_standard_deviation), u);
                             },
                             [u](const TriangularDistribution& d) {
                               return boost::math::quantile(boost::math::triangular(d.low, d.mode, d.high), u);
                             },
                             [](const auto&) { return std::numeric_limits<double>::quiet_NaN(); }},
                    distribution);
}

SweepPoints::SweepPoints(const Sweep& sweep)
    : type_(sweep.design.type), size_(static_cast<std::size_t>(sweep.n_members())) {
  for (const SweepParameter& parameter : sweep.parameters) {
    parameters_.push_back(parameter.values);
    lists_.push_back(listed_values(parameter.values));
  }
  if (!sweep.design.is_spread()) return;
  quantiles_.resize(size_ * n_parameters());
  if (type_ == SweepDesign::Type::sobol) {
    spread_sobol();
  } else if (type_ == SweepDesign::Type::saltelli) {
    spread_saltelli();
  } else {
    spread_latin_hypercube(sweep.design.seed);
  }
  if (!sweep.correlations.empty()) correlate(sweep);
}

void SweepPoints::spread_latin_hypercube(int seed) {
  std::mt19937_64 dice(static_cast<std::uint64_t>(seed));
  std::vector<std::size_t> order(size_);
  for (std::size_t j = 0; j < n_parameters(); ++j) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    // Not std::shuffle, whose result depends on the library.
    for (std::size_t i = size_; i > 1; --i) {
      std::swap(order[i - 1], order[boost::random::uniform_int_distribution<std::size_t>(0, i - 1)(dice)]);
    }
    for (std::size_t i = 0; i < size_; ++i) {
      const double u = (static_cast<double>(order[i]) + part_of(dice())) / static_cast<double>(size_);
      quantiles_[i * n_parameters() + j] = std::min(u, kBelowOne);
    }
  }
}

void SweepPoints::spread_sobol() {
  boost::random::sobol sequence(n_parameters());
  for (double& u : quantiles_) u = part_of(sequence());
}

// The first half of a point of the sequence is A, the second half is B. The members are A, B, A with the first
// parameter of B, A with the second parameter of B, ...
void SweepPoints::spread_saltelli() {
  const std::size_t n = n_parameters();
  boost::random::sobol sequence(2 * n);
  std::vector<double> point(2 * n);
  for (std::size_t member = 0; member < size_; member += n + 2) {
    for (double& u : point) u = part_of(sequence());
    for (std::size_t k = 0; k < n + 2; ++k) {
      for (std::size_t j = 0; j < n; ++j) {
        const bool is_of_b = k == 1 || k == 2 + j;
        quantiles_[(member + k) * n + j] = point[is_of_b ? n + j : j];
      }
    }
  }
}

// Correlates quantiles: u = Φ(L Φ⁻¹(u₀)) with independent u₀ and the correlation matrix L Lᵀ.
void SweepPoints::correlate(const Sweep& sweep) {
  const auto n = static_cast<Eigen::Index>(n_parameters());
  Eigen::MatrixXd correlation = Eigen::MatrixXd::Identity(n, n);
  for (const SweepCorrelation& c : sweep.correlations) {
    const auto i = static_cast<Eigen::Index>(sweep.index_of(c.first));
    const auto j = static_cast<Eigen::Index>(sweep.index_of(c.second));
    correlation(i, j) = correlation(j, i) = c.coefficient;
  }
  const std::optional<Eigen::MatrixXd> L = numerics::cholesky_factor(correlation);
  if (!L) {
    throw UsageError("sweep/correlations: the correlation matrix is not positive definite; reduce the coefficients");
  }
  const boost::math::normal standard;
  Eigen::VectorXd z(n);
  for (std::size_t i = 0; i < size_; ++i) {
    double* u = quantiles_.data() + i * n_parameters();
    for (Eigen::Index j = 0; j < n; ++j) z[j] = boost::math::quantile(standard, u[j]);
    z = *L * z;
    for (Eigen::Index j = 0; j < n; ++j) {
      u[j] = std::clamp(boost::math::cdf(standard, z[j]), std::numeric_limits<double>::min(), kBelowOne);
    }
  }
}

std::vector<double> SweepPoints::at(std::size_t member) const {
  std::vector<double> values(n_parameters());
  if (!quantiles_.empty()) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      values[j] = quantile(parameters_[j], quantiles_[member * n_parameters() + j]);
    }
    return values;
  }
  for (std::size_t j = values.size(); j-- > 0;) {
    const std::size_t n = lists_[j].size();
    values[j] = lists_[j][type_ == SweepDesign::Type::zip ? member : member % n];
    member = type_ == SweepDesign::Type::zip ? member : member / n;
  }
  return values;
}

}  // namespace beltdyn::studies
