// SPDX-License-Identifier: MIT
#include "verification/published_data.hpp"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"

namespace beltdyn::published_data_test {

using namespace beltdyn::verification;
namespace fs = std::filesystem;

TEST_CASE("published data: comments, blank lines and line ends of any kind around rows of numbers") {
  const PublishedTable table = parse_published("x", "# s[m], N[N]\n\n1.5e-1,400\r\n  2 , -0.5 \n# end\n3,4");
  CHECK(table == PublishedTable{{0.15, 2.0, 3.0}, {400.0, -0.5, 4.0}});
  CHECK(parse_published("x", "wrap [deg],T2 [N]\n90,1\n180,2\n") == PublishedTable{{90.0, 180.0}, {1.0, 2.0}});
}

TEST_CASE("published data: invalid tables are reported with its line") {
  for (const auto& [text, message] :
       {std::pair{"# head\n1,2\n1,two\n", "x:3: is not a row of numbers separated by commas; download the file again"},
        {"1,2\na,b\n", "x:2: is not a row of numbers separated by commas; download the file again"},
        {"1,2\n1,\n", "x:2: is not a row of numbers separated by commas; download the file again"},
        {"nan,1\n", "x:1: is not a row of numbers separated by commas; download the file again"},
        {"1,nan\n", "x:1: is not a row of numbers separated by commas; download the file again"},
        {"1,2\n1,2,3\n", "x:2: has 3 numbers, but the previous rows have 2; download the file again"},
        {"# nothing\n", "x: has no numbers; download the file again"}}) {
    CHECK_THROWS_WITH_AS(parse_published("x", text), message, IoError);
  }
}

TEST_CASE("published data: a case without its files gets a message, with them their numbers") {
  CHECK_FALSE(PublishedData().lacks({}).has_value());
  CHECK(PublishedData().lacks({"a/b.csv"}).value() ==
        "needs published data; give its folder with --data DIR or in the environment variable BELTDYN_DATA");
  const beltdyn::test::ScratchFolder scratch("published_data");
  const fs::path& folder = scratch.path();
  fs::create_directories(folder / "a");
  std::ofstream(folder / "a/b.csv") << "1,2\n3,4\n";
  std::ofstream(folder / "a/row.csv") << "1,2\n";
  const PublishedData data(folder);
  CHECK_FALSE(data.lacks({"a/b.csv"}).has_value());
  CHECK(data.lacks({"a/b.csv", "a/c.csv"}).value() ==
        "needs published data; " + (folder / "a/c.csv").string() + " is missing");
  CHECK(data.table("a/b.csv", 2) == PublishedTable{{1.0, 3.0}, {2.0, 4.0}});
  CHECK_THROWS_WITH_AS(data.table("a/b.csv", 3), doctest::Contains("has 2 columns and 2 rows, 3 columns and"), IoError);
  CHECK_THROWS_WITH_AS(data.table("a/row.csv", 2), doctest::Contains("has 2 columns and 1 rows, 2 columns"), IoError);
  CHECK_THROWS_WITH_AS(data.table("a/c.csv", 2), doctest::Contains("cannot be read"), IoError);
}

}  // namespace beltdyn::published_data_test
