// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"
#include "core/contact/stribeck_curve.hpp"

namespace beltdyn::contact {

// Bristle friction with a state that is frozen in the step and switched after it.
//
//     stick      T = −(μ_k z + μ_v v),      z = z₀ + Δ,  v = Δ/h
//     slip       T = −d s(v) N,             d = ±1
//     undefined  T = −μ_v v: contact has only just begun (z = 0)
//
//     μ_k  bristle stiffness > 0 [N/m]
//     μ_v  velocity penalty ≥ 0 [N s/m]
//     s    friction coefficient: a constant, or a Stribeck curve
//
// z = x − x_ref is the deflection since the last sticking position x_ref. The state is that of `committed`: mode[0] is
// stick, slip, or free for undefined. After a solved step, switched() judges it:
//
//     |μ_k z + μ_v v| ≤ s(v) N   → stick
//     otherwise                  → slip with d = sgn z
//
// A contact that has only just begun is not judged: its z = 0 has no sign.
//
// and if it answers with another state, the step is solved again from there. The deflection belongs to the start of the
// step however often it is repeated. A slipping bristle stays stretched to the limit, x_ref = x − d s(v) N/μ_k, so that
// stick begins without a jump of the force.
//
// Limits: a step resolved with too large h flips between the states, and the number of repetitions has to be bounded;
// ElastoplasticCoulomb finds the state inside of the step instead. In stick |T| may be above the limit until it is
// judged.
//
// Source: [Ntarladima 2023] Eqs. (20)-(30) and Fig. 5. Its Figs. 6 and 7, a mass pulled by a spring, need the Stribeck
// curve: with a constant limit there is no stick-slip motion. The deflection kept in slip follows from its Fig. 5, and
// is what keeps the bristle in stick from v = 0 on, without chatter.
//
// history: value[0] = z [m], mode[0].
class Bristle {
 public:
  struct History : FrictionMemory<1> {
    constexpr History() : FrictionMemory<1>{.value = {0.0}, .mode = {ContactState::free}} {}
  };

  struct Parameters {
    StribeckCurve limit;   // s [-]
    double stiffness{};    // μ_k [N/m]
    double damping = 0.0;  // μ_v [N s/m]
  };

  struct Judgement {
    History committed;  // the start of the step, with the state that it should be solved with
    double error{};  // how far the force in the old state is from the limit, | |T| − s N |; 0 if the state holds [N]
  };

  explicit Bristle(const Parameters& parameters)
      : limit_(parameters.limit),
        stiffness_(positive(parameters.stiffness, "bristle stiffness")),
        damping_(not_negative(parameters.damping, "velocity penalty")) {}

  template <class Real>
  FrictionResponseOf<Real> respond(const SlipStepOf<Real>& step, const History& committed, History& trial) const {
    const History before = committed;
    trial = History{};
    if (!(step.normal_force > 0.0)) return {};
    const double h = step.time_step;
    const int d = slip_direction(before.mode[0]);
    if (d != 0) {
      const auto [s, ds_dv] = limit_.at(Real(step.slip / h));
      trial.value[0] = d * value_of<Real>(s * step.normal_force) / stiffness_;
      trial.mode[0] = before.mode[0];
      return {.traction = -d * s * step.normal_force,
              .d_slip = -d * step.normal_force * ds_dv / h,
              .d_normal = -d * s,
              .state = before.mode[0]};
    }
    const bool begins = before.mode[0] == ContactState::free;
    const double K = begins ? 0.0 : stiffness_;
    trial.value[0] = begins ? 0.0 : before.value[0] + value_of(step.slip);
    trial.mode[0] = ContactState::stick;
    return {.traction = -(K * (before.value[0] + step.slip) + damping_ / h * step.slip),
            .d_slip = Real(-(K + damping_ / h)),
            .d_normal = Real(0.0),
            .state = ContactState::stick};
  }

  // The state for `step`, which was solved from `committed`.
  Judgement switched(const SlipStep& step, const History& committed) const;

  // Rate form; an undefined state counts as stick.
  double traction(const SlipMotion& motion, const History& history) const;
  std::array<double, 1> memory_rate(const SlipMotion& motion, const History& history) const;
  std::size_t n_modes() const { return 1; }
  double mode_margin(std::size_t mode, const SlipMotion& motion, const History& history) const;
  void switch_mode(std::size_t mode, const SlipMotion& motion, History& history) const;

 private:
  // μ_k z + μ_v v
  double stuck(const SlipMotion& motion, const History& history) const {
    return stiffness_ * history.value[0] + damping_ * motion.velocity;
  }

  StribeckCurve limit_;
  double stiffness_;
  double damping_;
};

static_assert(HybridFrictionLaw<Bristle>);

}  // namespace beltdyn::contact
