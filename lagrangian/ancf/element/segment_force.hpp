// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include "core/contact/contact_state.hpp"
#include "core/contact/friction_law.hpp"
#include "core/drive/contact_laws.hpp"
#include "core/numerics/angle.hpp"
#include "core/numerics/dual.hpp"
#include "lagrangian/ancf/contact/segment_memory.hpp"
#include "lagrangian/ancf/element/segment_kinematics.hpp"

namespace beltdyn::lagrangian::ancf {

// How slip and friction are computed.
//   none        no friction, for the static start
//   paper       contact::Bristle with the state of the last check, deflected by the motion between the pulley and the
//               position ρ L_ref/n_s on the segment ([Ntarladima 2023] Eqs. (20)-(25), (30))
//   consistent  any law, with the relative velocity integrated over the step as slip
enum class ContactFriction { none, paper, consistent };

// The step data for contact laws.
struct ContactStep {
  ContactFrame frame = ContactFrame::segment;
  double length{};          // h [s]; infinity in statics
  double implicitness{};    // w: the slip of a step is h ((1 − w) v_t,before + w v_t) [-]
  double velocity_rate{};   // c_v [1/s]
  double segment_length{};  // L_ref/n_s [m]
};

// The sign with which a change of ρ counts as slip along t: −1 if the chord points along t, +1 otherwise.
template <class Real>
inline Real place_direction(const SegmentKinematics<Real>& k) {
  using numerics::select;
  return select(dot(k.t, k.chord) > Real(0.0), Real(-1.0), Real(1.0));
}

// The slip of the step [m]. In mode `paper` Eqs. (22)-(25), from the places on pulley and segment; otherwise Δ = h ((1
// − w) v_t,before + w v_t), the relative velocity integrated over the step.
template <ContactFriction kFriction, class Real>
inline Real slip_of_step(const SegmentKinematics<Real>& k, const SegmentMemory<Real>& memory,
                         const CircleContact<Real>& circle, const ContactStep& step) {
  if constexpr (kFriction == ContactFriction::paper) {
    return Real(circle.radius * (numerics::angle_between(memory.radial, k.radial) - circle.turn) +
                place_direction(k) * Real(step.segment_length) * (k.rho - memory.place));
  } else {
    return Real(step.length) * (Real(1.0 - step.implicitness) * memory.slip_velocity + Real(step.implicitness) * k.v_t);
  }
}

// The contact force F = N n + a T t on the belt, with the share a of SegmentKinematics, and the coefficients of its
// differential: dN = −k dg − d dv_n,   dT = T_N dN + T_v dv_t + T_α dα + T_ρ dρ,   α the angle of the closest point
// around the centre.
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
  Real touches = Real(0.0);   // 1 in contact, 0 without
  Real pressing = Real(0.0);  // N by the present gap, whether or not contact is frozen [N]
  Real state = Real(contact::mode_of(contact::ContactState::free));
  Real error = Real(0.0);  // of a frozen friction state that turned out wrong [N]
};

// The force of a normal law without gap rate, which may be negative.
template <class Law, class Real>
inline Real elastic_force(const Law& law, const Real& gap) {
  return law.unlimited(contact::GapStateOf<Real>{.gap = gap, .gap_rate = Real(0.0)}).normal_force;
}

// Sets the normal force in the lanes `here`. In mode `paper` and in statics contact is frozen at the last check, and
// the force of a frozen contact may be negative.
template <ContactFriction kFriction, class Real, class Law, class Mask>
inline void apply_normal_contact(const Law& law, const Mask& here, const SegmentKinematics<Real>& k,
                                 const SegmentMemory<Real>& memory, SegmentForce<Real>& f) {
  using contact::select;
  constexpr bool kFrozen = kFriction != ContactFriction::consistent;
  const Real zero(0.0);
  const contact::GapStateOf<Real> state{.gap = k.gap, .gap_rate = k.v_n};
  const contact::NormalResponseOf<Real> response = kFrozen ? law.unlimited(state) : law.respond(state);
  auto touches = contact::value_of(response.normal_force) > contact::RealOf<Real>(0.0);
  if constexpr (kFrozen) {
    using std::abs;
    f.pressing = select(here, response.normal_force, f.pressing);
    const auto touched = contact::value_of(memory.gap) <= contact::RealOf<Real>(0.0);
    const auto should = contact::value_of(k.gap) <= contact::RealOf<Real>(0.0);
    // Change of the spring force since the last check: the error of a contact that is frozen wrongly.
    const Real off = abs(Real(elastic_force(law, k.gap) - elastic_force(law, memory.gap)));
    f.error = select(here, select(touched, select(should, zero, off), select(should, off, zero)), f.error);
    touches = touched;
  }
  const auto presses = touches && here;
  f.touches = select(here, select(touches, Real(1.0), zero), f.touches);
  f.normal = select(presses, response.normal_force, f.normal);
  f.stiffness = select(presses, Real(-response.d_gap), f.stiffness);
  f.damping = select(presses, Real(-response.d_gap_rate), f.damping);
}

// A number with derivatives by slip, velocity and normal force, if a tangent is asked for.
inline constexpr std::size_t kBySlip = 0;
inline constexpr std::size_t kByVelocity = 1;
inline constexpr std::size_t kByNormal = 2;
template <bool kTangent, class Real>
using LawNumber = std::conditional_t<kTangent, numerics::Dual<Real, 3>, Real>;

template <bool kTangent, class Real>
inline LawNumber<kTangent, Real> law_variable(const Real& value, std::size_t direction) {
  LawNumber<kTangent, Real> number(value);
  if constexpr (kTangent) number.d[direction] = Real(1.0);
  return number;
}

