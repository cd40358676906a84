// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/contact/friction_law.hpp"
#include "core/contact/stribeck_curve.hpp"

namespace beltdyn::contact {

// Which rate relaxes element k in slip: c_k = ν_k C, as printed in [Kubas 2021] Eq. (12), or c_k = C, which follows
// from the force form dF_k/dt = d C (ν_k − F_k/s) of the source.
enum class GmsRelaxation { by_share, common };

// Generalised Maxwell slip friction: parallel elements, each of which sticks as a spring or slips towards the Stribeck
// curve s(v).
//
//     T = −N (Σ_k ν_k m_k + σ₂ v)
//     stick   dm_k/dt = σ_k v              until d m_k > s(v) with d = sgn v; then m_k = d s(v) and the element slips
//     slip    dm_k/dt = d c_k (1 − d m_k/s(v)),  d kept from break-away, until d v ≤ 0
//
//     m_k  friction over normal force of element k [-]
//     σ_k  stiffness of element k over its normal force > 0 [1/m]
//     ν_k  share of the normal force > 0 [-]; the shares of all elements add up to 1
//     C    attraction to the Stribeck curve ≥ 0 [1/s]
//     σ₂   viscosity over the normal force ≥ 0 [s/m]
//
// A step is exact for constant velocity v = Δ/h, also for an element that breaks away within it:
//
//     stick   m₁ = m₀ + σ_k Δ,  or d s(v) beyond the curve
//     slip    m₁ = d s(v) + (m₀ − d s(v)) exp(−c_k h/s(v)).
//
// The clamp at break-away is part of the law: a slow attraction would freeze what a finite step overshoots. Only a
// loading element breaks away: s falls when an unloading contact accelerates, which must not make it slip.
//
// Limits: constant s is Maxwell slip (Masing's rules, minor loops close) whatever C is; one element is Coulomb friction
// with a stick stiffness N σ. Below the limit there is no drift. The law reports slip when all elements slip.
//
// history: value[k] = m_k, mode[k]. Source: Lampaert, Al-Bender and Swevers, A generalized Maxwell-slip friction model
// appropriate for control purposes, 2003; Al-Bender, Lampaert and Swevers, 2005; [Kubas 2021] Eqs. (4)-(12), with the
// normalisation by N of (4) and the switches above, which it leaves open.
class Gms {
 public:
  static constexpr std::size_t kMaxElements = 8;
  // How far the sum of the shares may be from 1: shares given with six digits pass.
  static constexpr double kShareTolerance = 1e-5;
  using History = FrictionMemory<kMaxElements>;

  struct Parameters {
    StribeckCurve stribeck;
    std::vector<double> stiffness;  // σ_k [1/m], shape (n), 1 ≤ n ≤ kMaxElements
    std::vector<double> share;      // ν_k [-], shape (n)
    double attraction{};            // C [1/s]
    double viscosity = 0.0;         // σ₂ [s/m]
    GmsRelaxation relaxation = GmsRelaxation::common;
  };

  // Throws UsageError for parameters outside of their ranges.
  explicit Gms(const Parameters& parameters);

  template <class Real>
  FrictionResponseOf<Real> respond(const SlipStepOf<Real>& step, const History& committed, History& trial) const {
    const History before = committed;
    trial = History{};
    if (!(step.normal_force > 0.0)) return {};
    const double h = step.time_step;
    const Real v = step.slip / h;
    const StribeckCurve::Point<Real> curve = stribeck_.at(v);
    Real ratio = viscosity_ * v;  // −T/N
    Real d_ratio = Real(viscosity_ / h);
    bool all_slip = true;
    for (std::size_t k = 0; k < n_; ++k) {
      const Element<Real> element = moved(k, step.slip, h, curve, before.value[k], before.mode[k]);
      ratio += share_[k] * element.m;
      d_ratio += share_[k] * element.d_slip;
      trial.value[k] = value_of(element.m);
      trial.mode[k] = element.mode;
      all_slip = all_slip && is_slipping(element.mode);
    }
    return {.traction = -step.normal_force * ratio,
            .d_slip = -step.normal_force * d_ratio,
            .d_normal = -ratio,
            .state = all_slip ? trial.mode[0] : ContactState::stick};
  }

  // Rate form.
  double traction(const SlipMotion& motion, const History& history) const;
  std::array<double, kMaxElements> memory_rate(const SlipMotion& motion, const History& history) const;
  std::size_t n_modes() const { return n_; }
  double mode_margin(std::size_t mode, const SlipMotion& motion, const History& history) const;
  void switch_mode(std::size_t mode, const SlipMotion& motion, History& history) const;

  // What kernels on lanes need, see gms_rate(); k < n_elements().
  std::size_t n_elements() const { return n_; }
  const StribeckCurve& stribeck() const { return stribeck_; }
  double stiffness(std::size_t k) const { return stiffness_[k]; }  // σ_k [1/m]
  double share(std::size_t k) const { return share_[k]; }          // ν_k [-]
  double attraction(std::size_t k) const { return rate_[k]; }      // c_k [1/s]
  double viscosity() const { return viscosity_; }                  // σ₂ [s/m]

 private:
  template <class Real>
  struct Element {
    Real m;       // m₁ [-]
    Real d_slip;  // ∂m₁/∂Δ [1/m]
    ContactState mode;
  };

  // Element k after the step.
  template <class Real>
  Element<Real> moved(std::size_t k, const Real& slip, double h, const StribeckCurve::Point<Real>& curve, double m0,
                      ContactState mode) const {
    using std::abs;
    using std::exp;
    const auto& [s, ds_dv] = curve;
    const int d0 = slip_direction(mode);
    if (d0 * slip > 0.0) {
      const Real lag = m0 - d0 * s;
      const Real e = exp(-rate_[k] * h / s);
      // ∂/∂s of d s + (m₀ − d s) e, times ∂s/∂Δ = (ds/dv)/h
      const Real d_slip = (d0 * (1.0 - e) / h + lag * e * rate_[k] / (s * s)) * ds_dv;
      return {d0 * s + lag * e, d_slip, mode};
    }
    const Real stuck = m0 + stiffness_[k] * slip;
    const double d = slip < 0.0 ? -1.0 : 1.0;
    if (d * stuck > s) return {d * s, d * ds_dv / h, slip_towards(d)};
    return {stuck, Real(stiffness_[k]), ContactState::stick};
  }

  StribeckCurve stribeck_;
  std::size_t n_;
  std::array<double, kMaxElements> stiffness_{};  // σ_k
  std::array<double, kMaxElements> share_{};      // ν_k
  std::array<double, kMaxElements> rate_{};       // c_k
  double viscosity_;
};

static_assert(HybridFrictionLaw<Gms>);

}  // namespace beltdyn::contact
