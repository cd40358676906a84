// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/moving_axes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <Eigen/Core>

#include "analytic/rope_drive/rope_ends.hpp"
#include "core/drive/belt/path_pieces.hpp"

namespace beltdyn::analytic {
namespace {

// A circle of the path and its motion; the ends of the rope are circles of radius 0.
struct Place {
  PathArc drawn{};
  std::size_t body = SIZE_MAX;                                // body whose displacement moves it
  Eigen::Vector2d along = Eigen::Vector2d::Zero();            // of an end: unit vector of its displacement
  const Pulley* carrier = nullptr;                            // of a pulley: the pulley that carries it
  Eigen::Vector2d by_displacement = Eigen::Vector2d::Zero();  // derivative by the displacement, at present
};

// D and h of (1), and their derivatives by the displacement of a body.
struct SpanChange {
  double length{};
  double angle{};
};

SpanChange change_of(const PathSpan& span, const Place& from, const Place& to, std::size_t body) {
  Eigen::Vector2d by = Eigen::Vector2d::Zero();
  if (to.body == body) by += to.by_displacement;
  if (from.body == body) by -= from.by_displacement;
  const Eigen::Vector2d normal{-span.tangent.y(), span.tangent.x()};
  const double across = to.drawn.turn * to.drawn.radius - from.drawn.turn * from.drawn.radius;
  const double angle = normal.dot(by) / span.length;
  return {.length = span.tangent.dot(by) + across * angle, .angle = angle};
}

std::vector<Place> places_of(const RopeDrive& drive) {
  const RopePath path = drive.path();
  const std::vector<std::size_t> mounted = drive.mounted();
  std::vector<Place> row(drive.pulleys.size() + 2);
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    Place& end = i == 0 ? row.front() : row.back();
    end.drawn.center = drive.ends[i].position();
    const auto* body = std::get_if<BodyEnd>(&drive.ends[i].form);
    if (body == nullptr) continue;
    end.body = i;
    end.along = sense_of(*body, away_at(path, i)) * body->unit_direction();
  }
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    Place& place = row[k + 1];
    place.drawn = path.arcs()[k];
    const std::size_t carrier = drive.carrier_of(k);
    const auto found = std::ranges::find(mounted, carrier);
    if (found == mounted.end()) continue;
    place.body = 2 + static_cast<std::size_t>(found - mounted.begin());
    place.carrier = &drive.pulleys[carrier];
  }
  return row;
}

AxisPlace moved_axis(const Pulley& carrier, double displacement) {
  return carrier.axis_at(drawn_position(carrier.mount, carrier.center) + displacement);
}

class MovingGeometry {
 public:
  explicit MovingGeometry(const RopeDrive& drive) : row_(places_of(drive)), now_(row_.size()) {
    for (std::size_t i = 0; i < drive.ends.size(); ++i) {
      is_pulled_[i] = std::holds_alternative<ForceEnd>(drive.ends[i].form);
    }
    for (std::size_t i = 0; i < row_.size(); ++i) now_[i] = row_[i].drawn;
  }

  void operator()(std::span<const double> displacements, RopeGeometry& geometry) {
    for (std::size_t i = 0; i < row_.size(); ++i) move(i, displacements);
    const std::size_t n_spans = row_.size() - 1;
    for (std::size_t j = 0; j < n_spans; ++j) {
      const std::optional<PathSpan> span = common_tangent(now_[j], now_[j + 1]);
      geometry.length[j] = span ? span->length : 0.0;
      if (geometry.length[j] > 0.0) set_span(*span, j, displacements.size(), geometry);
    }
    // The end of a rope that is pulled out has moved along its span.
    for (std::size_t i = 0; i < is_pulled_.size(); ++i) {
      const std::size_t j = i * (n_spans - 1);
      if (is_pulled_[i]) geometry.length[j] += displacements[i];
      if (is_pulled_[i]) geometry.length_by[i * n_spans + j] = 1.0;
    }
  }

 private:
  void move(std::size_t i, std::span<const double> displacements) {
    Place& place = row_[i];
    if (place.body == SIZE_MAX) return;
    const double displacement = displacements[place.body];
    if (place.carrier == nullptr) {
      now_[i].center = place.drawn.center + displacement * place.along;
      place.by_displacement = place.along;
      return;
    }
    const AxisPlace axis = moved_axis(*place.carrier, displacement);
    now_[i].center = place.drawn.center + axis.place - place.carrier->center;
    place.by_displacement = axis.by_u;
  }

  void set_span(const PathSpan& span, std::size_t j, std::size_t n_bodies, RopeGeometry& geometry) const {
    const std::size_t n_spans = row_.size() - 1;
    const std::size_t n = n_spans - 1;
    for (std::size_t b = 0; b < n_bodies; ++b) {
      const SpanChange change = change_of(span, row_[j], row_[j + 1], b);
      geometry.length_by[b * n_spans + j] = change.length;
      if (j > 0) geometry.side_by[(b * n + j - 1) * 2 + 1] = row_[j].drawn.turn * change.angle;
      if (j < n) geometry.side_by[(b * n + j) * 2] = row_[j + 1].drawn.turn * change.angle;
    }
  }

  std::vector<Place> row_;
  std::vector<PathArc> now_;
  std::array<bool, 2> is_pulled_{};
};

// The moving mount that carries the axis of a pulley; none if the axis is fixed.
std::optional<std::size_t> mount_of(const RopeDrive& drive, std::size_t pulley) {
  const std::vector<std::size_t> mounted = drive.mounted();
  const auto found = std::ranges::find(mounted, drive.carrier_of(pulley));
  if (found == mounted.end()) return std::nullopt;
  return static_cast<std::size_t>(found - mounted.begin());
}

}  // namespace

Eigen::Vector2d axis_moved(const RopeDrive& drive, std::size_t pulley, std::span<const double> mounts) {
  const std::optional<std::size_t> mount = mount_of(drive, pulley);
  if (!mount) return Eigen::Vector2d::Zero();
  const Pulley& its = drive.pulleys[drive.carrier_of(pulley)];
  return moved_axis(its, mounts[*mount]).place - its.center;
}

Eigen::Vector2d axis_velocity(const RopeDrive& drive, std::size_t pulley, std::span<const double> mounts,
                              std::span<const double> speeds) {
  const std::optional<std::size_t> mount = mount_of(drive, pulley);
  if (!mount) return Eigen::Vector2d::Zero();
  return speeds[*mount] * moved_axis(drive.pulleys[drive.carrier_of(pulley)], mounts[*mount]).by_u;
}

std::function<void(std::span<const double> displacements, RopeGeometry& geometry)> moving_geometry(
    const RopeDrive& drive) {
  return MovingGeometry(drive);
}

RopeBlock block_of(const RopeDrive& drive, std::size_t pulley) {
  const Pulley& its = drive.pulleys[pulley];
  const double drawn = drawn_position(its.mount, its.center);
  return {.label = drive.pulley_label(pulley),
          .mass = suspension_of(its.mount)->inertia,
          .force =
              [&its, drawn, gravity = drive.gravity](double t, double displacement, double speed) {
                return suspension_force(its.mount, gravity, t, drawn + displacement, speed).force;
              },
          .take_up = {}};
}

}  // namespace beltdyn::analytic
