// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// Friction of Bliman and Sorine, second-order model: a fast and a slow memory follow the slip path. The slow memory has
// the opposite sign, so friction rises to a peak before it settles. The law does not depend on the rate.
//
//     T = −N (m₁ + m₂),   dm₁/dt = |v| (d f₁ − m₁)/(η ε),   dm₂/dt = −|v| (d f₂ + m₂)/ε,   d = sgn v
//
//     f₁ − f₂ = μ   coefficient of sliding friction > 0 [-]
//     f₂            amount by which the fast memory exceeds μ, ≥ 0 [-]; 0 yields Dahl's law with α = 1
//     ε             sliding distance of the slow memory > 0 [m]
//     η             distance of the fast memory over that of the slow one, 0 < η < 1 [-]
//
// The stiffness at rest over the normal force is (f₁/η − f₂)/ε [1/m]. A step is exact for any slip without reversal:
// the m_i tend to their limits with exp(−|Δ|/(η ε)) and exp(−|Δ|/ε).
//
// Limits: as with Dahl's law, there is no true stick, and small cycles drift. Source: P.-A. Bliman, M. Sorine,
// Easy-to-use realistic dry friction models for automatic control, 1995.
//
// history: value[0] = m₁, value[1] = m₂.
class BlimanSorine {
 public:
  template <class T>
  using HistoryOf = FrictionMemoryOf<T, 2>;
  using History = HistoryOf<double>;

  struct Parameters {
    double friction_coefficient{};  // μ [-]
    double excess = 0.0;            // f₂ [-]
    double distance{};              // ε [m]
    double ratio = 0.5;             // η [-]
  };

  explicit BlimanSorine(const Parameters& parameters)
      : limit_{positive(parameters.friction_coefficient, "friction coefficient") +
                   not_negative(parameters.excess, "excess of the fast memory"),
               -parameters.excess},
        per_distance_{1.0 / (positive(parameters.ratio, "distance ratio") * positive(parameters.distance, "distance")),
                      1.0 / parameters.distance} {
    if (!(parameters.ratio < 1.0)) throw UsageError("distance ratio must be below 1");
  }

  bool operator==(const BlimanSorine&) const = default;
  std::size_t memory_size() const { return 2; }
  // The law with the same limit whose distances are divided by a factor ≤ 1, for continuation.
  BlimanSorine softened(double factor) const {
    BlimanSorine law = *this;
    for (double& per_distance : law.per_distance_) per_distance *= factor;
    return law;
  }

  template <class T>
  FrictionResponseOf<T> respond(const SlipStepOf<T>& step, const HistoryOf<T>& committed, HistoryOf<T>& trial) const {
    using Real = RealOf<T>;
    using std::exp;
    const Real d = direction_of(step.slip);
    const T distance = d * step.slip;
    Real taken_up(0.0);
    for (std::size_t i = 0; i < 2; ++i) {
      const Real limit = d * limit_[i];
      trial.value[i] = limit + (committed.value[i] - limit) * exp(T(Real(-per_distance_[i]) * distance));
      trial.mode[i] = Real(0.0);
      taken_up = taken_up + Real(value_of(trial.value[i])) - Real(value_of(committed.value[i]));
    }
    const double stiffness = limit_[0] * per_distance_[0] + limit_[1] * per_distance_[1];
    return where_pressed<T>(step.normal_force,
                            {.traction = T(-(step.normal_force * (trial.value[0] + trial.value[1]))),
                             .state = state_by_deflection(Real(value_of(step.slip)), Real(taken_up / stiffness))},
                            2, trial);
  }

  // The law in rate form.
  template <class Real>
  Real traction(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    return -motion.normal_force * (history.value[0] + history.value[1]);
  }

  template <class Real>
  std::array<Real, 2> memory_rate(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    const Real d = direction_of(motion.velocity);
    const Real speed = d * motion.velocity;
    return {per_distance_[0] * speed * (d * limit_[0] - history.value[0]),
            per_distance_[1] * speed * (d * limit_[1] - history.value[1])};
  }

 private:
  std::array<double, 2> limit_;         // f₁, −f₂
  std::array<double, 2> per_distance_;  // 1/(η ε), 1/ε
};

static_assert(RateFrictionLaw<BlimanSorine>);

}  // namespace beltdyn::contact
