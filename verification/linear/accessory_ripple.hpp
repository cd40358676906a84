// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace beltdyn::verification {

// The compared columns of the accessory drive of configs/demo/ripple.json, with an arm and a crank whose ripple starts
// during the run.
inline constexpr std::array<const char*, 4> kAccessoryColumns{"span_force_1", "span_force_3", "mount_position_4",
                                                              "angular_velocity_3"};
using AccessorySignals = std::array<std::vector<double>, kAccessoryColumns.size()>;

// A variant of the accessory drive and the sampling of its columns.
struct AccessoryDrive {
  std::vector<std::string> edits;
  double mass;           // of the belt [kg/m]
  double normal_factor;  // stiffness of normal contact over the stiffness of stick [-]
  double interval;       // between samples [s]
  int n_looks;
};

// A ripple of 3 %, at which slip reverses on all pulleys. The tensioner has no torque and almost no inertia, so it
// oscillates at 500 Hz after each reversal.
AccessoryDrive reversing_drive(int n_looks);

// A ripple of 1 %, and a tensioner with seal friction and more inertia. It oscillates more slowly, so coarse meshes
// and steps suffice.
AccessoryDrive creeping_drive(int n_looks);

// The sampled columns of a run with these members and this stiffness of stick [N/m³], or with rigid contact.
AccessorySignals accessory_signals(const AccessoryDrive& drive, const std::string& members,
                                   std::optional<double> stiffness);

}  // namespace beltdyn::verification
