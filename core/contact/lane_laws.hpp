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

// c₁ P² + c₂ P − b dg/dt with P = −g, what a Kelvin–Voigt contact presses with where the bodies touch, before it is cut
// off at 0 (KelvinVoigtNormal) [N]
template <class Real>
inline Real quadratic_penalty(const Real& quadratic, const Real& linear, const Real& damping, const Real& gap,
                              const Real& gap_rate) {
  return Real((quadratic * gap - linear) * gap - damping * gap_rate);
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

// An element of Gms: its friction over the normal force m, and its mode as a number that fits a lane: 0 in stick, the
// direction ±1 in slip.
template <class Real>
struct GmsElement {
  Real m{};
  Real direction{};
};

// dm/dt of an element at a fixed mode; limit is s(v) [1/s].
template <class Real>
inline Real gms_rate(const GmsElement<Real>& element, const Real& stiffness, const Real& attraction, const Real& limit,
                     const Real& velocity) {
  const Real& d = element.direction;
  return select(d == Real(0.0), Real(stiffness * velocity), Real(attraction * (d - element.m / limit)));
}

// How long a mode lasts: negative where it has to change (HybridFrictionLaw::mode_margin).
template <class Real>
inline Real gms_margin(const GmsElement<Real>& element, const Real& limit, const Real& velocity) {
  const Real& d = element.direction;
  const Real loaded = select(velocity < Real(0.0), Real(-element.m), element.m);
  return select(d == Real(0.0), Real(limit - loaded), Real(d * velocity));
}

// The element after its mode has changed: what slipped sticks, what stuck slips from the Stribeck curve on.
template <class Real>
inline GmsElement<Real> gms_switched(const GmsElement<Real>& element, const Real& limit, const Real& velocity) {
  const auto sticks = element.direction == Real(0.0);
  const Real d = select(velocity < Real(0.0), Real(-1.0), Real(1.0));
  return {.m = select(sticks, Real(d * limit), element.m), .direction = select(sticks, d, Real(0.0))};
}

}  // namespace beltdyn::contact
