// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"
#include "core/contact/stribeck_curve.hpp"

namespace beltdyn::contact {

// LuGre friction: the mean deflection z of bristles, with the Stribeck curve s(v) as limit.
//
//     T = −N (σ₀ z + σ₁ dz/dt + σ₂ v),   dz/dt = v − σ₀ |v| z/s(v)
//
//     σ₀  stiffness, over the normal force > 0 [1/m]
//     σ₁  damping of the bristles, over the normal force ≥ 0 [s/m]
//     σ₂  viscosity, over the normal force ≥ 0 [s/m]
//
// With m = σ₀ z, a step is exact for constant velocity v = Δ/h:
//
//     m₁ = m₀ e + d s(v) (1 − e),   e = exp(−σ₀ |Δ|/s(v)),   d = sgn Δ
//     T = −N (m₁ + σ₁ v (1 − d m₁/s(v)) + σ₂ v).
//
// Limits: no true stick, small cycles drift and minor loops do not close, as with Dahl (to which it reduces for
// constant s and σ₁ = σ₂ = 0). It surely dissipates only for σ₁ ≤ 4 s(v)/|v|. In sliding z relaxes at the rate σ₀
// |v|/s, which is stiff for explicit integration.
//
// history: value[0] = m [-]. Source: Canudas de Wit, Olsson, Åström and Lischinsky, 1995; normalised by N as for tyres.
class LuGre {
 public:
  using History = FrictionMemory<1>;

  struct Parameters {
    StribeckCurve stribeck;
    double stiffness{};      // σ₀ [1/m]
    double damping = 0.0;    // σ₁ [s/m]
    double viscosity = 0.0;  // σ₂ [s/m]
  };

  explicit LuGre(const Parameters& parameters)
      : stribeck_(parameters.stribeck),
        stiffness_(positive(parameters.stiffness, "stiffness of the bristles")),
        damping_(not_negative(parameters.damping, "damping of the bristles")),
        viscosity_(not_negative(parameters.viscosity, "viscosity")) {}

  template <class Real>
  FrictionResponseOf<Real> respond(const SlipStepOf<Real>& step, const History& committed, History& trial) const {
    using std::exp;
    using std::expm1;
    const double m0 = committed.value[0];
    trial = History{};
    if (!(step.normal_force > 0.0)) return {};
    const double h = step.time_step;
    const double d = step.slip < 0.0 ? -1.0 : 1.0;
    const Real v = step.slip / h;
    const auto [s, ds_dv] = stribeck_.at(v);
    const Real a = stiffness_ * d * step.slip / s;
    const Real rest = -expm1(-a);  // 1 − e
    const Real m = m0 + (d * s - m0) * rest;
    const Real excess = 1.0 - d * m / s;
    const Real ratio = m + damping_ * v * excess + viscosity_ * v;  // −T/N
    trial.value[0] = value_of(m);

    const Real ds = ds_dv / h;  // ∂s/∂Δ
    const Real da = (stiffness_ * d - a * ds) / s;
    const Real dm = (d * s - m0) * (1.0 - rest) * da + d * ds * rest;
    const Real d_excess = -d * (dm - m * ds / s) / s;
    const Real d_ratio = dm + damping_ * (excess / h + v * d_excess) + viscosity_ / h;
    return {.traction = -step.normal_force * ratio,
            .d_slip = -step.normal_force * d_ratio,
            .d_normal = -ratio,
            .state = state_by_deflection(value_of(step.slip), (trial.value[0] - m0) / stiffness_)};
  }

  // Rate form.
  double traction(const SlipMotion& motion, const History& history) const {
    const double dm = memory_rate(motion, history)[0];
    return -motion.normal_force * (history.value[0] + damping_ / stiffness_ * dm + viscosity_ * motion.velocity);
  }

  std::array<double, 1> memory_rate(const SlipMotion& motion, const History& history) const {
    const double s = stribeck_.limit(motion.velocity);
    return {stiffness_ * (motion.velocity - std::abs(motion.velocity) * history.value[0] / s)};
  }

 private:
  StribeckCurve stribeck_;
  double stiffness_;
  double damping_;
  double viscosity_;
};

static_assert(RateFrictionLaw<LuGre>);

}  // namespace beltdyn::contact
