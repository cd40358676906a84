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

// μ φ r/R: friction has the lever of the surface, the forces of the spans that of the centre line.
double friction_of(const BeltDrive& drive, const BeltPath& path, std::size_t p) {
  const PathArc& arc = path.arcs()[p];
  return drive.kinetic_coefficient(p) * arc.wrap * drive.pulleys[p].radius / arc.radius;
}

// The loaded pulleys, the one that drives first.
std::vector<std::size_t> loaded_pulleys(const BeltDrive& drive) {
  std::vector<std::size_t> loaded;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    if (is_loaded(drive.pulleys[p])) loaded.push_back(p);
  }
  std::stable_partition(loaded.begin(), loaded.end(),
                        [&drive](std::size_t p) { return drive.pulleys[p].is_prescribed(); });
  return loaded;
}

KeptUnderLoad kept_under_load(const BeltDrive& drive, std::size_t n_loaded) {
  if (has_constant_pull(drive)) return KeptUnderLoad::slack_force;
  const bool is_fixed = std::ranges::none_of(
      drive.pulleys, [](const Pulley& pulley) { return !std::holds_alternative<FixedMount>(pulley.mount); });
  return is_fixed && n_loaded == 2 ? KeptUnderLoad::length : KeptUnderLoad::mean_force;
}

// T₂/N of a belt that keeps its length, when all of the belt slips on the loaded pulley of this friction, the smaller
// one; `driving` and `driven` are loaded.
double slack_part(const BeltDrive& drive, const BeltPath& path, double friction, std::size_t driving,
                  std::size_t driven) {
  if (!(friction > 0.0)) return 1.0;
  const double tight = std::exp(friction);  // T₁/T₂
  const double slipping = std::expm1(friction) / friction;
  const std::size_t n = drive.pulleys.size();
  double sum = 0.0;  // ∫ T/T₂ dσ
  bool is_tight = false;
  for (std::size_t i = 0; i < n; ++i) {
    // From the driving pulley on, the belt is slack up to the driven one.
    const std::size_t k = (driving + i) % n;
    const double entry = is_tight || k == driving ? tight : 1.0;
    const double slip = k == driving || k == driven ? friction / friction_of(drive, path, k) : 0.0;
    sum += path.arcs()[k].length() * (slip * slipping + (1.0 - slip) * entry);
    is_tight = is_tight || k == driven;
    sum += path.spans()[k].length * (is_tight ? tight : 1.0);
  }
  return path.length() / sum;
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
  const std::vector<std::size_t> loaded = loaded_pulleys(drive);
  belt.kept = kept_under_load(drive, loaded.size());
  const double force = std::max(0.0, belt.force);
  // If the length is kept, the loaded pulley of less friction slips first, under the same forces as the other one.
  double of_both = 0.0;
  double slack_of_both = 1.0;
  if (belt.kept == KeptUnderLoad::length) {
    of_both = std::min(friction_of(drive, path, loaded[0]), friction_of(drive, path, loaded[1]));
    slack_of_both = slack_part(drive, path, of_both, loaded[0], loaded[1]);
  }
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const PathArc& arc = path.arcs()[p];
    double friction = friction_of(drive, path, p);
    double slack = 1.0;  // T₂/N
    if (belt.kept == KeptUnderLoad::mean_force) slack = 2.0 / (std::exp(friction) + 1.0);
    if (belt.kept == KeptUnderLoad::length) {
      friction = of_both;
      slack = slack_of_both;
    }
    belt.pulleys.push_back({.wrap = arc.wrap, .capacity = arc.radius * force * slack * std::expm1(friction)});
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
  // The force that presses on the pulleys is N − ρ v².
  const double density = drive.belt.mass_per_length;
  const bool is_less = belt.kept == KeptUnderLoad::length && belt.force > 0.0 && density > 0.0;
  const std::string fast =
      is_less ? fmt::format(", half as much at {:.3g} m/s", std::sqrt(0.5 * belt.force / density)) : std::string();
  return fmt::format(
      "at rest {:.4g} N in all spans stretch the belt from {:.6g} m to {:.6g} m; wraps, and torques at which loaded "
      "pulleys slip {}{}: {}",
      belt.force, belt.free_length, belt.length,
      belt.kept == KeptUnderLoad::length        ? "at low speed, at these distances of the axes"
      : belt.kept == KeptUnderLoad::slack_force ? "if the force of the slack side stays that"
                                                : "if the mean of the forces on both sides stays that",
      fast, fmt::join(pulleys, "; "));
}

}  // namespace beltdyn
