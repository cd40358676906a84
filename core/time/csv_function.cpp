// SPDX-License-Identifier: MIT
#include "core/time/csv_function.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/text_file.hpp"
#include "core/config/quantity.hpp"

namespace beltdyn {
namespace {

constexpr std::size_t kFewestPoints = 2;
// Some millions of rows; more is hardly a time function of a drive.
constexpr std::uintmax_t kLargestTable = 256'000'000;

// An error in a table; only thrown within load_points().
struct TableProblem {
  std::string message;
};

std::string_view find_column(const CsvTable& table, std::string_view column) {
  std::vector<std::string_view> found;
  for (const std::string& header : table.names()) {
    if (header == column) return header;
    if (split_header(header).name == column) found.push_back(header);
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    throw TableProblem{
        fmt::format("there is no column '{}'; the columns are: {}", column, fmt::join(table.names(), ", "))};
  }
  throw TableProblem{fmt::format("'{}' is ambiguous between the columns {}; give the complete header", column,
                                 fmt::join(found, ", "))};
}

// The values of a column in the unit of SI.
std::vector<double> values_of(const CsvTable& table, std::string_view column, std::string_view given_unit,
                              std::string_view si_unit) {
  const std::string_view header = find_column(table, column);
  const std::span<const double> numbers = table.column(header);
  std::vector<double> values(numbers.begin(), numbers.end());
  const std::string_view unit = given_unit.empty() ? split_header(header).unit : given_unit;
  if (unit.empty() || unit == si_unit) return values;
  const std::variant<double, std::string> factor = config::quantity_in(si_unit, fmt::format("1 {}", unit));
  if (const std::string* message = std::get_if<std::string>(&factor)) {
    throw TableProblem{fmt::format("the unit of column '{}': {}", header, *message)};
  }
  for (double& value : values) value *= std::get<double>(factor);
  return values;
}

void require_order(const std::vector<double>& time) {
  if (time.size() < kFewestPoints) {
    throw TableProblem{fmt::format("has {} rows of numbers; give at least {}", time.size(), kFewestPoints)};
  }
  for (std::size_t i = 1; i < time.size(); ++i) {
    if (time[i] > time[i - 1]) continue;
    throw TableProblem{
        fmt::format("in row {} the time {:.9g} s follows {:.9g} s; sort the rows and give each time once", i + 1,
                    time[i], time[i - 1])};
  }
}

std::string read_table(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (!error && size > kLargestTable) {
    throw TableProblem{
        fmt::format("is {} MB, larger than {} MB; give fewer points", size / 1'000'000, kLargestTable / 1'000'000)};
  }
  std::optional<std::string> text = read_regular_file(file);
  if (!text)
    throw TableProblem{
        "cannot be read; check that the file exists (relative paths start at the folder of the configuration)"};
  return *std::move(text);
}

void load(TimeFunction::Csv& function, std::string_view si_unit) {
  const std::string text = read_table(function.file);
  std::string checksum = fmt::format("{:016x}", beltdyn::checksum(text));
  if (!function.checksum.empty() && function.checksum != checksum) {
    throw TableProblem{
        fmt::format("has changed: its checksum is {}, not {}; restore the original file, or remove the checksum",
                    checksum, function.checksum)};
  }
  const CsvTable table = CsvTable::parse(function.file, text);
  auto lines = std::make_shared<TimeFunction::PiecewiseLinear>();
  lines->time = values_of(table, function.time_column, function.time_unit, "s");
  require_order(lines->time);
  lines->value = values_of(table, function.value_column, function.value_unit, si_unit);
  function.lines = std::move(lines);
  function.checksum = std::move(checksum);
}

}  // namespace

std::string load_points(TimeFunction::Csv& function, std::string_view si_unit) {
  try {
    load(function, si_unit);
  } catch (const TableProblem& problem) {
    return fmt::format("{}: {}", function.file, problem.message);
  } catch (const CsvError& error) {
    return error.what();
  }
  return {};
}

}  // namespace beltdyn
