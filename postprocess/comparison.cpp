// SPDX-License-Identifier: MIT
#include "postprocess/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/run/history.hpp"

namespace beltdyn::postprocess {
namespace {

constexpr std::string_view kTime = "time [s]";
// Times that differ by no more than this part of the later end time are equal; they are sums of different steps.
constexpr double kTimeTolerance = 1e-9;
// A column that varies by no more than this part of the largest value of its kind counts as constant. Forces and
// torques of steady motion have ripples, and free pulleys have small torques, of no interest beside the others, as have
// slip arcs, whose fronts move from contact point to contact point; speeds vary by creep, a thousandth or so; other
// columns may have a large offset, and only solver residuals cause such variations.
constexpr double kConstantLoad = 0.02;
constexpr double kConstantSpeed = 1e-4;
constexpr double kRounding = 1e-6;
// A difference below this part of the largest value is due to solver residuals.
constexpr double kSame = 1e-9;
// Runs of one model with unknown errors may differ by this part of the range.
constexpr double kMuch = 0.1;

// Prefixes of columns that contain errors of the run itself.
constexpr std::array<std::string_view, 3> kBalanceNames{"length_error", "balance_", "eytelwein"};

bool names_balance(std::string_view column) {
  return std::any_of(kBalanceNames.begin(), kBalanceNames.end(),
                     [column](std::string_view name) { return column.starts_with(name); });
}

// The times that lie in [begin, end], as first index and count.
struct Rows {
  std::size_t first{};
  std::size_t count{};
};
Rows rows_within(std::span<const double> time, double begin, double end) {
  const auto first = std::lower_bound(time.begin(), time.end(), begin);
  const auto last = std::upper_bound(first, time.end(), end);
  return {.first = static_cast<std::size_t>(first - time.begin()), .count = static_cast<std::size_t>(last - first)};
}

// One run of a pair, with its rows in the common time.
struct Side {
  const RunHistory& run;
  std::span<const double> time;
  Rows rows;

  std::span<const double> in_common(std::span<const double> values) const {
    return values.subspan(rows.first, rows.count);
  }
};

double constant_part(std::string_view column) {
  const std::string_view unit = split_header(column).unit;
  if (unit == "N" || unit == "N m" || column.starts_with("slip_arc")) return kConstantLoad;
  return unit == "m/s" || unit == "rad/s" ? kConstantSpeed : kRounding;
}

// 0 for a column that counts as constant.
double range_of(std::string_view column, std::span<const double> values, double scale) {
  if (values.empty()) return 0.0;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double range = *high - *low;
  return range > constant_part(column) * scale ? range : 0.0;
}

double magnitude_of(std::span<const double> values) {
  double magnitude = 0.0;
  for (const double value : values) magnitude = std::max(magnitude, std::abs(value));
  return magnitude;
}

// "torque" of "torque_2 [N m]"
std::string_view kind_of(std::string_view column) {
  const std::string_view name = split_header(column).name;
  const std::size_t number = name.find_last_not_of("0123456789");
  const bool is_numbered = number != std::string_view::npos && number + 1 < name.size() && name[number] == '_';
  return is_numbered ? name.substr(0, number) : name;
}

// The errors of a run at these times; none if they are unknown.
std::optional<std::vector<double>> errors_of(const RunHistory& run, const std::string& column,
                                             std::span<const double> at_times) {
  if (run.errors != nullptr && run.errors->has(column)) {
    return sample(run.errors->column(kTime), run.errors->column(column), at_times, Between::linear);
  }
  return run.is_reference ? std::optional(std::vector<double>(at_times.size())) : std::nullopt;
}

// The largest |d|/(e₁ + e₂); none if errors are unknown.
std::optional<double> part_of_errors(const RunHistory& run, const RunHistory& reference, const ColumnDifference& column,
                                     std::span<const double> time, std::span<const double> difference) {
  const std::optional<std::vector<double>> own = errors_of(run, column.column, time);
  const std::optional<std::vector<double>> other = errors_of(reference, column.column, time);
  if (!own || !other || (run.errors == nullptr && reference.errors == nullptr)) return std::nullopt;
  // Differences due to rounding need no explanation.
  const double rounding = kSame * column.scale;
  double largest = 0.0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double d = std::abs(difference[i]);
    if (d > rounding) largest = std::max(largest, d / std::max((*own)[i] + (*other)[i], rounding));
  }
  return largest;
}

ColumnDifference measure(std::span<const double> time, std::span<const double> difference) {
  ColumnDifference result;
  result.time_of_maximum = time.front();
  double integral = 0.0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double d = std::abs(difference[i]);
    if (d > result.maximum) {
      result.maximum = d;
      result.time_of_maximum = time[i];
    }
    if (i > 0) {
      integral += 0.5 * (time[i] - time[i - 1]) * (d * d + difference[i - 1] * difference[i - 1]);
    }
  }
  const double duration = time.back() - time.front();
  result.l2 = duration > 0.0 ? std::sqrt(integral / duration) : result.maximum;
  return result;
}

