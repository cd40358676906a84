// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "core/base/json.hpp"
#include "core/base/version.hpp"
#include "studies/identify/identifier.hpp"

namespace beltdyn::studies {
namespace {

Json parameters_json(const FitReport& report) {
  Json list = Json::array();
  for (std::size_t j = 0; j < report.variables.size(); ++j) {
    const FitVariable& v = report.variables[j];
    Json entry{{"name", v.name}, {"unit", v.unit}};
    if (report.statistics.is_told()) {
      entry["value"] = report.values[j];
      entry["standard_error"] = report.standard_errors[j];
      entry["interval_95"] = {report.interval_low[j], report.interval_high[j]};
      entry["at_bound"] = report.is_at_bound(j);
    }
    entry["low"] = v.range.low;
    entry["high"] = v.range.high;
    entry["scale"] = v.is_logarithmic ? "logarithmic" : "linear";
    list.push_back(std::move(entry));
  }
  return list;
}

Json matrix_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json identifiability_json(const FitReport& report) {
  Json untold = Json::array();
  for (const UntoldDirection& direction : report.statistics.untold) {
    Json names = Json::array();
    for (const Eigen::Index j : direction.parameters)
      names.push_back(report.variables[static_cast<std::size_t>(j)].name);
    untold.push_back({{"parameters", names},
                      {"change", unidentifiable_text(report, direction)},
                      {"singular_value", direction.singular_value}});
  }
  Json singular = Json::array();
  for (const double s : report.statistics.singular_values) singular.push_back(s);
  return {{"identifiable", report.statistics.is_told()}, {"singular_values", singular}, {"untold", untold}};
}

Json searches_json(const FitReport& report) {
  Json list = Json::array();
  for (const Search& search : report.searches) {
    Json entry{{"start", search.start}};
    if (search.outcome) {
      entry["cost"] = search.outcome->cost;
      entry["iterations"] = search.n_iterations;
      entry["settled"] = search.outcome->has_settled;
    } else {
      entry["failure"] = search.failure;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json residuals_json(const FitReport& report) {
  Json list = Json::array();
  for (const FittedSeries& series : report.series) {
    double squares = 0.0;
    for (const double r : series.residual) squares += r * r;
    Json entry{{"column", series.column}, {"values", series.time.size()}, {"sum_of_squares", squares}};
    if (series.whiteness) {
      entry["ljung_box"] = {{"lags", series.whiteness->lags},
                            {"statistic", series.whiteness->ljung_box},
                            {"probability", series.whiteness->ljung_box_probability}};
      entry["sign_runs"] = {{"runs", series.whiteness->runs}, {"probability", series.whiteness->runs_probability}};
    }
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

std::string report_json(const FitReport& report, const Identification& identification, const FitIdentity& identity) {
  const auto degrees = static_cast<double>(report.degrees_of_freedom);
  Json fit{{"sum_of_squares", report.sum_of_squares}, {"degrees_of_freedom", report.degrees_of_freedom}};
  if (report.are_deviations_known) {
    fit["reduced_chi_squared"] = report.sum_of_squares / degrees;
    fit["probability"] = chi_squared_probability(report.sum_of_squares, degrees);
  } else {
    fit["residual_deviation"] = report.residual_deviation();
  }
  fit["variance_factor"] = report.statistics.variance_factor;
  const Json root{{"format", "beltdyn-identification/1"},
                  {"version", build_info().version},
                  {"configuration", identity.configuration},
                  {"data", identity.data},
                  {"parameters", parameters_json(report)},
                  {"correlations", matrix_json(report.statistics.correlation)},
                  {"identifiability", identifiability_json(report)},
                  {"fit", fit},
                  {"residuals", residuals_json(report)},
                  {"seed", identification.seed},
                  {"starts", searches_json(report)},
                  {"best_start", report.best},
                  {"runs", report.n_runs}};
  return root.dump(2) + '\n';
}

bool is_of(std::string_view report, const FitIdentity& identity) {
  const std::optional<Json> there = Json::try_parse(report);
  return there && there->is_object() && there->value("version", Json()) == Json(build_info().version) &&
         there->value("configuration", Json()) == Json(identity.configuration) &&
         there->value("data", Json()) == Json(identity.data);
}

bool is_identifiable(std::string_view report) {
  const std::optional<Json> there = Json::try_parse(report);
  const Json* part = there ? there->find("identifiability") : nullptr;
  const Json* answer = part != nullptr ? part->find("identifiable") : nullptr;
  return answer != nullptr && *answer == Json(true);
}

std::string journal_identity(const FitIdentity& identity) {
  return fmt::format(
      "{{\"format\": \"beltdyn-runs/1\", \"version\": \"{}\", \"configuration\": \"{}\", \"data\": \"{}\"}}",
      build_info().version, identity.configuration, identity.data);
}

std::string residuals_csv(const FitReport& report) {
  std::string text = "series [-],time [s],measured,standard_deviation,fitted,residual [-]\n";
  for (std::size_t s = 0; s < report.series.size(); ++s) {
    const FittedSeries& series = report.series[s];
    for (std::size_t i = 0; i < series.time.size(); ++i) {
      text += fmt::format("{},{},{},{},{},{}\n", s + 1, series.time[i], series.measured[i], series.deviation[i],
                          series.fitted[i], series.residual[i]);
    }
  }
  return text;
}

}  // namespace beltdyn::studies
