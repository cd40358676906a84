// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include "core/contact/contact_state.hpp"
#include "core/contact/scalar.hpp"

namespace beltdyn::contact {

// The seam between a formulation and the friction laws. A law is a small value; it receives the slip of the belt over
// the surface in a step and the contact history, and returns the force and the new history. Every law is written once
// for any scalar type T (scalar.hpp): with doubles it serves one contact point, with lanes several side by side, and
// with derivatives it gives its consistent tangent: by the slip, by the normal force and by the memory.
//
// SIGN: slip is (displacement of the belt) − (displacement of the surface) over the step; traction is the force ON THE
// BELT, so that it opposes the slip. The normal force N ≥ 0 is the pressure of the contact. Forces may be in N, N/m or
// N/m²; the stiffness of a law then follows, and the coefficients of friction are the same.
//
// HISTORY is transactional: `committed` belongs to the last accepted step and is only read, `trial` is overwritten by
// every call. A step may therefore be evaluated as often as a solver needs and given up without a trace. Value-
// initialised it is that of a relaxed contact. Without contact (N ≤ 0) every law answers with no force and a relaxed
// trial history: a new contact has no memory. A law is independent of how its history is transported.
template <class T>
struct SlipStepOf {
  T slip{};               // Δ, over the step [m]
  T velocity{};           // v, at the end of the step [m/s]
  T inverse_time_step{};  // 1/h; 0 means a quasi-static step, in which v = 0 [1/s]
  T normal_force{};       // N at the end of the step [N]
};

template <class T>
struct FrictionResponseOf {
  T traction{};       // at the end of the step [N]
  RealOf<T> state{};  // of the contact: the values of ContactState [-]
};

// The memory of a law with N internal variables; their meaning is that of the law. A mode belongs to each of them: 0
// in stick and where the law has no modes, ±1 in slip forward and backward. It does not change continuously, and has
// no derivatives.
template <class T, std::size_t N>
struct FrictionMemoryOf {
  static constexpr std::size_t kSize = N;
  std::array<T, N> value;
  std::array<RealOf<T>, N> mode;
};
template <std::size_t N>
using FrictionMemory = FrictionMemoryOf<double, N>;

using SlipStep = SlipStepOf<double>;
using FrictionResponse = FrictionResponseOf<double>;

// A step of constant velocity. The time step h is > 0 [s].
template <class T>
inline SlipStepOf<T> even_step(const T& slip, double time_step, const T& normal_force) {
  return {.slip = slip,
          .velocity = T(slip / time_step),
          .inverse_time_step = T(1.0 / time_step),
          .normal_force = normal_force};
}

// memory_size() ≤ History::kSize is the number of internal variables in use.
template <class Law>
concept FrictionLaw = std::copyable<Law> && std::equality_comparable<Law> &&
    std::is_trivially_copyable_v<typename Law::History> &&
    requires(const Law& law, const SlipStep& step, const typename Law::History& committed,
             typename Law::History& trial) {
  { law.respond(step, committed, trial) } -> std::same_as<FrictionResponse>;
  { law.memory_size() } -> std::same_as<std::size_t>;
};

// The state of motion of a contact, for the rate form of a law.
template <class Real>
struct SlipMotionOf {
  Real velocity{};      // v of the belt relative to the surface [m/s]
  Real normal_force{};  // N > 0, constant while a mode lasts [N]
};
using SlipMotion = SlipMotionOf<double>;

// A law in rate form, for accurate integration in time: the traction, and d(history.value)/dt, both at fixed modes. Of
// the rates, and of the histories, only the first memory_size() entries count, and others need not be set.
template <class Law>
concept RateFrictionLaw = FrictionLaw<Law> &&
    requires(const Law& law, const SlipMotion& motion, const typename Law::History& history) {
  { law.traction(motion, history) } -> std::same_as<double>;
  { law.memory_rate(motion, history) } -> std::same_as<std::array<double, Law::History::kSize>>;
};

// A law whose rate form changes at switches. mode_margin(i, …) is positive while mode i < n_modes() persists; where it
// falls through zero, switch_mode(i, …) changes the mode and projects the value that belongs to it. For lanes
// switch_mode() receives which of them switch.
template <class Law>
concept HybridFrictionLaw = RateFrictionLaw<Law> &&
    requires(const Law& law, std::size_t mode, const SlipMotion& motion, const typename Law::History& history,
             typename Law::History& switched) {
  { law.n_modes() } -> std::same_as<std::size_t>;
  { law.mode_margin(mode, motion, history) } -> std::same_as<double>;
  law.switch_mode(mode, motion, switched, true);
  law.switch_mode(mode, motion, switched);
};

// mode_margin() of all modes; entries from n_modes() on are not set. A law whose modes share what is expensive to
// compute has a function of its own.
template <class Law, class Real>
inline auto mode_margins(const Law& law, const SlipMotionOf<Real>& motion,
                         const typename Law::template HistoryOf<Real>& history) {
  if constexpr (requires { law.mode_margins(motion, history); }) {
    return law.mode_margins(motion, history);
  } else {
    std::array<Real, Law::History::kSize> margins;
    for (std::size_t i = 0; i < law.n_modes(); ++i) margins[i] = law.mode_margin(i, motion, history);
    return margins;
  }
}

// −1 or 1, the sign of a number without its derivatives
template <class T>
inline RealOf<T> direction_of(const T& number) {
  using Real = RealOf<T>;
  return select(value_of(number) < Real(0.0), Real(-1.0), Real(1.0));
}

// The state that laws without a stick of their own report: stick at rest, and as long as the bristles take up half of
// the slip.
template <class Real>
inline Real state_by_deflection(const Real& slip, const Real& deflection_change) {
  const Real d = direction_of(slip);
  const auto sticks = Real(Real(2.0) * d * deflection_change) >= Real(d * slip);
  return select(slip == Real(0.0), Real(0.0), select(sticks, Real(0.0), d));
}

// What a law answers, and remembers, lane by lane only where there is contact; elsewhere the history is relaxed: values
// of 0 in `relaxed_mode`.
template <class T, class History>
inline FrictionResponseOf<T> where_pressed(const T& normal_force, const FrictionResponseOf<T>& pressed,
                                           std::size_t memory_size, History& trial, double relaxed_mode = 0.0) {
  using Real = RealOf<T>;
  const auto touches = value_of(normal_force) > Real(0.0);
  const T zero(Real(0.0));
  for (std::size_t k = 0; k < memory_size; ++k) {
    trial.value[k] = select(touches, trial.value[k], zero);
    trial.mode[k] = select(touches, trial.mode[k], Real(relaxed_mode));
  }
  return {.traction = select(touches, pressed.traction, zero),
          .state = select(touches, pressed.state, Real(mode_of(ContactState::free)))};
}

}  // namespace beltdyn::contact
