// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// Dahl's friction law: the stiffness decreases as the friction limit is approached, and nothing depends on the rate.
//
//     T = −N m,   dm/dt = σ v |1 − d m/μ|^α sgn(1 − d m/μ),   d = sgn v                                       (1)
//
//     m  friction over normal force, the memory [-]
//     μ  coefficient of friction > 0 [-]
//     σ  stiffness at m = 0, over the normal force > 0 [1/m]: the contact stiffness is N σ
//     α  exponent ≥ 0 [-]: typically ½ to 2, usually 1; 0 makes the law elastic and perfectly plastic
//
// A step is exact for any slip without reversal and every α: w = 1 − d m/μ, which is 0 at the limit, obeys
// dw/ds = −|w|^α sgn w with s = σ |Δ|/μ, so that
//
//     |w₁| = |w₀| e^(−s) for α = 1,   |w₁| = max(0, |w₀|^(1−α) − (1 − α) s)^(1/(1−α)) otherwise.                (2)
//
// The derivative at Δ = 0 is that of forward slip. The memory is a friction coefficient, so |T| ≤ μ N for any history
// of N.
//
// Limits: T = −N m does not change at rest. Small cycles about m ≠ 0 drift, minor loops do not close, and a contact
// that is pulled back and forth below the limit creeps. Source: Dahl, A solid friction model, 1968.
//
// history: value[0] = m.
class Dahl {
 public:
  template <class T>
  using HistoryOf = FrictionMemoryOf<T, 1>;
  using History = HistoryOf<double>;

  struct Parameters {
    double friction_coefficient{};  // μ [-]
    double stiffness{};             // σ [1/m]
    double exponent = 1.0;          // α [-]
  };

  explicit Dahl(const Parameters& parameters)
      : mu_(positive(parameters.friction_coefficient, "friction coefficient")),
        stiffness_(positive(parameters.stiffness, "stick stiffness")),
        exponent_(not_negative(parameters.exponent, "exponent")) {}

  bool operator==(const Dahl&) const = default;
  std::size_t memory_size() const { return 1; }
  // The law with the same limit whose σ is multiplied by a factor ≤ 1, for continuation.
  Dahl softened(double factor) const {
    Dahl law = *this;
    law.stiffness_ *= factor;
    return law;
  }

  template <class T>
  FrictionResponseOf<T> respond(const SlipStepOf<T>& step, const HistoryOf<T>& committed, HistoryOf<T>& trial) const {
    using Real = RealOf<T>;
    const T m0 = committed.value[0];
    const Real d = direction_of(step.slip);
    const T w0 = Real(1.0) - (d * m0) / mu_;
    const Real sign = direction_of(w0);
    const T w = sign * decayed<T>(T(sign * w0), T(Real(stiffness_ / mu_) * (d * step.slip)));  // w₁
    trial.value[0] = (d * mu_) * (Real(1.0) - w);
    trial.mode[0] = Real(0.0);
    const Real taken_up = (value_of(trial.value[0]) - value_of(m0)) / stiffness_;
    return where_pressed<T>(step.normal_force,
                            {.traction = T(-(step.normal_force * trial.value[0])),
                             .state = state_by_deflection(Real(value_of(step.slip)), taken_up)},
                            1, trial);
  }

  // The law in rate form.
  template <class Real>
  Real traction(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    return -motion.normal_force * history.value[0];
  }

  template <class Real>
  std::array<Real, 1> memory_rate(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    const Real w = Real(1.0) - direction_of(motion.velocity) * history.value[0] / mu_;
    const Real sign = direction_of(w);
    return {stiffness_ * motion.velocity * sign * power(Real(sign * w))};
  }

 private:
  // w^α for w ≥ 0. At the limit, w = 0, it is 0 also for α = 0.
  template <class Real>
  Real power(const Real& w) const {
    using std::pow;
    if (exponent_ == 1.0) return w;
    return select(w > Real(0.0), Real(pow(w, Real(exponent_))), Real(0.0));
  }

  // |w₁| by (2), for w₀ ≥ 0
  template <class T>
  T decayed(const T& w0, const T& s) const {
    using Real = RealOf<T>;
    using std::exp;
    using std::pow;
    if (exponent_ == 1.0) return w0 * exp(T(-s));
    const double q = 1.0 - exponent_;
    const auto at_limit = !(value_of(w0) > Real(0.0));
    const T start = select(at_limit, T(Real(1.0)), w0);  // 1 stands for 0, whose powers may be infinite
    const T rest = T(pow(start, Real(q))) - q * s;
    const auto is_left = value_of(rest) > Real(0.0);
    const T some = select(is_left, rest, T(Real(1.0)));
    const T left = select(is_left, T(pow(some, Real(1.0 / q))), T(Real(0.0)));
    return select(at_limit, T(w0 * exp(T(-s))), left);
  }

  double mu_;
  double stiffness_;
  double exponent_;
};

static_assert(RateFrictionLaw<Dahl>);

}  // namespace beltdyn::contact
