// SPDX-License-Identifier: MIT
#include "core/run/summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/json.hpp"
#include "core/run/history.hpp"

namespace beltdyn {
namespace {

// The stored numbers of a column.
enum Number : std::size_t {
  kFirst,
  kLast,
  kLeast,
  kLeastAt,
  kLeastPlace,
  kLargest,
  kLargestAt,
  kLargestPlace,
  kIntegral,
  kSquares,
  kNumbers
};

// Limit of bin numbers; meaningless larger values share the last bin.
constexpr double kFarthestBin = 1e15;

std::int64_t bin_of(double value, double width) {
  return static_cast<std::int64_t>(std::floor(std::clamp(value / width, -kFarthestBin, kFarthestBin)));
}

std::vector<std::size_t> binned_columns(std::span<const HistoryColumn> columns) {
  std::vector<std::size_t> binned;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].bin_width > 0.0) binned.push_back(i);
  }
  return binned;
}

std::vector<std::optional<std::size_t>> places_of(std::span<const HistoryColumn> columns) {
  std::vector<std::optional<std::size_t>> places(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto found = std::ranges::find(columns, place_column(columns[i].name), &HistoryColumn::name);
    if (found != columns.end()) places[i] = static_cast<std::size_t>(found - columns.begin());
  }
  return places;
}

}  // namespace

Summary::Summary(std::span<const HistoryColumn> columns, double from, std::optional<SummaryState> state)
    : columns_(columns), from_(from), binned_(binned_columns(columns)), place_of_(places_of(columns)) {
  if (state) {
    state_ = *std::move(state);
    return;
  }
  state_.numbers.resize(columns.size() * kNumbers);
  state_.in_bins.resize(binned_.size());
}

void Summary::add(double time, std::span<const double> values) {
  if (time < from_) return;
  const bool is_first = state_.rows == 0;
  const double h = is_first ? 0.0 : time - state_.end;
  count_bins(h, values);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    double* number = state_.numbers.data() + i * kNumbers;
    const double value = values[i];
    const double place = place_of_[i] ? values[*place_of_[i]] : 0.0;
    if (is_first) {
      number[kFirst] = number[kLast] = number[kLeast] = number[kLargest] = value;
      number[kLeastAt] = number[kLargestAt] = time;
      number[kLeastPlace] = number[kLargestPlace] = place;
    }
    const double before = number[kLast];
    number[kIntegral] += 0.5 * h * (before + value);
    number[kSquares] += 0.5 * h * (before * before + value * value);
    number[kLast] = value;
    if (value < number[kLeast]) {
      number[kLeast] = value;
      number[kLeastAt] = time;
      number[kLeastPlace] = place;
    }
    if (value > number[kLargest]) {
      number[kLargest] = value;
      number[kLargestAt] = time;
      number[kLargestPlace] = place;
    }
  }
  if (is_first) state_.begin = time;
  state_.end = time;
  ++state_.rows;
}

void Summary::count_bins(double h, std::span<const double> values) {
  if (h == 0.0) return;
  for (std::size_t b = 0; b < binned_.size(); ++b) {
    const std::size_t i = binned_[b];
    const double width = columns_[i].bin_width;
    state_.in_bins[b][bin_of(state_.numbers[i * kNumbers + kLast], width)] += 0.5 * h;
    state_.in_bins[b][bin_of(values[i], width)] += 0.5 * h;
  }
}

ColumnSummary Summary::column(std::size_t index) const {
  const double* number = state_.numbers.data() + index * kNumbers;
  const double duration = state_.end - state_.begin;
  // A single row is its own mean.
  const double mean = duration > 0.0 ? number[kIntegral] / duration : number[kLast];
  const double square = duration > 0.0 ? number[kSquares] / duration : number[kLast] * number[kLast];
  return {.first = number[kFirst],
          .last = number[kLast],
          .least = number[kLeast],
          .time_of_least = number[kLeastAt],
          .largest = number[kLargest],
          .time_of_largest = number[kLargestAt],
          .mean = mean,
          .rms = std::sqrt(square),
          .place_of_least = place_of_[index] ? std::optional(number[kLeastPlace]) : std::nullopt,
          .place_of_largest = place_of_[index] ? std::optional(number[kLargestPlace]) : std::nullopt};
}

