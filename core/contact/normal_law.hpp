// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <concepts>

#include "core/contact/parameter_check.hpp"
#include "core/contact/scalar.hpp"

namespace beltdyn::contact {

// The interface between formulations and normal laws.
//
// SIGN: the gap g is positive between separated bodies. The normal force N ≥ 0 pushes the bodies apart: the force on
// the belt along the outward normal of the surface is +N. (Papers that write f_n ≤ 0 mean −N.) A normal law never
// pulls.
template <class Real>
struct GapStateOf {
  Real gap{};       // g [m]
  Real gap_rate{};  // dg/dt [m/s]
};

// The normal force with its derivatives.
template <class Real>
struct NormalResponseOf {
  Real normal_force = Real(0.0);  // N [N]
  Real d_gap = Real(0.0);         // ∂N/∂g [N/m]
  Real d_gap_rate = Real(0.0);    // ∂N/∂(dg/dt) [N s/m]
};

using GapState = GapStateOf<double>;
using NormalResponse = NormalResponseOf<double>;

// The interface of every normal law. touches() tells whether the bodies are in contact. Without contact the response is
// 0.
template <class Law>
concept NormalLaw = std::copyable<Law> && std::equality_comparable<Law> &&
    requires(const Law& law, const GapState& state) {
  { law.respond(state) } -> std::same_as<NormalResponse>;
  { law.touches(state) } -> std::same_as<bool>;
};

// Keeps the response in the lanes where the contact pushes, and sets it to 0 where it would pull.
template <class T>
inline NormalResponseOf<T> where_pressing(const NormalResponseOf<T>& pressing) {
  using Real = RealOf<T>;
  const auto presses = value_of(pressing.normal_force) > Real(0.0);
  const T zero(Real(0.0));
  return {.normal_force = select(presses, pressing.normal_force, zero),
          .d_gap = select(presses, pressing.d_gap, zero),
          .d_gap_rate = select(presses, pressing.d_gap_rate, zero)};
}

// Penalty with damping:
//
//     N = max(0, −k sgn(g) |g|^p − d dg/dt)
//
//     k  stiffness > 0 [N/m^p]
//     p  exponent ≥ 1 [-]; 1 is the linear penalty, 3/2 Hertzian contact
//     d  damping ≥ 0 [N s/m]
//
// N is continuous in g and dg/dt. The damper acts slightly before the surfaces touch, at gaps below (d
// |dg/dt|/k)^(1/p), and stops before they separate. If the damper began at g = 0, N would jump there and Newton's
// method would cycle. Source: p = 1 is [Ntarladima 2023] Eq. (9), where f_n = k g + d dg/dt while g ≤ 0; that law pulls
// when bodies separate quickly.
class PenaltyNormal {
 public:
  struct Parameters {
    double stiffness{};     // k [N/m^p]
    double exponent = 1.0;  // p [-]
    double damping = 0.0;   // d [N s/m]
  };

  explicit PenaltyNormal(const Parameters& parameters)
      : stiffness_(positive(parameters.stiffness, "normal stiffness")),
        exponent_(positive(parameters.exponent, "penalty exponent")),
        damping_(not_negative(parameters.damping, "normal damping")) {
    if (exponent_ < 1.0) throw UsageError("penalty exponent must be at least 1");
  }

  bool operator==(const PenaltyNormal&) const = default;

  template <class T>
  NormalResponseOf<T> respond(const GapStateOf<T>& state) const {
    return where_pressing(unlimited(state));
  }

  // The same law without the limit N ≥ 0, for formulations that decide about contact themselves.
  template <class T>
  NormalResponseOf<T> unlimited(const GapStateOf<T>& state) const {
    using Real = RealOf<T>;
    using std::pow;
    T spring = Real(-stiffness_) * state.gap;
    T slope = T(Real(-stiffness_));
    if (exponent_ != 1.0) {
      const T size = direction(state.gap) * state.gap;
      const auto is_some = value_of(size) > Real(0.0);
      const T some = select(is_some, size, T(Real(1.0)));  // 1 stands for 0, whose powers may have no derivative
      const T power = select(is_some, T(pow(some, Real(exponent_ - 1.0))), T(Real(0.0)));  // |g|^(p−1)
      spring = spring * power;
      slope = slope * (exponent_ * power);
    }
    return {.normal_force = T(spring - damping_ * state.gap_rate), .d_gap = slope, .d_gap_rate = T(Real(-damping_))};
  }

