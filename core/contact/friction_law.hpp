// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include "core/contact/contact_state.hpp"
#include "core/contact/scalar.hpp"

namespace beltdyn::contact {

// The interface between formulations and friction laws. A law is a small value. It receives the slip of the belt on the
// surface in one step and the contact history, and returns the force and the new history. Every law is written once for
// any scalar type T (scalar.hpp): doubles evaluate one contact point, lanes several points side by side, and numbers
// with derivatives give the consistent tangent by the slip, the normal force and the memory.
//
// SIGN: slip is (displacement of the belt) − (displacement of the surface) over the step. Traction is the force ON THE
// BELT, so it opposes the slip. The normal force N ≥ 0 is the pressure of the contact. Forces may be in N, N/m or N/m².
// The unit of a law's stiffness changes accordingly; friction coefficients do not change.
//
// HISTORY is transactional: `committed` is the history of the last accepted step and is only read; every call
// overwrites `trial`. A solver may therefore evaluate a step as often as it needs, and reject it without a trace. A
// value-initialised history is that of a relaxed contact. Without contact (N ≤ 0), every law returns no force and a
// relaxed trial history: a new contact has no memory. A law does not depend on how a formulation transports the
// history.
template <class T>
struct SlipStepOf {
  T slip{};               // Δ, over the step [m]
  T velocity{};           // v, at the end of the step [m/s]
  T inverse_time_step{};  // 1/h [1/s]; 0 means a quasi-static step, in which v = 0
  T normal_force{};       // N at the end of the step [N]
};

template <class T>
struct FrictionResponseOf {
  T traction{};       // at the end of the step [N]
  RealOf<T> state{};  // values of ContactState [-]
};

// The memory of a law with N internal variables, whose meaning each law defines. Each variable has a mode: 0 in stick
// and for laws without modes, ±1 in forward and backward slip. A mode changes in jumps and has no derivatives.
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

// A step of constant velocity. The time step is h > 0 [s].
template <class T>
inline SlipStepOf<T> even_step(const T& slip, double time_step, const T& normal_force) {
  return {.slip = slip,
          .velocity = T(slip / time_step),
          .inverse_time_step = T(1.0 / time_step),
          .normal_force = normal_force};
}

// The interface of every friction law. memory_size() ≤ History::kSize is the number of internal variables in use.
template <class Law>
concept FrictionLaw = std::copyable<Law> && std::equality_comparable<Law> &&
    std::is_trivially_copyable_v<typename Law::History> &&
    requires(const Law& law, const SlipStep& step, const typename Law::History& committed,
             typename Law::History& trial) {
  { law.respond(step, committed, trial) } -> std::same_as<FrictionResponse>;
  { law.memory_size() } -> std::same_as<std::size_t>;
};

// The motion of a contact, for the rate form of a law.
template <class Real>
struct SlipMotionOf {
  Real velocity{};      // v of the belt relative to the surface [m/s]
  Real normal_force{};  // N > 0 [N]; constant as long as no mode changes
};
using SlipMotion = SlipMotionOf<double>;

// A law in rate form, for accurate integration in time. It gives the traction and d(history.value)/dt, both at fixed
// modes. Only the first memory_size() entries of rates and histories are used; the others need not be set.
template <class Law>
concept RateFrictionLaw = FrictionLaw<Law> &&
    requires(const Law& law, const SlipMotion& motion, const typename Law::History& history) {
  { law.traction(motion, history) } -> std::same_as<double>;
  { law.memory_rate(motion, history) } -> std::same_as<std::array<double, Law::History::kSize>>;
};

// A law whose rate form changes when a mode switches. mode_margin(i, …) is positive while mode i < n_modes() persists.
// Where it falls through zero, switch_mode(i, …) changes the mode and projects the value that belongs to it. With
// lanes, the last argument tells which lanes switch.
template <class Law>
concept HybridFrictionLaw = RateFrictionLaw<Law> &&
    requires(const Law& law, std::size_t mode, const SlipMotion& motion, const typename Law::History& history,
             typename Law::History& switched) {
  { law.n_modes() } -> std::same_as<std::size_t>;
  { law.mode_margin(mode, motion, history) } -> std::same_as<double>;
  law.switch_mode(mode, motion, switched, true);
  law.switch_mode(mode, motion, switched);
};

// mode_margin() of all modes; entries from n_modes() on are not set. A law may have its own mode_margins() if its modes
// share expensive computations.
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

// The sign of a number, −1 or 1, without its derivatives
template <class T>
inline RealOf<T> direction_of(const T& number) {
  using Real = RealOf<T>;
  return select(value_of(number) < Real(0.0), Real(-1.0), Real(1.0));
}

// The state reported by laws without true stick: stick at rest, and while the bristles take up at least half of the
// slip.
template <class Real>
inline Real state_by_deflection(const Real& slip, const Real& deflection_change) {
  const Real d = direction_of(slip);
  const auto sticks = Real(Real(2.0) * d * deflection_change) >= Real(d * slip);
  return select(slip == Real(0.0), Real(0.0), select(sticks, Real(0.0), d));
}

// Keeps the response and the memory of a law in the lanes with contact. In the other lanes the force is 0 and the
// history relaxed: values 0 in `relaxed_mode`.
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
