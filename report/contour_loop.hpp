// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "core/drive/contour_drive.hpp"

namespace beltdyn::report {

// The contour of [Oborin 2018] drawn as a loop in the plane: half circles on the pulleys and straight lines between
// them, counter-clockwise from the top of pulley 1. The contour drive itself has lengths but no geometry.
class ContourLoop {
 public:
  explicit ContourLoop(ContourDrive drive);

  double radius(int pulley) const;            // contact length/π [m]
  Eigen::Vector2d center(int pulley) const;   // [m]
  Eigen::Vector2d point(double sigma) const;  // [m]

 private:
  ContourDrive drive_;
  double distance_{};  // between the centres [m]
};

}  // namespace beltdyn::report
