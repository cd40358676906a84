// SPDX-License-Identifier: MIT
#include "report/player_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/drive/drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "postprocess/comparison.hpp"
#include "postprocess/moved_path.hpp"
#include "postprocess/plot_data.hpp"
#include "report/contour_loop.hpp"

namespace beltdyn::report {
namespace {

using Vector = Eigen::Vector2d;

constexpr std::size_t kFewestPoints = 120;

std::vector<double> even_times(double end_time) {
  std::vector<double> times;
  for (std::size_t i = 0; i < kPlayerFrames; ++i) {
    times.push_back(end_time * static_cast<double>(i) / static_cast<double>(kPlayerFrames - 1));
  }
  return times;
}

// ∫ rate dt from the first row by the trapezoidal rule, at the times of the frames.
std::vector<double> integral(std::span<const double> time, std::span<const double> rate,
                             std::span<const double> at_times) {
  std::vector<double> sum(time.size(), 0.0);
  for (std::size_t i = 1; i < time.size(); ++i) {
    sum[i] = sum[i - 1] + 0.5 * (rate[i] + rate[i - 1]) * (time[i] - time[i - 1]);
  }
  return postprocess::sample(time, sum, at_times, postprocess::Between::linear);
}

// The slip zones of the history row that is nearest to each frame.
std::vector<std::vector<SlipZone>> zones_at(const CsvTable& slip_zones, std::span<const double> history_time,
                                            std::span<const double> at_times) {
  const std::span<const double> time = slip_zones.column("time [s]");
  const std::span<const double> pulley = slip_zones.column("pulley [-]");
  const std::span<const double> begin = slip_zones.column("sigma_begin [m]");
  const std::span<const double> end = slip_zones.column("sigma_end [m]");
  const std::span<const double> direction = slip_zones.column("direction [-]");
  const std::vector<double> rows =
      postprocess::sample(history_time, history_time, at_times, postprocess::Between::nearest);
  std::vector<std::vector<SlipZone>> frames;
  for (const double row_time : rows) {
    std::vector<SlipZone>& zones = frames.emplace_back();
    const auto first = std::lower_bound(time.begin(), time.end(), row_time) - time.begin();
    for (auto i = static_cast<std::size_t>(first); i < time.size() && time[i] == row_time; ++i) {
      zones.push_back({.pulley = static_cast<int>(pulley[i]) - 1,
                       .begin = begin[i],
                       .end = end[i],
                       .direction = static_cast<int>(direction[i])});
    }
  }
  return frames;
}

// A closed line through the points of a belt, parametrised by its length.
class ClosedLine {
 public:
  explicit ClosedLine(const std::vector<ShapePoint>& points) : points_(points) {
    for (std::size_t i = 0; i < points.size(); ++i) length_.push_back(length_.back() + (at(i + 1) - at(i)).norm());
  }

  double length() const { return length_.back(); }

  // The length along the line at its point nearest to `position`.
  double nearest(const Vector& position) const {
    double best = 0.0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vector along = at(i + 1) - at(i);
      const double square = along.squaredNorm();
      const double part = square > 0.0 ? std::clamp((position - at(i)).dot(along) / square, 0.0, 1.0) : 0.0;
      const double distance = (at(i) + part * along - position).norm();
      if (distance >= least) continue;
      least = distance;
      best = length_[i] + part * (length_[i + 1] - length_[i]);
    }
    return best;
  }

  // Position and force at a length from the first point; the line is periodic.
  std::pair<Vector, double> point(double s) const {
    const double inside = s - length() * std::floor(s / length());
    const auto next = std::upper_bound(length_.begin(), length_.end(), inside);
    const auto i = std::min(static_cast<std::size_t>(next - length_.begin()) - 1, points_.size() - 1);
    const double step = length_[i + 1] - length_[i];
    const double part = step > 0.0 ? (inside - length_[i]) / step : 0.0;
    const double force = points_[i].force + part * (points_[(i + 1) % points_.size()].force - points_[i].force);
    return {at(i) + part * (at(i + 1) - at(i)), force};
  }

 private:
  Vector at(std::size_t i) const { return points_[i % points_.size()].position.head<2>(); }

