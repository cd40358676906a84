// SPDX-License-Identifier: MIT
#include "core/drive/rope/rope_doubts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include <fmt/format.h>

#include "core/drive/pulley/pulley_doubts.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {
namespace {

constexpr double kLongestRope = 1e4;     // [m]
constexpr double kLargestSheave = 20.0;  // radius [m]
constexpr double kFastestRope = 40.0;    // of lifts and hoists [m/s]
constexpr double kLargestStretch = 1.2;  // of rubber ropes [-]
constexpr double kLargestParting = 0.1;  // of ends, relative to their speed [-]

void doubt_sheaves(std::vector<std::string>& sentences, const RopeDrive& drive) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const double radius = drive.pulleys[k].radius;
    if (radius <= kLargestSheave) continue;
    sentences.push_back(
        fmt::format("the radius of pulley {} is {:.4g} m; typical values are up to a few metres: lengths are in m, "
                    "write \"{:.4g} mm\" for millimetres",
                    drive.pulley_label(k), radius, radius));
  }
}

void doubt_rope_length(std::vector<std::string>& sentences, const RopeDrive& drive) {
  const double length = drive.path().length();
  if (length <= kLongestRope) return;
  sentences.push_back(
      fmt::format("the rope is {:.4g} m long; typical lengths are up to {:.4g} m: lengths are in m, write \"25000 mm\" "
                  "for millimetres",
                  length, kLongestRope));
}

void doubt_rope_stretch(std::vector<std::string>& sentences, const RopeDrive& drive) {
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    const auto* body = std::get_if<BodyEnd>(&drive.ends[i].form);
    if (body == nullptr || drive.rope.axial_stiffness == 0.0) continue;
    const double weight = body->mass * std::abs(drive.gravity.dot(body->unit_direction()));
    const double strain = weight / drive.rope.axial_stiffness;
    if (strain <= kLargestStretch - 1.0) continue;
    sentences.push_back(
        fmt::format("the weight of end {}, {:.4g} N, stretches the rope, with EA = {:.4g} N, by {:.2g} of its length; "
                    "typical is less than {:.2g}: check axial_stiffness, and its unit",
                    drive.end_label(i), weight, drive.rope.axial_stiffness, strain, kLargestStretch - 1.0));
  }
  const double natural = drive.rope.length;
  const double length = drive.path().length();
  if (natural == 0.0 || length <= kLargestStretch * natural) return;
  sentences.push_back(
      fmt::format("the rope has a natural length of {:.6g} m and a path of {:.6g} m, so that it is stretched to {:.3g} "
                  "times its length; typical is less than {:.3g}: check belt/length, which is the length between the "
                  "two ends, or omit it, and it follows from the forces there",
                  natural, length, length / natural, kLargestStretch));
}

// The velocity of a body at t = 0 [m/s].
Eigen::Vector2d velocity_of(const RopeDriveEnd& end) {
  const auto* body = std::get_if<BodyEnd>(&end.form);
  return body == nullptr ? Eigen::Vector2d::Zero() : Eigen::Vector2d(body->velocity * body->direction.normalized());
}

// Two moving bodies on one rope: the path must not become longer or shorter.
void doubt_end_velocities(std::vector<std::string>& sentences, const RopeDrive& drive) {
  const Eigen::Vector2d first = velocity_of(drive.ends[0]);
  const Eigen::Vector2d second = velocity_of(drive.ends[1]);
  if (first.isZero() || second.isZero()) return;
  const RopePath path = drive.path();
  const double parting = second.dot(path.spans().back().tangent) - first.dot(path.spans().front().tangent);
  if (std::abs(parting) <= kLargestParting * std::max(first.norm(), second.norm())) return;
  sentences.push_back(
      fmt::format("the velocities of the two ends make the path of the rope {} by {:.4g} m/s at t = 0, which tears at "
                  "the rope; usually the ends move together: check the signs of velocity and the directions",
                  parting > 0.0 ? "longer" : "shorter", std::abs(parting)));
}

void doubt_ends(std::vector<std::string>& sentences, const RopeDrive& drive, double end_time) {
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    double speed = 0.0;
    if (const auto* winch = std::get_if<WinchEnd>(&drive.ends[i].form)) {
      speed = winch->rate.largest_magnitude(0.0, end_time);
    }
    if (const auto* body = std::get_if<BodyEnd>(&drive.ends[i].form)) speed = std::abs(body->velocity);
    if (speed <= kFastestRope) continue;
    sentences.push_back(
        fmt::format("the rope moves at up to {:.4g} m/s at end {}; typical speeds are below {:.4g} m/s: speeds are in "
                    "m/s, write \"{:.4g} m/min\" if metres per minute are meant",
                    speed, drive.end_label(i), kFastestRope, speed));
  }
}

}  // namespace

std::vector<std::string> rope_doubts(const RopeDrive& drive, double end_time) {
  std::vector<std::string> sentences;
  doubt_gravity(sentences, drive.gravity);
  doubt_sheaves(sentences, drive);
  doubt_rope_length(sentences, drive);
  doubt_rope_stretch(sentences, drive);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    doubt_friction(sentences, drive.pulley_label(k), drive.contact_of(k));
  }
  doubt_end_velocities(sentences, drive);
  doubt_ends(sentences, drive, end_time);
  doubt_turns(sentences, drive.pulleys, end_time);
  doubt_times(sentences, drive.pulleys, end_time);
  return sentences;
}

}  // namespace beltdyn
