// SPDX-License-Identifier: MIT
#include "verification/judge.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "verification/largest.hpp"

namespace beltdyn::verification::judge_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

VerificationCase planted(std::function<void(Record&)> run) {
  return {.id = "planted",
          .claim = "None.",
          .reference = "none",
          .slow = false,
          .run = std::move(run),
          .tolerances = "made up"};
}

// The totals of a single case.
Totals totals_of(const VerificationCase& item) { return count({judge(item, PublishedData{})}); }

}  // namespace

TEST_CASE("judge: an error within the tolerance passes, one beyond it fails") {
  const Totals within = totals_of(planted([](Record& record) { record.absolute("x", 1.25, 1.0, 0.25); }));
  CHECK(within.passed == 1);
  CHECK(within.failed == 0);
  const Totals beyond = totals_of(planted([](Record& record) { record.absolute("x", 1.25, 1.0, 0.125); }));
  CHECK(beyond.passed == 0);
  CHECK(beyond.failed == 1);
}

TEST_CASE("judge: a value that is too small is as wrong as one that is too large") {
  const auto failures = [](double measured) {
    return totals_of(planted([measured](Record& record) {
             record.absolute("absolute", measured, 0.0, 0.5);
             record.relative("relative", measured - 2.0, -2.0, 0.25);
             record.at_most("at most", measured, 0.5);
           }))
        .failed;
  };
  CHECK(failures(1.0) == 3);
  CHECK(failures(-1.0) == 3);
  CHECK(failures(0.25) == 0);
}

TEST_CASE("judge: NaN fails in any position") {
  CHECK(totals_of(planted([](Record& record) {
          record.absolute("measured", kNan, 1.0, 0.5);
          record.absolute("reference", 1.0, kNan, 0.5);
          record.relative("relative", kNan, 1.0, 0.5);
          record.relative("of nothing", 0.0, 0.0, 0.5);
          record.at_most("bound", kNan, 1.0);
          record.absolute("tolerance", 1.0, 1.0, kNan);
        })).failed == 6);
}

TEST_CASE("judge: the largest of numbers keeps NaN, whatever comes before and after it") {
  CHECK(larger(1.0, 2.0) == 2.0);
  CHECK(larger(2.0, 1.0) == 2.0);
  CHECK(std::isnan(larger(kNan, 1.0)));
  CHECK(std::isnan(larger(1.0, kNan)));
  CHECK(largest(std::array{1.0, 3.0, 2.0}) == 3.0);
  CHECK(std::isnan(largest(std::array{kNan, 3.0, 2.0})));
  CHECK(std::isnan(largest(std::array{1.0, kNan, 2.0})));
  CHECK(std::isnan(largest(std::array{1.0, 3.0, kNan})));
}

TEST_CASE("judge: no case gathers its largest error by std::max(), which drops NaN") {
  const std::regex gathers(R"(([\w.]+) = std::max\(\1,)");
  for (const auto& entry : std::filesystem::directory_iterator(BELTDYN_SOURCE_DIR "/verification")) {
    if (entry.path().extension() != ".cpp") continue;
    CAPTURE(entry.path());
    std::ifstream stream(entry.path());
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    CHECK_FALSE(std::regex_search(text, gathers));
  }
}

TEST_CASE("judge: a series that does not refine at each step fails its case, whichever way its parameter goes") {
  const auto failures = [](std::vector<double> values) {
    return totals_of(planted([&values](Record& record) {
             record.absolute("x", 1.0, 1.0, 0.5);
             record.series({.title = "planted",
                            .parameter = "elements",
                            .error = "e [-]",
                            .values = values,
                            .errors = {0.4, 0.1, 0.02}});
           }))
        .failed;
  };
  CHECK(failures({10.0, 20.0, 40.0}) == 0);
  CHECK(failures({0.04, 0.02, 0.01}) == 0);
  CHECK(failures({0.04, 0.02, 0.02}) == 1);
  CHECK(failures({10.0, 40.0, 20.0}) == 1);
}

TEST_CASE("judge: a tolerance without an explanation fails its case") {
  VerificationCase item = planted([](Record& record) {
    record.absolute("x", 1.0, 1.0, 0.5, Record::Rank::detail, "halves are exact");
    record.absolute("y", 1.0, 1.0, 0.5);
  });
  CHECK(totals_of(item).failed == 0);
  item.tolerances.clear();
  CHECK(judge(item, PublishedData{}).failure == "the tolerance of \"y\" has no explanation");
  CHECK(totals_of(item).failed == 1);
}

TEST_CASE("judge: a case without measurements has failed") {
  const VerificationCase item = planted([](Record&) {});
  const CaseResult result = judge(item, PublishedData{});
  CHECK(result.failure == "the case has no measurements");
  CHECK(count({result}).failed == 1);
}

TEST_CASE("judge: an aborted case fails, and its measurements are kept") {
  const VerificationCase item = planted([](Record& record) {
    record.absolute("x", 1.0, 1.0, 0.5);
    throw std::runtime_error("no convergence");
  });
  const CaseResult result = judge(item, PublishedData{});
  CHECK(result.failure == "no convergence");
  CHECK(result.measurements.size() == 1);
  CHECK(count({result}).failed == 1);
}

TEST_CASE("judge: a case without its data is skipped") {
  VerificationCase item = planted([](Record&) { throw std::runtime_error("has been run"); });
  item.published_files = {"stored/none.csv"};
  const CaseResult result = judge(item, PublishedData{});
  CHECK(result.failure.empty());
  CHECK(count({result}).skipped == 1);
}

}  // namespace beltdyn::verification::judge_test
