// SPDX-License-Identifier: MIT
#pragma once

#include "core/numerics/dual.hpp"
#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::eulerian::ale {

using numerics::dot;
using numerics::inverse;
using numerics::Vec2;

// The cross-section of the belt; stiffness and mass per reference length.
struct BeltSection {
  double axial_stiffness{};    // EA [N]
  double bending_stiffness{};  // EI [N m²]
  double mass_per_length{};    // ρ [kg/m]
  double natural_stretch{};    // λ₀ = 1 + ε_ref, at which the belt is free of force [-]
  double axial_damping{};      // d [N s]
  double bending_damping{};    // d_K [N m² s]
  Vec2<double> gravity{};      // [m/s²]
};

// The fields of the belt at a mesh point, in the mixed description. A particle has the material coordinate s, its
// reference arc length. At the mesh point σ the fields are the position r(σ, t) and the particle s(σ, t) that is there.
// With c = −s_t/s_σ, the velocity of the particle relative to the mesh,
//
//     v = r_t + c r_σ,   λ = |r_σ|/s_σ,   K = (r_σ × r_σσ)/(|r_σ|² s_σ)
//
// are velocity, stretch and curvature (turn per reference length) of the belt. T is a number, a batch, or a Dual.
template <class T>
struct MeshPoint {
  Vec2<T> r;          // [m]
  Vec2<T> u;          // r_σ [-]
  Vec2<T> w;          // r_σσ [1/m]
  T s{};              // [m]
  T g{};              // s_σ [-]
  Vec2<T> r_t;        // [m/s]
  Vec2<T> u_t;        // r_σt [1/s]
  Vec2<T> r_tt;       // [m/s²]
  T s_t{};            // [m/s]
  T g_t{};            // s_σt [1/s]
  T s_tt{};           // [m/s²]
  T g_s{};            // s_σσ [1/m]
  T stretch_slope{};  // λ_σ from StretchAlong, used by axial damping [1/m]
};

// The forces that work on the variations δr, δr_σ, δr_σσ, δs, δs_σ at a mesh point, per length of the mesh. The balance
// of the belt is ∫ (r·δr + u·δr_σ + w·δr_σσ + s δs + g δs_σ) dσ = 0. The first three terms are the balance of momentum;
// the last two are the balance of pseudo-momentum, which replaces the balance along the belt in this description.
template <class T>
struct PointForce {
  Vec2<T> r{};
  Vec2<T> u{};
  Vec2<T> w{};
  T s{};
  T g{};
};

// a × b
template <class T>
inline T cross(const Vec2<T>& a, const Vec2<T>& b) {
  return T(a.x * b.y - a.y * b.x);
}

// Axial force N = EA (λ − λ₀) + d dλ/dt of the particle, dλ/dt = λ_t + c λ_σ:
//
//     u: N t,   g: ½ EA (λ − λ₀)² − N λ,   s: −d dλ/dt λ_σ
//
// λ_σ is recovered from λ at the integration points (StretchAlong), since the dissipation contains its square.
template <class T>
struct AxialResult {
  PointForce<T> force;
  T tension{};  // N [N]
};

template <class T>
inline AxialResult<T> axial(const BeltSection& section, const MeshPoint<T>& p) {
  using Real = numerics::RealOf<T>;
  using std::sqrt;
  const T length = T(sqrt(dot(p.u, p.u)));
  const T one_over_g = inverse(p.g);
  const Vec2<T> t = T(inverse(length)) * p.u;
  const T stretch = T(length * one_over_g);
  const T strain = T(stretch - T(Real(section.natural_stretch)));
  const T elastic = T(Real(section.axial_stiffness) * strain);
  AxialResult<T> result{.force = {}, .tension = elastic};
  if (section.axial_damping != 0.0) {
    const T rate = T((dot(t, p.u_t) - stretch * p.g_t - p.s_t * p.stretch_slope) * one_over_g);
    const T damping = T(Real(section.axial_damping) * rate);
    result.tension = T(result.tension + damping);
    result.force.s = T(-(damping * p.stretch_slope));
  }
  result.force.u = result.tension * t;
  result.force.g = T(Real(0.5) * (elastic * strain) - result.tension * stretch);
  return result;
}

// Elastic bending moment M = EI K; its damping is CurvatureDamping. With k = K s_σ:
//
//     u: M ∂k/∂r_σ,   w: M ∂k/∂r_σσ,   g: −½ EI K²
template <class T>
struct BendingResult {
  PointForce<T> force;
  T moment{};  // M [N m]
};

template <class T>
inline BendingResult<T> bending(const BeltSection& section, const MeshPoint<T>& p) {
  using Real = numerics::RealOf<T>;
  const T one_over_u2 = inverse(T(dot(p.u, p.u)));
  const T one_over_g = inverse(p.g);
  const T k = T(cross(p.u, p.w) * one_over_u2);
  const T K = T(k * one_over_g);
  BendingResult<T> result{.force = {}, .moment = T(Real(section.bending_stiffness) * K)};
  // ∂k/∂r_σ = −J r_σσ/|r_σ|² − 2 k r_σ/|r_σ|²,  ∂k/∂r_σσ = J r_σ/|r_σ|²,  J turning by +90°
  const T twice = T(Real(2.0) * (k * one_over_u2));
  const Vec2<T> k_u{T(p.w.y * one_over_u2 - twice * p.u.x), T(-(p.w.x * one_over_u2) - twice * p.u.y)};
  const Vec2<T> k_w{T(-(p.u.y * one_over_u2)), T(p.u.x * one_over_u2)};
  result.force.u = result.moment * k_u;
  result.force.w = result.moment * k_w;
  result.force.g = T(Real(-0.5) * (result.moment * K));
  return result;
}

// Weight, and inertia in flux form, which needs only first derivatives of r and s and has a skew gyroscopic matrix:
//
//     r: ρ (v s_σ)_t − ρ s_σ g,        u: −ρ c s_σ v,
//     s: −ρ (v·r_σ)_t,                 g: ρ (c v·r_σ − ½ |v|²) − ρ g·r
//
// with v_t = r_tt + c_t r_σ + c r_σt and c_t = −(s_tt + c s_σt)/s_σ.
template <class T>
inline PointForce<T> inertia(const BeltSection& section, const MeshPoint<T>& p, bool is_moving) {
  using Real = numerics::RealOf<T>;
  const Real mass(section.mass_per_length);
  const Vec2<T> gravity{T(Real(section.gravity.x)), T(Real(section.gravity.y))};
  PointForce<T> force;
  const T weight_g = T(mass * p.g);
  force.r = T(-weight_g) * gravity;
  force.g = T(-(mass * dot(gravity, p.r)));
  if (!is_moving) return force;
  const T one_over_g = inverse(p.g);
  const T c = T(-(p.s_t * one_over_g));
  const Vec2<T> v = p.r_t + c * p.u;
  const T c_t = T(-((p.s_tt + c * p.g_t) * one_over_g));
  const Vec2<T> v_t = p.r_tt + c_t * p.u + c * p.u_t;
  force.r = force.r + T(mass) * (p.g * v_t + p.g_t * v);
  force.u = T(mass * p.s_t) * v;  // −c s_σ = s_t
  force.s = T(-(mass * (dot(v_t, p.u) + dot(v, p.u_t))));
  force.g = T(force.g + mass * (c * dot(v, p.u) - Real(0.5) * dot(v, v)));
  return force;
}

}  // namespace beltdyn::eulerian::ale
