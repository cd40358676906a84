// SPDX-License-Identifier: MIT
#include "core/belt/belt_conclusions.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/belt/belt_balances.hpp"
#include "core/belt/force_extremes.hpp"
#include "core/belt/idler_sag.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {

namespace {

// A motion counts as steady if rotors and belt store less than this part of the lost power; only steady motions have an
// efficiency.
constexpr double kSteadyPart = 0.1;

// Mean powers over the rows that count [W].
struct MeanPowers {
  double supplied{};   // from pulleys to the belt
  double delivered{};  // from the belt to pulleys
  double slip{};
  double bearings{};
  double brakes{};
  double mounts{};
  double axial_damping{};
  double bending_damping{};
  double runs{};    // on the runs of a conveyor
  double rotors{};  // stored in rotors, part of `delivered`

  // Do rotors and belt store hardly any power?
  bool is_steady() const {
    return supplied > 0.0 && std::abs(rotors) + std::abs(rest()) <= kSteadyPart * std::abs(supplied - delivered);
  }

  // Unassigned power: stored in belt and mounts, or dissipated elsewhere.
  double rest() const { return supplied - delivered - slip - mounts - axial_damping - bending_damping - runs; }
};

double mean_of(const Summary& summary, std::string_view column) {
  const std::optional<ColumnSummary> found = summary.of(column);
  return found ? found->mean : 0.0;
}

// The change of the energy of the rotors that the belt drives, from the first to the last row that counts, per time
// [W].
double mean_rotor_power(const BeltDrive& drive, const Summary& summary, double duration) {
  if (!(duration > 0.0)) return 0.0;
  double energy = 0.0;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const std::optional<ColumnSummary> speed = summary.of(fmt::format("angular_velocity_{}", k + 1));
    if (!speed) continue;
    energy += pulley_energy(drive.pulleys[k], speed->last) - pulley_energy(drive.pulleys[k], speed->first);
  }
  return energy / duration;
}

MeanPowers mean_powers(const BeltDrive& drive, const Summary& summary, double duration) {
  MeanPowers powers{.axial_damping = mean_of(summary, "axial_damping_power"),
                    .bending_damping = mean_of(summary, "bending_damping_power"),
                    .rotors = mean_rotor_power(drive, summary, duration)};
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto mean = [&](std::string_view column) { return mean_of(summary, fmt::format("{}_{}", column, k + 1)); };
    const double power = mean("power");
    (power < 0.0 ? powers.supplied : powers.delivered) += std::abs(power);
    powers.slip += mean("slip_power");
    powers.bearings += mean("bearing_power");
    powers.brakes += mean("brake_power");
    powers.mounts += mean("mount_power");
  }
  for (const SpanLoad& run : drive.spans) powers.runs += mean_of(summary, fmt::format("span_power_{}", run.from));
  return powers;
}

// Adds a kind of loss: its mean power, and its energy over the rows that count.
void add_loss(std::vector<Conclusion>& list, const std::string& kind, double power, double duration,
              const std::string& meaning) {
  list.push_back({kind + "_power", "W", power, meaning + ", mean over time"});
  list.push_back({kind + "_energy", "J", power * duration, "the same, in total"});
}

// Adds the creep of round pulleys that carry a torque, from their mean speeds.
void add_creep(std::vector<Conclusion>& list, const BeltDrive& drive, const Summary& summary) {
  const std::optional<std::size_t> driver = round_driver(drive);
  if (!driver) return;
  const double own = mean_of(summary, fmt::format("angular_velocity_{}", *driver + 1));
  if (own == 0.0) return;
  const BeltPath path = path_to_show(drive);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (!has_creep(drive.pulleys[k])) continue;
    const double speed = mean_of(summary, fmt::format("angular_velocity_{}", k + 1));
    list.push_back({fmt::format("creep_{}", k + 1), "-", creep(path, k, speed, *driver, own),
                    fmt::format("lag of pulley {0} behind pulley {1}, 1 - R_{0} w_{0}/(R_{1} w_{1}) of the means over "
                                "time, R the radii of the centre line",
                                k + 1, *driver + 1)});
  }
}

}  // namespace

