// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include "core/base/json.hpp"
#include "studies/identify/identifier.hpp"

namespace beltdyn::studies {
namespace {

const FitIdentity kIdentity{.configuration = "12", .data = "34"};

// A fit of one number to three values, from the second of two starts.
FitReport report() {
  FitReport report;
  report.variables = {{.name = "a", .unit = "m", .range = {.start = 1.0, .low = 0.0, .high = 4.0}}};
  report.searches = {
      {.start = {1.0}, .failure = "no motion"},
      {.start = {2.0},
       .outcome = FitOutcome{.point = Eigen::VectorXd::Constant(1, 0.5), .cost = 7.0, .has_settled = true},
       .n_iterations = 5}};
  report.best = 1;
  report.values = {2.0};
  report.statistics = {.variance_factor = 1.0,
                       .singular_values = Eigen::VectorXd::Constant(1, 3.0),
                       .correlation = Eigen::MatrixXd::Identity(1, 1)};
  report.sum_of_squares = 14.0;
  report.degrees_of_freedom = 2;
  report.standard_errors = {0.1};
  report.interval_low = {1.8};
  report.interval_high = {2.2};
  report.series = {{.column = "force [N]",
                    .time = {0.0, 1.0, 2.0},
                    .measured = {1.0, 2.0, 3.0},
                    .deviation = {1.0, 1.0, 0.5},
                    .fitted = {2.0, 4.0, 4.5},
                    .residual = {1.0, 2.0, 3.0}}};
  report.n_runs = 9;
  return report;
}

}  // namespace

TEST_CASE("identification files: the report has what was found, where from and how well") {
  const Json root = Json::parse(report_json(report(), {.seed = 6}, kIdentity));
  const Json& parameter = root.at("parameters")[0];
  CHECK(parameter.at("name").get<std::string>() == "a");
  CHECK(parameter.at("value").get<double>() == 2.0);
  CHECK(parameter.at("standard_error").get<double>() == 0.1);
  CHECK(parameter.at("interval_95").get<std::vector<double>>() == std::vector<double>{1.8, 2.2});
  CHECK_FALSE(parameter.at("at_bound").get<bool>());
  CHECK(parameter.at("scale").get<std::string>() == "linear");
  CHECK(root.at("residuals")[0].at("sum_of_squares").get<double>() == 14.0);
  CHECK(root.at("residuals")[0].at("values").get<double>() == 3.0);
  CHECK_FALSE(root.at("residuals")[0].contains("ljung_box"));
  // σ = √(14/2)
  CHECK(root.at("fit").at("residual_deviation").get<double>() == std::sqrt(7.0));
  CHECK_FALSE(root.at("fit").contains("probability"));
  CHECK(root.at("starts")[0].at("failure").get<std::string>() == "no motion");
  CHECK_FALSE(root.at("starts")[0].contains("cost"));
  CHECK(root.at("starts")[1].at("cost").get<double>() == 7.0);
  CHECK(root.at("starts")[1].at("iterations").get<double>() == 5.0);
  CHECK(root.at("best_start").get<double>() == 1.0);
  CHECK(root.at("seed").get<double>() == 6.0);
  CHECK(root.at("runs").get<double>() == 9.0);
  FitReport correlated = report();
  correlated.statistics.correlation = Eigen::Matrix2d{{1.0, 0.25}, {0.25, 1.0}};
  CHECK(Json::parse(report_json(correlated, {}, kIdentity)).at("correlations").dump() == "[[1.0,0.25],[0.25,1.0]]");
  FitReport known = report();
  known.are_deviations_known = true;
  const Json fit = Json::parse(report_json(known, {}, kIdentity)).at("fit");
  CHECK(fit.at("reduced_chi_squared").get<double>() == 7.0);
  CHECK(fit.at("probability").get<double>() == chi_squared_probability(14.0, 2.0));
}

TEST_CASE("identification files: what the data do not determine has no value") {
  FitReport untold = report();
  untold.statistics.untold = {
      {.singular_value = 0.0, .direction = Eigen::VectorXd::Constant(1, 1.0), .parameters = {0}}};
  const Json root = Json::parse(report_json(untold, {}, kIdentity));
  CHECK_FALSE(root.at("parameters")[0].contains("value"));
  CHECK_FALSE(root.at("identifiability").at("identifiable").get<bool>());
  CHECK_FALSE(is_identifiable(root.dump()));
  CHECK(is_identifiable(report_json(report(), {}, kIdentity)));
  for (const char* other : {"", "{", "[]", "{}", R"({"identifiability": []})"}) {
    CAPTURE(other);
    CHECK_FALSE(is_identifiable(other));
  }
  CHECK(root.at("identifiability").at("untold")[0].at("parameters")[0].get<std::string>() == "a");
}

// a = 4 u and b = 0.1 · 100ᵘ, at a = 2 and b = 1: along du = (−1, 1)/√2 they change by −4 and ln 100 times 1, that is
// by −2 and 4.605 of themselves.
TEST_CASE("identification files: how the data do not determine values is told in parts of each value") {
  FitReport untold = report();
  untold.variables.push_back(
      {.name = "b", .unit = "m", .range = {.start = 1.0, .low = 0.1, .high = 10.0}, .is_logarithmic = true});
  untold.values.push_back(1.0);
  const UntoldDirection direction{
      .singular_value = 0.0, .direction = Eigen::Vector2d(-1.0, 1.0).normalized(), .parameters = {0, 1}};
  // The larger change is 1 %: 2/ln 100 = 0.434. The first value grows.
  CHECK(unidentifiable_text(untold, direction) == "a by +0.43 % and b by -1 %");
}

TEST_CASE("identification files: a report is recognised by what its results depend on") {
  const std::string text = report_json(report(), {}, kIdentity);
  CHECK(is_of(text, kIdentity));
  CHECK_FALSE(is_of(text, {.configuration = "13", .data = "34"}));
  CHECK_FALSE(is_of(text, {.configuration = "12", .data = "35"}));
  for (const char* other : {"", "{}", "[]", "{\"configuration\": \"12\", \"data\": \"34\"}", "{"}) {
    CAPTURE(other);
    CHECK_FALSE(is_of(other, kIdentity));
  }
  CHECK(journal_identity(kIdentity) != journal_identity({.configuration = "12", .data = "35"}));
  CHECK(journal_identity(kIdentity) != journal_identity({.configuration = "13", .data = "34"}));
}

TEST_CASE("identification files: residuals stand beside their values") {
  CHECK(residuals_csv(report()) ==
        "series [-],time [s],measured,standard_deviation,fitted,residual [-]\n"
        "1,0,1,1,2,1\n1,1,2,1,4,2\n1,2,3,0.5,4.5,3\n");
}

}  // namespace beltdyn::studies
