// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"
#include "core/contact/stribeck_curve.hpp"

namespace beltdyn::contact {

// Bristle friction whose state is fixed during a step and switched after it.
//
//     stick      T = −(μ_k z + μ_v v),      z = z₀ + Δ
//     slip       T = −d s(v) N,             d = ±1
//     undefined  T = −μ_v v: contact has only just begun (z = 0)
//
//     μ_k  bristle stiffness > 0 [N/m]
//     μ_v  velocity penalty ≥ 0 [N s/m]
//     s    friction coefficient: a constant, or a Stribeck curve
//
// z = x − x_ref is the deflection since the last sticking position x_ref. The state is in committed.mode[0]: stick,
// slip, or the value of ContactState::free for undefined. After a step is solved, judge() determines the consistent
// state:
//
//     |μ_k z + μ_v v| ≤ s(v) N   → stick
//     otherwise                  → slip with d = sgn z
//
// A contact that has only just begun is not checked, because its z = 0 has no sign. If the consistent state differs
// from the state used, the step is solved again with the new state. All repetitions start from the deflection at the
// start of the step. A slipping bristle stays stretched to the limit, x_ref = x − d s(v) N/μ_k, so that stick begins
// without a jump of the force.
//
// Limits: with too large a time step h, a step alternates between the states, so the number of repetitions must be
// bounded. ElastoplasticCoulomb finds the state within the step instead. In stick, |T| may exceed the limit until the
// state is checked.
//
// Source: [Ntarladima 2023] Eqs. (20)-(30) and Fig. 5. Its Figs. 6 and 7, a mass pulled by a spring, need the Stribeck
// curve: with a constant limit there is no stick-slip motion. The deflection that is kept in slip follows from its Fig.
// 5. It keeps the bristle in stick from v = 0 on, without chatter. Where the velocity jumps to the opposite direction,
// the bristle starts from this deflection too: it sticks over the distance 2 s(v) N/μ_k, unless one step is longer, and
// then slips again.
//
// history: value[0] = z [m], mode[0].
class Bristle {
 public:
  static constexpr double kUndefined = mode_of(ContactState::free);

  template <class T>
  struct HistoryOf : FrictionMemoryOf<T, 1> {
    HistoryOf() : FrictionMemoryOf<T, 1>{.value = {}, .mode = {RealOf<T>(kUndefined)}} {}
  };
  using History = HistoryOf<double>;

  struct Parameters {
    StribeckCurve limit;   // s [-]
    double stiffness{};    // μ_k [N/m]
    double damping = 0.0;  // μ_v [N s/m]
  };

  // The consistent state after a solved step.
  template <class T>
  struct JudgementOf {
    RealOf<T> mode;  // mode to solve the step with, from the same deflection [-]
    T deflection;    // deflection after this step: z in stick, at the limit in slip [m]
    T error;  // distance of the force from the limit in the used state, | |T| − s N |; 0 if it is consistent [N]
  };
  using Judgement = JudgementOf<double>;

  explicit Bristle(const Parameters& parameters)
      : limit_(parameters.limit),
        stiffness_(positive(parameters.stiffness, "bristle stiffness")),
        damping_(not_negative(parameters.damping, "velocity penalty")) {}

  bool operator==(const Bristle&) const = default;
  std::size_t memory_size() const { return 1; }
  // The law with the same limit whose μ_k and μ_v are multiplied by a factor ≤ 1, for continuation.
  Bristle softened(double factor) const {
    Bristle law = *this;
    law.stiffness_ *= factor;
    law.damping_ *= factor;
    return law;
  }

  template <class T>
  FrictionResponseOf<T> respond(const SlipStepOf<T>& step, const HistoryOf<T>& committed, HistoryOf<T>& trial) const {
    using Real = RealOf<T>;
    const Real d = committed.mode[0];
    const auto begins = d == Real(kUndefined);
    const auto slips = (d * d) == Real(1.0);
    const T z = committed.value[0] + step.slip;
    const T limit = limit_.limit(step.velocity) * step.normal_force;
    const T elastic = select(begins, T(Real(0.0)), T(stiffness_ * z));
    const T sticking = elastic + damping_ * step.velocity;
    const T stretched = (d / stiffness_) * limit;
    trial.value[0] = select(slips, stretched, select(begins, T(Real(0.0)), z));
    trial.mode[0] = select(slips, d, Real(0.0));
    return where_pressed<T>(step.normal_force,
                            {.traction = select(slips, T(Real(-d) * limit), T(-sticking)), .state = trial.mode[0]}, 1,
                            trial, kUndefined);
  }

  // Judges the state of `step`, which was solved from `committed`. Without contact, the state becomes undefined.
  template <class T>
  JudgementOf<T> judge(const SlipStepOf<T>& step, const HistoryOf<T>& committed) const {
    using Real = RealOf<T>;
    using std::abs;
    const T zero(Real(0.0));
    const Real& d = committed.mode[0];
    const auto begins = d == Real(kUndefined);
    const T z = select(begins, zero, T(committed.value[0] + step.slip));
    const T tried = stiffness_ * z + damping_ * step.velocity;
    const T limit = limit_.limit(step.velocity) * step.normal_force;
    const Real along = direction_of(select(value_of(z) == Real(0.0), tried, z));
    const T excess = direction_of(tried) * tried - limit;  // |T| − s N
    const Real found = select(value_of(excess) > Real(0.0), along, Real(0.0));
    const auto touches = value_of(step.normal_force) > Real(0.0);
    const Real judged = select(touches, select(begins, d, found), Real(kUndefined));
    const auto holds = judged == d;
    return {.mode = judged,
            .deflection = select((judged * judged) == Real(1.0), T((judged / stiffness_) * limit), z),
            .error = select(touches, select(holds, zero, T(direction_of(excess) * excess)), zero)};
  }

  // The law in rate form. An undefined state counts as stick.
  template <class Real>
  Real traction(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    const Real& d = history.mode[0];
    return select(slips(history), Real(-d * limit_.limit(motion.velocity) * motion.normal_force),
                  Real(-stuck(motion, history)));
  }

  template <class Real>
  std::array<Real, 1> memory_rate(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    return {select(slips(history), Real(0.0), motion.velocity)};
  }

  std::size_t n_modes() const { return 1; }

  template <class Real>
  Real mode_margin(std::size_t, const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    using std::abs;
    const Real bears = abs(stuck(motion, history));
    return select(slips(history), Real(history.mode[0] * motion.velocity),
                  Real(limit_.limit(motion.velocity) * motion.normal_force - bears));
  }

  template <class Real, class Mask = bool>
  void switch_mode(std::size_t, const SlipMotionOf<Real>& motion, HistoryOf<Real>& history,
                   const Mask& where = Mask(true)) const {
    const auto slipped = slips(history);
    const Real stretched = -traction(motion, history) / stiffness_;
    const Real mode = select(slipped, Real(0.0), direction_of(history.value[0]));
    history.value[0] = select(where, select(slipped, stretched, history.value[0]), history.value[0]);
    history.mode[0] = select(where, mode, history.mode[0]);
  }

 private:
  template <class Real>
  static auto slips(const HistoryOf<Real>& history) {
    return (history.mode[0] * history.mode[0]) == Real(1.0);
  }
  // μ_k z + μ_v v, the force in stick [N]
  template <class Real>
  Real stuck(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    return stiffness_ * history.value[0] + damping_ * motion.velocity;
  }

  StribeckCurve limit_;
  double stiffness_;
  double damping_;
};

static_assert(HybridFrictionLaw<Bristle>);

}  // namespace beltdyn::contact
