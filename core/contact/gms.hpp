// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "core/contact/friction_law.hpp"
#include "core/contact/stribeck_curve.hpp"

namespace beltdyn::contact {

// The rate at which a slipping element k relaxes: c_k = ν_k C, as printed in [Kubas 2021] Eq. (12), or c_k = C, which
// follows from the force form dF_k/dt = d C (ν_k − F_k/s) of the source.
enum class GmsRelaxation { by_share, common };

// Generalised Maxwell slip friction (GMS): parallel elements, each of which sticks as a spring or slips towards the
// Stribeck curve s(v).
//
//     T = −N (Σ_k ν_k m_k + σ₂ v)
//     stick   dm_k/dt = σ_k v              until d m_k > s(v) with d = sgn v; then m_k = d s(v) and the element slips
//     slip    dm_k/dt = d c_k (1 − d m_k/s(v)),  with d from break-away, until d v ≤ 0
//
//     m_k  friction over normal force of element k [-]
//     σ_k  stiffness of element k over its normal force > 0 [1/m]
//     ν_k  share of the normal force > 0 [-]; the shares of all elements add up to 1
//     C    attraction to the Stribeck curve ≥ 0 [1/s]
//     σ₂   viscosity over the normal force ≥ 0 [s/m]
//
// A step is exact for constant velocity v = Δ/h, even if an element breaks away within it:
//
//     stick   m₁ = m₀ + σ_k Δ,  or d s(v) beyond the curve
//     slip    m₁ = d s(v) + (m₀ − d s(v)) exp(−c_k h/s(v)).
//
// At break-away, m_k is clamped to the curve. This is part of the law: with a slow attraction, the overshoot of a
// finite step would persist. Only an element under increasing load breaks away. When an unloading contact accelerates,
// s falls, which must not make the element slip.
//
// Limits: with constant s the law is Maxwell slip for any C (Masing's rules, minor loops close). One element is Coulomb
// friction with the stick stiffness N σ. Below the limit there is no drift. The law reports slip when all elements
// slip.
//
// history: value[k] = m_k, mode[k]. Source: Lampaert, Al-Bender and Swevers, A generalized Maxwell-slip friction model
// appropriate for control purposes, 2003; Al-Bender, Lampaert and Swevers, 2005; [Kubas 2021] Eqs. (4)-(12), with the
// normalisation by N of (4) and the switches above, which it leaves open.
class Gms {
 public:
  static constexpr std::size_t kMaxElements = 8;
  // Tolerance of the sum of the shares: shares given with six digits are accepted.
  static constexpr double kShareTolerance = 1e-5;
  template <class T>
  using HistoryOf = FrictionMemoryOf<T, kMaxElements>;
  using History = HistoryOf<double>;

  struct Parameters {
    StribeckCurve stribeck;
    std::vector<double> stiffness;  // σ_k [1/m], shape (n), 1 ≤ n ≤ kMaxElements
    std::vector<double> share;      // ν_k [-], shape (n)
    double attraction{};            // C [1/s]
    double viscosity = 0.0;         // σ₂ [s/m]
    GmsRelaxation relaxation = GmsRelaxation::common;
  };

  // Throws UsageError for parameters outside their ranges.
  explicit Gms(const Parameters& parameters);

  bool operator==(const Gms&) const = default;
  std::size_t memory_size() const { return n_; }
  // The law with the same steady sliding whose σ_k are multiplied by a factor ≤ 1, for continuation.
  Gms softened(double factor) const {
    Gms law = *this;
    for (double& stiffness : law.stiffness_) stiffness *= factor;
    return law;
  }

  template <class T>
  FrictionResponseOf<T> respond(const SlipStepOf<T>& step, const HistoryOf<T>& committed, HistoryOf<T>& trial) const {
    using Real = RealOf<T>;
    const T s = stribeck_.limit(T(step.slip * step.inverse_time_step));
    T ratio = viscosity_ * step.velocity;  // −T/N
    Real state(1.0);                       // slip only if all elements slip
    for (std::size_t k = 0; k < n_; ++k) {
      move(k, step, s, committed, trial);
      ratio = ratio + share_[k] * trial.value[k];
      const Real& d = trial.mode[k];
      state = k == 0 ? d : Real(state * d * d);
    }
    return where_pressed<T>(step.normal_force, {.traction = T(-(step.normal_force * ratio)), .state = state}, n_,
                            trial);
  }

  // The law in rate form.
  template <class Real>
  Real traction(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    Real ratio = viscosity_ * motion.velocity;
    for (std::size_t k = 0; k < n_; ++k) ratio = ratio + share_[k] * history.value[k];
    return -motion.normal_force * ratio;
  }

