// SPDX-License-Identifier: MIT
#include "core/run/csv_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::csv_writer_test {
namespace {

std::string written(const std::vector<std::vector<double>>& rows) {
  const test::ScratchFolder folder("csv_writer");
  const std::filesystem::path path = folder.path() / "rows.csv";
  CsvWriter writer(path, {"a [-]"});
  for (const std::vector<double>& row : rows) writer.row(row);
  const std::uint64_t size = writer.flush();
  std::string text = read_text_file(path);
  CHECK(text.size() == size);
  return text.substr(text.find('\n') + 1);
}

}  // namespace

TEST_CASE("csv writer: numbers have the fewest digits that distinguish them, and zero has no sign") {
  CHECK(written({{0.0, -0.0, 3.0, -0.1, 0.30000000000000004, 1e-3, 1e22, 2.5e-7}}) ==
        "0,0,3,-0.1,0.30000000000000004,0.001,1e+22,2.5e-07\n");
}

TEST_CASE("csv writer: a number that stands below the same number is written again, zeros of both signs included") {
  CHECK(written({{0.5, 0.0}, {0.5, -0.0}, {-0.25, 1.0}, {-0.25, 0.5}}) == "0.5,0\n0.5,0\n-0.25,1\n-0.25,0.5\n");
}

TEST_CASE("csv writer: a number is read back to the bit, and the longest one fits") {
  using Limits = std::numeric_limits<double>;
  for (const double value : {-Limits::min(), Limits::denorm_min(), -Limits::max(), std::numbers::pi, 1.0 / 3.0,
                             std::nextafter(1.0, 2.0), -1.0 / 3.0e-7}) {
    const std::string text = written({{value, value}});
    CAPTURE(text);
    for (const std::size_t begin : {std::size_t{0}, text.find(',') + 1}) {
      double again = 0.0;
      std::from_chars(text.data() + begin, text.data() + text.size(), again);
      CHECK(again == value);
    }
  }
}

}  // namespace beltdyn::csv_writer_test
