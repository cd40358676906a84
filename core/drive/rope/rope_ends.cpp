// SPDX-License-Identifier: MIT
#include "core/drive/rope/rope_ends.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include <fmt/format.h>

namespace beltdyn {
namespace {

constexpr double kAlong = 1e-9;  // sine of the largest angle between a guide and its span

bool is_held_at_start(const RopeDriveEnd& end) {
  const auto* body = std::get_if<BodyEnd>(&end.form);
  return body != nullptr && (body->is_held || body->held_until > 0.0);
}

// The force with which an end pulls at the rope at t = 0; none if it gives none.
std::optional<double> pull_at(const RopeDrive& drive, const RopePath& path, std::size_t i) {
  const auto& form = drive.ends[i].form;
  if (const auto* body = std::get_if<BodyEnd>(&form)) return pull_of(*body, drive.gravity, away_at(path, i), 0.0);
  if (const auto* pulled = std::get_if<ForceEnd>(&form)) return pulled->force.value(0.0);
  return std::nullopt;
}

}  // namespace

bool can_hold(const Pulley& pulley) { return pulley.is_prescribed() || pulley.brake; }

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
        name, direction.x(), direction.y(), i + 1, tangent.x(), tangent.y()));
  }
  return sentences;
}

StartForces start_forces(const RopeDrive& drive, const RopePath& path) {
  const std::size_t n = drive.pulleys.size();
  if (drive.rope.length > 0.0) {
    const double force = drive.rope.axial_stiffness * (path.length() / drive.rope.length - 1.0);
    return {.spans = std::vector<double>(n + 1, force), .from_second_end = n + 1};
  }
  std::array<std::optional<double>, 2> pulls{pull_at(drive, path, 0), pull_at(drive, path, 1)};
  if (pulls[0] && pulls[1] && std::ranges::none_of(drive.pulleys, can_hold)) {
    const std::array<bool, 2> held{is_held_at_start(drive.ends[0]), is_held_at_start(drive.ends[1])};
    for (std::size_t i = 0; i < pulls.size(); ++i) {
      if (held[i] && !held[1 - i]) pulls[i].reset();
    }
  }
  const auto& [first, second] = pulls;
  if (!first && !second) return {};
  StartForces start{.spans = std::vector<double>(n + 1, first ? *first : *second),
                    .from_second_end = first ? n + 1 : 0};
  if (!first || !second) return start;
  std::size_t last = n;  // the last pulley that can hold, else the last one
  while (last > 1 && !can_hold(drive.pulleys[last - 1])) --last;
  if (last <= 1 && n > 0 && !can_hold(drive.pulleys[0])) last = n;
  for (std::size_t k = last; k <= n; ++k) start.spans[k] = *second;
  start.from_second_end = last;
  return start;
}

std::vector<std::string> start_force_objections(std::span<const double> forces, std::string_view name) {
  if (forces.empty()) {
    return {fmt::format(
        "nothing tells {} the force of the rope at the start; give the natural length of the rope, or one end a body "
        "that is not held, or a force",
        name)};
  }
  const auto least = std::ranges::min_element(forces);
  if (*least > 0.0) return {};
  return {
      fmt::format("the rope is slack at the start: span {} has a force of {:.6g} N; shorten the rope, or load its ends",
                  least - forces.begin() + 1, *least)};
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
