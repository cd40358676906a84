// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <Eigen/Core>

#include "core/drive/supported_beam_drive.hpp"

namespace beltdyn::lagrangian::ancf {

// A point of the string, with the unit vector along it.
struct StringPoint {
  Eigen::Vector2d position;  // [m]
  Eigen::Vector2d tangent;
};

// The equilibrium of a supported beam without bending stiffness, weight and penetration: a string of uniform stretch,
// straight to the circle, around it, and straight again. With the angles α_k and the lengths l_k of the straight parts,
//
//     λ L = l₁ + l₂ + R (α₁ + α₂),   N = EA (λ − 1),   side k (y − y₀) = side F + N (sin α₁ + sin α₂)
//
// where `side` is +1 for a circle above the beam.
class TautString {
 public:
  // For the force F on the circle [N].
  TautString(const SupportedBeamDrive& drive, double force);

  double circle_position() const { return side_ * height_; }            // y [m]
  double stretch() const { return stretch_; }                           // λ [-]
  double force() const { return axial_stiffness_ * (stretch_ - 1.0); }  // N [N]

  // The point at x of the unstressed string.
  StringPoint point(double x) const;

 private:
  // Lays the string around the circle whose centre has this height above the line through the supports, counted towards
  // the side from which the circle came. Returns the force by which the string pushes the circle up [N].
  double lay(double height);

  double side_;
  double length_;           // [m]
  double axial_stiffness_;  // [N]
  double radius_;           // of the circle [m]
  double x_;                // of the circle's centre [m]
  double height_{};         // of the circle's centre [m]
  double stretch_ = 1.0;
  std::array<double, 2> angle_{};     // α_k [rad]
  std::array<double, 2> straight_{};  // l_k [m]
};

}  // namespace beltdyn::lagrangian::ancf