  const std::vector<ShapePoint>& points_;
  std::vector<double> length_{0.0};  // at each point; the first point is repeated at the end
};

// The selected indices if at most `most` of `count` are wanted; includes the first and the last.
std::vector<std::size_t> thinned(std::size_t count, std::size_t most) {
  std::vector<std::size_t> indices;
  const std::size_t wanted = std::min(count, most);
  for (std::size_t i = 0; i < wanted; ++i) {
    indices.push_back(wanted == 1 ? count - 1 : i * (count - 1) / (wanted - 1));
  }
  return indices;
}

void append_point(Player& player, const Vector& position, double force) {
  player.x.push_back(position.x());
  player.y.push_back(position.y());
  player.force.push_back(force);
}

void add_shapes(Player& player, const std::vector<postprocess::TimedShape>& shapes, const BeltPath& path) {
  std::size_t most = kFewestPoints;
  for (const postprocess::TimedShape& shape : shapes) most = std::max(most, shape.shape.belt.size());
  player.points = std::min(most, kMostPlayerPoints);
  const Vector start = path.point(0.0).position;
  for (const std::size_t index : thinned(shapes.size(), kPlayerFrames)) {
    const ClosedLine line(shapes[index].shape.belt);
    const double offset = line.nearest(start);
    player.shape_time.push_back(shapes[index].time);
    for (std::size_t i = 0; i < player.points; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(player.points);
      const auto [position, force] = line.point(offset + part * line.length());
      append_point(player, position, force);
    }
  }
}

std::optional<Player> belt_player(const BeltDrive& drive, const PlayedRun& run) {
  const bool is_open = std::any_of(run.shapes.begin(), run.shapes.end(), [](const postprocess::TimedShape& shape) {
    return !shape.shape.closed || shape.shape.belt.empty();
  });
  if (run.shapes.empty() || is_open) return std::nullopt;
  const std::span<const double> time = run.history.column("time [s]");
  const BeltPath path = path_to_show(drive);
  Player player{.id = {}, .title = {}, .contour_length = path.length(), .end_time = time.back()};
  const std::vector<double> frames = even_times(player.end_time);
  std::vector<double> speed(time.size(), 0.0);  // mean of the spans
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const PathArc& arc = path.arcs()[k];
    player.pulleys.push_back(
        {.label = drive.pulley_label(k),
         .x = pulley.center.x(),
         .y = pulley.center.y(),
         .radius = pulley.radius,
         .eccentricity = pulley.eccentricity,
         .eccentricity_angle = pulley.eccentricity_angle,
         .arc_begin = arc.start,
         .arc_end = arc.start + arc.length(),
         .wrap = arc.wrap,
         .angle = integral(time, run.history.column(fmt::format("angular_velocity_{} [rad/s]", k + 1)), frames)});
    if (const auto* arm = std::get_if<ArmMount>(&pulley.mount)) {
      player.pulleys.back().pivot = {arm->pivot.x(), arm->pivot.y()};
    }
    if (moves(pulley.mount)) {
      const auto at_frames = [&](const char* column) {
        return postprocess::sample(time, run.history.column(fmt::format("{}_{} [m]", column, k + 1)), frames,
                                   postprocess::Between::linear);
      };
      player.pulleys.back().axis_x = at_frames("axis_x");
      player.pulleys.back().axis_y = at_frames("axis_y");
    }
    const std::span<const double> span_speed = run.history.column(fmt::format("span_speed_{} [m/s]", k + 1));
    for (std::size_t i = 0; i < time.size(); ++i) {
      speed[i] += span_speed[i] / static_cast<double>(drive.pulleys.size());
    }
  }
  player.travel = integral(time, speed, frames);
  const std::array<std::string_view, 2> sigmas{"sigma_begin [m]", "sigma_end [m]"};
  player.zones = zones_at(postprocess::laid_on(path, run.slip_zones, sigmas, drive, run.history), time, frames);
  add_shapes(player, run.shapes, path);
  return player;
}

void add_profiles(Player& player, const CsvTable& profiles, const ContourLoop& loop) {
  const std::span<const double> time = profiles.column("time [s]");
  const std::span<const double> sigma = profiles.column("sigma [m]");
  const std::span<const double> force = profiles.column("force [N]");
  player.points = kFewestPoints * 2;
  std::vector<double> at;
  for (std::size_t i = 0; i < player.points; ++i) {
    at.push_back(player.contour_length * static_cast<double>(i) / static_cast<double>(player.points));
  }
  const std::vector<double> times = postprocess::plot_data::profile_times(profiles);
  for (const std::size_t index : thinned(times.size(), kPlayerFrames)) {
    const auto [first, last] = std::equal_range(time.begin(), time.end(), times[index]);
    const auto begin = static_cast<std::size_t>(first - time.begin());
    const auto count = static_cast<std::size_t>(last - first);
    const std::vector<double> values =
        postprocess::sample(sigma.subspan(begin, count), force.subspan(begin, count), at, postprocess::Between::linear);
    player.shape_time.push_back(times[index]);
    for (std::size_t i = 0; i < at.size(); ++i) append_point(player, loop.point(at[i]), values[i]);
  }
}

std::optional<Player> contour_player(const ContourDrive& drive, const PlayedRun& run) {
  if (run.profiles.rows() == 0) return std::nullopt;
  const std::span<const double> time = run.history.column("time [s]");
  Player player{.id = {},
                .title = {},
                .note =
                    "The contour is drawn as two half circles and straight spans; the force shown is the change from "
                    "the pretension.",
                .contour_length = drive.contour_length,
                .end_time = time.back(),
                .force_name = "change of the belt force [N]"};
  const std::vector<double> frames = even_times(player.end_time);
  const ContourLoop loop(drive);
  player.travel.assign(frames.size(), 0.0);
  for (int k = 0; k < 2; ++k) {
    PlayerPulley pulley{.label = std::to_string(k + 1),
                        .x = loop.center(k).x(),
                        .radius = loop.radius(k),
                        .arc_begin = drive.entry(k),
                        .arc_end = drive.exit(k),
                        .wrap = drive.contact_length[static_cast<std::size_t>(k)] / loop.radius(k)};
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const double way = drive.surface_speed[static_cast<std::size_t>(k)].integral(0.0, frames[i]);
      pulley.angle.push_back(way / loop.radius(k));
      player.travel[i] += 0.5 * way;
    }
    player.pulleys.push_back(std::move(pulley));
  }
  player.zones = zones_at(run.slip_zones, time, frames);
  add_profiles(player, run.profiles, loop);
  return player;
}

}  // namespace

std::optional<Player> make_player(std::string id, std::string title, const PlayedRun& run) {
  const std::span<const double> time = run.history.column("time [s]");
  if (time.size() < 2 || !(time.back() > 0.0)) return std::nullopt;
  std::optional<Player> player;
  if (const auto* belt = std::get_if<BeltDrive>(&run.drive)) player = belt_player(*belt, run);
  if (const auto* contour = std::get_if<ContourDrive>(&run.drive)) player = contour_player(*contour, run);
  if (player) {
    player->id = std::move(id);
    player->title = std::move(title);
  }
  return player;
}

}  // namespace beltdyn::report
