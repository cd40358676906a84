// SPDX-License-Identifier: MIT
#include "plots/time_range.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::plots {
namespace {

constexpr std::string_view kTime = "time [s]";

// The rows of a table at times within a range.
CsvTable rows_within(const CsvTable& table, const TimeRange& range) {
  if (!table.has(kTime)) return table;
  const std::span<const double> times = table.column(kTime);
  std::vector<std::vector<double>> columns;
  for (const std::string& name : table.names()) {
    const std::span<const double> all = table.column(name);
    std::vector<double>& kept = columns.emplace_back();
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (times[i] >= range.from && times[i] <= range.to) kept.push_back(all[i]);
    }
  }
  return {table.file(), table.names(), std::move(columns)};
}

}  // namespace

Result within(Result result, const TimeRange& range) {
  std::size_t most_rows = 0;
  for (Run& run : result.runs) {
    for (CsvTable* table : {&run.history, &run.profiles, &run.slip_zones}) *table = rows_within(*table, range);
    if (run.errors) run.errors = rows_within(*run.errors, range);
    most_rows = std::max(most_rows, run.history.rows());
  }
  // A line needs two rows.
  if (most_rows < 2) {
    throw UsageError(
        fmt::format("no run has two rows in the time to be drawn; the results end at {:.6g} s", result.end_time));
  }
  std::erase_if(result.marks, [&](const Mark& mark) { return mark.time < range.from || mark.time > range.to; });
  result.begin_time = range.from;
  result.end_time = std::min(range.to, result.end_time);
  return result;
}

}  // namespace beltdyn::plots
