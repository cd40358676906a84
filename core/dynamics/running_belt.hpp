// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// A point of the belt: its position and the derivatives with respect to the reference arc length s.
struct RunningPoint {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();    // r [m]
  Eigen::Vector2d slope = Eigen::Vector2d::Zero();    // dr/ds [-]
  Eigen::Vector2d curving = Eigen::Vector2d::Zero();  // d²r/ds² [1/m]
};

// The steady motion of a drive, for a formulation that starts with it. The shape of the belt is constant and particles
// move along it, r(s, t) = R(s + G t); s = 0 is where the belt reaches the first pulley at t = 0.
struct RunningBelt {
  double flux{};                                // G, reference length per time, > 0 in the loop direction [m/s]
  std::vector<double> speeds;                   // ω, shape (n_pulleys) [rad/s]
  std::vector<double> mounts;                   // mount coordinates u, shape (n_pulleys)
  std::function<RunningPoint(double s)> point;  // R, periodic in the reference length of the belt
};

// Finds the steady motion for the speeds and torques at t = 0, with elements of at most this length [m]. Throws
// SolverError if there is none.
using RunningBeltFinder = std::function<RunningBelt(const BeltDrive& drive, double longest_element)>;

}  // namespace beltdyn
