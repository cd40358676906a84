// SPDX-License-Identifier: MIT
#include "core/run/history.hpp"

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"

namespace beltdyn::history_test {

namespace {

History two_columns(const double& x) {
  History history([] { return std::vector<SlipZone>{}; });
  history.add("x", "m", [&x] { return x; });
  history.add_balance("balance_x", "x stays", 0.1, [&x] { return x - 1.0; });
  return history;
}

}  // namespace

TEST_CASE("history: columns registered once give the values of each row") {
  double x = 1.0;
  const History history = two_columns(x);
  CHECK(history.headers() == std::vector<std::string>{"x [m]", "balance_x [-]"});
  std::vector<double> row(2);
  for (const double value : {1.0, 3.0}) {
    x = value;
    history.values(row);
    CHECK(row == std::vector<double>{value, value - 1.0});
    CHECK(history.value("balance_x") == value - 1.0);
  }
  CHECK_THROWS_WITH_AS(history.value("y"), "the history has no column y", UsageError);
}

TEST_CASE(
    "history: what columns share is found once for a row and before its slip zones, in the order it was asked for") {
  History history([] { return std::vector<SlipZone>{}; });
  int rows = 0;
  int doubled = 0;
  history.first_search([&rows] { ++rows; });
  history.first_search([&] { doubled = 2 * rows; });
  history.take_slip_zones([&doubled] { return std::vector<SlipZone>{{.pulley = doubled}}; });
  for (const char* name : {"first", "second"}) history.add(name, "-", [&doubled] { return double(doubled); });
  std::vector<double> row(2);
  for (const int n : {1, 2}) {
    const std::vector<SlipZone> zones = history.row(row);
    CHECK(rows == n);
    CHECK(row == std::vector<double>(2, 2.0 * n));
    REQUIRE(zones.size() == 1);
    CHECK(zones[0].pulley == 2 * n);
  }
}

TEST_CASE("history: a list that is put behind another brings its balances and what it looks at") {
  double x = 2.0;
  double seen = 0.0;
  History history = two_columns(x);
  History other = two_columns(seen);
  other.first_search([&] { seen = 10.0 * x; });
  history.append(std::move(other));
  std::vector<double> row(4);
  history.values(row);
  CHECK(row == std::vector<double>{2.0, 1.0, 20.0, 19.0});
  REQUIRE(history.balances().size() == 2);
  CHECK(history.balances()[0].index == 1);
  CHECK(history.balances()[1].index == 3);
  CHECK(history.balances()[1].balance.column == "balance_x [-]");
  CHECK(history.balances()[1].balance.tolerance == 0.1);
}

}  // namespace beltdyn::history_test