// The number as an argument of the law, without the derivatives for the tangent.
template <bool kTangent>
struct LawPart {
  template <class T>
  static const auto& value(const T& number) {
    if constexpr (kTangent) {
      return number.value;
    } else {
      return number;
    }
  }
};

// The history of a law from the memory of a segment.
template <class T, class Law, class Store>
inline typename Law::template HistoryOf<T> history_of(const Law& law, const Store& store, std::size_t s) {
  typename Law::template HistoryOf<T> history;
  for (std::size_t i = 0; i < law.memory_size(); ++i) {
    history.value[i] = T(store.value(s, i));
    history.mode[i] = contact::value_of(store.mode(s, i));
  }
  return history;
}

// Resets the history of a segment without friction or out of contact: relaxed in stick if it touches, else in the mode
// of no contact.
template <class Real, class Store>
inline void forget(std::size_t s, const SegmentKinematics<Real>& k, double relaxed_mode, const Store& store) {
  using contact::select;
  using Number = contact::RealOf<Real>;
  const auto touches = contact::value_of(k.gap) <= Number(0.0);
  for (std::size_t i = 0; i < store.n(); ++i) {
    store.keep_variable(s, i, Number(0.0) <= Number(0.0), Real(0.0),
                        select(touches, Number(0.0), Number(relaxed_mode)));
  }
}

// Is the segment out of contact in all lanes, so that friction can be skipped?
template <class Real>
inline bool is_apart(const SegmentKinematics<Real>& k, const SegmentForce<Real>& f) {
  using contact::any;
  using Number = contact::RealOf<Real>;
  const auto touches = contact::value_of(f.touches) > Number(0.0);
  return !any(touches || contact::value_of(k.gap) <= Number(0.0));
}

// Checks the state of a bristle in mode `paper` with the force by the present gap, in the lanes `here`. Stores the
// state that the step should have had, and the deflection that follows. (After Eqs. (26)-(29).)
template <class Law, class Mask, class Real, class T, class Store>
inline void judge(const Law& law, const Mask& here, std::size_t s, const SegmentKinematics<Real>& k,
                  const contact::SlipStepOf<T>& moved, const Store& store, SegmentForce<Real>& f) {
  using contact::select;
  using std::abs;
  constexpr bool kTangent = !std::is_same_v<T, Real>;
  using Part = LawPart<kTangent>;
  const contact::SlipStepOf<Real> step{.slip = Part::value(moved.slip),
                                       .velocity = Part::value(moved.velocity),
                                       .inverse_time_step = Part::value(moved.inverse_time_step),
                                       .normal_force = Real(abs(f.pressing))};
  const auto judged = law.judge(step, history_of<Real>(law, store, s));
  const auto touches = here && contact::value_of(k.gap) <= contact::RealOf<Real>(0.0);
  f.error = f.error + select(touches, Real(judged.error), Real(0.0));
  store.keep_variable(s, 0, here, Real(select(touches, judged.deflection, Real(0.0))),
                      select(touches, judged.mode, decltype(judged.mode)(Law::kUndefined)));
}

// Evaluates the friction law for segment s in the lanes `here`, and stores the resulting memory as the trial.
template <bool kTangent, ContactFriction kFriction, class Real, class Law, class Mask, class Store>
inline void apply_friction(const Law& law, const Mask& here, std::size_t s, const SegmentKinematics<Real>& k,
                           const SegmentMemory<Real>& memory, const CircleContact<Real>& circle,
                           const ContactStep& step, const Store& store, SegmentForce<Real>& f) {
  using contact::select;
  using std::abs;
  using T = LawNumber<kTangent, Real>;
  constexpr bool kPaper = kFriction == ContactFriction::paper;
  const auto committed = history_of<T>(law, store, s);
  typename Law::template HistoryOf<T> trial;
  // A frozen contact of mode `paper` may pull until it is checked; the magnitude of its force limits friction.
  const Real N = kPaper ? Real(abs(f.normal)) : f.normal;
  const contact::SlipStepOf<T> moved{
      .slip = law_variable<kTangent>(slip_of_step<kFriction>(k, memory, circle, step), kBySlip),
      .velocity = law_variable<kTangent>(k.v_t, kByVelocity),
      .inverse_time_step = T(Real(1.0 / step.length)),
      .normal_force = law_variable<kTangent>(N, kByNormal)};
  const auto response = law.respond(moved, committed, trial);
  f.traction = select(here, Real(LawPart<kTangent>::value(response.traction)), f.traction);
  f.state = select(here, Real(response.state), f.state);
  if constexpr (kTangent) {
    const auto& d = response.traction.d;
    f.T_v = select(here, d[kByVelocity], f.T_v);
    if constexpr (kPaper) {
      const Real along = d[kBySlip] * place_direction(k) * Real(step.segment_length);
      f.T_N = select(here, Real(select(f.normal < Real(0.0), Real(-1.0), Real(1.0)) * d[kByNormal]), f.T_N);
      f.T_alpha = select(here, Real(d[kBySlip] * circle.radius), f.T_alpha);
      f.T_rho = select(here, along, f.T_rho);
    } else {
      f.T_N = select(here, d[kByNormal], f.T_N);
      f.T_v = f.T_v + select(here, Real(Real(step.length * step.implicitness) * d[kBySlip]), Real(0.0));
    }
  }
  if constexpr (kPaper) {
    judge(law, here, s, k, moved, store, f);
  } else {
    for (std::size_t i = 0; i < law.memory_size(); ++i) {
      store.keep_variable(s, i, here, LawPart<kTangent>::value(trial.value[i]), trial.mode[i]);
    }
  }
}

}  // namespace beltdyn::lagrangian::ancf
