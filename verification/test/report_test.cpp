// SPDX-License-Identifier: MIT
#include "verification/report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"

namespace beltdyn::report_test {

using namespace beltdyn::verification;

namespace {

const VerificationCase kCase{
    .id = "a/b", .claim = "One < two.", .reference = "theory", .slow = false, .run = {}, .tolerances = "rounding"};

std::vector<CaseResult> some_results() {
  Record record;
  record.relative("ratio", 1.01, 1.0, 0.02, Record::Rank::headline, "two roundings");
  record.absolute("count", 3.0, 2.0, 0.5);
  record.at_most("not a number", std::numeric_limits<double>::quiet_NaN(), 1.0);
  return {{.item = &kCase, .measurements = record.measurements()}};
}

}  // namespace

TEST_CASE("report: an error above the tolerance fails, and so does NaN") {
  const Totals totals = count(some_results());
  CHECK(totals.passed == 1);
  CHECK(totals.failed == 2);
}

TEST_CASE("report: a case that broke off counts as failed") {
  CHECK(count({{.item = &kCase, .failure = "no convergence"}}).failed == 1);
}

TEST_CASE("report: a case that was skipped has neither passed nor failed") {
  const std::vector<CaseResult> results{{.item = &kCase, .skipped = "needs <data>"}};
  CHECK(summary(count(results)) == "0 passed, 0 failed, 1 skipped");
  CHECK(summary(count(some_results())) == "1 passed, 2 failed");
  CHECK(nlohmann::json::parse(json_report(results))["cases"][0]["skipped"] == "needs <data>");
}

TEST_CASE("report: verify.json is JSON, with null for what is not a number") {
  const auto json = nlohmann::json::parse(json_report(some_results()));
  CHECK(json["cases"][0]["measurements"][0]["pass"] == true);
  CHECK(json["cases"][0]["measurements"][2]["measured"].is_null());
}

TEST_CASE("report: verify.json has reasons and series, with the orders between neighbours") {
  Record record;
  record.series({.title = "refined",
                 .parameter = "elements",
                 .error = "error [m]",
                 .values = {10.0, 20.0, 40.0},
                 .errors = {4e-2, 1e-2, 0.0},
                 .expected_order = 2.0});
  std::vector<CaseResult> results = some_results();
  results.front().series = record.all_series();
  const auto json = nlohmann::json::parse(json_report(results))["cases"][0];
  CHECK(json["measurements"][0]["reason"] == "two roundings");
  CHECK(json["measurements"][1]["reason"] == "");
  CHECK(json["tolerances"] == "rounding");
  const auto& series = json["series"][0];
  CHECK(series["title"] == "refined");
  CHECK(series["values"] == std::vector<double>{10.0, 20.0, 40.0});
  CHECK(series["errors"][1] == 1e-2);
  CHECK(series["expected_order"] == 2.0);
  CHECK(std::abs(series["orders"][0].get<double>() - 2.0) < 1e-14);
  CHECK(series["orders"][1].is_null());
}

TEST_CASE("report: the accuracy table replaces the text between the marks only") {
  const beltdyn::test::ScratchFolder folder("readme");
  const std::filesystem::path file = folder.path() / "README.md";
  std::ofstream(file) << "before\n<!-- accuracy:begin -->\nold\n<!-- accuracy:end -->\nafter\n";
  std::vector<CaseResult> results = some_results();
  const VerificationCase front{
      .id = std::string(kFrontRows.front().id), .claim = {}, .reference = {}, .slow = false, .run = {}};
  results.push_back(results.front());
  results.back().item = &front;
  update_readme(file, results);
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  const std::string head = "| case | quantity | BeltDyn | reference | error |\n|---|---|---|---|---|\n";
  const std::string numbers = " | 1.01 | 1 | 1.0e-02 rel. |\n";
  const std::string row = "` | ratio" + numbers;
  CHECK(text.str() == "before\n<!-- accuracy:begin -->\n" + head + "| `" + front.id + "` | " +
                          std::string(kFrontRows.front().quantity) + numbers +
                          "\nOf all cases 2 passed, 4 failed; [docs/accuracy.md](docs/accuracy.md) has every headline "
                          "measurement.\n<!-- accuracy:end -->\nafter\n");
  std::ostringstream page;
  page << std::ifstream(file.parent_path() / "docs" / "accuracy.md").rdbuf();
  CHECK(page.str().ends_with(head + "| `a/b" + row + "| `" + front.id + row));
  std::ofstream(file) << "no marks";
  CHECK_THROWS_AS(update_readme(file, some_results()), IoError);
}

}  // namespace beltdyn::report_test