// The difference of a column at the rows of the coarser side within the common time. `scale` is the largest magnitude
// of the columns of its kind.
ColumnDifference compare_column(const std::string& name, const Side& run, const Side& reference, bool run_is_coarse,
                                double scale) {
  const Side& coarse = run_is_coarse ? run : reference;
  const Side& fine = run_is_coarse ? reference : run;
  const std::span<const double> at_times = coarse.in_common(coarse.time);
  const Between between = is_state(name) ? Between::nearest : Between::linear;
  std::vector<double> difference = sample(fine.time, fine.run.history->column(name), at_times, between);
  const std::span<const double> values = coarse.in_common(coarse.run.history->column(name));
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= values[i];
  ColumnDifference column = measure(at_times, difference);
  column.column = name;
  const std::span<const double> referred = reference.in_common(reference.run.history->column(name));
  column.magnitude = magnitude_of(referred);
  column.scale = scale;
  double range = range_of(name, referred, scale);
  // Beside a steady motion, which varies little, the transient of the other run would be many times the range.
  if (is_steady_model(reference.run.model) && !is_steady_model(run.run.model)) {
    range = std::max(range, range_of(name, run.in_common(run.run.history->column(name)), scale));
  }
  if (range > 0.0) {
    column.maximum_relative = column.maximum / range;
    column.l2_relative = column.l2 / range;
  }
  if (!is_state(name)) column.of_errors = part_of_errors(run.run, reference.run, column, at_times, difference);
  return column;
}

std::optional<PairComparison> compare_pair(const RunHistory& run, const RunHistory& reference) {
  const std::span<const double> run_time = times_of(run);
  const std::span<const double> reference_time = times_of(reference);
  const double tolerance = kTimeTolerance * std::max(std::abs(run_time.back()), std::abs(reference_time.back()));
  const double end = std::min(run_time.back(), reference_time.back()) + tolerance;
  const double wanted = std::max(run.begin, reference.begin);
  const double begin = std::max({run_time.front(), reference_time.front(), wanted < end ? wanted : 0.0}) - tolerance;
  const Side run_side{run, run_time, rows_within(run_time, begin, end)};
  const Side reference_side{reference, reference_time, rows_within(reference_time, begin, end)};
  if (run_side.rows.count + reference_side.rows.count == 0) return std::nullopt;
  const bool run_is_coarse =
      reference_side.rows.count == 0 || (run_side.rows.count > 0 && run_side.rows.count <= reference_side.rows.count);
  const Side& coarse = run_is_coarse ? run_side : reference_side;
  const std::span<const double> at_times = coarse.in_common(coarse.time);

  PairComparison pair{.run = run.name,
                      .reference = reference.name,
                      .run_model = run.model,
                      .reference_model = reference.model,
                      .same_model = run.model == reference.model && run.variant == reference.variant,
                      .begin_time = at_times.front(),
                      .end_time = at_times.back(),
                      .run_ended_early = !run.is_complete,
                      .reference_ended_early = !reference.is_complete,
                      .columns = {}};
  std::map<std::string_view, double> scales;  // by kind of column
  for (const std::string& name : reference.history->names()) {
    double& scale = scales[kind_of(name)];
    scale = std::max(scale, magnitude_of(reference_side.in_common(reference.history->column(name))));
  }
  for (const std::string& name : run.history->names()) {
    if (name == kTime || names_balance(name) || !reference.history->has(name)) continue;
    pair.columns.push_back(compare_column(name, run_side, reference_side, run_is_coarse, scales[kind_of(name)]));
  }
  return pair;
}

