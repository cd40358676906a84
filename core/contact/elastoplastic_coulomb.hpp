// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/contact/lane_laws.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// Coulomb friction with stick: the surface is covered by a bristle of deflection z, elastic up to the friction limit
// and perfectly plastic there.
//
//     bristle   F = K z + D dz/dt,   |F| ≤ μ N,   T = −F
//     stick     dz/dt = v                         while |K z + D v| ≤ μ N
//     slip      F = d μ N,  d = ±1 along the slip
//
//     K  stiffness of stick > 0 [N/m], absolute: it does not grow with N (Gms with one element is the law where it
//     does) D  damping of stick ≥ 0 [N s/m] μ  coefficient of friction ≥ 0 [-]
//
// A step is the return map: with the bristle stuck to the belt F* = K (z₀ + Δ) + D Δ/h is tried; if |F*| > μ N the
// bristle slips and ends at the z₁ for which K z₁ + D (z₁ − z₀)/h = d μ N. For D = 0 and constant N this is exact for
// any slip without reversal.
//
// Limits: K → ∞ is rigid Coulomb friction; D = 0 has the hysteresis loops of the spring and slider in series. A resting
// contact does not creep: as long as F* stays below μ N, z is the sum of all slips. When N falls below K |z|/μ the
// bristle slides back to the limit.
//
// history: value[0] = z [m], mode[0] = stick or slip. Source: the elastic–plastic analogue of friction, e.g. Wriggers,
// Computational Contact Mechanics; the law and its damping are the bristle of [Ntarladima 2023] Eqs. (20), (21), with
// the state found inside of the step.
class ElastoplasticCoulomb {
 public:
  using History = FrictionMemory<1>;

  struct Parameters {
    double friction_coefficient{};  // μ [-]
    double stiffness{};             // K [N/m]
    double damping = 0.0;           // D [N s/m]
  };

  explicit ElastoplasticCoulomb(const Parameters& parameters)
      : mu_(not_negative(parameters.friction_coefficient, "friction coefficient")),
        stiffness_(positive(parameters.stiffness, "stiffness of stick")),
        damping_(not_negative(parameters.damping, "damping of stick")) {}

  template <class Real>
  FrictionResponseOf<Real> respond(const SlipStepOf<Real>& step, const History& committed, History& trial) const {
    const double z0 = committed.value[0];
    trial = History{};
    if (!(step.normal_force > 0.0)) return {};
    const double D_h = damping_ / step.time_step;
    const Real limit = mu_ * step.normal_force;
    const Real tried = stiffness_ * (z0 + step.slip) + D_h * step.slip;  // F*
    const auto [force, d_tried, d_limit] = return_to_limit(tried, limit);
    const FrictionResponseOf<Real> response{
        .traction = -force,
        .d_slip = -d_tried * (stiffness_ + D_h),
        .d_normal = -d_limit * mu_,
        .state = value_of(d_limit) == 0.0 ? ContactState::stick : slip_towards(value_of(d_limit))};
    trial.mode[0] = response.state;
    trial.value[0] = response.state == ContactState::stick ? z0 + value_of(step.slip)
                                                           : deflection_of(value_of(force), stiffness_, D_h, z0);
    return response;
  }

  // Rate form.
  double traction(const SlipMotion& motion, const History& history) const {
    if (is_slipping(history.mode[0])) return -slip_direction(history.mode[0]) * mu_ * motion.normal_force;
    return -stuck(motion, history);
  }

  std::array<double, 1> memory_rate(const SlipMotion& motion, const History& history) const {
    if (!is_slipping(history.mode[0])) return {motion.velocity};
    if (damping_ == 0.0) return {0.0};
    return {(-traction(motion, history) - stiffness_ * history.value[0]) / damping_};
  }

  std::size_t n_modes() const { return 1; }

  double mode_margin(std::size_t, const SlipMotion& motion, const History& history) const {
    const double limit = mu_ * motion.normal_force;
    if (!is_slipping(history.mode[0])) return limit - std::abs(stuck(motion, history));
    const int d = slip_direction(history.mode[0]);
    return damping_ == 0.0 ? d * motion.velocity : d * stuck(motion, history) - limit;
  }

  void switch_mode(std::size_t, const SlipMotion& motion, History& history) const {
    if (!is_slipping(history.mode[0])) {
      history.mode[0] = slip_towards(stuck(motion, history));
      return;
    }
    if (damping_ == 0.0) history.value[0] = -traction(motion, history) / stiffness_;
    history.mode[0] = ContactState::stick;
  }

 private:
  // K z + D v
  double stuck(const SlipMotion& motion, const History& history) const {
    return stiffness_ * history.value[0] + damping_ * motion.velocity;
  }

  double mu_;
  double stiffness_;
  double damping_;
};

static_assert(HybridFrictionLaw<ElastoplasticCoulomb>);

}  // namespace beltdyn::contact
