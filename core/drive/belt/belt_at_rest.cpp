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
  const double force = std::max(0.0, belt.force);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const double wrap = path.arcs()[p].wrap;
    const double radius = drive.pulleys[p].radius + drive.belt.contact_height();
    belt.pulleys.push_back(
        {.wrap = wrap, .capacity = 2.0 * force * radius * std::tanh(0.5 * drive.kinetic_coefficient(p) * wrap)});
  }
  return belt;
}

std::string description(const BeltDrive& drive, const BeltAtRest& belt) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  std::vector<std::string> pulleys;
  for (std::size_t p = 0; p < belt.pulleys.size(); ++p) {
    pulleys.push_back(fmt::format("pulley {} {:.4g}°, {:.4g} N m", drive.pulley_label(p),
                                  kDegrees * belt.pulleys[p].wrap, belt.pulleys[p].capacity));
  }
  return fmt::format(
      "at rest the belt of {:.6g} m is {:.6g} m long, with {:.4g} N in all spans; wraps, and capacities if the mean of "
      "the forces on both sides stays that: {}",
      belt.free_length, belt.length, belt.force, fmt::join(pulleys, "; "));
}

}  // namespace beltdyn
