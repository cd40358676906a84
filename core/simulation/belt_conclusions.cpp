// SPDX-License-Identifier: MIT
#include "core/simulation/belt_conclusions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace beltdyn {

std::vector<Conclusion> belt_conclusions(const BeltDrive& drive, const Summary& summary) {
  double supplied = 0.0;   // to the belt
  double delivered = 0.0;  // by it
  double slipped = 0.0;
  double borne = 0.0;
  double least_margin = INFINITY;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto of = [&](std::string_view column) { return summary.of(fmt::format("{}_{}", column, k + 1)); };
    const std::optional<ColumnSummary> power = of("power");
    if (!power) return {};
    (power->mean < 0.0 ? supplied : delivered) += std::abs(power->mean);
    slipped += of("slip_power")->mean;
    if (const auto bearing = of("bearing_power")) borne += bearing->mean;
    if (drive.contact_of(k).kinetic_coefficient() > 0.0)
      least_margin = std::min(least_margin, of("slip_margin")->least);
  }
  std::vector<Conclusion> list{{"supplied_power", "W", supplied, "that pulleys hand to the belt, mean over time"},
                               {"delivered_power", "W", delivered, "that the belt hands to pulleys, mean over time"},
                               {"slip_power", "W", slipped, "that slip on the pulleys takes, mean over time"},
                               {"belt_power", "W", supplied - delivered - slipped,
                                "that damping in the belt takes and belt and mounts store or take, mean over time"},
                               {"bearing_power", "W", borne, "that bearings take from the pulleys, mean over time"}};
  if (supplied > 0.0) {
    list.push_back({"efficiency", "-", delivered / supplied, "delivered_power over supplied_power; bearings apart"});
  }
  if (std::isfinite(least_margin)) {
    list.push_back({"least_slip_margin", "-", least_margin, "the least of all slip_margin_k"});
  }
  return list;
}

}  // namespace beltdyn
