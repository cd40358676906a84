// SPDX-License-Identifier: MIT
#include "core/run/verdict.hpp"

#include <doctest/doctest.h>

namespace beltdyn::verdict_test {

namespace {

RunReport complete_run(int held, int open) {
  RunReport report{.status = RunStatus::complete, .reached = 1.0};
  for (int i = 0; i < held + open; ++i) {
    report.balances.push_back({.balance = {.column = "balance", .law = "law", .tolerance = 0.1},
                               .largest = 0.2,
                               .time = 0.0,
                               .for_verdict = i < held ? 0.05 : 0.2});
  }
  return report;
}

}  // namespace

TEST_CASE("verdict: a run is clean if it is complete, its balances hold and its belt is held") {
  CHECK(is_clean(complete_run(3, 0)));
  CHECK(verdict(complete_run(3, 0)) == "complete");
  CHECK_FALSE(is_clean(complete_run(3, 1)));
  CHECK(verdict(complete_run(3, 1)) == "ended, 1 balance not closed");
  RunReport report = complete_run(1, 2);
  report.gross_slips = {{.pulley = 2, .direction = 1, .begin = 0.5, .end = 1.0}};
  CHECK_FALSE(is_clean(report));
  CHECK(verdict(report) == "ended, 2 balances not closed, gross slip on pulley 3");
  report.gross_slips.push_back({.pulley = 0, .direction = 1, .begin = 0.5, .end = 0.7});
  CHECK(verdict(report) == "ended, 2 balances not closed, gross slip on pulleys 1, 3");
  report = complete_run(0, 0);
  report.status = RunStatus::failed;
  CHECK_FALSE(is_clean(report));
  CHECK(verdict(report) == "failed");
  report = complete_run(0, 0);
  report.findings = {{.verdict = "limit not found", .remark = "no limit"}};
  CHECK(verdict(report) == "complete, limit not found");
  CHECK_FALSE(is_clean(report));
  CHECK(remarks(report) == std::vector<std::string>{"no limit"});
}

TEST_CASE("verdict: a doubtful conclusion is a remark on a run that is clean") {
  RunReport report = complete_run(1, 0);
  report.conclusions = {{.name = "sag", .unit = "-", .value = 0.01, .meaning = "sag", .message = "it sags"}};
  CHECK(remarks(report).empty());
  report.conclusions[0].is_doubtful = true;
  CHECK(remarks(report) == std::vector<std::string>{"it sags"});
  CHECK(is_clean(report));
}

TEST_CASE("verdict: a sentence for each pulley in gross slip gives interval and direction") {
  const std::string advice =
      "friction cannot transmit more; unless gross slip is intended, increase friction, wrap or the force on the "
      "pulley, or reduce the torque of the load, drive or brake on it";
  CHECK(gross_slip_remarks({{.pulley = 1, .direction = -1, .begin = 0.25, .end = 1.0}}, 1.0) ==
        std::vector<std::string>{
            "slip over the whole arc of pulley 2 from 0.25 s to the end at 1 s: its surface runs ahead", advice});
  CHECK(gross_slip_remarks({{.pulley = 1, .direction = -1, .begin = 0.25, .end = 0.5},
                            {.pulley = 0, .direction = 1, .begin = 0.3, .end = 0.3},
                            {.pulley = 1, .direction = 1, .begin = 0.6, .end = 0.7}},
                           1.0) ==
        std::vector<std::string>{"slip over the whole arc of pulley 1 at 0.3 s: its surface lags",
                                 "slip over the whole arc of pulley 2 between 0.25 s and 0.7 s, in 2 "
                                 "intervals of 0.35 s in all: its surface runs ahead and lags in turn",
                                 advice});
  // Single rows of gross slip, whose neighbours do not slip.
  CHECK(gross_slip_remarks({{.pulley = 0, .direction = 1, .begin = 0.3, .end = 0.3},
                            {.pulley = 0, .direction = 1, .begin = 0.5, .end = 0.5}},
                           1.0)
            .front() ==
        "slip over the whole arc of pulley 1 between 0.3 s and 0.5 s, in 2 rows of the history: its surface lags");
  const std::vector<std::string> labels{"1", "2 (fan)"};
  CHECK(gross_slip_remarks({{.pulley = 1, .direction = -1, .begin = 0.25, .end = 1.0}}, 1.0, labels)
            .front()
            .starts_with("slip over the whole arc of pulley 2 (fan) "));
  CHECK(gross_slip_remarks({}, 1.0).empty());
}

}  // namespace beltdyn::verdict_test