std::optional<ColumnSummary> Summary::of(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name, &HistoryColumn::name);
  if (state_.rows == 0 || found == columns_.end()) return std::nullopt;
  return column(static_cast<std::size_t>(found - columns_.begin()));
}

std::string Summary::to_json(std::span<const Conclusion> conclusions) const {
  Json json;
  json["begin"] = state_.begin;
  json["end"] = state_.end;
  json["rows"] = state_.rows;
  json["conclusions"] = Json::object();
  for (const Conclusion& c : conclusions) {
    json["conclusions"][c.name] = {{"unit", c.unit}, {"value", c.value}, {"meaning", c.meaning}};
  }
  json["columns"] = Json::object();
  for (std::size_t i = 0; state_.rows > 0 && i < columns_.size(); ++i) {
    const ColumnSummary c = column(i);
    json["columns"][columns_[i].name] = {{"unit", columns_[i].unit},
                                         {"first", c.first},
                                         {"last", c.last},
                                         {"least", c.least},
                                         {"time_of_least", c.time_of_least},
                                         {"largest", c.largest},
                                         {"time_of_largest", c.time_of_largest},
                                         {"mean", c.mean},
                                         {"rms", c.rms}};
    if (!c.place_of_least) continue;
    json["columns"][columns_[i].name]["place_of_least"] = *c.place_of_least;
    json["columns"][columns_[i].name]["place_of_largest"] = *c.place_of_largest;
  }
  json["histograms"] = Json::object();
  const double duration = state_.end - state_.begin;
  for (std::size_t b = 0; duration > 0.0 && b < binned_.size(); ++b) {
    const HistoryColumn& column = columns_[binned_[b]];
    Json low = Json::array();
    Json share = Json::array();
    for (const auto& [bin, seconds] : state_.in_bins[b]) {
      low.push_back(static_cast<double>(bin) * column.bin_width);
      share.push_back(seconds / duration);
    }
    json["histograms"][column.name] = {
        {"unit", column.unit}, {"bin_width", column.bin_width}, {"bin_begin", low}, {"share_of_time", share}};
  }
  return json.dump(2) + "\n";
}

void SummaryState::save(StateWriter& writer) const {
  writer.integer("runner/summary_rows", rows);
  writer.numbers("runner/summary_times", std::array{begin, end});
  writer.numbers("runner/summary", numbers);
  std::vector<std::int64_t> bins;
  std::vector<double> seconds;
  for (std::size_t b = 0; b < in_bins.size(); ++b) {
    for (const auto& [bin, time] : in_bins[b]) {
      bins.insert(bins.end(), {static_cast<std::int64_t>(b), bin});
      seconds.push_back(time);
    }
  }
  writer.integers("runner/summary_bins", bins);
  writer.numbers("runner/summary_seconds", seconds);
}

SummaryState SummaryState::read(const StateReader& reader, std::span<const HistoryColumn> columns) {
  SummaryState state;
  state.rows = reader.count("runner/summary_rows");
  const std::vector<double>& times = reader.numbers("runner/summary_times", 2);
  state.begin = times[0];
  state.end = times[1];
  state.numbers = reader.numbers("runner/summary", columns.size() * kNumbers);
  state.in_bins.resize(binned_columns(columns).size());
  const std::vector<double>& seconds = reader.numbers("runner/summary_seconds");
  constexpr auto kFarthest = static_cast<std::int64_t>(kFarthestBin);
  const std::vector<std::int64_t>& bins =
      reader.integers("runner/summary_bins", 2 * seconds.size(), {.least = -kFarthest, .most = kFarthest});
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    const std::int64_t column = bins[2 * i];
    require_sound_checkpoint(column >= 0 && column < static_cast<std::int64_t>(state.in_bins.size()));
    state.in_bins[static_cast<std::size_t>(column)][bins[2 * i + 1]] = seconds[i];
  }
  return state;
}

}  // namespace beltdyn