Json json_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::string number_or_empty(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

}  // namespace

std::optional<double> ColumnDifference::relative() const {
  if (maximum_relative) return maximum_relative;
  return scale > 0.0 ? std::optional(maximum / scale) : std::nullopt;
}

std::optional<double> ColumnDifference::size() const {
  const std::optional<double> part = relative();
  return part && maximum > 0.0 ? std::optional(maximum / *part) : std::nullopt;
}

bool ColumnDifference::is_rounding() const { return maximum <= kSame * scale; }

bool ColumnDifference::is_explained() const {
  if (of_errors) return *of_errors <= 1.0;
  return relative().value_or(0.0) <= kMuch;
}

bool ColumnDifference::agrees() const { return is_explained() && relative().value_or(0.0) <= kMuch; }

bool is_main_column(std::string_view column) {
  return column.starts_with("angular_velocity_") || column.starts_with("torque_") || column.starts_with("span_force_");
}

WorstDifference worst_difference(std::span<const PairComparison> pairs) {
  const bool has_main = std::ranges::any_of(pairs, [](const PairComparison& pair) {
    return std::ranges::any_of(pair.columns, is_main_column, &ColumnDifference::column);
  });
  // A measure of how badly a difference is explained.
  const auto excess = [](const ColumnDifference& column) {
    return std::max(column.of_errors.value_or(0.0), column.relative().value_or(0.0) / kMuch);
  };
  WorstDifference worst;
  for (const PairComparison& pair : pairs) {
    if (!pair.same_model) continue;
    for (const ColumnDifference& column : pair.columns) {
      if (!is_quantity(column.column) || !column.relative()) continue;
      if (has_main && !is_main_column(column.column)) continue;
      if (worst.column != nullptr && excess(column) <= excess(*worst.column)) continue;
      worst = {.pair = &pair, .column = &column};
    }
  }
  return worst;
}

bool is_steady_model(std::string_view model) { return model.starts_with("steady_"); }

WorstDifference neglected_transient(std::span<const PairComparison> pairs) {
  WorstDifference worst;
  for (const PairComparison& pair : pairs) {
    if (is_steady_model(pair.run_model) == is_steady_model(pair.reference_model)) continue;
    for (const ColumnDifference& column : pair.columns) {
      if (!is_main_column(column.column) && !column.column.starts_with("creep_")) continue;
      if (column.is_explained() || !column.of_errors) continue;
      if (worst.column == nullptr || *column.of_errors > *worst.column->of_errors) {
        worst = {.pair = &pair, .column = &column};
      }
    }
  }
  return worst;
}

bool is_quantity(std::string_view column) { return column != kTime && !names_balance(column) && !is_state(column); }

std::span<const double> times_of(const RunHistory& run) {
  const std::span<const double> time = run.history->column(kTime);
  if (time.empty()) throw IoError(run.history->file() + ": has no rows; run it again with --force");
  const auto fall = std::is_sorted_until(time.begin(), time.end());
  if (fall != time.end()) {
    throw IoError(fmt::format("{}:{}: the time decreases; run it again with --force", run.history->file(),
                              fall - time.begin() + 2));
  }
  return time;
}

