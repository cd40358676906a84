// SPDX-License-Identifier: MIT
#include "verification/strings/string_loops.hpp"

#include <variant>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/exact/string_loop_motion.hpp"

namespace beltdyn::verification {

analytic::StringLoop loop_of(const BeltDrive& drive) {
  analytic::StringLoop loop{.direction = drive.direction,
                            .axial_stiffness = drive.belt.axial_stiffness,
                            .unstressed_stretch = 1.0 + drive.reference_strain(),
                            .mass_per_length = drive.belt.mass_per_length,
                            .reference_length = drive.reference_length(),
                            .offset = drive.belt.contact_offset};
  const BeltPath path = drive.path();
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    const double turn = path.arcs()[p].turn;
    loop.pulleys.push_back(
        {.place = {.center = pulley.center, .radius = pulley.radius, .side = pulley.side},
         .coefficient = drive.contact_of(p).kinetic_coefficient(),
         .torque = [pulley, turn](double omega) { return -turn * pulley.steady_moment(0.0, turn * omega); }});
    const auto* arm = std::get_if<ArmMount>(&pulley.mount);
    if (arm == nullptr) continue;
    const MountSpring& spring = arm->suspension.spring.value();
    loop.mounts.push_back(exact::arm_mount(p, arm->pivot, (pulley.center - arm->pivot).norm(), spring.stiffness,
                                           spring.free_position, drawn_position(pulley.mount, pulley.center)));
  }
  return loop;
}

exact::StringDrive string_drive_of(const BeltDrive& drive) {
  const BeltPath path = drive.path();
  exact::StringDrive string{.axial_stiffness = drive.belt.axial_stiffness,
                            .unstressed_stretch = 1.0 + drive.reference_strain_of_string(),
                            .mass_per_length = drive.belt.mass_per_length,
                            .reference_length = drive.reference_length()};
  for (std::size_t k = 0; k < 2; ++k) {
    string.radius[k] = path.arcs()[k].radius;
    string.share[k] = drive.pulleys[k].radius / string.radius[k];
    string.wrap[k] = path.arcs()[k].wrap;
    string.span_length[k] = path.spans()[k].length;
    string.coefficient[k] = drive.kinetic_coefficient(k);
  }
  return string;
}

}  // namespace beltdyn::verification
