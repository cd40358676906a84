// SPDX-License-Identifier: MIT
#include "core/linear/order_crossings.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace beltdyn {
namespace {

// The rows of each mode, by the number of the speed.
using RowsOfModes = std::map<int, std::map<std::size_t, std::size_t>>;
RowsOfModes rows_of_modes(std::span<const double> speed, std::span<const double> mode) {
  RowsOfModes rows;
  std::size_t n_speeds = 0;
  for (std::size_t i = 0; i < speed.size(); ++i) {
    if (i > 0 && speed[i] != speed[i - 1]) ++n_speeds;
    rows[static_cast<int>(mode[i])][n_speeds] = i;
  }
  return rows;
}

}  // namespace

std::vector<OrderLine> order_lines(const CsvTable& campbell) {
  constexpr std::string_view kOrder = "order_";
  std::vector<OrderLine> lines;
  for (const std::string& header : campbell.names()) {
    if (!header.starts_with(kOrder)) continue;
    const std::optional<double> order = csv_number(split_header(header).name.substr(kOrder.size()));
    if (!order) {
      throw CsvError(
          fmt::format("{}: the column '{}' has no order in its name; repeat the run", campbell.file(), header));
    }
    lines.push_back({.order = *order, .frequency = campbell.column(header)});
  }
  return lines;
}

std::vector<OrderCrossing> order_crossings(const CsvTable& campbell) {
  const std::span<const double> speed = campbell.column("angular_velocity [rad/s]");
  const std::span<const double> frequency = campbell.column("frequency [Hz]");
  const std::span<const double> damping = campbell.column("damping_ratio [-]");
  const RowsOfModes modes = rows_of_modes(speed, campbell.column("mode [-]"));
  std::vector<OrderCrossing> crossings;
  for (const OrderLine& line : order_lines(campbell)) {
    const auto above = [&](std::size_t i) { return frequency[i] - line.frequency[i]; };
    for (const auto& [mode, rows] : modes) {
      for (const auto& [at, row] : rows) {
        const auto next = rows.find(at + 1);
        if (next == rows.end()) continue;
        const std::size_t from = row;
        const std::size_t to = next->second;
        // A crossing at a speed of the diagram belongs to the interval that it ends.
        if (above(from) == 0.0 || (above(from) > 0.0) == (above(to) > 0.0)) continue;
        const double part = above(from) / (above(from) - above(to));
        const auto between = [&](std::span<const double> values) {
          return values[from] + part * (values[to] - values[from]);
        };
        crossings.push_back({.order = line.order,
                             .speed = between(speed),
                             .mode = mode,
                             .frequency = between(frequency),
                             .damping_ratio = between(damping),
                             .slope = (above(to) - above(from)) / (speed[to] - speed[from])});
      }
    }
  }
  std::ranges::sort(crossings, {}, [](const OrderCrossing& c) { return std::tuple(c.order, c.speed, c.mode); });
  return crossings;
}

}  // namespace beltdyn
