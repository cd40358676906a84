// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>

#include "core/contact/lane_laws.hpp"
#include "core/numerics/angle.hpp"
#include "lagrangian/ancf/segment_kinematics.hpp"

namespace beltdyn::lagrangian::ancf {

// How slip and friction are found.
//   none      no friction: the static start
//   paper     contact::Bristle with the state of the last judgement, deflected by the motion between the pulley and the
//             position ρ L_ref/n_s on the segment ([Ntarladima 2023] Eqs. (20)-(25), (30))
//   consistent  contact::ElastoplasticCoulomb, with the relative velocity integrated over the step as slip; while its
//               bristle sticks it has the velocity of the end of the step
enum class ContactFriction { none, paper, consistent };

// What a segment remembers of the last accepted step.
template <class Real>
struct SegmentMemory {
  Real deflection{};     // z of the bristle [m]
  Vec2<Real> radial{};   // from the centre to the closest point, of unit length
  Real place{};          // ρ [-]
  Real slip_velocity{};  // v_t [m/s]
  Real state{};          // of the paper's bristle, as numbers (contact::judge_bristle); frozen in the step
  Real gap{};            // g at the last judgement, > 0: no contact; frozen in the step [m]
};
// A gap that is none [m].
inline constexpr double kNoContact = 1.0;

// What a segment would remember if the trial state were accepted, and what the states should have been.
template <class Real>
struct SegmentTrial {
  SegmentMemory<Real> memory{};  // with the judged state and gap
  Real limit_deflection{};       // of a bristle that slips forward [m]
  Real normal{};                 // N [N]
  Real traction{};               // T [N]
  Real error{};                  // of states that should have been others [N]
};

// The fields of a SegmentMemory in memory; behind them the state and the gap at the last accepted step, to which a
// rejected step goes back, N and T of the accepted step, and the SegmentTrial of the last evaluation.
inline constexpr std::size_t kSlipVelocityField = 4;
inline constexpr std::size_t kStateField = 5;
inline constexpr std::size_t kGapField = 6;
inline constexpr std::size_t kAcceptedFields = 7;
inline constexpr std::size_t kForceFields = 9;
inline constexpr std::size_t kLastingFields = 11;  // those up to here make up the state
inline constexpr std::size_t kTrialFields = 11;
inline constexpr std::size_t kMemoryFields = 22;

// The step that contact laws need to know of.
struct ContactStep {
  ContactFrame frame = ContactFrame::segment;
  double length{};          // h [s]; infinity in statics
  double implicitness{};    // w: the slip of a step is h ((1 − w) v_t,before + w v_t) [-]
  double velocity_rate{};   // c_v [1/s]
  double segment_length{};  // L_ref/n_s [m]
};

// +1 where ρ counts in the direction of t
template <class Real>
inline Real place_direction(const SegmentKinematics<Real>& k) {
  using numerics::select;
  return select(dot(k.t, k.chord) > Real(0.0), Real(-1.0), Real(1.0));
}

// The deflection of the paper's bristle: that of the last step and the relative displacement since, Eqs. (22)-(25).
template <class Real>
inline Real paper_deflection(const SegmentKinematics<Real>& k, const SegmentMemory<Real>& memory,
                             const CircleContact<Real>& circle, const ContactStep& step) {
  return Real(memory.deflection + circle.radius * (numerics::angle_between(memory.radial, k.radial) - circle.turn) +
              place_direction(k) * Real(step.segment_length) * (k.rho - memory.place));
}

// Δ = h ((1 − w) v_t,before + w v_t), the relative velocity integrated over the step [m].
template <class Real>
inline Real slip_of_step(const SegmentKinematics<Real>& k, const SegmentMemory<Real>& memory, const ContactStep& step) {
  return Real(step.length) * (Real(1.0 - step.implicitness) * memory.slip_velocity + Real(step.implicitness) * k.v_t);
}

// The contact force F = N n + T t on the belt and the coefficients of its differential:
// dN = −k dg − d dv_n,   dT = T_N dN + T_v dv_t + T_α dα + T_ρ dρ,   α the angle of the closest point around the
// centre.
template <class Real>
struct SegmentForce {
  Real normal = Real(0.0);    // N [N]
  Real traction = Real(0.0);  // T [N]
  Real stiffness = Real(0.0);
  Real damping = Real(0.0);
  Real T_N = Real(0.0);
  Real T_v = Real(0.0);
  Real T_alpha = Real(0.0);
  Real T_rho = Real(0.0);
  Real touches = Real(0.0);  // 1 in contact, 0 without
};

template <ContactFriction kFriction, class Real>
inline SegmentForce<Real> segment_force(const SegmentKinematics<Real>& k, const SegmentMemory<Real>& memory,
                                        const CircleContact<Real>& circle, const ContactStep& step) {
  using numerics::select;
  using std::abs;
  const Real zero(0.0);
  const Real one(1.0);
  SegmentForce<Real> f;
  const Real pressing = contact::linear_penalty(circle.normal_stiffness, circle.normal_damping, k.gap, k.v_n);
  if constexpr (kFriction == ContactFriction::consistent) {
    f.touches = select(pressing > zero, one, zero);
  } else {
    f.touches = select(memory.gap > zero, zero, one);
  }
  f.normal = f.touches * pressing;
  f.stiffness = f.touches * circle.normal_stiffness;
  f.damping = f.touches * circle.normal_damping;
  if constexpr (kFriction == ContactFriction::consistent) {
    const Real slip = slip_of_step(k, memory, step);
    const Real tried =
        contact::stuck_bristle(circle.bristle_stiffness, circle.bristle_damping, Real(memory.deflection + slip), k.v_t);
    const auto returned = contact::return_to_limit(tried, Real(circle.friction * f.normal));
    f.traction = -f.touches * returned.force;
    f.T_N = -f.touches * circle.friction * returned.d_limit;
    f.T_v = -f.touches * returned.d_tried *
            (circle.bristle_stiffness * Real(step.length * step.implicitness) + circle.bristle_damping);
  }
  if constexpr (kFriction == ContactFriction::paper) {
    const Real begins = select(memory.state == Real(contact::kBristleUndefined), zero, one);
    const Real slips = select(abs(memory.state) == one, one, zero);
    const Real K = begins * circle.bristle_stiffness;
    const Real z = paper_deflection(k, memory, circle, step);
    const Real stuck = contact::stuck_bristle(K, circle.bristle_damping, z, k.v_t);
    const Real sticks = f.touches * (one - slips);
    f.traction = -(sticks * stuck + slips * memory.state * circle.friction * abs(f.normal));
    f.T_N = -slips * memory.state * circle.friction * select(f.normal < zero, Real(-1.0), one);
    f.T_v = -sticks * circle.bristle_damping;
    f.T_alpha = -sticks * K * circle.radius;
    f.T_rho = -sticks * K * place_direction(k) * Real(step.segment_length);
  }
  return f;
}

// What the segment would remember of the evaluated state.
template <ContactFriction kFriction, class Real>
inline SegmentTrial<Real> segment_trial(const SegmentKinematics<Real>& k, const SegmentForce<Real>& f,
                                        const SegmentMemory<Real>& memory, const CircleContact<Real>& circle,
                                        const ContactStep& step) {
  using numerics::select;
  using std::abs;
  const Real zero(0.0);
  const Real one(1.0);
  const Real undefined(contact::kBristleUndefined);
  SegmentTrial<Real> trial;
  trial.memory = {.deflection = zero,
                  .radial = k.radial,
                  .place = k.rho,
                  .slip_velocity = k.v_t,
                  .state = undefined,
                  // Where there is no pulley there is no contact.
                  .gap = select(circle.normal_stiffness > zero, k.gap, Real(kNoContact))};
  trial.limit_deflection = zero;
  trial.normal = f.normal;
  trial.traction = f.traction;
  trial.error = zero;
  if constexpr (kFriction == ContactFriction::consistent) {
    const Real slip = slip_of_step(k, memory, step);
    const Real limit = circle.friction * f.normal;
    const auto sticks = abs(f.traction) < limit;
    const Real D_h = circle.bristle_damping * Real(1.0 / step.length);
    const Real slid = contact::deflection_of(Real(-f.traction), circle.bristle_stiffness, D_h, memory.deflection);
    const Real direction = select(f.traction > zero, Real(-1.0), one);
    trial.memory.deflection = f.touches * select(sticks, Real(memory.deflection + slip), slid);
    trial.memory.state = select(f.touches > zero, select(sticks, zero, direction), undefined);
    return trial;
  }
  const auto touches = trial.memory.gap <= zero;
  const Real touched = select(memory.gap > zero, zero, one);
  trial.error = select(select(touches, one, zero) == touched, zero,
                       Real(circle.normal_stiffness * abs(Real(trial.memory.gap - memory.gap))));
  if constexpr (kFriction == ContactFriction::none) {
    trial.memory.state = select(touches, zero, undefined);
  } else {
    const Real N =
        abs(contact::linear_penalty(circle.normal_stiffness, circle.normal_damping, trial.memory.gap, k.v_n));
    const Real begins = select(memory.state == undefined, one, zero);
    const Real z = (one - begins) * paper_deflection(k, memory, circle, step);
    const Real tried = contact::stuck_bristle(circle.bristle_stiffness, circle.bristle_damping, z, k.v_t);
    const auto judged = contact::judge_bristle(tried, z, Real(circle.friction * N), memory.state);
    trial.memory.state = select(touches, judged.state, undefined);
    trial.memory.deflection = z;
    trial.limit_deflection = circle.friction * N / circle.bristle_stiffness;
    trial.error = trial.error + select(touches, judged.error, zero);
  }
  return trial;
}

}  // namespace beltdyn::lagrangian::ancf
