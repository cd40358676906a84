// SPDX-License-Identifier: MIT
#include "results/plot_data.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace beltdyn::results::plot_data {
namespace {

// Ten digits: finer than any picture, and free of the noise of the last bits.
constexpr int kDigits = 10;

void append_line(std::string& text, std::span<const double> values) {
  const char* separator = "";
  for (const double value : values) {
    fmt::format_to(std::back_inserter(text), "{}{:.{}g}", separator, value, kDigits);
    separator = " ";
  }
  text += '\n';
}

// Where the rows with another time begin, and the number of rows behind them.
std::vector<std::size_t> block_starts(std::span<const double> time) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (i == 0 || time[i] != time[i - 1]) starts.push_back(i);
  }
  starts.push_back(time.size());
  return starts;
}

struct Strip {
  double pulley{};
  double begin{};
  double end{};
  std::size_t last_row{};
  std::size_t count{};
  std::string text{};
};

// The strip that the zone continues, or a new one.
Strip& find_strip(std::vector<Strip>& strips, double pulley, double begin, double end, std::size_t row) {
  for (Strip& strip : strips) {
    const bool was_there = strip.last_row + 1 == row && strip.pulley == pulley;
    if (was_there && strip.begin < end && begin < strip.end) return strip;
  }
  strips.push_back({.pulley = pulley});
  return strips.back();
}

}  // namespace

std::vector<std::size_t> thin_rows(const Columns& columns, std::size_t buckets) {
  const std::size_t n = columns.front().size();
  const std::size_t bucket = std::max<std::size_t>(1, n / std::max<std::size_t>(1, buckets));
  std::vector<std::size_t> rows;
  for (std::size_t begin = 0; begin < n; begin += bucket) {
    const std::size_t end = std::min(n, begin + bucket);
    rows.push_back(begin);
    for (const std::span<const double> column : columns) {
      const auto part = column.subspan(begin, end - begin);
      const auto [low, high] = std::minmax_element(part.begin(), part.end());
      rows.push_back(begin + static_cast<std::size_t>(low - part.begin()));
      rows.push_back(begin + static_cast<std::size_t>(high - part.begin()));
    }
  }
  if (n > 0) rows.push_back(n - 1);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::string lines(const Columns& columns, std::span<const std::size_t> rows) {
  std::string text;
  std::vector<double> values(columns.size());
  for (const std::size_t row : rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) values[i] = columns[i][row];
    append_line(text, values);
  }
  return text;
}

std::vector<double> profile_times(const CsvTable& profiles) {
  const std::span<const double> time = profiles.column("time [s]");
  std::vector<double> times;
  for (const std::size_t start : block_starts(time)) {
    if (start < time.size()) times.push_back(time[start]);
  }
  return times;
}

std::string profile_blocks(const CsvTable& profiles, std::span<const std::size_t> indices) {
  const std::vector<std::size_t> starts = block_starts(profiles.column("time [s]"));
  const Columns columns{profiles.column("sigma [m]"),      profiles.column("strain [-]"),
                        profiles.column("force [N]"),      profiles.column("speed [m/s]"),
                        profiles.column("traction [N/m]"), profiles.column("contact_state [-]"),
                        profiles.column("pressure [N/m]")};
  std::string text;
  for (const std::size_t index : indices) {
    std::vector<std::size_t> rows;
    for (std::size_t row = starts.at(index); row < starts.at(index + 1); ++row) rows.push_back(row);
    if (!text.empty()) text += "\n\n";
    text += lines(columns, rows);
  }
  return text;
}

std::string slip_strips(const CsvTable& slip_zones, std::span<const double> history_time, int direction,
                        std::size_t max_rows) {
  const std::span<const double> time = slip_zones.column("time [s]");
  const std::span<const double> pulley = slip_zones.column("pulley [-]");
  const std::span<const double> begin = slip_zones.column("sigma_begin [m]");
  const std::span<const double> end = slip_zones.column("sigma_end [m]");
  const std::span<const double> zone_direction = slip_zones.column("direction [-]");
  const std::size_t stride = std::max<std::size_t>(1, history_time.size() / std::max<std::size_t>(1, max_rows));

  std::vector<Strip> strips;
  std::size_t zone = 0;
  for (std::size_t row = 0, used = 1; row < history_time.size(); ++row) {
    const bool is_used = row % stride == 0 || row + 1 == history_time.size();
    while (zone < time.size() && time[zone] < history_time[row]) ++zone;
    for (; zone < time.size() && time[zone] == history_time[row]; ++zone) {
      if (!is_used || zone_direction[zone] != direction) continue;
      Strip& strip = find_strip(strips, pulley[zone], begin[zone], end[zone], used);
      strip.begin = begin[zone];
      strip.end = end[zone];
      strip.last_row = used;
      ++strip.count;
      append_line(strip.text, std::vector<double>{time[zone], begin[zone], end[zone]});
    }
    if (is_used) ++used;
  }
  std::string text;
  for (const Strip& strip : strips) {
    if (strip.count < 2) continue;  // one line encloses no area
    if (!text.empty()) text += '\n';
    text += strip.text;
  }
  return text;
}

}  // namespace beltdyn::results::plot_data
