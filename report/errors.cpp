// SPDX-License-Identifier: MIT
#include "report/errors.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "postprocess/comparison.hpp"
#include "postprocess/plot_data.hpp"

namespace beltdyn::report {
namespace {

constexpr std::string_view kTime = "time [s]";
constexpr std::string_view kPlace = "sigma [m]";
constexpr std::string_view kOfProfile = "profile ";
constexpr std::string_view kOfLastProfile = "last profile ";
// Instants that differ by less than this part of the later one are equal.
constexpr double kSameInstant = 1e-9;

bool is_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

// The columns of a table whose values are all finite.
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
  const std::vector<postprocess::RunHistory> both{
      {.name = run.name, .model = run.model, .is_reference = false, .history = &run.history},
      {.name = reference.name, .model = reference.model, .is_reference = true, .history = &finite}};
  for (const postprocess::PairComparison& pair : postprocess::compare_histories(both)) {
    for (const postprocess::ColumnDifference& column : pair.columns) {
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

// The rows of a profile, as first index and count.
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

// The difference of a profile column at an instant; none if one of the runs has no such profile.
std::optional<ErrorCurve> profile_difference(const ErrorPair& pair, const std::string& column, double time) {
  const std::optional<Rows> ours = profile_at(pair.run->profiles, time);
  const std::optional<Rows> theirs = profile_at(pair.reference->profiles, time);
  if (!ours || !theirs) return std::nullopt;
  const auto part = [](const CsvTable& table, const Rows& rows, std::string_view name) {
    return table.column(name).subspan(rows.first, rows.count);
  };
  const auto value = part(pair.reference->profiles, *theirs, column);
  if (!is_finite(value)) return std::nullopt;
  const auto place = part(pair.reference->profiles, *theirs, kPlace);
  ErrorCurve curve{
      .at = {place.begin(), place.end()},
      .error = postprocess::sample(part(pair.run->profiles, *ours, kPlace), part(pair.run->profiles, *ours, column),
                                   place, postprocess::Between::linear)};
  for (std::size_t i = 0; i < value.size(); ++i) curve.error[i] = std::abs(curve.error[i] - value[i]);
  return curve;
}

double range_of(std::span<const double> values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

double profile_range(const plots::Run& run, const std::string& column, double time) {
  const std::optional<Rows> rows = profile_at(run.profiles, time);
  return rows ? range_of(run.profiles.column(column).subspan(rows->first, rows->count)) : 0.0;
}

void add_profile_errors(const ErrorPair& pair, std::span<const double> times, const std::string& column,
                        std::vector<ErrorLine>& lines) {
  for (const double time : times) {
    const std::optional<ErrorCurve> curve = profile_difference(pair, column, time);
    if (!curve) continue;
    double largest = 0.0;
    double squares = 0.0;
    for (const double difference : curve->error) {
      largest = std::max(largest, difference);
      squares += difference * difference;
    }
    const double range = profile_range(*pair.reference, column, time);
    lines.push_back({.quantity = fmt::format("{} along the belt at {:.4g} s", column, time),
                     .run = pair.run->name,
                     .reference = pair.reference->name,
                     .maximum = largest,
                     .maximum_relative = range > 0.0 ? std::optional(largest / range) : std::nullopt,
                     .l2 = std::sqrt(squares / static_cast<double>(curve->error.size()))});
  }
}

bool have_profiles(const ErrorPair& pair) {
  return pair.run->profiles.rows() > 0 && pair.reference->profiles.rows() > 0;
}

// The column name after "profile " or "last profile "; empty for a quantity of the history.
std::string column_of_profile(const std::string& quantity) {
  for (const std::string_view prefix : {kOfProfile, kOfLastProfile}) {
    if (quantity.starts_with(prefix)) return quantity.substr(prefix.size());
  }
  return {};
}

// The curve of the column with this prefix that has the largest relative difference, at the times of the reference
// within the run.
ErrorCurve history_curve(const ErrorPair& pair, const std::string& quantity) {
  const CsvTable& run = pair.run->history;
  const CsvTable& reference = pair.reference->history;
  const std::span<const double> time = run.column(kTime);
  ErrorCurve curve;
  for (const double t : reference.column(kTime)) {
    if (t >= time.front() && t <= time.back()) curve.at.push_back(t);
  }
  for (const std::string& name : reference.names()) {
    if (!name.starts_with(quantity) || !run.has(name)) continue;
    const std::span<const double> exact = reference.column(name);
    const double range = is_finite(exact) ? range_of(exact) : 0.0;
    if (!(range > 0.0)) continue;
    const std::vector<double> ours =
        postprocess::sample(time, run.column(name), curve.at, postprocess::Between::linear);
    const std::vector<double> theirs =
        postprocess::sample(reference.column(kTime), exact, curve.at, postprocess::Between::linear);
    curve.error.resize(curve.at.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      curve.error[i] = std::max(curve.error[i], std::abs(ours[i] - theirs[i]) / range);
    }
  }
  return curve.error.empty() ? ErrorCurve{} : curve;
}

}  // namespace

std::vector<ErrorPair> error_pairs(const plots::Result& result) {
  std::vector<ErrorPair> pairs;
  for (const plots::Run& run : result.runs) {
    if (run.is_exact || run.is_published) continue;
    const bool has_own = std::any_of(result.runs.begin(), result.runs.end(), [&](const plots::Run& other) {
      return other.is_exact && other.model == run.model;
    });
    for (const plots::Run& other : result.runs) {
      const bool is_own_exact = other.is_exact && (!has_own || other.model == run.model);
      const bool is_own_published = other.is_published && other.model == run.name;
      if (is_own_exact || is_own_published) pairs.push_back({&run, &other});
    }
  }
  return pairs;
}

std::vector<ErrorLine> errors_of(const plots::Result& result, std::span<const std::string> quantities) {
  std::vector<ErrorLine> lines;
  for (const ErrorPair& pair : error_pairs(result)) {
    add_history_errors(*pair.run, *pair.reference, quantities, lines);
    if (!have_profiles(pair)) continue;
    const std::vector<double> times = postprocess::plot_data::profile_times(pair.reference->profiles);
    for (const std::string& quantity : quantities) {
      const std::string column = column_of_profile(quantity);
      if (column.empty()) continue;
      const bool is_last = quantity.starts_with(kOfLastProfile);
      add_profile_errors(pair, is_last ? std::span(times).last(1) : std::span(times), column, lines);
    }
  }
  return lines;
}

ErrorCurve error_curve(const ErrorPair& pair, const std::string& quantity) {
  const std::string column = column_of_profile(quantity);
  if (column.empty()) return history_curve(pair, quantity);
  if (!have_profiles(pair)) return {};
  const double time = postprocess::plot_data::profile_times(pair.reference->profiles).back();
  std::optional<ErrorCurve> curve = profile_difference(pair, column, time);
  const double range = profile_range(*pair.reference, column, time);
  if (!curve || !(range > 0.0)) return {};
  for (double& error : curve->error) error /= range;
  return *curve;
}

}  // namespace beltdyn::report
