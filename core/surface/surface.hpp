// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

// Rigid surfaces on which ropes lie, described by their signed distance.
namespace beltdyn::surface {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

// The position of a point relative to a surface: the signed distance d, positive outside, its gradient n and its second
// derivative H = ∂n/∂x. H contains the curvatures of the parallel surface through the point, positive where it is
// convex; H n = 0.
struct Proximity {
  double distance{};                // d [m]
  Vector normal = Vector::Zero();   // n = ∇d, unit vector
  Matrix hessian = Matrix::Zero();  // H [1/m]
};

// On which side a rope may lie: outside the surface only, or on both sides, as in a tube without clearance.
enum class Sides { outside, both };

// A rigid surface.
class Surface {
 public:
  virtual ~Surface() = default;

  // The proximity of any point x. If x has several nearest points (on an axis, at a centre), one of them is taken.
  virtual Proximity proximity(const Vector& x) const = 0;
  virtual Sides sides() const { return Sides::outside; }
};

}  // namespace beltdyn::surface
