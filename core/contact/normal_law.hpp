// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <concepts>

#include "core/contact/lane_laws.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// The seam between a formulation and the normal laws.
//
// SIGN: the gap g is positive between separated bodies; the normal force N ≥ 0 presses them apart. (The force on the
// belt along the outward normal of the surface is +N; papers that write f_n ≤ 0 mean −N.) A normal law never pulls.
template <class Real>
struct GapStateOf {
  Real gap{};       // g [m]
  Real gap_rate{};  // dg/dt [m/s]
};

template <class Real>
struct NormalResponseOf {
  Real normal_force = Real(0.0);  // N [N]
  Real d_gap = Real(0.0);         // ∂N/∂g [N/m]
  Real d_gap_rate = Real(0.0);    // ∂N/∂(dg/dt) [N s/m]
};

using GapState = GapStateOf<double>;
using NormalResponse = NormalResponseOf<double>;

template <class Law>
concept NormalLaw = std::copyable<Law> && requires(const Law& law, const GapState& state) {
  { law.respond(state) } -> std::same_as<NormalResponse>;
};

// Penalty with damping:
//
//     N = max(0, −k sgn(g) |g|^p − d dg/dt)
//
//     k  stiffness > 0 [N/m^p]
//     p  exponent ≥ 1 [-]; 1 is the linear penalty, 3/2 the one of Hertz
//     d  damping ≥ 0 [N s/m]
//
// N is continuous in g and dg/dt: the damper acts slightly before the surfaces touch, at gaps below (d
// |dg/dt|/k)^(1/p), and lets go before they part. A damper that begins at g = 0 makes N jump there, and Newton's method
// cycle. Source: p = 1 is [Ntarladima 2023] Eq. (9), where f_n = k g + d dg/dt while g ≤ 0; it pulls when bodies part
// quickly.
class PenaltyNormal {
 public:
  struct Parameters {
    double stiffness{};     // k [N/m^p]
    double exponent = 1.0;  // p [-]
    double damping = 0.0;   // d [N s/m]
  };

  explicit PenaltyNormal(const Parameters& parameters)
      : stiffness_(positive(parameters.stiffness, "normal stiffness")),
        exponent_(positive(parameters.exponent, "exponent of the penalty")),
        damping_(not_negative(parameters.damping, "normal damping")) {
    if (exponent_ < 1.0) throw UsageError("exponent of the penalty must be at least 1");
  }

  template <class Real>
  NormalResponseOf<Real> respond(const GapStateOf<Real>& state) const {
    using std::abs;
    using std::pow;
    Real spring = -stiffness_ * state.gap;
    Real slope = Real(-stiffness_);
    if (exponent_ != 1.0) {
      const Real size = abs(state.gap);
      const Real power = size > 0.0 ? Real(pow(size, exponent_ - 1.0)) : Real(0.0);  // |g|^(p−1)
      spring *= power;
      slope *= exponent_ * power;
    }
    const Real force = spring - damping_ * state.gap_rate;
    if (!(force > 0.0)) return {};
    return {.normal_force = force, .d_gap = slope, .d_gap_rate = Real(-damping_)};
  }

 private:
  double stiffness_;
  double exponent_;
  double damping_;
};

// Quadratic Kelvin–Voigt contact, with the penetration P = −g:
//
//     N = max(0, c₁ P² + c₂ P + b dP/dt)  for P > 0,  0 otherwise
//
//     c₁ ≥ 0 [N/m²],  c₂ ≥ 0 [N/m],  b ≥ 0 [N s/m]
//
// N jumps by b dP/dt where the bodies meet: made for explicit integration. Source: [Kubas 2021] Eq. (24), put right:
// the stiffness of P is c₂ (c₁ is printed twice), and neither a gap nor a quick separation makes a force.
class KelvinVoigtNormal {
 public:
  struct Parameters {
    double quadratic_stiffness{};  // c₁ [N/m²]
    double linear_stiffness{};     // c₂ [N/m]
    double damping = 0.0;          // b [N s/m]
  };

  explicit KelvinVoigtNormal(const Parameters& parameters)
      : c1_(not_negative(parameters.quadratic_stiffness, "quadratic normal stiffness")),
        c2_(not_negative(parameters.linear_stiffness, "linear normal stiffness")),
        damping_(not_negative(parameters.damping, "normal damping")) {}

  template <class Real>
  NormalResponseOf<Real> respond(const GapStateOf<Real>& state) const {
    const Real P = -state.gap;
    const Real force = quadratic_penalty(Real(c1_), Real(c2_), Real(damping_), state.gap, state.gap_rate);
    if (!(P > 0.0 && force > 0.0)) return {};
    return {.normal_force = force, .d_gap = -2.0 * c1_ * P - c2_, .d_gap_rate = Real(-damping_)};
  }

 private:
  double c1_;
  double c2_;
  double damping_;
};

static_assert(NormalLaw<PenaltyNormal> && NormalLaw<KelvinVoigtNormal>);

}  // namespace beltdyn::contact
