// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::benchmarks {

// The drive of [Ntarladima 2023] Tables 2 and 3; the mass is that of a belt 0.01 m high.
inline BeltDrive ntarladima_drive() {
  BeltDrive drive;
  const double radius = 0.09995;
  const PulleyContact contact{.normal = PenaltyContact{.stiffness_per_area = 4e9, .damping_per_area = 8e4},
                              .friction = elastoplastic_coulomb(0.5, 5e9, 321869.5)};
  Pulley driver;
  driver.radius = radius;
  driver.inertia = 0.25;
  driver.motion = PrescribedMotion{TimeFunction(TimeFunction::PiecewiseLinear{{0.05, 0.6}, {0.0, 12.0}})};
  Pulley driven = driver;
  driven.center = {0.1 * std::acos(-1.0), 0.0};
  driven.bearing_damping = 2.0;
  driven.motion =
      TorqueMotion{{PulleyTorque{AppliedTorque{TimeFunction(TimeFunction::CosineRamp{0.0, -25.0, 1.0, 1.5})}}}};
  drive.pulleys = {driver, driven};
  drive.contact = contact;
  drive.gravity = {0.0, -9.81};
  drive.belt = {.axial_stiffness = 8000.0,
                .bending_stiffness = 4e-3 / 3.0,
                .mass_per_length = 0.8288,
                .width = 0.08,
                .contact_offset = 5e-5,
                .axial_damping = 1.0,
                .pretension = ReferenceStrain{-0.05}};
  return drive;
}

}  // namespace beltdyn::benchmarks
