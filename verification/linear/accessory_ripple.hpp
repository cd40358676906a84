// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

namespace beltdyn::verification {

// What is looked at of the accessory drive of configs/demo/ripple.json, with an arm and a crank that begins to ripple.
inline constexpr std::array<const char*, 4> kAccessoryColumns{"span_force_1", "span_force_3", "mount_position_4",
                                                              "angular_velocity_3"};
using AccessorySignals = std::array<std::vector<double>, kAccessoryColumns.size()>;

struct AccessoryDrive {
  std::vector<std::string> edits;
  double mass;           // of the belt [kg/m]
  double normal_factor;  // the stiffness of normal contact over that of stick
  double interval;       // of the looks [s]
  int n_looks;
};

// The ripple of 3 % makes slip reverse on all pulleys. The tensioner has no torque and hardly any inertia, so that it
// rings at 500 Hz from every reversal on.
AccessoryDrive reversing_drive(int n_looks);

// A ripple of 1 %, and a tensioner with a seal that rubs and with more inertia, so that its ringing is slower: coarse
// meshes and steps are enough for it.
AccessoryDrive creeping_drive(int n_looks);

// The columns at the looks, of a run with these members and this stiffness of stick [N/m³].
AccessorySignals accessory_signals(const AccessoryDrive& drive, const std::string& members, double stiffness);

}  // namespace beltdyn::verification
