// SPDX-License-Identifier: MIT
#pragma once

#include "core/surface/surface.hpp"

// Surfaces of revolution about the z axis.
namespace beltdyn::surface {

// The cylinder of radius R about the axis.
class Cylinder final : public Surface {
 public:
  explicit Cylinder(double radius) : radius_(radius) {}
  Proximity proximity(const Vector& x) const override;

 private:
  double radius_;  // R [m]
};

// A cone with its apex in the origin that opens towards positive z; α is the angle between axis and generator. For
// points beyond the apex, the apex is the nearest point.
class Cone final : public Surface {
 public:
  explicit Cone(double half_angle);
  Proximity proximity(const Vector& x) const override;

 private:
  double sine_;    // sin α
  double cosine_;  // cos α
};

// A sphere around the origin.
class Sphere final : public Surface {
 public:
  explicit Sphere(double radius) : radius_(radius) {}
  Proximity proximity(const Vector& x) const override;

 private:
  double radius_;  // R [m]
};

// A tube of radius b around the circle of radius a > b in the plane z = 0.
class Torus final : public Surface {
 public:
  Torus(double major_radius, double minor_radius) : major_(major_radius), minor_(minor_radius) {}
  Proximity proximity(const Vector& x) const override;

 private:
  double major_;  // a [m]
  double minor_;  // b [m]
};

}  // namespace beltdyn::surface
