// SPDX-License-Identifier: MIT
#include "app/identification_report.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "core/base/text_file.hpp"
#include "plots/identification_figure.hpp"
#include "report/identification_page.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

// Two parameters with at least this correlation are reported as nearly indistinguishable.
constexpr double kStrongCorrelation = 0.95;
// A probability below this triggers a warning.
constexpr double kDoubtful = 0.01;

void warn_of_correlations(const studies::FitReport& report, std::vector<std::string>& warnings) {
  const Eigen::MatrixXd& correlation = report.statistics.correlation;
  for (Eigen::Index i = 0; i < correlation.rows(); ++i) {
    for (Eigen::Index j = i + 1; j < correlation.cols(); ++j) {
      if (std::abs(correlation(i, j)) < kStrongCorrelation) continue;
      warnings.push_back(fmt::format(
          "{} and {} have a correlation of {:.3f}: data that distinguish them would reduce the uncertainty of both",
          report.variables[static_cast<std::size_t>(i)].name, report.variables[static_cast<std::size_t>(j)].name,
          correlation(i, j)));
    }
  }
}

report::Picture picture_of(const studies::FitReport& report, const fs::path& folder) {
  std::vector<plots::MeasuredCurve> curves;
  for (const studies::FittedSeries& series : report.series) {
    curves.push_back({.title = series.column,
                      .time = series.time,
                      .measured = series.measured,
                      .fitted = series.fitted,
                      .residual = series.residual});
  }
  const std::string name(plots::kIdentificationFigure);
  make_folder(folder / "figures");
  return {.name = name,
          .title = "Measured data, the fitted run, and the residuals",
          .alt = "Measured values and fitted curve over time, with the residuals in standard deviations",
          .svg = draw_svg(plots::identification_figure(curves), name, folder / "figures").value_or(std::string())};
}

void add_parameters(const studies::FitReport& report, report::IdentificationContent& content) {
  for (const studies::FitVariable& variable : report.variables) content.parameter_names.push_back(variable.name);
  for (const double s : report.statistics.singular_values) content.singular_values.push_back(s);
  if (!report.statistics.is_told()) return;
  for (std::size_t j = 0; j < report.variables.size(); ++j) {
    content.parameters.push_back({.name = report.variables[j].name,
                                  .unit = report.variables[j].unit,
                                  .value = report.values[j],
                                  .standard_error = report.standard_errors[j],
                                  .low = report.interval_low[j],
                                  .high = report.interval_high[j],
                                  .is_at_bound = report.is_at_bound(j)});
    const Eigen::RowVectorXd row = report.statistics.correlation.row(static_cast<Eigen::Index>(j));
    content.correlations.emplace_back(row.begin(), row.end());
  }
}

void add_series(const studies::FitReport& report, report::IdentificationContent& content) {
  for (const studies::FittedSeries& series : report.series) {
    double squares = 0.0;
    for (const double r : series.residual) squares += r * r;
    report::SeriesResiduals line{.column = series.column,
                                 .n_values = series.residual.size(),
                                 .root_mean_square = std::sqrt(squares / static_cast<double>(series.residual.size()))};
    if (series.whiteness) {
      line.ljung_box_probability = series.whiteness->ljung_box_probability;
      line.runs_probability = series.whiteness->runs_probability;
    }
    content.series.push_back(std::move(line));
  }
}

// The names of the measured runs, each once.
std::vector<std::string> fitted_runs(const Configuration& configuration) {
  std::vector<std::string> names;
  for (const MeasuredSeries& series : configuration.identify->data) {
    const std::string& name = configuration.runs[configuration.run_of(series)].name;
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string remark_on(const studies::Search& search) {
  if (!search.outcome) return "no fit: " + search.failure;
  return search.outcome->has_settled ? "" : "the iteration limit was reached";
}

}  // namespace

std::vector<std::string> fit_warnings(const studies::FitReport& report) {
  std::vector<std::string> warnings;
  if (!report.searches[report.best].outcome->has_settled) {
    warnings.emplace_back("the search reached its iteration limit before convergence; increase \"iterations\"");
  }
  if (!report.statistics.is_told()) return warnings;
  for (std::size_t j = 0; j < report.variables.size(); ++j) {
    if (!report.is_at_bound(j)) continue;
    warnings.push_back(fmt::format("{} lies at a bound, so its standard error is not reliable; widen the bounds",
                                   report.variables[j].name));
  }
  warn_of_correlations(report, warnings);
  const auto degrees = static_cast<double>(report.degrees_of_freedom);
  if (report.are_deviations_known && studies::chi_squared_probability(report.sum_of_squares, degrees) < kDoubtful) {
    warnings.emplace_back(
        "residuals exceed the given standard deviations: the model is incomplete, or the standard deviations are too "
        "small");
  }
  for (const studies::FittedSeries& series : report.series) {
    if (!series.whiteness || series.whiteness->ljung_box_probability >= kDoubtful) continue;
    warnings.push_back(
        fmt::format("residuals of {} are not independent (Ljung-Box, probability {:.2g}): the model is incomplete, and "
                    "the standard errors are underestimated",
                    series.column, series.whiteness->ljung_box_probability));
  }
  return warnings;
}

std::vector<std::string> unidentifiable_messages(const studies::FitReport& report) {
  std::vector<std::string> sentences;
  for (const studies::UntoldDirection& direction : report.statistics.untold) {
    std::vector<std::string> names;
    for (const Eigen::Index j : direction.parameters) {
      names.push_back(report.variables[static_cast<std::size_t>(j)].name);
    }
    sentences.push_back(names.size() == 1
                            ? fmt::format("the data do not determine {}, which has almost no effect on the curves; "
                                          "keep it fixed, or use data that depend on it",
                                          names.front())
                            : fmt::format("the data cannot distinguish {}: changing {} has almost no effect on the "
                                          "curves; keep one of them fixed, or use data that depend on each",
                                          fmt::join(names, " and "), studies::unidentifiable_text(report, direction)));
  }
  return sentences;
}

void write_identification_page(const studies::FitReport& report, const Configuration& configuration,
                               const std::string& command, const fs::path& folder) {
  report::IdentificationContent content{.name = configuration.name,
                                        .command = command,
                                        .runs = fitted_runs(configuration),
                                        .untold = unidentifiable_messages(report),
                                        .remarks = fit_warnings(report),
                                        .best = report.best,
                                        .n_runs = report.n_runs,
                                        .configuration = report.fitted_configuration};
  add_parameters(report, content);
  add_series(report, content);
  for (const studies::Search& search : report.searches) {
    content.searches.push_back({.start = search.start,
                                .cost = search.outcome ? std::optional(search.outcome->cost) : std::nullopt,
                                .iterations = search.n_iterations,
                                .remark = remark_on(search)});
  }
  content.figure = picture_of(report, folder);
  write_text_file(folder / "identification.html", report::identification_page(content));
}

}  // namespace beltdyn::app
