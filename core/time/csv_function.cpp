// SPDX-License-Identifier: MIT
#include "core/time/csv_function.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "core/base/text_file.hpp"
#include "core/config/input_columns.hpp"

namespace beltdyn {
namespace {

constexpr std::size_t kFewestPoints = 2;
// Some millions of rows [bytes]; a larger table is hardly a time function of a drive.
constexpr std::uintmax_t kLargestTable = 256'000'000;

std::string read_table(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (!error && size > kLargestTable) {
    throw CsvError(fmt::format("{}: is {} MB, larger than {} MB; give fewer points", file, size / 1'000'000,
                               kLargestTable / 1'000'000));
  }
  std::optional<std::string> text = read_regular_file(file);
  if (!text) {
    throw CsvError(file +
                   ": cannot be read; check that the file exists (relative paths start at the folder of the "
                   "configuration)");
  }
  return *std::move(text);
}

void load(TimeFunction::Csv& function, std::string_view si_unit) {
  const std::string text = read_table(function.file);
  std::string checksum = fmt::format("{:016x}", beltdyn::checksum(text));
  if (!function.checksum.empty() && function.checksum != checksum) {
    throw CsvError(
        fmt::format("{}: has changed: its checksum is {}, not {}; restore the original file, or remove the checksum",
                    function.file, checksum, function.checksum));
  }
  const CsvTable table = CsvTable::parse(function.file, text);
  auto lines = std::make_shared<TimeFunction::PiecewiseLinear>();
  lines->time = config::times_in(table, function.time_column, function.time_unit);
  if (lines->time.size() < kFewestPoints) {
    throw CsvError(
        fmt::format("{}: has {} rows of numbers; give at least {}", function.file, lines->time.size(), kFewestPoints));
  }
  lines->value = config::column_in(table, function.value_column, si_unit, function.value_unit);
  lines->find_integral();
  function.lines = std::move(lines);
  function.checksum = std::move(checksum);
}

}  // namespace

std::string load_points(TimeFunction::Csv& function, std::string_view si_unit) {
  try {
    load(function, si_unit);
  } catch (const CsvError& error) {
    return error.what();
  }
  return {};
}

}  // namespace beltdyn
