// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_at_rest.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/pretension.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {

namespace {

// Does a slider with a free pulley and without a spring pull at the belt, so that the force of its spans stays?
bool has_constant_pull(const BeltDrive& drive) {
  return std::ranges::any_of(drive.pulleys, [](const Pulley& pulley) {
    const auto* slider = std::get_if<SliderMount>(&pulley.mount);
    return slider != nullptr && !slider->prescribed_displacement && !slider->suspension.spring &&
           std::holds_alternative<FreeMotion>(pulley.motion) && !pulley.accessory;
  });
}

// Does the pulley take or give a torque, apart from that of its bearing?
bool is_loaded(const Pulley& pulley) {
  return !std::holds_alternative<FreeMotion>(pulley.motion) || pulley.accessory || pulley.brake;
}

}  // namespace

BeltAtRest belt_at_rest(const BeltDrive& drive) {
  const BeltPath path = path_at_rest(drive);
  BeltAtRest belt{.free_length = drive.reference_length() * (1.0 + drive.reference_strain_of_string()),
                  .length = path.length(),
                  .force = drive.belt.found ? drive.belt.found->force : string_force(drive, path)};
  if (!drive.belt.found && belt.force > 0.0) {
    // Pressed-in layers shorten the path and so reduce the force. The correction is exact for linear layers.
    const double lost = drive.belt.axial_stiffness * sunk_length(drive, path, belt.force) / drive.reference_length();
    belt.force /= 1.0 + lost / belt.force;
  }
  belt.keeps_slack_force = has_constant_pull(drive);
  const double force = std::max(0.0, belt.force);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const double wrap = path.arcs()[p].wrap;
    const double radius = path.arcs()[p].radius;
    // Friction has the lever of the surface, the forces of the spans that of the centre line.
    const double friction = drive.kinetic_coefficient(p) * wrap * drive.pulleys[p].radius / radius;
    const double difference =
        belt.keeps_slack_force ? force * std::expm1(friction) : 2.0 * force * std::tanh(0.5 * friction);
    belt.pulleys.push_back({.wrap = wrap, .capacity = radius * difference});
  }
  return belt;
}

std::string description(const BeltDrive& drive, const BeltAtRest& belt) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  std::vector<std::string> pulleys;
  for (std::size_t p = 0; p < belt.pulleys.size(); ++p) {
    pulleys.push_back(fmt::format("pulley {} {:.4g}°", drive.pulley_label(p), kDegrees * belt.pulleys[p].wrap));
    if (is_loaded(drive.pulleys[p])) pulleys.back() += fmt::format(", {:.4g} N m", belt.pulleys[p].capacity);
  }
  return fmt::format(
      "at rest {:.4g} N in all spans stretch the belt from {:.6g} m to {:.6g} m; wraps, and torques at which loaded "
      "pulleys slip if {} stays that: {}",
      belt.force, belt.free_length, belt.length,
      belt.keeps_slack_force ? "the force of the slack side" : "the mean of the forces on both sides",
      fmt::join(pulleys, "; "));
}

}  // namespace beltdyn
