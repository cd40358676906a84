// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::test {

// A belt with bending stiffness [N m²] on two equal pulleys, with 1560 N in its spans at rest. It is sensitive: a
// relative error of 1e-4 in the path length would change the force by 440 N.
inline BeltDrive bent_belt_drive(double bending_stiffness) {
  BeltDrive drive;
  drive.pulleys.resize(2);
  for (Pulley& pulley : drive.pulleys) {
    pulley.radius = 0.08;
    pulley.inertia = 1e-3;
  }
  drive.pulleys[1].center = {0.36, 0.0};
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(0.0)};
  drive.pulleys[1].motion = FreeMotion{};
  drive.belt = {.axial_stiffness = 4.4e6,
                .bending_stiffness = bending_stiffness,
                .mass_per_length = 0.1,
                .width = 0.03,
                .pretension = PretensionForce{1560.0}};
  drive.contact = PulleyContact{.normal = RigidContact{}, .friction = coulomb(0.5)};
  drive.gravity = {0.0, 0.0};
  drive.find_belt_length();
  return drive;
}

}  // namespace beltdyn::test
