// SPDX-License-Identifier: MIT
#include "core/config/input_columns.hpp"

#include <string>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/config/quantity.hpp"

namespace beltdyn::config {

std::string_view find_header(const CsvTable& table, std::string_view column) {
  std::vector<std::string_view> found;
  for (const std::string& header : table.names()) {
    if (header == column) return header;
    if (split_header(header).name == column) found.push_back(header);
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    throw CsvError(
        fmt::format("{}: has no column {}; its columns are {}", table.file(), column, fmt::join(table.names(), ", ")));
  }
  throw CsvError(fmt::format("{}: {} is ambiguous between the columns {}; give the complete header", table.file(),
                             column, fmt::join(found, ", ")));
}

double unit_factor(const CsvTable& table, std::string_view header, std::string_view from, std::string_view to) {
  if (from.empty() || from == to) return 1.0;
  const std::variant<double, std::string> factor = quantity_in(to, fmt::format("1 {}", from));
  if (const auto* mistake = std::get_if<std::string>(&factor)) {
    throw CsvError(fmt::format("{}: the unit of column {}: {}", table.file(), header, *mistake));
  }
  return std::get<double>(factor);
}

std::vector<double> column_in(const CsvTable& table, std::string_view column, std::string_view unit,
                              std::string_view given_unit) {
  const std::string_view header = find_header(table, column);
  const double factor = unit_factor(table, header, given_unit.empty() ? split_header(header).unit : given_unit, unit);
  std::vector<double> values;
  for (const double value : table.column(header)) values.push_back(factor * value);
  return values;
}

std::vector<double> times_in(const CsvTable& table, std::string_view column, std::string_view given_unit) {
  std::vector<double> times = column_in(table, column, "s", given_unit);
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] > times[i - 1]) continue;
    throw CsvError(
        fmt::format("{}: in row {} the time {:.9g} s follows {:.9g} s; sort the rows and give each time once",
                    table.file(), i + 1, times[i], times[i - 1]));
  }
  return times;
}

}  // namespace beltdyn::config
