// SPDX-License-Identifier: MIT
#include "core/linear/order_response.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/joint_friction.hpp"
#include "core/linear/order_peaks.hpp"
#include "core/linear/order_terms.hpp"
#include "core/run/csv_writer.hpp"

namespace beltdyn {
namespace {

using Complex = std::complex<double>;

// The points at one speed.
std::vector<OrderPoint> points_of(double speed, const LinearAnalysis& analysis, const std::vector<OrderTerm>& terms,
                                  std::span<const double> speeds) {
  const std::size_t n_outputs = analysis.outputs().size();
  std::map<std::pair<std::size_t, double>, OrderPoint> points;
  for (const OrderTerm& term : terms) {
    const double omega = term.order * std::abs(speeds[term.follows]);
    std::vector<Complex> values(n_outputs);
    const Complex s(0.0, omega);
    analysis.respond(term.excitation, {&s, 1}, values);
    // If θ decreases, exp(iωt) is exp(−i n θ).
    const bool falls = speeds[term.follows] < 0.0;
    const Complex amplitude = falls ? std::conj(term.amplitude) : term.amplitude;
    OrderPoint& point = points[{term.follows, term.order}];
    if (point.values.empty()) {
      point = {.speed = speed,
               .pulley = term.follows,
               .order = term.order,
               .frequency = omega / (2.0 * std::numbers::pi),
               .values = std::vector<Complex>(n_outputs),
               .speeds = {speeds.begin(), speeds.end()}};
    }
    for (std::size_t i = 0; i < n_outputs; ++i) {
      const Complex value = amplitude * values[i];
      point.values[i] += falls ? std::conj(value) : value;
    }
  }
  std::vector<OrderPoint> sorted;
  for (auto& [key, point] : points) sorted.push_back(std::move(point));
  return sorted;
}

using PointsBySpeed = std::map<double, std::vector<OrderPoint>>;

// The amplitudes of outputs at every order of a pulley.
std::vector<std::vector<AmplitudeAt>> curves_of(const PointsBySpeed& found, std::span<const std::size_t> outputs) {
  std::map<std::tuple<std::size_t, double, std::size_t>, std::vector<AmplitudeAt>> curves;
  for (const auto& [speed, points] : found) {
    for (const OrderPoint& point : points) {
      for (const std::size_t i : outputs) {
        curves[{point.pulley, point.order, i}].push_back({.speed = speed, .amplitude = std::abs(point.values[i])});
      }
    }
  }
  std::vector<std::vector<AmplitudeAt>> list;
  for (auto& [key, curve] : curves) list.push_back(std::move(curve));
  return list;
}

// Speeds that the peaks need, one in each interval of the present speeds: peaks of several outputs are close to each
// other, and what is found for one of them serves the others. Speeds that turned out to have no steady motion are
// missing in the curves, and are not tried again.
std::vector<double> needed_speeds(const PointsBySpeed& found, std::span<const std::size_t> outputs) {
  std::map<double, double> needed;  // by the speed above
  for (const std::vector<AmplitudeAt>& curve : curves_of(found, outputs)) {
    for (const double speed : speeds_around_peaks(curve)) {
      const auto above = found.upper_bound(speed);
      if (above != found.end() && !found.contains(speed)) needed.try_emplace(above->first, speed);
    }
  }
  std::vector<double> speeds;
  for (const auto& [above, speed] : needed) speeds.push_back(speed);
  return speeds;
}

}  // namespace

std::vector<OrderPoint> points_with_peaks(std::span<const double> speeds, std::span<const std::size_t> outputs,
                                          const OrderPointsAt& at) {
  // Bounds the time of analyses with many peaks. A peak takes about ten speeds.
  constexpr std::size_t kFewest = 60;
  constexpr std::size_t kMostOfGiven = 2;
  PointsBySpeed found;
  for (const double speed : speeds) found[speed] = at(speed);
  const std::size_t most = found.size() + std::max(kFewest, kMostOfGiven * found.size());
  for (std::vector<double> more = needed_speeds(found, outputs); !more.empty() && found.size() < most;
       more = needed_speeds(found, outputs)) {
    for (const double speed : more) found[speed] = at(speed);
  }
  std::vector<OrderPoint> all;
  for (auto& [speed, points] : found) std::ranges::move(points, std::back_inserter(all));
  return all;
}

std::vector<OrderPoint> order_points(AnalysisAtSpeeds& family, const LinearAnalysis& analysis, double time) {
  std::vector<std::size_t> shown;
  const std::vector<LinearOutput> outputs = analysis.outputs();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto begins = [&name = outputs[i].name](std::string_view quantity) { return name.starts_with(quantity); };
    if (std::ranges::any_of(kPeakQuantities, begins)) shown.push_back(i);
  }
  return points_with_peaks(analysis.options().order_response->speeds(), shown, [&](double speed) {
    const LinearAnalysis* there = family.at(speed);
    if (there == nullptr) return std::vector<OrderPoint>{};
    const std::vector<double> speeds = there->steady_speeds();
    return points_of(speed, *there, order_terms(*analysis.drive(), time, speeds), speeds);
  });
}

