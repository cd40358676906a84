// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

// The laws in the form that numerical kernels need: for one number, or for many contact points side by side (a batch of
// numbers, of which `select` chooses lane by lane). The law classes call the same functions.
namespace beltdyn::contact {

// condition ? yes : no; for batches the function of their library is found by argument-dependent lookup
template <class Real>
inline Real select(bool condition, const Real& yes, const Real& no) {
  return condition ? yes : no;
}

// −k g − d dg/dt, what a linear penalty with damping presses with before it is cut off at 0 (PenaltyNormal) [N]
template <class Real>
inline Real linear_penalty(const Real& stiffness, const Real& damping, const Real& gap, const Real& gap_rate) {
  return Real(-stiffness * gap - damping * gap_rate);
}

// The bristle force K z + D v of a contact that sticks [N].
template <class Real>
inline Real stuck_bristle(const Real& stiffness, const Real& damping, const Real& deflection, const Real& velocity) {
  return Real(stiffness * deflection + damping * velocity);
}

// The return map of ElastoplasticCoulomb: the tried force F*, kept within ±limit [N].
template <class Real>
struct ReturnedForce {
  Real force{};
  Real d_tried{};  // ∂/∂F*: 1 in stick, 0 in slip [-]
  Real d_limit{};  // ∂/∂limit: 0 in stick, ±1 in slip [-]
};

template <class Real>
inline ReturnedForce<Real> return_to_limit(const Real& tried, const Real& limit) {
  using std::abs;
  const auto sticks = abs(tried) <= limit;
  const Real direction = select(tried < Real(0.0), Real(-1.0), Real(1.0));
  return {.force = select(sticks, tried, Real(direction * limit)),
          .d_tried = select(sticks, Real(1.0), Real(0.0)),
          .d_limit = select(sticks, Real(0.0), direction)};
}

// The deflection z₁ that leaves the force F in a bristle which was deflected by z₀ before the step:
// K z₁ + D (z₁ − z₀)/h = F, with D_h = D/h.
template <class Real>
inline Real deflection_of(const Real& force, const Real& stiffness, const Real& damping_per_step,
                          const Real& deflection_before) {
  return Real((force + damping_per_step * deflection_before) / (stiffness + damping_per_step));
}

// The states of the bristle of [Ntarladima 2023], numbered so that they fit a lane: the direction of slip, 0 in stick,
// 2 in the first step of a contact, which is not judged (ContactState has the same values).
inline constexpr double kBristleUndefined = 2.0;

// What Bristle::switched() says of a solved step: the state, and by how much the force in the old one was off [N].
template <class Real>
struct BristleJudgement {
  Real state{};
  Real error{};
};

// `tried` is μ_k z + μ_v v with the deflection z of the solved step [N].
template <class Real>
inline BristleJudgement<Real> judge_bristle(const Real& tried, const Real& deflection, const Real& limit,
                                            const Real& state) {
  using std::abs;
  const Real along = select(deflection == Real(0.0), tried, deflection);
  const Real direction = select(along < Real(0.0), Real(-1.0), Real(1.0));
  const Real found = select(abs(tried) > limit, direction, Real(0.0));
  const Real judged = select(state == Real(kBristleUndefined), state, found);
  return {.state = judged, .error = select(judged == state, Real(0.0), Real(abs(abs(tried) - limit)))};
}

}  // namespace beltdyn::contact
