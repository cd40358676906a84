// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// A point of the belt with the derivatives of its place by the reference arc length s.
struct RunningPoint {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();    // r [m]
  Eigen::Vector2d slope = Eigen::Vector2d::Zero();    // dr/ds [-]
  Eigen::Vector2d curving = Eigen::Vector2d::Zero();  // d²r/ds² [1/m]
};

// The steady motion of a drive as needed by a formulation that begins with it: the shape of the belt is constant
// and particles pass along it, r(s, t) = R(s + G t), with s = 0 where the belt reaches the first pulley at t = 0.
struct RunningBelt {
  double flux{};                                // G, reference length per time, > 0 in the direction of the loop [m/s]
  std::vector<double> speeds;                   // ω, shape (n_pulleys) [rad/s]
  std::vector<double> mounts;                   // coordinates of the mounts, shape (n_pulleys)
  std::function<RunningPoint(double s)> point;  // R, periodic in the reference length
};

// Finds the steady motion at the speeds and torques of t = 0, in elements of at most this length [m]. Throws
// SolverError if there is none.
using RunningBeltFinder = std::function<RunningBelt(const BeltDrive& drive, double longest_element)>;

}  // namespace beltdyn