std::vector<double> speeds_of(std::span<const OrderPoint> points) {
  std::set<double> speeds;
  for (const OrderPoint& point : points) speeds.insert(point.speed);
  return {speeds.begin(), speeds.end()};
}

namespace {

// The speeds at which an output oscillates by more than a bound, summed over all orders.
std::vector<double> speeds_beyond(const std::vector<OrderPoint>& points, const std::vector<LinearOutput>& outputs,
                                  const std::string& name, const std::function<double(const OrderPoint&)>& bound) {
  const auto output = std::ranges::find(outputs, name, &LinearOutput::name) - outputs.begin();
  std::map<double, double> swings;  // amplitude minus the bound, by speed
  for (const OrderPoint& point : points) {
    const auto [swing, is_first] = swings.try_emplace(point.speed, -bound(point));
    swing->second += std::abs(point.values.at(static_cast<std::size_t>(output)));
  }
  std::vector<double> speeds;
  for (const auto& [speed, swing] : swings) {
    if (swing > 0.0) speeds.push_back(speed);
  }
  return speeds;
}

}  // namespace

std::optional<Finding> opening_clutch_finding(const std::vector<OrderPoint>& points,
                                              const std::vector<LinearOutput>& outputs, const BeltDrive& drive,
                                              double time) {
  PulleysAtSpeeds opening;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const std::optional<Accessory>& accessory = drive.pulleys[k].accessory;
    if (!accessory || !accessory->driving_direction) continue;
    const auto mean = [&](const OrderPoint& point) {
      return std::abs(accessory->steady_torque(time, point.speeds[k]));
    };
    opening.add(drive.pulley_label(k), speeds_beyond(points, outputs, fmt::format("accessory_torque_{}", k + 1), mean));
  }
  if (opening.empty()) return std::nullopt;
  return Finding{.verdict = fmt::format("the clutch of {} opens at some speeds", opening.names()),
                 .remark = fmt::format(
                     "the torque of a one-way clutch swings by more than its mean at {}: the clutch opens there, "
                     "and small motions, for which it is engaged, do not hold; look at a run in time",
                     opening.intervals(" and at "))};
}

std::optional<Finding> sliding_mount_finding(const std::vector<OrderPoint>& points,
                                             const std::vector<LinearOutput>& outputs, const BeltDrive& drive) {
  PulleysAtSpeeds sliding;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Suspension* suspension = suspension_of(drive.pulleys[k].mount);
    if (suspension == nullptr || !suspension->friction) continue;
    const double stiffness = hold_at_rest(*suspension->friction).stiffness;
    if (stiffness == 0.0) continue;
    const double limit = std::abs(steady_friction(*suspension->friction, 1.0).force);
    sliding.add(drive.pulley_label(k), speeds_beyond(points, outputs, fmt::format("mount_position_{}", k + 1),
                                                     [&](const OrderPoint&) { return limit / stiffness; }));
  }
  if (sliding.empty()) return std::nullopt;
  return Finding{.verdict = fmt::format("the friction of the mount of {} slides at some speeds", sliding.names()),
                 .remark = fmt::format(
                     "the mount of {} would need more than its friction can hold: it slides there, and small motions, "
                     "for which friction sticks with the stiffness of its law, do not hold; look at a run in time, or "
                     "at the same drive without this friction",
                     sliding.intervals(" and of "))};
}

std::optional<Finding> slack_span_finding(const std::vector<OrderPoint>& points,
                                          const std::vector<LinearOutput>& outputs, const BeltDrive& drive,
                                          const SpeedStates& states) {
  PulleysAtSpeeds slack;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const std::string name = fmt::format("span_force_{}", k + 1);
    const auto column = std::ranges::find(states.columns, name + " [N]") - states.columns.begin();
    const auto mean = [&](const OrderPoint& point) {
      const auto state = std::ranges::find(states.states, point.speed, &SpeedState::speed);
      return state == states.states.end() ? HUGE_VAL : state->values.at(static_cast<std::size_t>(column));
    };
    slack.add(drive.pulley_label(k), speeds_beyond(points, outputs, name, mean));
  }
  if (slack.empty()) return std::nullopt;
  return Finding{.verdict = fmt::format("the span behind {} goes slack at some speeds", slack.names()),
                 .remark = fmt::format("the force of the span behind {} swings by more than its mean: the span goes "
                                       "slack there, and small motions do not hold; look at a run in time",
                                       slack.intervals(" and behind "))};
}

void write_order_response(const std::vector<OrderPoint>& points, const std::vector<LinearOutput>& outputs,
                          const std::filesystem::path& path) {
  std::vector<std::string> columns{"angular_velocity [rad/s]", "pulley [-]", "order [-]", "frequency [Hz]"};
  for (const LinearOutput& output : outputs) {
    columns.push_back(fmt::format("{}_magnitude [{}]", output.name, output.unit));
    columns.push_back(fmt::format("{}_phase [rad]", output.name));
  }
  CsvWriter writer(path, columns);
  for (const OrderPoint& point : points) {
    std::vector<double> row{point.speed, static_cast<double>(point.pulley + 1), point.order, point.frequency};
    for (const Complex value : point.values) {
      row.push_back(std::abs(value));
      row.push_back(std::arg(value));
    }
    writer.row(row);
  }
  writer.flush();
}

}  // namespace beltdyn
