// SPDX-License-Identifier: MIT
#include "studies/sweep/sweep_table.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/csv_table.hpp"
#include "studies/sweep/sweep_files.hpp"

namespace beltdyn::studies {

TEST_CASE("sweep table: rows give numbers, none where a member failed, and messages as they were") {
  const std::string message = "\"gross\" slip, see \"friction\"";
  const std::vector<std::string> columns{"member", "a [m]", "b [N]", "status", "message"};
  const Rows rows{
      {3, "3,0.5,-1e-300,complete,"}, {7, "7,0.25,,failed," + csv_field(message)}, {8, "8,1,2,infeasible,\"x\""}};
  const SweepTable table = table_of(rows, columns, 1);
  CHECK(table.n_parameters == 1);
  CHECK(table.columns == std::vector<std::string>{"a [m]", "b [N]"});
  CHECK(table.members == std::vector<std::size_t>{3, 7, 8});
  CHECK(table.numbers[0] == std::vector<double>{0.5, -1e-300});
  CHECK(table.numbers[1][0] == 0.25);
  CHECK(std::isnan(table.numbers[1][1]));
  CHECK(table.status == std::vector<std::string>{"complete", "failed", "infeasible"});
  CHECK(table.messages == std::vector<std::string>{"", message, "x"});
}

}  // namespace beltdyn::studies
