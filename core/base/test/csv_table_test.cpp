// SPDX-License-Identifier: MIT
#include "core/base/csv_table.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "core/base/error.hpp"

namespace beltdyn::csv_table_test {

TEST_CASE("CSV table: columns are found by name, numbers keep every bit") {
  const CsvTable table = CsvTable::parse("a.csv", "time [s],x [m]\n0,0.10000000000000001\n1e-3,-2.5\n");
  CHECK(table.rows() == 2);
  CHECK(table.column("x [m]")[0] == 0.1);
  CHECK(table.column("time [s]")[1] == 1e-3);
  CHECK(table.has("x [m]"));
  CHECK_FALSE(table.has("x"));
  CHECK_THROWS_WITH_AS(table.column("y [m]"), "a.csv:1: there is no column 'y [m]'; the columns are: time [s], x [m]",
                       IoError);
}

TEST_CASE("CSV table: RFC 4180 quoting, CRLF, a missing last line end and a table without rows are read") {
  const CsvTable table = CsvTable::parse("a.csv", "\"a, \"\"b\"\" [-]\",c [-]\r\n1,\"2\"\r\n3,4");
  CHECK(table.names() == std::vector<std::string>{"a, \"b\" [-]", "c [-]"});
  CHECK(table.column("c [-]")[0] == 2.0);
  CHECK(table.column("c [-]")[1] == 4.0);
  CHECK(CsvTable::parse("a.csv", "a [-]\n").rows() == 0);
  CHECK(beltdyn::csv_field("a, \"b\"") == "\"a, \"\"b\"\"\"");
  CHECK(beltdyn::csv_field("plain") == "plain");
}

TEST_CASE("CSV table: errors are reported with file and line") {
  const auto parse = [](const char* text) { return CsvTable::parse("a.csv", text); };
  CHECK_THROWS_WITH_AS(parse(""), doctest::Contains("a.csv:1: is empty"), IoError);
  CHECK_THROWS_WITH_AS(parse("a,b\n1,2\n3\n"), "a.csv:3: has 1 fields, but the header has 2", IoError);
  CHECK_THROWS_WITH_AS(parse("a,b\n1,2,3\n"), "a.csv:2: has 3 fields, but the header has 2", IoError);
  CHECK_THROWS_WITH_AS(parse("a,b\n1,2\n1,x\n"), "a.csv:3: 'x' in column 'b' is not a finite number", IoError);
  CHECK_THROWS_WITH_AS(parse("a\nnan\n"), doctest::Contains("not a finite number"), IoError);
  CHECK_THROWS_WITH_AS(parse("a\n1e999\n"), doctest::Contains("not a finite number"), IoError);
  CHECK_THROWS_WITH_AS(parse("a\n\"1\n"), doctest::Contains("unterminated quoted field"), IoError);
  CHECK_THROWS_WITH_AS(parse("a\n\"1\"2\n"), doctest::Contains("unterminated quoted field"), IoError);
  CHECK_THROWS_WITH_AS(CsvTable::load("/no/such/file.csv"), doctest::Contains("cannot be read"), IoError);
  CHECK_THROWS_AS(CsvTable::load(std::filesystem::temp_directory_path()), IoError);
  CHECK_THROWS_WITH_AS(CsvTable::load("/dev/zero"), doctest::Contains("cannot be read"), IoError);
  CHECK_THROWS_WITH_AS(parse("a,b,a\n1,2,3\n"), "a.csv:1: duplicate column 'a'", IoError);
  CHECK_THROWS_WITH_AS(parse("a\x1b[2J\n1\n"), "a.csv:1: the name 'a\\x1b[2J' is not a single line of text", IoError);
}

}  // namespace beltdyn::csv_table_test
