// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"
#include "core/contact/stribeck_curve.hpp"

namespace beltdyn::contact {

// LuGre friction: z is the mean deflection of bristles, with the Stribeck curve s(v) as limit.
//
//     T = −N (σ₀ z + σ₁ dz/dt + σ₂ v),   dz/dt = v − σ₀ |v| z/s(v)
//
//     σ₀  stiffness, over the normal force > 0 [1/m]
//     σ₁  damping of the bristles, over the normal force ≥ 0 [s/m]
//     σ₂  viscosity, over the normal force ≥ 0 [s/m]
//
// With m = σ₀ z and the mean velocity w = Δ/h, a step is exact for constant velocity:
//
//     m₁ = m₀ e + d s(w) (1 − e),   e = exp(−σ₀ |Δ|/s(w)),   d = sgn Δ
//     T = −N (m₁ + σ₁ (v − |v| m₁/s(v)) + σ₂ v).
//
// Limits: no true stick; small cycles drift and minor loops do not close, as with Dahl's law (to which LuGre reduces
// for constant s and σ₁ = σ₂ = 0). Dissipation is guaranteed only for σ₁ ≤ 4 s(v)/|v|. In sliding, z relaxes at the
// rate σ₀ |v|/s, which is stiff for explicit integration.
//
// history: value[0] = m [-]. Source: Canudas de Wit, Olsson, Åström and Lischinsky, 1995; normalised by N as for tyres.
class LuGre {
 public:
  template <class T>
  using HistoryOf = FrictionMemoryOf<T, 1>;
  using History = HistoryOf<double>;

  struct Parameters {
    StribeckCurve stribeck;
    double stiffness{};      // σ₀ [1/m]
    double damping = 0.0;    // σ₁ [s/m]
    double viscosity = 0.0;  // σ₂ [s/m]
  };

  explicit LuGre(const Parameters& parameters)
      : stribeck_(parameters.stribeck),
        stiffness_(positive(parameters.stiffness, "bristle stiffness")),
        damping_(not_negative(parameters.damping, "bristle damping")),
        viscosity_(not_negative(parameters.viscosity, "viscosity")) {}

  bool operator==(const LuGre&) const = default;
  std::size_t memory_size() const { return 1; }
  // The law with the same steady sliding whose σ₀ and σ₁ are multiplied by a factor ≤ 1, for continuation.
  LuGre softened(double factor) const {
    LuGre law = *this;
    law.stiffness_ *= factor;
    law.damping_ *= factor;
    return law;
  }

  template <class T>
  FrictionResponseOf<T> respond(const SlipStepOf<T>& step, const HistoryOf<T>& committed, HistoryOf<T>& trial) const {
    using Real = RealOf<T>;
    using std::expm1;
    const T m0 = committed.value[0];
    const Real d = direction_of(step.slip);
    const T s = stribeck_.limit(T(step.slip * step.inverse_time_step));
    const T rest = -expm1(T(Real(-stiffness_) * (d * step.slip) / s));  // 1 − e
    const T m = m0 + (d * s - m0) * rest;
    T ratio = m;  // −T/N
    if (viscosity_ != 0.0) ratio = ratio + viscosity_ * step.velocity;
    if (damping_ != 0.0) {
      const T size = direction_of(step.velocity) * step.velocity;  // |v|
      ratio = ratio + damping_ * (step.velocity - size * m / stribeck_.limit(step.velocity));
    }
    trial.value[0] = m;
    trial.mode[0] = Real(0.0);
    const Real taken_up = (value_of(m) - value_of(m0)) / stiffness_;
    return where_pressed<T>(step.normal_force,
                            {.traction = T(-(step.normal_force * ratio)),
                             .state = state_by_deflection(Real(value_of(step.slip)), taken_up)},
                            1, trial);
  }

  // The law in rate form.
  template <class Real>
  Real traction(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    const Real dm = memory_rate(motion, history)[0];
    return -motion.normal_force * (history.value[0] + (damping_ / stiffness_) * dm + viscosity_ * motion.velocity);
  }

  template <class Real>
  std::array<Real, 1> memory_rate(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    using std::abs;
    const Real s = stribeck_.limit(motion.velocity);
    return {stiffness_ * (motion.velocity - abs(motion.velocity) * history.value[0] / s)};
  }

 private:
  StribeckCurve stribeck_;
  double stiffness_;
  double damping_;
  double viscosity_;
};

static_assert(RateFrictionLaw<LuGre>);

}  // namespace beltdyn::contact
