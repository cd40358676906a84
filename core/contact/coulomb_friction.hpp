// SPDX-License-Identifier: MIT
#pragma once

#include "core/contact/contact_state.hpp"

namespace beltdyn::contact {

// The traction of a law at one contact point, and its derivative by the relative displacement.
struct TractionResponse {
  double traction{};   // q, force on the belt per length [N/m]
  double stiffness{};  // dq/du_rel [N/m²]
};

// Dry friction in one dimension with a known limit f [N/m]. u_rel = (displacement of the belt) − (displacement of the
// surface) [m]. q is the force ON THE BELT, positive in the direction of motion σ.
//
//     stick          q = −K u_rel,  |q| ≤ f                                                            (1)
//     slip forward   q = −f   (u_rel > 0 in the step)
//     slip backward  q = +f   (u_rel < 0 in the step)
//
// (1) is the penalty form of stick with K [N/m²]. A formulation that prescribes the kinematics of stick exactly
// computes q as the reaction instead and uses the same switching rules. The state is fixed during a step and switched
// at its end:
//
//     stick (or newly touching) → slip forward if q < −f, slip backward if q > f, else stick
//     slip forward → stick if u_rel ≤ 0;   slip backward → stick if u_rel ≥ 0.
//
// Source: [Oborin 2018] Section 3 (rules) and Eqs. (60), (61) (potentials). In its Section 5, q has the opposite sign
// of q in its Section 3; here q has one sign throughout.
class CoulombFriction {
 public:
  // limit f ≥ 0 [N/m], stick penalty K ≥ 0 [N/m²] (0 if stick is a kinematic constraint)
  explicit CoulombFriction(double limit, double stick_penalty = 0.0) : limit_(limit), stick_penalty_(stick_penalty) {}

  double limit() const { return limit_; }
  double stick_penalty() const { return stick_penalty_; }

  TractionResponse respond(ContactState state, double relative_displacement) const {
    if (is_slipping(state)) return {.traction = -slip_direction(state) * limit_, .stiffness = 0.0};
    return {.traction = -stick_penalty_ * relative_displacement, .stiffness = -stick_penalty_};
  }

  // The state after a step in which a sticking point carried the traction [N/m].
  ContactState after_stick(double traction) const {
    if (traction < -limit_) return ContactState::slip_forward;
    if (traction > limit_) return ContactState::slip_backward;
    return ContactState::stick;
  }

  // The state after a step in which a slipping point moved by relative_displacement [m].
  static ContactState after_slip(ContactState state, double relative_displacement) {
    const double along = slip_direction(state) * relative_displacement;
    return along > 0.0 ? state : ContactState::stick;
  }

 private:
  double limit_;
  double stick_penalty_;
};

}  // namespace beltdyn::contact