  template <class Real>
  auto touches(const GapStateOf<Real>& state) const {
    return unlimited(state).normal_force > Real(0.0);
  }

  double damping() const { return damping_; }
  PenaltyNormal undamped() const { return PenaltyNormal({.stiffness = stiffness_, .exponent = exponent_}); }
  // The energy ∫ N dP of the spring, with P = −g; at a gap, that of the spring in tension [J]
  template <class T>
  T stored_energy(const T& gap) const {
    using Real = RealOf<T>;
    const T spring = unlimited(GapStateOf<T>{.gap = gap, .gap_rate = T(Real(0.0))}).normal_force;
    return T(Real(-1.0 / (exponent_ + 1.0)) * (spring * gap));
  }

 private:
  // The sign of a gap, −1 or 1
  template <class T>
  static RealOf<T> direction(const T& gap) {
    using Real = RealOf<T>;
    return select(value_of(gap) < Real(0.0), Real(-1.0), Real(1.0));
  }

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
// Without a limit, N would jump by b dP/dt when the bodies meet, and an implicit step that ends there would have no
// solution. So respond() limits N to 1000 times the spring force. With c₂ > 0, the limit acts for the time b/(1000 c₂)
// after contact begins. Source: [Kubas 2021] Eq. (24), corrected: the stiffness of P is c₂ (c₁ is printed twice), and
// neither a gap nor a quick separation causes a force.
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

  bool operator==(const KelvinVoigtNormal&) const = default;

  template <class T>
  NormalResponseOf<T> respond(const GapStateOf<T>& state) const {
    using Real = RealOf<T>;
    NormalResponseOf<T> response = unlimited(state);
    const T& g = state.gap;
    const T most = T(Real(kMostOverSprings) * ((c1_ * g - c2_) * g));
    const auto is_beyond = value_of(response.normal_force) > value_of(most);
    response.normal_force = select(is_beyond, most, response.normal_force);
    response.d_gap = select(is_beyond, T(Real(kMostOverSprings) * response.d_gap), response.d_gap);
    response.d_gap_rate = select(is_beyond, T(Real(0.0)), response.d_gap_rate);
    const auto meets = value_of(state.gap) < Real(0.0);
    response.normal_force = select(meets, response.normal_force, T(Real(0.0)));
    return where_pressing(response);
  }

  // The same law without the limit N ≥ 0, as in PenaltyNormal.
  template <class T>
  NormalResponseOf<T> unlimited(const GapStateOf<T>& state) const {
    const T& g = state.gap;
    return {.normal_force = T((c1_ * g - c2_) * g - damping_ * state.gap_rate),
            .d_gap = T((2.0 * c1_) * g - c2_),
            .d_gap_rate = T(RealOf<T>(-damping_))};
  }

  double damping() const { return damping_; }
  KelvinVoigtNormal undamped() const {
    return KelvinVoigtNormal({.quadratic_stiffness = c1_, .linear_stiffness = c2_});
  }
  // The energy ∫ N dP of the spring [J]
  template <class T>
  T stored_energy(const T& gap) const {
    using Real = RealOf<T>;
    const T energy = T(gap * gap * (Real(0.5 * c2_) - Real(c1_ / 3.0) * gap));
    return select(value_of(gap) < Real(0.0), energy, T(Real(0.0)));
  }

  template <class Real>
  auto touches(const GapStateOf<Real>& state) const {
    return state.gap < Real(0.0);
  }

 private:
  static constexpr double kMostOverSprings = 1000.0;

  double c1_;
  double c2_;
  double damping_;
};

static_assert(NormalLaw<PenaltyNormal> && NormalLaw<KelvinVoigtNormal>);

}  // namespace beltdyn::contact
