// SPDX-License-Identifier: MIT
#include "studies/identify/identifier.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"

namespace beltdyn::studies {
namespace {

// Distance from a bound that counts as rounding, relative to the range [-].
constexpr double kAtBound = 1e-9;

// Searches with each step of the differences in turn, from the result of the step before.
Search search_from(FittedRun& run, const Eigen::VectorXd& start) {
  const Identification& identification = run.identification();
  Search search{.start = run.values(start)};
  Eigen::VectorXd point = start;
  for (const double difference : identification.differences) {
    const LeastSquares problem{
        .n_parameters = start.size(),
        .n_residuals = run.n_residuals(),
        .residuals = [&run](const Eigen::VectorXd& u) { return run.residuals(u); },
        .jacobian = [&run, difference](const Eigen::VectorXd& u) { return run.jacobian(u, difference); }};
    search.outcome = fit(
        problem,
        {.loss = identification.loss, .iterations = identification.iterations, .tolerance = identification.tolerance},
        point);
    if (!search.outcome) {
      search.failure = run.last_failure();
      return search;
    }
    search.n_iterations += search.outcome->iterations;
    point = search.outcome->point;
  }
  return search;
}

std::size_t best_of(const std::vector<Search>& searches) {
  std::size_t best = searches.size();
  for (std::size_t i = 0; i < searches.size(); ++i) {
    if (!searches[i].outcome) continue;
    if (best == searches.size() || searches[i].outcome->cost < searches[best].outcome->cost) best = i;
  }
  if (best < searches.size()) return best;
  std::set<std::string> reasons;
  for (const Search& search : searches) reasons.insert(search.failure);
  throw SolverError(
      fmt::format("identify: no fit from {} start{}, because there are no residuals there: {}; choose other starting "
                  "values, or narrow the bounds",
                  searches.size(), searches.size() > 1 ? "s" : "", fmt::join(reasons, "; ")));
}

// Computes standard errors and intervals of the values p(u): errors to first order in u, intervals in u.
void add_errors(FitReport& report, const Eigen::VectorXd& u) {
  if (!report.statistics.is_told()) return;
  const double factor = interval_factor(report.are_deviations_known, report.degrees_of_freedom);
  for (std::size_t j = 0; j < report.variables.size(); ++j) {
    const FitVariable& v = report.variables[j];
    const auto i = static_cast<Eigen::Index>(j);
    const double error = report.statistics.standard_errors[i];
    report.standard_errors.push_back(error * v.slope(report.values[j]));
    const auto at = [&v](double x) {
      return v.is_logarithmic ? v.range.low * std::pow(v.range.high / v.range.low, x)
                              : v.range.low + x * (v.range.high - v.range.low);
    };
    report.interval_low.push_back(at(u[i] - factor * error));
    report.interval_high.push_back(at(u[i] + factor * error));
  }
}

std::vector<FittedSeries> series_of(FittedRun& run, const Eigen::VectorXd& residuals) {
  std::vector<FittedSeries> all;
  Eigen::Index k = 0;
  for (std::size_t s = 0; s < run.identification().data.size(); ++s) {
    const MeasuredSeries& data = run.identification().data[s];
    const std::string label = run.label(s);
    FittedSeries series{.column = fmt::format("{} [{}]", data.column, run.units()[s]) +
                                  (label.empty() ? "" : fmt::format(" ({})", label)),
                        .time = data.time,
                        .measured = run.measured(s),
                        .deviation = run.deviations(s)};
    for (std::size_t i = 0; i < data.time.size(); ++i, ++k) {
      series.residual.push_back(residuals[k]);
      series.fitted.push_back(series.measured[i] + residuals[k] * series.deviation[i]);
    }
    series.whiteness = whiteness(series.residual);
    all.push_back(std::move(series));
  }
  return all;
}

}  // namespace

bool FitReport::is_at_bound(std::size_t variable) const {
  const double u = searches[best].outcome->point[static_cast<Eigen::Index>(variable)];
  return u <= kAtBound || u >= 1.0 - kAtBound;
}

double FitReport::residual_deviation() const {
  return std::sqrt(sum_of_squares / static_cast<double>(degrees_of_freedom));
}

FitReport identify(FittedRun& run, const std::function<void(std::size_t searches, std::size_t runs)>& on_search) {
  FitReport report{.variables = run.variables()};
  for (const Eigen::VectorXd& start : run.starts()) {
    report.searches.push_back(search_from(run, start));
    on_search(report.searches.size(), run.n_runs());
  }
  report.best = best_of(report.searches);
  const Eigen::VectorXd u = report.searches[report.best].outcome->point;
  const std::optional<Eigen::VectorXd> residuals = run.residuals(u);
  const std::optional<Eigen::MatrixXd> jacobian = run.jacobian(u, run.identification().differences.back());
  if (!residuals || !jacobian) throw SolverError("identify: the run fails near the fit: " + run.last_failure());
  report.values = run.values(u);
  report.are_deviations_known = std::ranges::all_of(run.identification().data, &MeasuredSeries::has_deviations);
  const double difference = run.identification().differences.back();
  report.statistics = fit_statistics(*jacobian, *residuals, run.identification().loss, report.are_deviations_known,
                                     difference * difference);
  report.sum_of_squares = residuals->squaredNorm();
  report.degrees_of_freedom = residuals->size() - u.size();
  add_errors(report, u);
  report.series = series_of(run, *residuals);
  report.n_runs = run.n_runs();
  report.fitted_configuration = run.fitted_text(u);
  return report;
}

// The relative change of each value along the direction, relative to the largest of them.
std::string unidentifiable_text(const FitReport& report, const UntoldDirection& direction) {
  std::vector<std::string> parts;
  double largest = 0.0;
  const auto change = [&](Eigen::Index j) {
    const auto i = static_cast<std::size_t>(j);
    return direction.direction[j] * report.variables[i].slope(report.values[i]) / std::abs(report.values[i]);
  };
  for (const Eigen::Index j : direction.parameters) largest = std::max(largest, std::abs(change(j)));
  const double sign = change(direction.parameters.front()) < 0.0 ? -1.0 : 1.0;
  for (const Eigen::Index j : direction.parameters) {
    parts.push_back(
        fmt::format("{} by {:+.2g} %", report.variables[static_cast<std::size_t>(j)].name, sign * change(j) / largest));
  }
  return fmt::format("{}", fmt::join(parts, " and "));
}

}  // namespace beltdyn::studies
