// SPDX-License-Identifier: MIT
#pragma once

#include "core/contact/parameter_check.hpp"
#include "core/contact/scalar.hpp"

namespace beltdyn::contact {

// Rigid contact without penetration, enforced on patches of contact points. A belt meets a pulley at more contact
// points than its shape can follow one by one. So the constraint holds for patches of points only: one pressure Λ per
// patch keeps the mean gap of the patch at 0. A soft penalty k carries the deviations of single points from the mean,
// and patches that touch in part:
//
//     N = max(0, Λ − k g),   Λ = max(0, −(K − k) ḡ)
//
//     g  gap of a contact point, ḡ its mean over the patch [m]
//     K  stiffness of the mean, so high that its penetration is negligible [N/m]
//     k  stiffness of a point, K ≥ k > 0 [N/m]
//
// This is the linear penalty k on a surface that is raised towards the belt by u = Λ/k. A law of normal_law.hpp is
// evaluated with the gap g − u, and everything that depends on a gap, such as the test for contact, uses g − u. A patch
// has no memory. K and k are not properties of the bodies but parameters of the numerical method, which a formulation
// derives from its mesh.
// Source: the perturbed Lagrangian with the pressure condensed, J. C. Simo, P. Wriggers, R. L. Taylor: A perturbed
// Lagrangian formulation for the finite element solution of contact problems, 1985.
class RigidPatch {
 public:
  // `stiffening` is K/k − 1 ≥ 0. With 0 the surface is not raised, as for contact that is not rigid.
  explicit RigidPatch(double stiffening = 0.0) : stiffening_(not_negative(stiffening, "stiffening of a patch")) {}
  static RigidPatch of(double patch_stiffness, double point_stiffness) {
    return RigidPatch(patch_stiffness / positive(point_stiffness, "stiffness of a contact point") - 1.0);
  }

  bool operator==(const RigidPatch&) const = default;

  bool raises() const { return stiffening_ > 0.0; }
  double stiffening() const { return stiffening_; }
  // The raise u [m] of a patch with the mean gap ḡ [m].
  template <class T>
  T raise(const T& mean_gap) const {
    return raise(RealOf<T>(stiffening_), mean_gap);
  }
  // The same for lanes that each have their own stiffening [-].
  template <class T>
  static T raise(const RealOf<T>& stiffening, const T& mean_gap) {
    using Real = RealOf<T>;
    return select(value_of(mean_gap) < Real(0.0), T(Real(-stiffening) * mean_gap), T(Real(0.0)));
  }

 private:
  double stiffening_;  // K/k − 1 [-]
};

}  // namespace beltdyn::contact
