// SPDX-License-Identifier: MIT
#include "app/operating_range.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/drive/drive.hpp"
#include "core/linear/linear_options.hpp"

namespace beltdyn::app {

std::optional<plots::OperatingRange> operating_range(const Json& configuration, const std::string& run,
                                                     const Drive& drive, const CsvTable& history) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr) return std::nullopt;
  for (const Json& entry : configuration.value("runs", Json::array())) {
    if (entry.value("name", "") != run) continue;
    const Json linear = entry.value("linear", Json::object());
    // Both diagrams have the key of their pulley; a Campbell diagram comes first.
    const Json diagram = linear.value("campbell", linear.value("order_response", Json::object()));
    const Json* pulley = diagram.find("pulley");
    if (pulley == nullptr) return std::nullopt;
    const bool is_name = pulley->is_string();
    const std::optional<std::size_t> k =
        pulley_index(*belt, is_name ? 0 : pulley->get<int>(), is_name ? pulley->get<std::string>() : std::string());
    const std::string column = fmt::format("angular_velocity_{} [rad/s]", k.value_or(0) + 1);
    if (!k || !history.has(column) || history.rows() == 0) return std::nullopt;
    // The diagram shows absolute speeds.
    std::vector<double> speeds;
    for (const double speed : history.column(column)) speeds.push_back(std::abs(speed));
    const auto [low, high] = std::ranges::minmax(speeds);
    return plots::OperatingRange{.pulley = belt->pulley_label(*k), .low = low, .high = high};
  }
  return std::nullopt;
}

}  // namespace beltdyn::app
