// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/belt/belt_simulation.hpp"
#include "core/belt/test/small_belt_drive.hpp"

namespace beltdyn::eulerian::ale {

using beltdyn::test::bytes_of;
using beltdyn::test::restore_from;

// What a row of the history has in a column now.
inline double column_value(const BeltSimulation& simulation, const std::string& column) {
  const std::vector<std::string> columns = simulation.history_columns();
  const auto at = std::ranges::find(columns, column);
  REQUIRE(at != columns.end());
  std::vector<double> values(columns.size());
  simulation.history_values(values);
  return values[static_cast<std::size_t>(at - columns.begin())];
}

inline BeltDrive small_drive() { return beltdyn::test::small_belt_drive(8.0); }

// The same belt around a third pulley that stands outside and presses on its back.
inline BeltDrive serpentine_drive() {
  BeltDrive drive = small_drive();
  drive.pulleys.push_back(drive.pulleys[1]);
  drive.pulleys[2].center = {0.075, 0.075};
  drive.pulleys[2].radius = 0.03;
  drive.pulleys[2].side = PulleySide::outside;
  return drive;
}

// The first pulley runs at a constant speed, the second one has a moment against it.
inline BeltDrive loaded_drive(BeltDrive drive, double angular_velocity, double moment) {
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(angular_velocity)};
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(moment)}});
  return drive;
}

}  // namespace beltdyn::eulerian::ale
