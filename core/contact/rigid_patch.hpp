// SPDX-License-Identifier: MIT
#pragma once

#include "core/contact/parameter_check.hpp"
#include "core/contact/scalar.hpp"

namespace beltdyn::contact {

// Rigid contact: bodies do not sink into each other. A belt meets a pulley at more contact points than its shape can
// follow one by one. What is rigid are therefore patches of them, each under one pressure Λ that keeps the gap at 0 in
// the mean over the patch, while a soft penalty k bears what the points are off the mean, and patches that touch in
// part:
//
//     N = max(0, Λ − k g),   Λ = max(0, −(K − k) ḡ)
//
//     g  gap of a contact point, ḡ its mean over the patch [m]
//     K  stiffness of the mean, so high that what it sinks in does not count [N/m]
//     k  stiffness of a point, K ≥ k > 0 [N/m]
//
// That is the linear penalty k on a surface that is raised towards the belt by u = Λ/k: a law of normal_law.hpp is
// asked with the gap g − u, and all that follows from a gap, as what touches, follows from g − u. A patch has no
// memory. K and k are no properties of bodies but numbers of the method, which a formulation takes from its mesh.
// Source: the perturbed Lagrangian with the pressure condensed, J. C. Simo, P. Wriggers, R. L. Taylor: A perturbed
// Lagrangian formulation for the finite element solution of contact problems, 1985.
class RigidPatch {
 public:
  // K/k − 1 ≥ 0; 0 raises nothing, as where contact is not rigid.
  explicit RigidPatch(double stiffening = 0.0) : stiffening_(not_negative(stiffening, "stiffening of a patch")) {}
  static RigidPatch of(double patch_stiffness, double point_stiffness) {
    return RigidPatch(patch_stiffness / positive(point_stiffness, "stiffness of a contact point") - 1.0);
  }

  bool operator==(const RigidPatch&) const = default;

  bool raises() const { return stiffening_ > 0.0; }
  double stiffening() const { return stiffening_; }
  // u [m] of a patch with the mean gap ḡ.
  template <class T>
  T raise(const T& mean_gap) const {
    return raise(RealOf<T>(stiffening_), mean_gap);
  }
  // The same for lanes with a stiffening each.
  template <class T>
  static T raise(const RealOf<T>& stiffening, const T& mean_gap) {
    using Real = RealOf<T>;
    return select(value_of(mean_gap) < Real(0.0), T(Real(-stiffening) * mean_gap), T(Real(0.0)));
  }

 private:
  double stiffening_;
};

}  // namespace beltdyn::contact
