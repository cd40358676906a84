// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/rope_ends.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "analytic/belt/steady/string_options.hpp"

namespace beltdyn::analytic {
namespace {

constexpr double kAlong = 1e-9;  // sine of the largest angle between a guide and its span

}  // namespace

const Eigen::Vector2d& tangent_at(const RopePath& path, std::size_t end) {
  return end == 0 ? path.spans().front().tangent : path.spans().back().tangent;
}

Eigen::Vector2d away_at(const RopePath& path, std::size_t end) {
  return (end == 0 ? -1.0 : 1.0) * tangent_at(path, end);
}

double sense_of(const BodyEnd& body, const Eigen::Vector2d& tangent) {
  return body.direction.dot(tangent) < 0.0 ? -1.0 : 1.0;
}

double speed_of_pulleys(const RopeDrive& drive, const RopePath& path) {
  const auto driver = std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed);
  if (driver == drive.pulleys.end()) return 0.0;
  const PathArc& arc = path.arcs()[static_cast<std::size_t>(driver - drive.pulleys.begin())];
  return arc.turn * driver->radius * prescribed_speed(*driver).value(0.0);
}

std::vector<std::string> rope_objections(const RopeDrive& drive, std::string_view name) {
  std::vector<std::string> sentences;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (!drive.contact_of(k).coulomb()) sentences.push_back(rigid_stick_objection(drive.pulley_label(k), name));
  }
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

std::vector<std::string> normal_contact_warnings(const RopeDrive& drive) {
  std::vector<std::string> warnings;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (drive.contact_of(k).is_rigid()) continue;
    warnings.push_back(fmt::format("analytic_string_dynamics has rigid contact; neglected at pulley {}: contact/normal",
                                   drive.pulley_label(k)));
  }
  return warnings;
}

}  // namespace beltdyn::analytic