  template <class Real>
  std::array<Real, kMaxElements> memory_rate(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    std::array<Real, kMaxElements> rate;
    if constexpr (std::is_arithmetic_v<Real>) rate.fill(0.0);  // lanes skip this: nothing reads the unused entries
    Real slipping(0.0);
    for (std::size_t k = 0; k < n_; ++k) slipping = slipping + history.mode[k] * history.mode[k];
    // The friction limit is needed only where an element slips.
    const Real s = any(slipping != Real(0.0)) ? stribeck_.limit(motion.velocity) : Real(1.0);
    for (std::size_t k = 0; k < n_; ++k) {
      const Real& d = history.mode[k];
      rate[k] =
          select(d == Real(0.0), Real(stiffness_[k] * motion.velocity), Real(rate_[k] * (d - history.value[k] / s)));
    }
    return rate;
  }

  std::size_t n_modes() const { return n_; }

  template <class Real>
  Real mode_margin(std::size_t mode, const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    return margin(mode, stribeck_.limit(motion.velocity), motion, history);
  }

  template <class Real>
  std::array<Real, kMaxElements> mode_margins(const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) const {
    std::array<Real, kMaxElements> margins;
    const Real s = stribeck_.limit(motion.velocity);
    for (std::size_t k = 0; k < n_; ++k) margins[k] = margin(k, s, motion, history);
    return margins;
  }

  // A slipping element begins to stick. A sticking element begins to slip, from the Stribeck curve on.
  template <class Real, class Mask = bool>
  void switch_mode(std::size_t mode, const SlipMotionOf<Real>& motion, HistoryOf<Real>& history,
                   const Mask& where = Mask(true)) const {
    const auto sticks = history.mode[mode] == Real(0.0);
    const Real d = direction_of(motion.velocity);
    const Real& m = history.value[mode];
    const Real value = select(sticks, Real(d * stribeck_.limit(motion.velocity)), m);
    history.mode[mode] = select(where, select(sticks, d, Real(0.0)), history.mode[mode]);
    history.value[mode] = select(where, value, m);
  }

  double stiffness(std::size_t k) const { return stiffness_[k]; }  // σ_k [1/m]
  double share(std::size_t k) const { return share_[k]; }          // ν_k [-]

 private:
  // Slip must end at rest too: this offset makes the margin of a slipping element negative at v = 0 [m/s].
  static constexpr double kRest = 1e-100;

  template <class Real>
  static Real margin(std::size_t k, const Real& s, const SlipMotionOf<Real>& motion, const HistoryOf<Real>& history) {
    const Real& d = history.mode[k];
    const Real loaded = direction_of(motion.velocity) * history.value[k];
    const Real onward = d * motion.velocity;
    const Real slipping = select(onward > Real(0.0), onward, Real(onward - kRest));
    return select(d == Real(0.0), Real(s - loaded), slipping);
  }

  // Sets the trial value and mode of element k.
  template <class T>
  void move(std::size_t k, const SlipStepOf<T>& step, const T& s, const HistoryOf<T>& committed,
            HistoryOf<T>& trial) const {
    using Real = RealOf<T>;
    using std::exp;
    const Real d = direction_of(step.slip);
    const T stuck = committed.value[k] + stiffness_[k] * step.slip;
    const T limit = d * s;
    const auto breaks_away = Real(d * value_of(stuck)) > value_of(s);
    trial.value[k] = select(breaks_away, limit, stuck);
    trial.mode[k] = select(breaks_away, d, Real(0.0));
    const Real d0 = committed.mode[k];
    const auto goes_on = Real(d0 * value_of(step.slip)) > Real(0.0);
    if (!any(goes_on)) return;
    T lag = committed.value[k] - limit;  // d = d₀ in an element that continues to slip
    if (rate_[k] != 0.0) lag = lag * exp(T(Real(-rate_[k]) / (step.inverse_time_step * s)));
    trial.value[k] = select(goes_on, T(limit + lag), trial.value[k]);
    trial.mode[k] = select(goes_on, d0, trial.mode[k]);
  }

  StribeckCurve stribeck_;
  std::size_t n_;
  std::array<double, kMaxElements> stiffness_{};  // σ_k [1/m]
  std::array<double, kMaxElements> share_{};      // ν_k [-]
  std::array<double, kMaxElements> rate_{};       // c_k [1/s]
  double viscosity_;                              // σ₂ [s/m]
};

static_assert(HybridFrictionLaw<Gms>);

}  // namespace beltdyn::contact
