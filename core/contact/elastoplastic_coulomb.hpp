// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// Coulomb friction with stick: a bristle of deflection z on the surface is elastic up to the friction limit and
// perfectly plastic there.
//
//     bristle   F = K z + D dz/dt,   |F| ≤ μ N,   T = −F
//     stick     dz/dt = v                         while |K z + D v| ≤ μ N
//     slip      F = d μ N,  d = ±1 along the slip
//
//     K  stiffness of stick > 0 [N/m], absolute: it does not grow with N (with Gms of one element it does)
//     D  damping of stick ≥ 0 [N s/m]
//     μ  coefficient of friction ≥ 0 [-]
//
// A step is a return map. The trial force F* = K (z₀ + Δ) + D v assumes that the bristle sticks to the belt. If
// |F*| > μ N, the bristle slips and ends at the z₁ for which K z₁ + D (z₁ − z₀)/h = d μ N. For D = 0 and constant N
// this is exact for any slip without reversal.
//
// Limits: K → ∞ is rigid Coulomb friction; D = 0 has the hysteresis loops of a spring and a slider in series. A contact
// at rest does not creep: as long as F* stays below μ N, z is the sum of all slips. When N falls below K |z|/μ, the
// bristle slides back to the limit.
//
// history: value[0] = z [m], mode[0] = stick or slip. Source: the elastic–plastic analogue of friction, e.g. Wriggers,
// Computational Contact Mechanics. The law and its damping are the bristle of [Ntarladima 2023] Eqs. (20), (21), but
// the state is found within the step.
class ElastoplasticCoulomb {
 public:
  template <class T>
  using HistoryOf = FrictionMemoryOf<T, 1>;
  using History = HistoryOf<double>;

  struct Parameters {
    double friction_coefficient{};  // μ [-]
    double stiffness{};             // K [N/m]
    double damping = 0.0;           // D [N s/m]
  };

  explicit ElastoplasticCoulomb(const Parameters& parameters)
      : mu_(not_negative(parameters.friction_coefficient, "friction coefficient")),
        stiffness_(positive(parameters.stiffness, "stick stiffness")),
        damping_(not_negative(parameters.damping, "stick damping")) {}

  bool operator==(const ElastoplasticCoulomb&) const = default;
  std::size_t memory_size() const { return 1; }
  // The law with the same limit whose K and D are multiplied by a factor ≤ 1, for continuation.
  ElastoplasticCoulomb softened(double factor) const {
    ElastoplasticCoulomb law = *this;
    law.stiffness_ *= factor;
    law.damping_ *= factor;
    return law;
  }

  template <class T>
  FrictionResponseOf<T> respond(const SlipStepOf<T>& step, const HistoryOf<T>& committed, HistoryOf<T>& trial) const {
    using Real = RealOf<T>;
    using std::abs;
    const T z0 = committed.value[0];
    const T stuck = z0 + step.slip;
    const T tried = stiffness_ * stuck + damping_ * step.velocity;  // F*
    const T limit = mu_ * step.normal_force;
    const Real d = direction_of(tried);
    const auto sticks = Real(abs(value_of(tried))) <= value_of(limit);
    const T force = select(sticks, tried, T(d * limit));
    const T damping_per_step = damping_ * step.inverse_time_step;  // D/h
    trial.mode[0] = select(sticks, Real(0.0), d);
    trial.value[0] = select(sticks, stuck, T((force + damping_per_step * z0) / (stiffness_ + damping_per_step)));
    return where_pressed<T>(step.normal_force, {.traction = T(-force), .state = trial.mode[0]}, 1, trial);
  }

  // The law in rate form.
  template <class Real>
  Real traction(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    const Real& d = history.mode[0];
    return select(d == Real(0.0), Real(-stuck(motion, history)), Real(-d * mu_ * motion.normal_force));
  }

  template <class Real>
  std::array<Real, 1> memory_rate(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    const auto sticks = history.mode[0] == Real(0.0);
    if (damping_ == 0.0) return {select(sticks, motion.velocity, Real(0.0))};
    const Real relaxing = (-traction(motion, history) - stiffness_ * history.value[0]) / damping_;
    return {select(sticks, motion.velocity, relaxing)};
  }

  std::size_t n_modes() const { return 1; }

  template <class Real>
  Real mode_margin(std::size_t, const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    using std::abs;
    const Real limit = mu_ * motion.normal_force;
    const Real bears = stuck(motion, history);
    const Real& d = history.mode[0];
    const Real slipping = damping_ == 0.0 ? Real(d * motion.velocity) : Real(d * bears - limit);
    return select(d == Real(0.0), Real(limit - abs(bears)), slipping);
  }

  template <class Real, class Mask = bool>
  void switch_mode(std::size_t, const SlipMotionOf<Real>& motion, HistoryOf<Real>& history,
                   const Mask& where = Mask(true)) const {
    const auto sticks = history.mode[0] == Real(0.0);
    const Real resting = damping_ == 0.0 ? Real(-traction(motion, history) / stiffness_) : history.value[0];
    history.value[0] = select(where, select(sticks, history.value[0], resting), history.value[0]);
    history.mode[0] = select(where, select(sticks, direction_of(stuck(motion, history)), Real(0.0)), history.mode[0]);
  }

 private:
  // K z + D v, the force in stick [N]
  template <class Real>
  Real stuck(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    return stiffness_ * history.value[0] + damping_ * motion.velocity;
  }

  double mu_;
  double stiffness_;
  double damping_;
};

static_assert(HybridFrictionLaw<ElastoplasticCoulomb>);

}  // namespace beltdyn::contact
