// SPDX-License-Identifier: MIT
#pragma once

#include "core/belt/test/small_belt_drive.hpp"

namespace beltdyn::eulerian::ale {

using beltdyn::test::bytes_of;
using beltdyn::test::restore_from;

inline BeltDrive small_drive() { return beltdyn::test::small_belt_drive(8.0); }

// The same belt around a third pulley, outside of the loop, which presses on its back.
inline BeltDrive serpentine_drive() {
  BeltDrive drive = small_drive();
  drive.pulleys.push_back(drive.pulleys[1]);
  drive.pulleys[2].center = {0.075, 0.075};
  drive.pulleys[2].radius = 0.03;
  drive.pulleys[2].side = PulleySide::outside;
  return drive;
}

// The first pulley runs at a constant angular velocity, the second one has a moment.
inline BeltDrive loaded_drive(BeltDrive drive, double angular_velocity, double moment) {
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(angular_velocity)};
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(moment)}});
  return drive;
}

}  // namespace beltdyn::eulerian::ale
