// SPDX-License-Identifier: MIT
#include "core/linear/order_crossings.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

namespace beltdyn {
namespace {

constexpr std::string_view kOrder = "order_";

double order_of(std::string_view column) {
  const std::string digits(split_header(column).name.substr(kOrder.size()));
  return std::stod(digits);
}

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

std::vector<OrderCrossing> order_crossings(const CsvTable& campbell) {
  const std::span<const double> speed = campbell.column("angular_velocity [rad/s]");
  const std::span<const double> frequency = campbell.column("frequency [Hz]");
  const std::span<const double> damping = campbell.column("damping_ratio [-]");
  const RowsOfModes modes = rows_of_modes(speed, campbell.column("mode [-]"));
  std::vector<OrderCrossing> crossings;
  for (const std::string& name : campbell.names()) {
    if (!name.starts_with(kOrder)) continue;
    const std::span<const double> line = campbell.column(name);
    const auto above = [&](std::size_t i) { return frequency[i] - line[i]; };
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
        crossings.push_back({.order = order_of(name),
                             .speed = between(speed),
                             .mode = mode,
                             .frequency = between(frequency),
                             .damping_ratio = between(damping)});
      }
    }
  }
  std::ranges::sort(crossings, {}, [](const OrderCrossing& c) { return std::tuple(c.order, c.speed, c.mode); });
  return crossings;
}

}  // namespace beltdyn
