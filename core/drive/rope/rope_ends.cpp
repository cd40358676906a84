// SPDX-License-Identifier: MIT
#include "core/drive/rope/rope_ends.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

namespace beltdyn {
namespace {

// Largest sine of the angle between a guide and its span [-]. Forces along the rope depend on its square, 1e-6, and
// positions are usually given to less than a thousandth of the span.
constexpr double kAlong = 1e-3;

}  // namespace

bool can_hold(const Pulley& pulley) { return pulley.is_prescribed() || pulley.brake || pulley.bearing_friction; }

bool is_braked_at_start(const WinchEnd& winch) {
  return winch.turns_freely() && winch.drum.brake && winch.drum.brake->capacity.value(0.0) > 0.0;
}

const Eigen::Vector2d& tangent_at(const RopePath& path, std::size_t end) {
  return end == 0 ? path.spans().front().tangent : path.spans().back().tangent;
}

Eigen::Vector2d away_at(const RopePath& path, std::size_t end) {
  return (end == 0 ? -1.0 : 1.0) * tangent_at(path, end);
}

double sense_of(const BodyEnd& body, const Eigen::Vector2d& tangent) {
  return body.direction.dot(tangent) < 0.0 ? -1.0 : 1.0;
}

double pull_of(const BodyEnd& body, const Eigen::Vector2d& gravity, const Eigen::Vector2d& away, double time) {
  const double own = body.force ? sense_of(body, away) * body.force->value(time) : 0.0;
  return body.mass * gravity.dot(away) + own;
}

std::vector<std::string> guide_objections(const RopeDrive& drive, std::string_view name) {
  std::vector<std::string> sentences;
  const RopePath path = drive.path();
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    const auto* body = std::get_if<BodyEnd>(&drive.ends[i].form);
    if (body == nullptr) continue;
    const Eigen::Vector2d& tangent = tangent_at(path, i);
    const Eigen::Vector2d direction = body->unit_direction();
    const double sine = direction.x() * tangent.y() - direction.y() * tangent.x();
    if (std::abs(sine) <= kAlong) continue;
    sentences.push_back(fmt::format(
        "{} guides bodies along the rope, but the direction [{:.6g}, {:.6g}] of end {} is not that of its span, "
        "[{:.6g}, {:.6g}]; move the body under the pulley, or turn its direction",
        name, direction.x(), direction.y(), drive.end_label(i), tangent.x(), tangent.y()));
  }
  return sentences;
}

double speed_of_pulleys(const RopeDrive& drive, const RopePath& path) {
  const auto driver = std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed);
  if (driver == drive.pulleys.end()) return 0.0;
  const PathArc& arc = path.arcs()[static_cast<std::size_t>(driver - drive.pulleys.begin())];
  return arc.turn * driver->radius * prescribed_speed(*driver).value(0.0);
}

double start_speed(const RopeDrive& drive, const RopePath& path) {
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    if (const auto* body = std::get_if<BodyEnd>(&drive.ends[i].form); body != nullptr && body->velocity != 0.0) {
      return sense_of(*body, tangent_at(path, i)) * body->velocity;
    }
  }
  return speed_of_pulleys(drive, path);
}

}  // namespace beltdyn
