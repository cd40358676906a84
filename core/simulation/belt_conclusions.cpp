// SPDX-License-Identifier: MIT
#include "core/simulation/belt_conclusions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace beltdyn {

namespace {

// Mean powers over the rows that count [W].
struct MeanPowers {
  double supplied{};   // to the belt
  double delivered{};  // by it
  double slip{};
  double bearings{};
  double mounts{};
  double axial_damping{};
  double bending_damping{};

  // What is left of the belt and the mounts.
  double rest() const { return supplied - delivered - slip - mounts - axial_damping - bending_damping; }
};

double mean_of(const Summary& summary, std::string_view column) {
  const std::optional<ColumnSummary> found = summary.of(column);
  return found ? found->mean : 0.0;
}

MeanPowers mean_powers(const BeltDrive& drive, const Summary& summary) {
  MeanPowers powers{.axial_damping = mean_of(summary, "axial_damping_power"),
                    .bending_damping = mean_of(summary, "bending_damping_power")};
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto mean = [&](std::string_view column) { return mean_of(summary, fmt::format("{}_{}", column, k + 1)); };
    const double power = mean("power");
    (power < 0.0 ? powers.supplied : powers.delivered) += std::abs(power);
    powers.slip += mean("slip_power");
    powers.bearings += mean("bearing_power");
    powers.mounts += mean("mount_power");
  }
  return powers;
}

// What a kind of loss takes: its mean power, and its energy over the rows that count.
void add_loss(std::vector<Conclusion>& list, const std::string& kind, double power, double duration,
              const std::string& meaning) {
  list.push_back({kind + "_power", "W", power, meaning + ", mean over time"});
  list.push_back({kind + "_energy", "J", power * duration, "the same, in all"});
}

}  // namespace

std::vector<Conclusion> belt_conclusions(const BeltDrive& drive, const Summary& summary) {
  if (!summary.of("power_1")) return {};
  const MeanPowers mean = mean_powers(drive, summary);
  const double duration = summary.state().end - summary.state().begin;
  double least_margin = INFINITY;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (drive.configured_contact(k).kinetic_coefficient() == 0.0) continue;
    least_margin = std::min(least_margin, summary.of(fmt::format("slip_margin_{}", k + 1))->least);
  }
  std::vector<Conclusion> list{
      {"supplied_power", "W", mean.supplied, "that pulleys hand to the belt, mean over time"},
      {"delivered_power", "W", mean.delivered, "that the belt hands to pulleys, mean over time"},
      {"belt_power", "W", mean.supplied - mean.delivered - mean.slip,
       "that damping in the belt takes and belt and mounts store or take, mean over time"}};
  add_loss(list, "slip", mean.slip, duration, "that slip on the pulleys takes");
  if (summary.of("axial_damping_power")) {
    add_loss(list, "axial_damping", mean.axial_damping, duration, "that axial damping of the belt takes");
  }
  if (summary.of("bending_damping_power")) {
    add_loss(list, "bending_damping", mean.bending_damping, duration, "that bending damping of the belt takes");
  }
  if (drive.has_mounts()) {
    add_loss(list, "mount", mean.mounts, duration, "that dampers and friction of mounts take");
  }
  add_loss(list, "bearing", mean.bearings, duration, "that bearings take from the pulleys");
  add_loss(list, "remaining", mean.rest(), duration,
           "supplied less delivered less all losses but those of bearings: what belt and mounts store, dampers of "
           "contacts take, and forces on axes bring");
  if (mean.supplied > 0.0) {
    list.push_back(
        {"efficiency", "-", mean.delivered / mean.supplied, "delivered_power over supplied_power; bearings apart"});
  }
  if (std::isfinite(least_margin)) {
    list.push_back({"least_slip_margin", "-", least_margin, "the least of all slip_margin_k"});
  }
  return list;
}

}  // namespace beltdyn
