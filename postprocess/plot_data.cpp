// SPDX-License-Identifier: MIT
#include "postprocess/plot_data.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace beltdyn::postprocess::plot_data {
namespace {

// Ten digits: finer than any picture, without the noise of the last bits.
constexpr int kDigits = 10;

void append_line(std::string& text, std::span<const double> values) {
  const char* separator = "";
  for (const double value : values) {
    fmt::format_to(std::back_inserter(text), "{}{:.{}g}", separator, value, kDigits);
    separator = " ";
  }
  text += '\n';
}

// The index of each row at which a new time begins, and the number of rows.
std::vector<std::size_t> block_starts(std::span<const double> time) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (i == 0 || time[i] != time[i - 1]) starts.push_back(i);
  }
  starts.push_back(time.size());
  return starts;
}

struct Zone {
  double pulley{};
  double begin{};
  double end{};
  std::size_t strip{};

  bool overlaps(const Zone& other) const { return pulley == other.pulley && begin < other.end && other.begin < end; }
};

struct Strip {
  std::size_t count{};
  std::string text{};

  void append(double time, double begin, double end) {
    ++count;
    append_line(text, std::array{time, begin, end});
  }
};

// Adds a zone; zones of a pulley less than `apart` from each other are merged. Zones are in the order of their begins.
void add_zone(std::vector<Zone>& zones, const Zone& zone, double apart) {
  const auto same = std::find_if(zones.rbegin(), zones.rend(), [&](const Zone& z) { return z.pulley == zone.pulley; });
  if (same != zones.rend() && zone.begin - same->end < apart) {
    same->end = std::max(same->end, zone.end);
  } else {
    zones.push_back(zone);
  }
}

// A zone that continues exactly one zone extends its strip. Where zones split or merge, new strips begin at the
// previous time, as wide as the previous zones allow.
void connect(std::vector<Strip>& strips, double time, std::vector<Zone>& zones, double time_before,
             const std::vector<Zone>& before) {
  for (Zone& zone : zones) {
    const auto is_near = [&zone](const Zone& other) { return zone.overlaps(other); };
    const auto first = std::find_if(before.begin(), before.end(), is_near);
    const bool is_new = first == before.end();
    const bool goes_on =
        !is_new && std::count_if(before.begin(), before.end(), is_near) == 1 &&
        std::count_if(zones.begin(), zones.end(), [&](const Zone& other) { return first->overlaps(other); }) == 1;
    zone.strip = goes_on ? first->strip : strips.size();
    if (!goes_on) strips.emplace_back();
    if (!goes_on && !is_new) {
      double end = first->end;
      for (const Zone& other : before) end = is_near(other) ? std::max(end, other.end) : end;
      strips[zone.strip].append(time_before, std::max(zone.begin, first->begin), std::min(zone.end, end));
    }
    strips[zone.strip].append(time, zone.begin, zone.end);
  }
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
                        std::size_t max_rows, std::span<const double> apart) {
  const std::span<const double> time = slip_zones.column("time [s]");
  const std::span<const double> pulley = slip_zones.column("pulley [-]");
  const std::span<const double> begin = slip_zones.column("sigma_begin [m]");
  const std::span<const double> end = slip_zones.column("sigma_end [m]");
  const std::span<const double> zone_direction = slip_zones.column("direction [-]");
  const std::size_t stride = std::max<std::size_t>(1, history_time.size() / std::max<std::size_t>(1, max_rows));
  const auto apart_on = [&apart](double k) { return apart.empty() ? 0.0 : apart[static_cast<std::size_t>(k) - 1]; };

  std::vector<Strip> strips;
  std::vector<Zone> before;
  double time_before = 0.0;
  std::size_t i = 0;
  for (std::size_t row = 0; row < history_time.size(); ++row) {
    if (row % stride != 0 && row + 1 != history_time.size()) continue;
    const double now = history_time[row];
    std::vector<Zone> zones;
    while (i < time.size() && time[i] < now) ++i;
    for (; i < time.size() && time[i] == now; ++i) {
      if (zone_direction[i] != direction) continue;
      add_zone(zones, {.pulley = pulley[i], .begin = begin[i], .end = end[i]}, apart_on(pulley[i]));
    }
    connect(strips, now, zones, time_before, before);
    before = std::move(zones);
    time_before = now;
  }
  std::string text;
  for (const Strip& strip : strips) {
    if (strip.count < 2) continue;  // a single line encloses no area
    if (!text.empty()) text += '\n';
    text += strip.text;
  }
  return text;
}

}  // namespace beltdyn::postprocess::plot_data
