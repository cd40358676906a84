// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// Dahl's friction: a stiffness that falls off as the friction limit is approached, and no rate dependence.
//
//     T = −N m,   dm/dt = σ v |1 − d m/μ|^α sgn(1 − d m/μ),   d = sgn v                                       (1)
//
//     m  friction over normal force, the memory [-]
//     μ  coefficient of friction > 0 [-]
//     σ  stiffness at m = 0, over the normal force > 0 [1/m]: the contact stiffness is N σ
//     α  exponent ≥ 0 [-]: ½ to 2; 1 is the usual one, 0 makes it elastic and perfectly plastic
//
// A step is exact for any slip without reversal, for every α: w = 1 − d m/μ, which is 0 at the limit, obeys
// dw/ds = −|w|^α sgn w with s = σ |Δ|/μ, so that
//
//     |w₁| = |w₀| e^(−s) for α = 1,   |w₁| = max(0, |w₀|^(1−α) − (1 − α) s)^(1/(1−α)) otherwise.                (2)
//
// The derivative at Δ = 0 is that of forward slip. The memory is a coefficient, so that |T| ≤ μ N however N varies.
//
// Limits: T = −N m at rest stays as it is; small cycles about m ≠ 0 drift, minor loops do not close, and a contact
// pulled to and fro below the limit creeps. Source: Dahl, A solid friction model, 1968.
//
// history: value[0] = m.
class Dahl {
 public:
  using History = FrictionMemory<1>;

  struct Parameters {
    double friction_coefficient{};  // μ [-]
    double stiffness{};             // σ [1/m]
    double exponent = 1.0;          // α [-]
  };

  explicit Dahl(const Parameters& parameters)
      : mu_(positive(parameters.friction_coefficient, "friction coefficient")),
        stiffness_(positive(parameters.stiffness, "stiffness of stick")),
        exponent_(not_negative(parameters.exponent, "exponent")) {}

  template <class Real>
  FrictionResponseOf<Real> respond(const SlipStepOf<Real>& step, const History& committed, History& trial) const {
    using std::abs;
    using std::pow;
    const double m0 = committed.value[0];
    trial = History{};
    if (!(step.normal_force > 0.0)) return {};
    const double d = step.slip < 0.0 ? -1.0 : 1.0;
    const double w0 = 1.0 - d * m0 / mu_;
    const double sign = w0 < 0.0 ? -1.0 : 1.0;
    const Real w = sign * decayed<Real>(std::abs(w0), stiffness_ / mu_ * abs(step.slip));  // w₁
    const Real m = d * mu_ * (1.0 - w);
    trial.value[0] = value_of(m);
    const Real slope = stiffness_ * sign * power<Real>(abs(w));  // dm/dΔ, by (1)
    return {.traction = -step.normal_force * m,
            .d_slip = -step.normal_force * slope,
            .d_normal = -m,
            .state = state_by_deflection(value_of(step.slip), (trial.value[0] - m0) / stiffness_)};
  }

  // Rate form.
  double traction(const SlipMotion& motion, const History& history) const {
    return -motion.normal_force * history.value[0];
  }

  std::array<double, 1> memory_rate(const SlipMotion& motion, const History& history) const {
    const double d = motion.velocity < 0.0 ? -1.0 : 1.0;
    const double w = 1.0 - d * history.value[0] / mu_;
    return {stiffness_ * motion.velocity * std::copysign(power(std::abs(w)), w)};
  }

 private:
  // |w|^α; at the limit 0, also for α = 0
  template <class Real>
  Real power(const Real& w) const {
    using std::pow;
    if (!(w > 0.0)) return Real(0.0);
    return exponent_ == 1.0 ? w : Real(pow(w, exponent_));
  }

  // (2)
  template <class Real>
  Real decayed(double w0, const Real& s) const {
    using std::exp;
    using std::pow;
    if (exponent_ == 1.0 || !(w0 > 0.0)) return w0 * exp(-s);
    const double q = 1.0 - exponent_;
    const Real rest = std::pow(w0, q) - q * s;
    return rest > 0.0 ? Real(pow(rest, 1.0 / q)) : Real(0.0);
  }

  double mu_;
  double stiffness_;
  double exponent_;
};

static_assert(RateFrictionLaw<Dahl>);

}  // namespace beltdyn::contact
