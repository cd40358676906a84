// SPDX-License-Identifier: MIT
#include "studies/sweep/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

#include <Eigen/Core>
#include <boost/random/uniform_int_distribution.hpp>
#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::studies {
namespace {

// Number of bootstrap draws with replacement; their quantiles are the ends of a 95 % interval.
constexpr int kDraws = 1000;
constexpr double kLowQuantile = 0.025;
constexpr double kHighQuantile = 0.975;
// Smallest number of samples.
constexpr std::size_t kFewestSamples = 8;
// Relative variation that counts as rounding [-].
constexpr double kRounding = 1e-12;

// The values of a quantity at the members of a sample of the design saltelli.
struct Sample {
  double a{};
  double b{};
  std::vector<double> mixed{};  // at A with one parameter of B; shape (n_parameters)
};

// The samples that have the quantity at all their points, minus their mean.
std::vector<Sample> samples_of(const std::vector<std::vector<double>>& members, std::size_t n_parameters,
                               std::size_t quantity) {
  const std::size_t stride = n_parameters + 2;
  std::vector<Sample> samples;
  double sum = 0.0;
  for (std::size_t first = 0; first + stride <= members.size(); first += stride) {
    const auto value = [&](std::size_t k) { return members[first + k][n_parameters + quantity]; };
    Sample sample{.a = value(0), .b = value(1)};
    bool is_whole = std::isfinite(sample.a) && std::isfinite(sample.b);
    for (std::size_t i = 0; i < n_parameters; ++i) {
      sample.mixed.push_back(value(2 + i));
      is_whole = is_whole && std::isfinite(sample.mixed.back());
    }
    if (!is_whole) continue;
    sum += sample.a + sample.b;
    samples.push_back(std::move(sample));
  }
  const double mean = samples.empty() ? 0.0 : sum / (2.0 * static_cast<double>(samples.size()));
  for (Sample& sample : samples) {
    sample.a -= mean;
    sample.b -= mean;
    for (double& value : sample.mixed) value -= mean;
  }
  return samples;
}

// Sums over samples of the variance and of the numerators of S_i and T_i.
struct Sums {
  double variance{};
  std::vector<double> first;
  std::vector<double> total;

  explicit Sums(std::size_t n_parameters) : first(n_parameters), total(n_parameters) {}

  void add(const Sample& sample) {
    variance += 0.5 * (sample.a * sample.a + sample.b * sample.b);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const double difference = sample.mixed[i] - sample.a;
      first[i] += sample.b * difference;
      total[i] += 0.5 * difference * difference;
    }
  }
};

