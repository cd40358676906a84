// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

// Rigid surfaces that ropes lie on, by their signed distance.
namespace beltdyn::surface {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

// What a surface is to a point: the signed distance d, positive outside, its gradient and its second derivative.
// H = ∂n/∂x has the curvatures of the parallel surface through the point, positive where that is convex; H n = 0.
struct Proximity {
  double distance{};                // d [m]
  Vector normal = Vector::Zero();   // n = ∇d, of unit length
  Matrix hessian = Matrix::Zero();  // H [1/m]
};

// Where a rope may lie: outside of the surface, or along it as in a tube of no clearance that holds the rope on both
// sides.
enum class Sides { outside, both };

class Surface {
 public:
  virtual ~Surface() = default;

  // Of the nearest point, for any x. Where there are several nearest points (on an axis, at a centre) one of them is
  // taken.
  virtual Proximity proximity(const Vector& x) const = 0;
  virtual Sides sides() const { return Sides::outside; }
};

}  // namespace beltdyn::surface
