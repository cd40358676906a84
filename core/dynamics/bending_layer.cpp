// SPDX-License-Identifier: MIT
#include "core/dynamics/bending_layer.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {
namespace {

// Largest ratio of moments without a warning. Traction at the distance Y from the centre line bends the belt by up to
// Y ΔN. If the bending stiffness is too small for this moment, the belt kinks within an element and results are
// meaningless. In the drive of [Ntarladima 2023] the two moments are alike; at a ratio of some hundred the belt kinks.
constexpr double kKinkingRatio = 30.0;

}  // namespace

double bending_layer(const BeltDrive& drive) {
  const double force = force_at_rest(drive);
  return force > 0.0 ? std::sqrt(drive.belt.bending_stiffness / force) : 0.0;
}

std::vector<std::string> bending_warnings(const BeltDrive& drive, double element,
                                          const std::function<std::string(double)>& remedy) {
  const Belt& belt = drive.belt;
  std::vector<std::string> warnings;
  const double bending = belt.contact_lever() * force_at_rest(drive);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const double carried = belt.bending_stiffness / drive.pulleys[p].radius;
    if (bending <= kKinkingRatio * carried) continue;
    warnings.push_back(
        fmt::format("friction on the face, at the contact_offset of {:.3g} m, exerts a bending moment on pulley {} of "
                    "up to {:.3g} N m, but the bending_stiffness carries only {:.3g} N m at that radius; increase "
                    "bending_stiffness, or set friction_at to center_line",
                    belt.contact_offset, drive.pulley_label(p), bending, carried));
  }
  const double layer = bending_layer(drive);
  const bool matters = belt.bending_damping > 0.0 || belt.contact_lever() > 0.0;
  if (belt.bending_damping > 0.0 && belt.bending_stiffness == 0.0) {
    warnings.push_back(
        "bending_damping is not meaningful without bending_stiffness: the curvature then jumps where the belt meets a "
        "pulley, and the dissipated power depends on the mesh; give a bending_stiffness, or remove bending_damping");
  }
  if (matters && layer > 0.0 && element > layer) {
    warnings.push_back(
        fmt::format("the bending layer where the belt meets a pulley is {:.2g} m long, less than an element of {:.2g} "
                    "m there, and {} acts in that layer; {}",
                    layer, element, belt.bending_damping > 0.0 ? "bending_damping" : "friction on the face",
                    remedy(element / layer)));
  }
  return warnings;
}

}  // namespace beltdyn