double quantile_of(std::vector<double>& values, double part) {
  const auto at = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

void add_indices(const std::vector<Sample>& samples, std::vector<Effect>& effects) {
  const std::size_t n = effects.size();
  Sums all(n);
  for (const Sample& sample : samples) all.add(sample);
  std::vector<std::vector<double>> first(n);
  std::vector<std::vector<double>> total(n);
  std::mt19937_64 dice;
  boost::random::uniform_int_distribution<std::size_t> pick(0, samples.size() - 1);
  for (int draw = 0; draw < kDraws; ++draw) {
    Sums sums(n);
    for (std::size_t j = 0; j < samples.size(); ++j) sums.add(samples[pick(dice)]);
    for (std::size_t i = 0; i < n; ++i) {
      first[i].push_back(sums.first[i] / sums.variance);
      total[i].push_back(sums.total[i] / sums.variance);
    }
  }
  const auto index = [](double value, std::vector<double>& draws) {
    return SobolIndex{
        .value = value, .low = quantile_of(draws, kLowQuantile), .high = quantile_of(draws, kHighQuantile)};
  };
  for (std::size_t i = 0; i < n; ++i) {
    effects[i].first = index(all.first[i] / all.variance, first[i]);
    effects[i].total = index(all.total[i] / all.variance, total[i]);
  }
}

// The independent spread points that have the quantity; for the design saltelli those of A and B.
std::vector<const std::vector<double>*> independent_points(const Sweep& sweep,
                                                           const std::vector<std::vector<double>>& members,
                                                           std::size_t quantity) {
  const std::size_t n_parameters = sweep.parameters.size();
  const bool is_saltelli = sweep.design.type == SweepDesign::Type::saltelli;
  std::vector<const std::vector<double>*> points;
  for (std::size_t k = 0; k < members.size(); ++k) {
    if (is_saltelli && k % (n_parameters + 2) >= 2) continue;
    if (std::isfinite(members[k][n_parameters + quantity])) points.push_back(&members[k]);
  }
  return points;
}

// Least squares for f = mean + Σ_i c_i (x_i − mean_i)/deviation_i. None if f is constant, or if points are too few or
// lie in a plane.
std::optional<Sensitivity> regression(const std::vector<const std::vector<double>*>& points, std::size_t n_parameters,
                                      std::size_t quantity) {
  const auto n = static_cast<Eigen::Index>(points.size());
  const auto d = static_cast<Eigen::Index>(n_parameters);
  if (points.size() < std::max(kFewestSamples, n_parameters + 2)) return std::nullopt;
  Eigen::MatrixXd x(n, d);
  Eigen::VectorXd f(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const std::vector<double>& row = *points[static_cast<std::size_t>(k)];
    for (Eigen::Index i = 0; i < d; ++i) x(k, i) = row[static_cast<std::size_t>(i)];
    f[k] = row[n_parameters + quantity];
  }
  const double degrees = static_cast<double>(n - 1);
  Sensitivity found{.quantity = quantity, .samples = points.size(), .mean = f.mean()};
  const double size = f.cwiseAbs().maxCoeff();
  f.array() -= found.mean;
  found.deviation = std::sqrt(f.squaredNorm() / degrees);
  if (found.deviation <= kRounding * size) return std::nullopt;
  for (Eigen::Index i = 0; i < d; ++i) {
    x.col(i).array() -= x.col(i).mean();
    x.col(i) /= std::sqrt(x.col(i).squaredNorm() / degrees);
  }
  const Eigen::MatrixXd normal = numerics::product(Eigen::MatrixXd(x.transpose()), x);
  if (!numerics::cholesky_factor(normal)) return std::nullopt;
  const Eigen::VectorXd c = numerics::DenseLu(normal).solve(x.transpose() * f);
  found.explained = 1.0 - (f - x * c).squaredNorm() / f.squaredNorm();
  for (Eigen::Index i = 0; i < d; ++i) found.effects.push_back({.per_deviation = c[i]});
  return found;
}

}  // namespace

std::vector<Sensitivity> sensitivities(const Sweep& sweep, const std::vector<std::vector<double>>& members) {
  std::vector<Sensitivity> all;
  if (!sweep.design.is_spread()) return all;
  const std::size_t n_parameters = sweep.parameters.size();
  for (std::size_t q = 0; q < sweep.quantities.size(); ++q) {
    std::optional<Sensitivity> found = regression(independent_points(sweep, members, q), n_parameters, q);
    if (!found) continue;
    if (sweep.design.type == SweepDesign::Type::saltelli) {
      const std::vector<Sample> samples = samples_of(members, n_parameters, q);
      if (samples.size() < kFewestSamples) continue;
      found->samples = samples.size();
      add_indices(samples, found->effects);
    }
    all.push_back(std::move(*found));
  }
  return all;
}

std::string sensitivity_text(const std::vector<Sensitivity>& all, const std::vector<std::string>& columns) {
  std::string text =
      "quantity,parameter,change_per_standard_deviation,explained_by_regression,first_order,first_order_low,"
      "first_order_high,total,total_low,total_high,samples\n";
  const auto index = [](const std::optional<SobolIndex>& i) {
    return i ? fmt::format(",{},{},{}", i->value, i->low, i->high) : std::string(",,,");
  };
  for (const Sensitivity& s : all) {
    for (std::size_t i = 0; i < s.effects.size(); ++i) {
      const Effect& effect = s.effects[i];
      text +=
          fmt::format("{},{},{},{}{}{},{}\n", csv_field(columns[s.effects.size() + s.quantity]), csv_field(columns[i]),
                      effect.per_deviation, s.explained, index(effect.first), index(effect.total), s.samples);
    }
  }
  return text;
}

}  // namespace beltdyn::studies
