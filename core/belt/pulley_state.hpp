// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <Eigen/Core>

#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// The state of a mount that may move, at one instant.
struct MountState {
  Eigen::Vector2d axis = Eigen::Vector2d::Zero();           // of the pulley [m]
  Eigen::Vector2d axis_velocity = Eigen::Vector2d::Zero();  // 0 in steady motions [m/s]
  double position{};                                        // u: angle of an arm [rad], offset of a slider [m]
  double force{};                                           // of the belt on u [N m] or [N]
  double lost_power{};  // dissipated in dampers and dry friction; 0 in steady motions [W]
};

// The state of an accessory, which a pulley drives by a spring or a one-way clutch, at one instant.
struct AccessoryState {
  double angular_velocity{};  // dψ/dt [rad/s]
  double torque{};            // C, of the pulley on the accessory [N m]
};

// The accessory of a pulley in steady motion; empty if it has none.
inline std::optional<AccessoryState> steady_accessory(const Pulley& pulley, double time, double angular_velocity) {
  if (!pulley.accessory) return std::nullopt;
  return AccessoryState{.angular_velocity = angular_velocity,
                        .torque = pulley.accessory->steady_torque(time, angular_velocity)};
}

// The state of a pulley at one instant, positive counter-clockwise.
struct PulleyState {
  double angle{};             // of rotation since the start [rad]
  double angular_velocity{};  // [rad/s]
  double contact_moment{};    // of the belt on the pulley, about its axis [N m]
  // Moment of dry friction in its bearing [N m]; empty in motions that are steady at each instant, in which the bearing
  // keeps sliding.
  std::optional<double> bearing_moment{};
  double brake_moment{};              // of its brake [N m]
  std::optional<MountState> mount{};  // empty if the axis is fixed
  std::optional<AccessoryState> accessory{};
};

}  // namespace beltdyn
