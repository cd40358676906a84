// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "core/contact/augmented_normal.hpp"
#include "core/contact/plane_coulomb.hpp"
#include "core/surface/surface.hpp"

namespace beltdyn::lagrangian::rope {

using Vector = surface::Vector;
using Matrix = surface::Matrix;

// The contact stiffness of a point of the mid-line, per length of the rope.
struct ContactStiffness {
  double normal{};      // ε_N [N/m²]
  double tangential{};  // ε_T [N/m²]
  double friction{};    // μ
  double touching{};    // a smaller gap counts as closed: a rope laid on the surface touches in spite of rounding [m]
  surface::Sides sides = surface::Sides::outside;

  contact::AugmentedNormal normal_law() const;
};

// The memory of a contact point between load steps.
struct ContactMemory {
  Vector stick_point = Vector::Zero();  // x_s [m]
  double multiplier = 0.0;              // λ of the augmented Lagrangian [N/m]
  double zero_gap = 0.0;  // distance to the surface that counts as touching: r, or the distance at the start [m]
};

// The largest ContactStiffness::touching in use [m].
inline constexpr double kTouching = 1e-9;

inline contact::AugmentedNormal ContactStiffness::normal_law() const {
  return contact::AugmentedNormal(
      {.stiffness = normal, .touching = touching, .two_sided = sides == surface::Sides::both});
}

template <class Real>
struct ContactForceOf {
  Eigen::Matrix<Real, 3, 1> force = Eigen::Matrix<Real, 3, 1>::Zero();     // on the rope [N/m]
  Eigen::Matrix<Real, 3, 1> traction = Eigen::Matrix<Real, 3, 1>::Zero();  // its tangential part [N/m]
  Real normal{};                                                           // N = λ − ε_N p, p the gap [N/m]
  std::array<Eigen::Matrix<Real, 3, 1>, 2> tangents{Eigen::Matrix<Real, 3, 1>::Zero(),
                                                    Eigen::Matrix<Real, 3, 1>::Zero()};
  contact::PlaneFrictionResponseOf<Real> friction{};
  contact::PlaneCoulomb::History trial{};
  bool touching = false;
};

// The force of the surface on the rope at x, where the surface has the distance d and the normal n:
//
//     f = N n + τ,   N = λ − ε_N (d − d₀) by AugmentedNormal,   τ = PlaneCoulomb of P (x − x_s), P = I − n nᵀ
template <class Real>
ContactForceOf<Real> contact_force(const ContactStiffness& law, const ContactMemory& memory,
                                   const Eigen::Matrix<Real, 3, 1>& x, const Real& distance,
                                   const Eigen::Matrix<Real, 3, 1>& n) {
  using Vector3 = Eigen::Matrix<Real, 3, 1>;
  ContactForceOf<Real> result;
  const Real gap = distance - memory.zero_gap;
  const contact::NormalResponseOf<Real> pressed = law.normal_law().respond(gap, memory.multiplier);
  result.normal = pressed.normal_force;
  if (pressed.d_gap == Real(0.0)) return result;
  result.touching = true;
  // Any tangents will do, since friction is isotropic; they are built from the axis least aligned with the normal.
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (n[k] * n[k] < n[axis] * n[axis]) axis = k;
  }
  Vector3 helper = Vector3::Zero();
  helper[axis] = Real(1.0);
  result.tangents[0] = n.cross(helper);
  using std::sqrt;
  const Real size = sqrt(result.tangents[0].dot(result.tangents[0]));
  result.tangents[0] /= size;
  result.tangents[1] = n.cross(result.tangents[0]);
  contact::PlaneSlipStepOf<Real> step;
  step.time_step = 1.0;  // rates have no influence
  const Vector3 displacement = x - memory.stick_point.template cast<Real>();
  for (int k = 0; k < 2; ++k) step.slip[k] = result.tangents[static_cast<std::size_t>(k)].dot(displacement);
  step.normal_force = result.normal < Real(0.0) ? Real(-result.normal) : result.normal;
  const contact::PlaneCoulomb friction({.friction_coefficient = law.friction, .stiffness = law.tangential});
  result.friction = friction.respond(step, contact::PlaneCoulomb::History{}, result.trial);
  for (int k = 0; k < 2; ++k) {
    result.traction += result.friction.traction[k] * result.tangents[static_cast<std::size_t>(k)];
  }
  result.force = result.normal * n + result.traction;
  return result;
}

// ∂f/∂x of the above, H = ∂n/∂x. The tangential slip s = P (x − x_s) changes by P dx − (n·(x − x_s)) H dx, and the
// traction turns with the tangent plane by −n τᵀ H dx:
//
//     ∂f/∂x = −ε_N n nᵀ + N H + ∂τ/∂s (P − (n·(x − x_s)) H) − ε_N sign(N) ∂τ/∂|N| nᵀ − n τᵀ H
//
// It is unsymmetric by sliding friction.
inline Matrix contact_tangent(const ContactStiffness& law, const ContactMemory& memory, const Vector& x,
                              const surface::Proximity& at, const ContactForceOf<double>& found) {
  const Vector& n = at.normal;
  Matrix result = -law.normal * n * n.transpose() + found.normal * at.hessian;
  Eigen::Matrix<double, 3, 2> T;
  T.col(0) = found.tangents[0];
  T.col(1) = found.tangents[1];
  const Matrix by_slip = T * found.friction.d_slip * T.transpose();
  result += by_slip * (Matrix::Identity() - n.dot(x - memory.stick_point) * at.hessian);
  const double sign = found.normal < 0.0 ? -1.0 : 1.0;
  result -= law.normal * sign * (T * found.friction.d_normal) * n.transpose();
  result -= n * (found.traction.transpose() * at.hessian);
  return result;
}

// The stick point from now on: x + τ/ε_T.
inline Vector moved_stick_point(const Vector& x, const ContactForceOf<double>& found) {
  return x - found.trial.deflection[0] * found.tangents[0] - found.trial.deflection[1] * found.tangents[1];
}

}  // namespace beltdyn::lagrangian::rope
