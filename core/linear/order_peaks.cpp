// SPDX-License-Identifier: MIT
#include "core/linear/order_peaks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/linear/analysis_at_speeds.hpp"
#include "core/linear/linear_analysis.hpp"

namespace beltdyn {
namespace {

// A peak exceeds the valleys beside it by this factor, and this part of the largest amplitude.
constexpr double kProminence = 1.05;
constexpr double kLeastPart = 0.01;
// The highest point of a peak is at least this part of its vertex.
constexpr double kReached = 0.998;
// Speeds closer than this, relative to the speed, are not told apart.
constexpr double kApart = 1e-9;

// The peak near the highest of three points.
struct Vertex {
  double speed{};
  double amplitude{};   // infinite if the parabola passes zero
  double half_width{};  // distance to the speeds with half of the power [rad/s]
};

// y = 1/amplitude² through the points i − 1, i, i + 1, with y = 1 at point i.
Vertex vertex_of(std::span<const AmplitudeAt> curve, std::size_t i) {
  constexpr double kLeastRatio = 1e-6;  // of amplitudes, so that y is finite
  const double peak = curve[i].amplitude;
  const auto slope = [&](std::size_t j) {
    const double ratio = std::max(curve[j].amplitude / peak, kLeastRatio);
    return (1.0 / (ratio * ratio) - 1.0) / (curve[j].speed - curve[i].speed);
  };
  const double before = slope(i - 1);
  const double behind = slope(i + 1);
  const double second = (behind - before) / (curve[i + 1].speed - curve[i - 1].speed);
  const double first = behind - second * (curve[i + 1].speed - curve[i].speed);
  const double least = 1.0 - 0.25 * first * first / second;
  const bool is_positive = least > 0.0;
  return {.speed = curve[i].speed - 0.5 * first / second,
          .amplitude = is_positive ? peak / std::sqrt(least) : std::numeric_limits<double>::infinity(),
          .half_width = is_positive ? std::sqrt(least / second) : 0.0};
}

// The smallest amplitude on the way from point i to a higher one, or to the end.
double valley(std::span<const AmplitudeAt> curve, std::size_t i, int step) {
  double least = curve[i].amplitude;
  for (auto j = static_cast<std::ptrdiff_t>(i); j >= 0 && j < std::ssize(curve); j += step) {
    const double amplitude = curve[static_cast<std::size_t>(j)].amplitude;
    if (amplitude > curve[i].amplitude) break;
    least = std::min(least, amplitude);
  }
  return least;
}

double largest_of(std::span<const AmplitudeAt> curve) {
  return std::ranges::max_element(curve, {}, &AmplitudeAt::amplitude)->amplitude;
}

// The highest points of the peaks between the first and the last speed.
std::vector<std::size_t> highest_points(std::span<const AmplitudeAt> curve) {
  std::vector<std::size_t> points;
  if (curve.size() < 3) return points;
  const double least = kLeastPart * largest_of(curve);
  for (std::size_t i = 1; i + 1 < curve.size(); ++i) {
    const double amplitude = curve[i].amplitude;
    if (!(amplitude > curve[i - 1].amplitude && amplitude >= curve[i + 1].amplitude && amplitude > least)) continue;
    if (amplitude > kProminence * std::max(valley(curve, i, -1), valley(curve, i, 1))) points.push_back(i);
  }
  return points;
}

// The next speed that the flank of a peak on one side needs, if any.
std::optional<double> speed_on_flank(std::span<const AmplitudeAt> curve, std::size_t peak, const Vertex& vertex,
                                     int step) {
  constexpr double kNear = 1.2;   // distance of the first point, in half widths
  constexpr double kSteep = 0.5;  // ratio of amplitudes that needs a point between
  constexpr double kFar = 3.0;    // ratio of distances from the peak that may have one
  auto inner = static_cast<std::ptrdiff_t>(peak);
  for (std::ptrdiff_t outer = inner + step; outer >= 0 && outer < std::ssize(curve); outer += step) {
    const AmplitudeAt& in = curve[static_cast<std::size_t>(inner)];
    const AmplitudeAt& out = curve[static_cast<std::size_t>(outer)];
    if (out.amplitude > in.amplitude) return std::nullopt;
    const double distance = std::abs(in.speed - vertex.speed);
    const double next = std::abs(out.speed - vertex.speed);
    if (inner == static_cast<std::ptrdiff_t>(peak)) {
      if (next > kNear * vertex.half_width) return vertex.speed + step * vertex.half_width;
    } else if (out.amplitude < kSteep * in.amplitude && next > kFar * distance) {
      return vertex.speed + step * 2.0 * distance;
    }
    inner = outer;
  }
  return std::nullopt;
}

}  // namespace

std::vector<AmplitudePeak> peaks_of(std::span<const AmplitudeAt> curve) {
  std::vector<AmplitudePeak> peaks;
  if (curve.empty()) return peaks;
  for (const std::size_t i : highest_points(curve)) {
    const Vertex vertex = vertex_of(curve, i);
    // Without a vertex, and without damping, the highest point is the best that is known.
    const bool is_known = std::isfinite(vertex.amplitude);
    peaks.push_back({.speed = is_known ? vertex.speed : curve[i].speed,
                     .amplitude = is_known ? vertex.amplitude : curve[i].amplitude,
                     .is_inside = true});
  }
  const auto [least, most] = std::ranges::minmax(curve, {}, &AmplitudeAt::amplitude);
  const AmplitudeAt& end = curve.front().amplitude > curve.back().amplitude ? curve.front() : curve.back();
  // An amplitude that is the same at all speeds, such as that of a prescribed speed, has no peak.
  if (end.amplitude == most.amplitude && most.amplitude > kProminence * least.amplitude) {
    peaks.push_back({.speed = end.speed, .amplitude = end.amplitude, .is_inside = false});
  }
  std::ranges::sort(peaks, {}, &AmplitudePeak::speed);
  return peaks;
}

std::vector<double> speeds_around_peaks(std::span<const AmplitudeAt> curve) {
  std::vector<double> speeds;
  for (const std::size_t i : highest_points(curve)) {
    const Vertex vertex = vertex_of(curve, i);
    if (curve[i].amplitude < kReached * vertex.amplitude) {
      speeds.push_back(vertex.speed);
      continue;
    }
    for (const int step : {-1, 1}) {
      if (const std::optional<double> speed = speed_on_flank(curve, i, vertex, step)) speeds.push_back(*speed);
    }
  }
  std::erase_if(speeds, [curve](double speed) {
    return std::ranges::any_of(
        curve, [speed](const AmplitudeAt& point) { return std::abs(point.speed - speed) <= kApart * std::abs(speed); });
  });
  return speeds;
}

std::vector<OrderCurve> order_curves(const CsvTable& table, std::string_view quantity) {
  constexpr std::string_view kEnding = "_magnitude";
  const std::span<const double> speed = table.column("angular_velocity [rad/s]");
  const std::span<const double> pulley = table.column("pulley [-]");
  const std::span<const double> order = table.column("order [-]");
  std::vector<OrderCurve> all;
  for (const std::string& column : table.names()) {
    const ColumnHeader header = split_header(column);
    if (!header.name.starts_with(quantity) || !header.name.ends_with(kEnding)) continue;
    const std::span<const double> amplitude = table.column(column);
    std::map<std::pair<double, double>, std::vector<AmplitudeAt>> curves;
    for (std::size_t i = 0; i < speed.size(); ++i) {
      curves[{pulley[i], order[i]}].push_back({.speed = speed[i], .amplitude = amplitude[i]});
    }
    for (auto& [key, curve] : curves) {
      // Held quantities, and quantities without response at this order, have no amplitude.
      if (std::ranges::none_of(curve, [](const AmplitudeAt& point) { return point.amplitude > 0.0; })) continue;
      std::ranges::stable_sort(curve, {}, &AmplitudeAt::speed);
      all.push_back({.quantity = std::string(header.name.substr(0, header.name.size() - kEnding.size())),
                     .unit = std::string(header.unit),
                     .pulley = static_cast<int>(key.first),
                     .order = key.second,
                     .curve = std::move(curve)});
    }
  }
  return all;
}

std::vector<Conclusion> peak_conclusions(const CsvTable& table, const BeltDrive& drive) {
  std::vector<Conclusion> conclusions;
  for (const std::string_view quantity : kPeakQuantities) {
    for (const OrderCurve& curve : order_curves(table, quantity)) {
      const std::vector<AmplitudePeak> peaks = peaks_of(curve.curve);
      if (peaks.empty()) continue;
      const AmplitudePeak& peak = *std::ranges::max_element(peaks, {}, &AmplitudePeak::amplitude);
      const std::string name = fmt::format("peak_{}_order_{:g}_of_{}", curve.quantity, curve.order, curve.pulley);
      const std::string label = drive.pulley_label(static_cast<std::size_t>(curve.pulley - 1));
      const std::string where = peak.is_inside ? "" : ", at an end of the range of speeds";
      conclusions.push_back({name, curve.unit, peak.amplitude,
                             fmt::format("largest amplitude of {} at order {:g} of pulley {}, at {}{}", curve.quantity,
                                         curve.order, label, speed_text(peak.speed), where)});
      conclusions.push_back({name + "_speed", "rad/s", peak.speed,
                             fmt::format("speed at which {} has this amplitude{}", curve.quantity, where)});
    }
  }
  return conclusions;
}

}  // namespace beltdyn