std::vector<double> sample(std::span<const double> time, std::span<const double> value,
                           std::span<const double> at_times, Between between) {
  std::vector<double> result;
  result.reserve(at_times.size());
  std::size_t right = 0;  // first row at or after the requested time
  for (const double t : at_times) {
    while (right < time.size() && time[right] < t) ++right;
    if (right == 0 || right == time.size()) {
      result.push_back(right == 0 ? value.front() : value.back());
      continue;
    }
    const double x = (t - time[right - 1]) / (time[right] - time[right - 1]);
    if (between == Between::nearest) {
      result.push_back(x < 0.5 ? value[right - 1] : value[right]);
    } else {
      result.push_back(value[right - 1] + x * (value[right] - value[right - 1]));
    }
  }
  return result;
}

std::vector<PairComparison> compare_histories(std::span<const RunHistory> runs) {
  std::vector<PairComparison> pairs;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (std::size_t j = i + 1; j < runs.size(); ++j) {
      const bool first_is_reference = runs[i].is_reference || !runs[j].is_reference;
      const RunHistory& reference = first_is_reference ? runs[i] : runs[j];
      const RunHistory& run = first_is_reference ? runs[j] : runs[i];
      if (run.variant != reference.variant && run.member_of != reference.member_of) continue;
      if (std::optional<PairComparison> pair = compare_pair(run, reference)) pairs.push_back(std::move(*pair));
    }
  }
  return pairs;
}

std::string comparison_json(std::span<const PairComparison> pairs) {
  Json list = Json::array();
  for (const PairComparison& pair : pairs) {
    Json columns = Json::array();
    for (const ColumnDifference& c : pair.columns) {
      columns.push_back({{"column", c.column},
                         {"max", c.maximum},
                         {"max_relative", json_or_null(c.maximum_relative)},
                         {"time_of_max", c.time_of_maximum},
                         {"l2", c.l2},
                         {"l2_relative", json_or_null(c.l2_relative)},
                         {"of_errors", json_or_null(c.of_errors)},
                         {"explained", c.of_errors ? Json(c.is_explained()) : Json(nullptr)}});
    }
    list.push_back({{"run", pair.run},
                    {"reference", pair.reference},
                    {"run_model", pair.run_model},
                    {"reference_model", pair.reference_model},
                    {"same_model", pair.same_model},
                    {"begin_time", pair.begin_time},
                    {"end_time", pair.end_time},
                    {"run_ended_early", pair.run_ended_early},
                    {"reference_ended_early", pair.reference_ended_early},
                    {"columns", std::move(columns)}});
  }
  return Json{{"pairs", std::move(list)}}.dump(2) + "\n";
}

std::string comparison_csv(std::span<const PairComparison> pairs) {
  std::string text =
      "run,reference,run_model,reference_model,same_model,begin_time [s],end_time [s],column,max,max_relative [-],"
      "time_of_max [s],l2,l2_relative [-],of_errors [-]\n";
  for (const PairComparison& pair : pairs) {
    const std::string head = fmt::format("{},{},{},{},{},{},{}", csv_field(pair.run), csv_field(pair.reference),
                                         csv_field(pair.run_model), csv_field(pair.reference_model),
                                         pair.same_model ? "true" : "false", pair.begin_time, pair.end_time);
    for (const ColumnDifference& c : pair.columns) {
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}\n", head, csv_field(c.column), c.maximum,
                     number_or_empty(c.maximum_relative), c.time_of_maximum, c.l2, number_or_empty(c.l2_relative),
                     number_or_empty(c.of_errors));
    }
  }
  return text;
}

void write_comparison(const std::filesystem::path& folder, std::span<const PairComparison> pairs) {
  write_text_file(folder / "comparison.json", comparison_json(pairs));
  write_text_file(folder / "comparison.csv", comparison_csv(pairs));
}

}  // namespace beltdyn::postprocess
