// SPDX-License-Identifier: MIT
#include "report/errors.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/simulation/comparison.hpp"
#include "core/simulation/plot_data.hpp"

namespace beltdyn::report {
namespace {

constexpr std::string_view kTime = "time [s]";
constexpr std::string_view kPlace = "sigma [m]";
constexpr std::string_view kOfProfile = "profile ";
constexpr std::string_view kOfLastProfile = "last profile ";
// Instants that differ by less than this part of the later one are the same.
constexpr double kSameInstant = 1e-9;

// The pairs of a run and what it is held against.
std::vector<std::pair<const plots::Run*, const plots::Run*>> pairs_of(const plots::Result& result) {
  std::vector<std::pair<const plots::Run*, const plots::Run*>> pairs;
  for (const plots::Run& run : result.runs) {
    if (run.is_exact || run.is_published) continue;
    const bool has_own = std::any_of(result.runs.begin(), result.runs.end(), [&](const plots::Run& other) {
      return other.is_exact && other.model == run.model;
    });
    for (const plots::Run& other : result.runs) {
      const bool is_own_exact = other.is_exact && (!has_own || other.model == run.model);
      const bool is_own_published = other.is_published && other.model == run.name;
      if (is_own_exact || is_own_published) pairs.emplace_back(&run, &other);
    }
  }
  return pairs;
}

bool is_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

// The columns of a table that hold numbers.
CsvTable finite_part(const CsvTable& table) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  for (const std::string& name : table.names()) {
    const std::span<const double> values = table.column(name);
    if (!is_finite(values)) continue;
    names.push_back(name);
    columns.emplace_back(values.begin(), values.end());
  }
  return {table.file(), std::move(names), std::move(columns)};
}

bool is_wanted(std::string_view column, std::span<const std::string> quantities) {
  return std::any_of(quantities.begin(), quantities.end(),
                     [column](const std::string& prefix) { return column.starts_with(prefix); });
}

void add_history_errors(const plots::Run& run, const plots::Run& reference, std::span<const std::string> quantities,
                        std::vector<ErrorLine>& lines) {
  const CsvTable finite = finite_part(reference.history);
  const std::vector<RunHistory> both{
      {.name = run.name, .model = run.model, .is_reference = false, .history = &run.history},
      {.name = reference.name, .model = reference.model, .is_reference = true, .history = &finite}};
  for (const PairComparison& pair : compare_histories(both)) {
    for (const ColumnDifference& column : pair.columns) {
      if (!is_wanted(column.column, quantities)) continue;
      lines.push_back({.quantity = column.column,
                       .run = run.name,
                       .reference = reference.name,
                       .maximum = column.maximum,
                       .maximum_relative = column.maximum_relative,
                       .l2 = column.l2});
    }
  }
}

// The rows of a profile.
struct Rows {
  std::size_t first{};
  std::size_t count{};
};
std::optional<Rows> profile_at(const CsvTable& profiles, double time) {
  const std::span<const double> times = profiles.column(kTime);
  const double close = kSameInstant * std::abs(time);
  const auto first = std::lower_bound(times.begin(), times.end(), time - close);
  const auto last = std::upper_bound(first, times.end(), time + close);
  if (first == last) return std::nullopt;
  return Rows{static_cast<std::size_t>(first - times.begin()), static_cast<std::size_t>(last - first)};
}

void add_profile_errors(const plots::Run& run, const plots::Run& reference, std::span<const double> times,
                        const std::string& column, std::vector<ErrorLine>& lines) {
  for (const double time : times) {
    const std::optional<Rows> ours = profile_at(run.profiles, time);
    const std::optional<Rows> theirs = profile_at(reference.profiles, time);
    if (!ours || !theirs) continue;
    const auto part = [&](const CsvTable& table, const Rows& rows, std::string_view name) {
      return table.column(name).subspan(rows.first, rows.count);
    };
    const auto value = part(reference.profiles, *theirs, column);
    if (!is_finite(value)) continue;
    const auto place = part(reference.profiles, *theirs, kPlace);
    const std::vector<double> sampled =
        sample(part(run.profiles, *ours, kPlace), part(run.profiles, *ours, column), place, Between::linear);
    const auto [low, high] = std::minmax_element(value.begin(), value.end());
    double largest = 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const double difference = std::abs(sampled[i] - value[i]);
      largest = std::max(largest, difference);
      squares += difference * difference;
    }
    lines.push_back({.quantity = fmt::format("{} along the belt at {:.4g} s", column, time),
                     .run = run.name,
                     .reference = reference.name,
                     .maximum = largest,
                     .maximum_relative = *high > *low ? std::optional(largest / (*high - *low)) : std::nullopt,
                     .l2 = std::sqrt(squares / static_cast<double>(value.size()))});
  }
}

}  // namespace

std::vector<ErrorLine> errors_of(const plots::Result& result, std::span<const std::string> quantities) {
  std::vector<ErrorLine> lines;
  for (const auto& [run, reference] : pairs_of(result)) {
    add_history_errors(*run, *reference, quantities, lines);
    if (run->profiles.rows() == 0 || reference->profiles.rows() == 0) continue;
    const std::vector<double> times = plot_data::profile_times(reference->profiles);
    for (const std::string& quantity : quantities) {
      if (quantity.starts_with(kOfProfile)) {
        add_profile_errors(*run, *reference, times, quantity.substr(kOfProfile.size()), lines);
      } else if (quantity.starts_with(kOfLastProfile)) {
        add_profile_errors(*run, *reference, std::span(times).last(1), quantity.substr(kOfLastProfile.size()), lines);
      }
    }
  }
  return lines;
}

}  // namespace beltdyn::report