std::optional<std::size_t> round_driver(const BeltDrive& drive) {
  const auto driver = std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed);
  if (driver == drive.pulleys.end() || driver->eccentricity != 0.0) return std::nullopt;
  return static_cast<std::size_t>(driver - drive.pulleys.begin());
}

bool has_creep(const Pulley& pulley) {
  return (std::holds_alternative<TorqueMotion>(pulley.motion) || pulley.accessory) && pulley.eccentricity == 0.0;
}

double creep(const BeltPath& path, std::size_t pulley, double speed, std::size_t driver, double driver_speed) {
  const auto surface = [&path](std::size_t k, double angular) {
    return path.arcs()[k].turn * path.arcs()[k].radius * angular;
  };
  return 1.0 - surface(pulley, speed) / surface(driver, driver_speed);
}

std::vector<Conclusion> belt_conclusions(const BeltDrive& drive, const Summary& summary) {
  if (!summary.of("power_1")) return {};
  const double duration = summary.state().end - summary.state().begin;
  const MeanPowers mean = mean_powers(drive, summary, duration);
  double least_margin = INFINITY;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (drive.configured_contact(k).kinetic_coefficient() == 0.0) continue;
    least_margin = std::min(least_margin, summary.of(fmt::format("slip_margin_{}", k + 1))->least);
  }
  std::vector<Conclusion> list{{"supplied_power", "W", mean.supplied, "power from pulleys to belt, mean over time"},
                               {"delivered_power", "W", mean.delivered, "power from belt to pulleys, mean over time"},
                               {"belt_power", "W", mean.supplied - mean.delivered - mean.slip,
                                "supplied minus delivered minus slip power: stored in belt and mounts, dissipated by "
                                "their damping or taken by runs, mean over time"}};
  add_loss(list, "slip", mean.slip, duration, "dissipated by slip on the pulleys");
  if (summary.of("axial_damping_power")) {
    add_loss(list, "axial_damping", mean.axial_damping, duration, "dissipated by axial damping of the belt");
  }
  if (summary.of("bending_damping_power")) {
    add_loss(list, "bending_damping", mean.bending_damping, duration, "dissipated by bending damping of the belt");
  }
  if (drive.has_mounts()) {
    add_loss(list, "mount", mean.mounts, duration, "dissipated by dampers and friction of the mounts");
  }
  add_loss(list, "bearing", mean.bearings, duration, "dissipated in the bearings of the pulleys");
  if (std::ranges::any_of(drive.pulleys, [](const Pulley& pulley) { return pulley.brake.has_value(); })) {
    add_loss(list, "brake", mean.brakes, duration, "taken by brakes");
  }
  if (!drive.spans.empty()) {
    add_loss(list, "runs", mean.runs, duration, "lifts the loads of runs, brings them to speed and turns idlers");
  }
  list.push_back(
      {"rotor_power", "W", mean.rotors,
       "taken up by the inertia of the pulleys that the belt drives, part of delivered_power, mean over time"});
  list.push_back({"rotor_energy", "J", mean.rotors * duration, "the same, in total"});
  add_loss(list, "remaining", mean.rest(), duration,
           "supplied minus delivered energy minus all losses except those of bearings: energy stored in belt and "
           "mounts, dissipated by contact dampers, or supplied by forces on axes");
  if (mean.is_steady() && drive.spans.empty()) {
    list.push_back({"efficiency", "-", mean.delivered / mean.supplied,
                    "delivered_power over supplied_power, excluding bearings; only where rotors, belt and mounts store "
                    "less than a tenth of what is lost"});
  }
  if (std::isfinite(least_margin)) {
    list.push_back({"least_slip_margin", "-", least_margin, "the smallest slip_margin_k"});
  }
  std::ranges::copy(force_conclusions(drive, summary), std::back_inserter(list));
  std::ranges::copy(sag_conclusions(drive, summary), std::back_inserter(list));
  add_creep(list, drive, summary);
  return list;
}

}  // namespace beltdyn
