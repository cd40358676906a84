// SPDX-License-Identifier: MIT
#include "core/drive/pulley/pulley_doubts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <variant>

#include <fmt/format.h>

#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {

void doubt_gravity(std::vector<std::string>& sentences, const Eigen::Vector2d& gravity) {
  if (gravity.x() != 0.0 || gravity.y() <= 0.0) return;
  sentences.push_back(fmt::format("gravity is [0, {:.4g}] and points up; usually it points down: write [0, {:.4g}]",
                                  gravity.y(), -gravity.y()));
}

void doubt_friction(std::vector<std::string>& sentences, const std::string& pulley, const PulleyContact& contact) {
  constexpr double kLargestFriction = 3.0;  // rubber on dry steel has about 1 [-]
  const double coefficient = contact.kinetic_coefficient();
  if (coefficient <= kLargestFriction) return;
  sentences.push_back(
      fmt::format("the friction coefficient of pulley {} is {:.4g}; typical values are 0.2 to 1.5: write \"{:.4g} "
                  "%\" if percent is meant",
                  pulley, coefficient, coefficient));
}

void doubt_speed(std::vector<std::string>& sentences, const std::string& pulley, double radius, double speed) {
  constexpr double kFastestTurn = 1000.0;  // [rad/s]
  constexpr double kFastestBelt = 100.0;   // [m/s]
  // Below kFastestTurn, revolutions per minute taken for rad/s show in the speed of the surface as well.
  constexpr double kFastTurn = 700.0;    // [rad/s]
  constexpr double kFastSurface = 50.0;  // [m/s]
  const double surface = speed * radius;
  const bool is_fastest = speed >= kFastestTurn || surface >= kFastestBelt;
  if (!is_fastest && (speed <= kFastTurn || surface <= kFastSurface)) return;
  constexpr double kRpm = 30.0 / std::numbers::pi;
  sentences.push_back(
      fmt::format("pulley {} turns at up to {:.4g} rad/s, {:.5g} rpm, and its surface runs at {:.4g} m/s; typical are "
                  "below {:.4g} rad/s and {:.4g} m/s: a number without a unit is in rad/s, so write \"{:.4g} rpm\" for "
                  "revolutions per minute",
                  pulley, speed, speed * kRpm, surface, is_fastest ? kFastestTurn : kFastTurn,
                  is_fastest ? kFastestBelt : kFastSurface, speed));
}

void doubt_turns(std::vector<std::string>& sentences, std::span<const Pulley> pulleys, double end_time) {
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    const auto* motion = std::get_if<PrescribedMotion>(&pulleys[k].motion);
    if (motion == nullptr) continue;
    doubt_speed(sentences, pulley_label(pulleys, k), pulleys[k].radius,
                motion->angular_velocity.largest_magnitude(0.0, end_time));
  }
}

void doubt_times(std::vector<std::string>& sentences, std::span<const Pulley> pulleys, double end_time) {
  constexpr double kFirstChange = 5.0;      // of a function of time, relative to the end of the run [-]
  constexpr double kMostShortened = 100.0;  // a run that is shorter by more than this is a trial [-]
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    for (const TimeFunction* function : time_functions_of(pulleys[k])) {
      if (function->next_kink(0.0, end_time) < end_time) continue;
      const double change = function->next_kink(end_time, kMostShortened * end_time);
      if (change <= kFirstChange * end_time || change >= kMostShortened * end_time) continue;
      sentences.push_back(
          fmt::format("a function of time of pulley {} has its first point after 0 at {:.4g} s, long after the end of "
                      "the run at {:.4g} s; check its times, which are in s, and end_time",
                      pulley_label(pulleys, k), change, end_time));
    }
  }
}

}  // namespace beltdyn
