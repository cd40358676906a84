// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include "core/contact/contact_state.hpp"

namespace beltdyn::contact {

// The seam between a formulation and the friction laws. A law is a small value; it is told how the belt moved over the
// surface in a step and answers with the force, its consistent tangent, and what it will remember.
//
// SIGN: slip is (displacement of the belt) − (displacement of the surface) over the step; traction is the force ON THE
// BELT, so that it opposes the slip. The normal force N ≥ 0 is the pressure of the contact. Forces may be in N, N/m or
// N/m²; the stiffness of a law then follows, and the coefficients of friction are the same.
//
// HISTORY is transactional: `committed` belongs to the last accepted step and is only read, `trial` is overwritten by
// every call. A step may therefore be evaluated as often as a solver needs and given up without a trace. A history is
// trivially copyable; value-initialised it is that of a relaxed contact. Without contact (N ≤ 0) every law answers with
// no force and a relaxed trial history: what touches again has forgotten.
//
// The time step is > 0; infinity means a quasi-static step, in which all velocities are 0.
//
// The scalar type is a template parameter so that the traction can be differentiated automatically.
template <class Real>
struct SlipStepOf {
  Real slip{};          // Δ, over the step [m]
  double time_step{};   // h [s]
  Real normal_force{};  // N at the end of the step [N]
};

template <class Real>
struct FrictionResponseOf {
  Real traction = Real(0.0);  // T at the end of the step [N]
  Real d_slip = Real(0.0);    // ∂T/∂Δ [N/m]
  Real d_normal = Real(0.0);  // ∂T/∂N [-]
  ContactState state = ContactState::free;
};

using SlipStep = SlipStepOf<double>;
using FrictionResponse = FrictionResponseOf<double>;

template <class Law>
concept FrictionLaw = std::copyable<Law> && std::is_trivially_copyable_v<typename Law::History> &&
    requires(const Law& law, const SlipStep& step, const typename Law::History& committed,
             typename Law::History& trial) {
  { law.respond(step, committed, trial) } -> std::same_as<FrictionResponse>;
};

// The history of a law with N internal variables; their meaning is that of the law. A mode belongs to each of them, and
// stays `stick` where the law has no modes.
template <std::size_t N>
struct FrictionMemory {
  static constexpr std::size_t kSize = N;
  std::array<double, N> value{};
  std::array<ContactState, N> mode{};
};

// The state of motion of a contact, for the rate form of a law.
struct SlipMotion {
  double velocity{};      // v of the belt relative to the surface [m/s]
  double normal_force{};  // N > 0, constant while a mode lasts [N]
};

// A law in rate form, for accurate integration in time: the traction, and d(history.value)/dt, both at fixed modes.
template <class Law>
concept RateFrictionLaw = FrictionLaw<Law> &&
    requires(const Law& law, const SlipMotion& motion, const typename Law::History& history) {
  { law.traction(motion, history) } -> std::same_as<double>;
  { law.memory_rate(motion, history) } -> std::same_as<std::array<double, Law::History::kSize>>;
};

// A law whose rate form changes at switches. mode_margin(i, …) is positive while mode i < n_modes() persists; where it
// falls through zero, switch_mode(i, …) changes the mode and projects the value that belongs to it.
template <class Law>
concept HybridFrictionLaw = RateFrictionLaw<Law> &&
    requires(const Law& law, std::size_t mode, const SlipMotion& motion, const typename Law::History& history,
             typename Law::History& switched) {
  { law.n_modes() } -> std::same_as<std::size_t>;
  { law.mode_margin(mode, motion, history) } -> std::same_as<double>;
  law.switch_mode(mode, motion, switched);
};

constexpr ContactState slip_towards(double direction) {
  return direction < 0.0 ? ContactState::slip_backward : ContactState::slip_forward;
}

// The state that laws without a stick of their own report: stick as long as the bristles take up half of the slip.
constexpr ContactState state_by_deflection(double slip, double deflection_change) {
  const double direction = slip < 0.0 ? -1.0 : 1.0;
  return 2.0 * direction * deflection_change >= direction * slip ? ContactState::stick : slip_towards(direction);
}

// The number without its derivatives.
template <class Real>
double value_of(const Real& number) {
  if constexpr (std::is_arithmetic_v<Real>) {
    return number;
  } else {
    return number.value();
  }
}

}  // namespace beltdyn::contact
