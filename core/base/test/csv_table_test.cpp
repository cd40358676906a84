// SPDX-License-Identifier: MIT
#include "core/base/csv_table.hpp"

#include <filesystem>
#include <string>
#include <vector>

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
  CHECK_THROWS_WITH_AS(parse("a,b\n1,2\n3\n"), doctest::Contains("a.csv:3: has 1 fields, but the header has 2"),
                       IoError);
  CHECK_THROWS_WITH_AS(parse("a,b\n1,2,3\n"), doctest::Contains("a.csv:2: has 3 fields, but the header has 2"),
                       IoError);
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

TEST_CASE("CSV table: what spreadsheets write is read") {
  const auto second = [](const std::string& text) {
    const CsvTable table = CsvTable::parse("a.csv", text);
    CHECK(table.names() == std::vector<std::string>{"time [s]", "x [m]"});
    REQUIRE(table.rows() == 2);
    CHECK(table.column("time [s]")[1] == 1.0);
    return table.column("x [m]")[1];
  };
  CHECK(second("\xEF\xBB\xBFtime [s],x [m]\r\n0,0.5\r\n1,2.5\r\n") == 2.5);
  CHECK(second("\xEF\xBB\xBF\"time [s]\",x [m]\n0,0.5\n1,2.5") == 2.5);
  CHECK(second("time [s],x [m]\n0,0.5\n 1 , 2.5\n\n  \r\n,\n") == 2.5);
  CHECK(second("time [s];x [m]\n0;0,5\n1;-2,5e-1\n;\n") == -0.25);
  CHECK(second("time [s];x [m]\n0;0.5\n1;2.5\n") == 2.5);
  CHECK(second("time [s]\tx [m]\n0\t0.5\n1\t2.5\n") == 2.5);
  // A comma in the header is a separator unless it is quoted.
  CHECK(CsvTable::parse("a.csv", "\"a, b\";c\n1,5;2\n").column("a, b")[0] == 1.5);
  CHECK(csv_field("a;b") == "\"a;b\"");
}

TEST_CASE("CSV table: what of spreadsheets cannot be read is named") {
  const auto parse = [](const std::string& text) { return CsvTable::parse("a.csv", text); };
  CHECK_THROWS_WITH_AS(parse("a,b\n1,2\n\n3,4\n"), "a.csv:3: is blank, with numbers behind it; remove the line",
                       CsvError);
  CHECK_THROWS_WITH_AS(parse("\xFF\xFE"
                             "a"),
                       "a.csv:1: is UTF-16; save the file as UTF-8", CsvError);
  CHECK_THROWS_WITH_AS(parse("\xEF\xBB\xBF\n"), doctest::Contains("a.csv:1: is empty"), CsvError);
  CHECK_THROWS_WITH_AS(parse("a,b\n1,5,2,5\n"), doctest::Contains("there are commas between fields"), CsvError);
  CHECK_THROWS_WITH_AS(parse("a,b\n\"1,500\",2\n"), doctest::Contains("decimal commas are read between semicolons"),
                       CsvError);
  CHECK_THROWS_WITH_AS(parse("a;b\n1.234,5;2\n"), doctest::Contains("'1.234,5' in column 'a'"), CsvError);
}

TEST_CASE("CSV table: messages are short, whatever the length of a field or the number of columns") {
  const auto message = [](const std::string& text) {
    try {
      (void)CsvTable::parse("a.csv", text).column("z");
    } catch (const CsvError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string long_field(1'000'000, 'x');
  CHECK(message("a\n" + long_field + "\n").size() < 200);
  CHECK(message(long_field + "\nx\n").size() < 300);
  CHECK(message(long_field + "," + long_field + "\n1,2\n").size() < 200);
  std::string header = "column_0";
  for (int i = 1; i < 60'000; ++i) header += ",column_" + std::to_string(i);
  // Comparing each name with each other name would take five seconds.
  CHECK(message(header + "\n").find("column_19 and 59980 more") != std::string::npos);
}

}  // namespace beltdyn::csv_table_test
