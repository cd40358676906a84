// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "lagrangian/ancf/element/segment_force.hpp"

namespace beltdyn::lagrangian::ancf {

// The shape functions of an element at the ends of its n_s segments: S and S' at n_s + 1 points.
struct ContactPoint {
  Shape position;
  Shape slope;
};

// Rows of the differential of a point force F by the four vectors of the element.
template <class Real>
using ForceRows = std::array<Mat2<Real>, kElementVectors>;
template <class Real>
using ScalarRows = std::array<Vec2<Real>, kElementVectors>;

// The effect of the contact of an element on its pulley, τ = −R Σ T, and of the pulley's angle on the element. The
// angular velocity follows the angle with c_v.
template <class Real>
struct PulleyCoupling {
  Real torque;                      // τ on the pulley [N m]
  Real d_torque;                    // ∂τ/∂θ
  ElementVectors<Real> d_residual;  // ∂(residual)/∂θ
  ScalarRows<Real> d_torque_rows;   // ∂τ/∂q
};

// Sets the coupling to 0 before contributions are added; without tangent only the torque.
template <bool kTangent, class Real>
inline void clear(PulleyCoupling<Real>& coupling) {
  coupling.torque = Real(0.0);
  if constexpr (kTangent) {
    coupling.d_torque = Real(0.0);
    coupling.d_residual = {};
    coupling.d_torque_rows = {};
  }
}

// A point of the surface with the force on it and its derivatives.
template <class Real>
struct LoadedPoint {
  const SurfacePoint<Real>* surface;
  Vec2<Real> force;
  Vec2<Real> d_angle;  // ∂F/∂θ
  ForceRows<Real> rows;
};

// Sets the force to 0 before contributions are added; without tangent only the force.
template <bool kTangent, class Real>
inline void clear(LoadedPoint<Real>& point) {
  point.force = {};
  if constexpr (kTangent) {
    point.d_angle = {};
    point.rows = {};
  }
}

// Derivatives of ρ, of the angle φ of the frame, and of the angle α of the closest point around the centre, by one end
// of the segment.
template <class Real>
struct EndDerivatives {
  Vec2<Real> rho;
  Vec2<Real> phi;
  Vec2<Real> alpha;
};

template <class Real>
inline std::array<EndDerivatives<Real>, 2> end_derivatives(const SegmentKinematics<Real>& k, ContactFrame frame) {
  const Real scale = k.interior * k.inverse_chord * k.inverse_chord;
  const Real one_minus_rho = Real(1.0) - k.rho;
  std::array<EndDerivatives<Real>, 2> ends;
  ends[0].rho = scale * multiply_add(Real(-one_minus_rho), k.chord, k.distance);
  ends[1].rho = Real(-scale) * multiply_add(k.rho, k.chord, k.distance);
  const Vec2<Real> around = perpendicular(k.radial);
  const Real along = dot(around, k.chord);
  ends[0].alpha = k.inverse_distance * multiply_add(along, ends[0].rho, one_minus_rho * around);
  ends[1].alpha = k.inverse_distance * multiply_add(along, ends[1].rho, k.rho * around);
  if (frame == ContactFrame::segment) {
    ends[1].phi = (k.side * k.inverse_chord) * k.n;
    ends[0].phi = Real(-1.0) * ends[1].phi;
  } else {
    ends[0].phi = ends[0].alpha;
    ends[1].phi = ends[1].alpha;
  }
  return ends;
}

// Adds the derivatives ∂F/∂q of a segment's force (2 × 2 for each vector of the element) to the rows of its two ends,
// which carry (1 − ρ) F and ρ F, and ∂τ/∂q to the coupling.
template <class Real>
inline void add_segment_rows(const SegmentKinematics<Real>& k, const SegmentForce<Real>& f,
                             const CircleContact<Real>& circle, const ContactStep& step,
                             const std::array<const ContactPoint*, 2>& at, LoadedPoint<Real>& a, LoadedPoint<Real>& b,
                             PulleyCoupling<Real>& coupling) {
  const auto ends = end_derivatives(k, step.frame);
  const std::array<Real, 2> share{Real(Real(1.0) - k.rho), k.rho};
  const std::array<const SurfacePoint<Real>*, 2> points{a.surface, b.surface};
  const Vec2<Real> shear = b.surface->v - a.surface->v;
  const Real shear_n = dot(shear, k.n);
  const Real shear_t = dot(shear, k.t);
  const Real along = dot(k.velocity, k.t);
  const Real pull = k.share * f.traction;
  const Vec2<Real> F = f.normal * k.n + pull * k.t;
  const Vec2<Real> turned = f.normal * k.t - pull * k.n;  // ∂F/∂φ
  const Real T_v_belt = k.share * f.T_v;                  // by v·t
  const Vec2<Real> t = k.share * k.t;                     // ∂F/∂T
  const Vec2<Real> N_v = Real(-f.damping) * k.n;
  const Vec2<Real> T_v = multiply_add(T_v_belt, k.t, f.T_N * N_v);
  const Mat2<Real> F_v = add_outer(outer(k.n, N_v), t, T_v);
  const Real c_v(step.velocity_rate);
  ForceRows<Real> dF{};
  ScalarRows<Real> d_rho{};
  ScalarRows<Real> dT{};
  for (std::size_t end = 0; end < 2; ++end) {
    const auto& [rho, phi, alpha] = ends[end];
    const Real w = share[end];
    const Vec2<Real> v_n = multiply_add(along, phi, shear_n * rho);
    const Vec2<Real> v_t = multiply_add(Real(-k.v_n), phi, shear_t * rho);
    Vec2<Real> N_p = multiply_add(Real(-f.damping), v_n, Real(-(f.stiffness * w)) * k.radial);
    const Vec2<Real> deeper = Real(w * k.share_rate) * k.radial;  // ∂a/∂p
    Vec2<Real> T_p = multiply_add(f.T_N, N_p, multiply_add(T_v_belt, v_t, Real(f.T_v * along) * deeper));
    T_p = multiply_add(f.T_rho, rho, multiply_add(f.T_alpha, alpha, T_p));
    const Real cw = c_v * w;
    T_p = multiply_add(cw, T_v, T_p);
    N_p = multiply_add(cw, N_v, N_p);
    const Vec2<Real> pull_p = multiply_add(f.traction, deeper, k.share * T_p);
    const Mat2<Real> G = add_outer(add_outer(outer(k.n, N_p), k.t, pull_p), turned, phi);
    const SurfacePoint<Real>& point = *points[end];
    // Products with E = −lever e nᵀ
    const Vec2<Real> minus_e = Real(-point.lever) * point.e;
    const Mat2<Real> H = add_outer(Mat2<Real>{Real(w * (F_v.xx * point.V.xx + F_v.xy * point.V.yx)),
                                              Real(w * (F_v.xx * point.V.xy + F_v.xy * point.V.yy)),
                                              Real(w * (F_v.yx * point.V.xx + F_v.yy * point.V.yx)),
                                              Real(w * (F_v.yx * point.V.xy + F_v.yy * point.V.yy))},
                                   G * minus_e, point.n);
    const Vec2<Real> rho_slope = dot(rho, minus_e) * point.n;
    const Vec2<Real> T_slope = multiply_add(dot(T_p, minus_e), point.n, w * transposed_times(point.V, T_v));
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      const Real S(at[end]->position[j]);
      const Real dS(at[end]->slope[j]);
      dF[j] = multiply_add(dS, H, multiply_add(S, G, dF[j]));
      d_rho[j] = multiply_add(dS, rho_slope, multiply_add(S, rho, d_rho[j]));
      dT[j] = multiply_add(dS, T_slope, multiply_add(S, T_p, dT[j]));
    }
  }
  const Vec2<Real> minus_F = Real(-1.0) * F;
  for (std::size_t j = 0; j < kElementVectors; ++j) {
    a.rows[j] = add_outer(multiply_add(share[0], dF[j], a.rows[j]), minus_F, d_rho[j]);
    b.rows[j] = add_outer(multiply_add(share[1], dF[j], b.rows[j]), F, d_rho[j]);
    coupling.d_torque_rows[j] = multiply_add(Real(-circle.radius), dT[j], coupling.d_torque_rows[j]);
  }
  // dv_t = −R c_v dθ, and the bristle depends on α − θ
  const Real T_theta = -(f.T_v * circle.radius * c_v) - f.T_alpha;
  coupling.d_torque = coupling.d_torque - circle.radius * T_theta;
  const Vec2<Real> d_angle = T_theta * t;
  a.d_angle = multiply_add(share[0], d_angle, a.d_angle);
  b.d_angle = multiply_add(share[1], d_angle, b.d_angle);
}

// Subtracts the force on a point, and its derivatives, from residual and tangent of the element. In terms of r and r'
// at the point the force on r is F, and the force on r' is Eᵀ F.
template <bool kTangent, class Real>
inline void map_point(const LoadedPoint<Real>& point, const ContactPoint& at, ElementSystem<Real>& system,
                      PulleyCoupling<Real>& coupling) {
  const SurfacePoint<Real>& s = *point.surface;
  const Vec2<Real> minus_n = Real(-s.lever) * s.n;
  const Real F_e = dot(point.force, s.e);
  const Vec2<Real> slope_force = F_e * minus_n;  // Eᵀ F
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    system.residual[i] = multiply_add(Real(-at.position[i]), point.force, system.residual[i]);
    system.residual[i] = multiply_add(Real(-at.slope[i]), slope_force, system.residual[i]);
  }
  if constexpr (kTangent) {
    // d(Eᵀ F) at fixed F: (Y/|r'|²) [ (e·F) (n eᵀ + e nᵀ) − (n·F) n nᵀ ] dr'
    const Real scale = s.lever * s.inverse_stretch;
    const Vec2<Real> with_n = scale * (F_e * s.e - dot(point.force, s.n) * s.n);
    const Mat2<Real> geometric = add_outer(outer(s.n, with_n), (scale * F_e) * s.e, s.n);
    const Vec2<Real> slope_angle = dot(point.d_angle, s.e) * minus_n;
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      const Mat2<Real>& row = point.rows[j];
      const Vec2<Real> row_e = transposed_times(row, s.e);  // eᵀ row
      const Mat2<Real> slope_row = add_outer(Real(at.slope[j]) * geometric, minus_n, row_e);
      for (std::size_t i = 0; i < kElementVectors; ++i) {
        system.tangent[i][j] = multiply_add(Real(-at.position[i]), row, system.tangent[i][j]);
        system.tangent[i][j] = multiply_add(Real(-at.slope[i]), slope_row, system.tangent[i][j]);
      }
      coupling.d_residual[j] = multiply_add(Real(-at.position[j]), point.d_angle, coupling.d_residual[j]);
      coupling.d_residual[j] = multiply_add(Real(-at.slope[j]), slope_angle, coupling.d_residual[j]);
    }
  }
}

// Work arrays of add_contact(): the ends and the segments of the elements.
template <class Real>
struct ContactScratch {
  std::vector<SurfacePoint<Real>> points;
  std::vector<SegmentKinematics<Real>> kinematics;
  std::vector<SegmentForce<Real>> forces;

  explicit ContactScratch(std::size_t n_segments)
      : points(n_segments + 1), kinematics(n_segments), forces(n_segments) {}
};

// Computes the kinematics of segments, and their contact forces by the laws of their pulleys.
template <bool kTangent, ContactFriction kFriction, class Real, class Store>
inline void find_contact_forces(std::span<const ContactPoint> points, const ElementMotion<Real>& motion,
                                const CircleContact<Real>& circle, const Real& pulley_index, const ContactLaws& laws,
                                const ContactStep& step, const Store& store, ContactScratch<Real>& scratch) {
  constexpr SlipMeasure kMeasure = kFriction == ContactFriction::paper ? SlipMeasure::velocity : SlipMeasure::angle;
  const std::size_t n = points.size() - 1;
  const auto index = contact::value_of(pulley_index);
  scratch.points[0] = surface_point<kTangent>(points[0].position, points[0].slope, motion, circle.surface_offset);
  for (std::size_t s = 0; s < n; ++s) {
    scratch.points[s + 1] =
        surface_point<kTangent>(points[s + 1].position, points[s + 1].slope, motion, circle.surface_offset);
    scratch.kinematics[s] = segment_kinematics(scratch.points[s], scratch.points[s + 1], circle, step.frame, kMeasure);
    scratch.forces[s] = {};
  }
  laws.normal.for_each(index, [&](const auto& law, const auto& here) {
    for (std::size_t s = 0; s < n; ++s) {
      apply_normal_contact<kFriction>(law, here, scratch.kinematics[s], store.memory(s), scratch.forces[s]);
    }
  });
  if constexpr (kFriction == ContactFriction::none) {
    for (std::size_t s = 0; s < n; ++s) forget(s, scratch.kinematics[s], laws.relaxed_mode, store);
  } else {
    laws.friction.for_each(index, [&](const auto& law, const auto& here) {
      // In mode `paper` all laws are bristles; mode `consistent` has no bristles of this kind, which need checks.
      using Law = std::decay_t<decltype(law)>;
      if constexpr ((kFriction == ContactFriction::paper) == std::is_same_v<Law, contact::Bristle>) {
        for (std::size_t s = 0; s < n; ++s) {
          if (is_apart(scratch.kinematics[s], scratch.forces[s])) {
            forget(s, scratch.kinematics[s], laws.relaxed_mode, store);
            continue;
          }
          apply_friction<kTangent, kFriction>(law, here, s, scratch.kinematics[s], store.memory(s), circle, step, store,
                                              scratch.forces[s]);
        }
      }
    });
  }
}

// Stores the trial memory of the segments for the evaluated state.
template <class Real, class Store>
inline void keep_trials(const Real& pulley_index, const Store& store, const ContactScratch<Real>& scratch) {
  using contact::select;
  const auto is_near = contact::value_of(pulley_index) >= contact::RealOf<Real>(0.0);
  for (std::size_t s = 0; s < scratch.forces.size(); ++s) {
    const SegmentKinematics<Real>& k = scratch.kinematics[s];
    const SegmentForce<Real>& f = scratch.forces[s];
    // Lanes without pulley have no contact.
    const Real gap = select(is_near, k.gap, Real(kNoContact));
    const SegmentTrial<Real> trial{.memory = {.radial = k.radial, .place = k.rho, .slip_velocity = k.v_t, .gap = gap},
                                   .normal = f.normal,
                                   .traction = f.traction,
                                   .state = f.state,
                                   .error = f.error};
    store.keep(s, trial);
  }
}

// Adds the contact of an element with the pulley `pulley_index`, a circle, to its system and to the coupling with the
// pulley. Reads the memory of the segments from the store, and writes their trial memory to it (SegmentStore). Returns
// whether a segment touches the pulley.
template <bool kTangent, ContactFriction kFriction, class Real, class Store>
inline bool add_contact(std::span<const ContactPoint> points, const ElementMotion<Real>& motion,
                        const CircleContact<Real>& circle, const Real& pulley_index, const ContactLaws& laws,
                        const ContactStep& step, const Store& store, ContactScratch<Real>& scratch,
                        ElementSystem<Real>& system, PulleyCoupling<Real>& coupling) {
  using contact::any;
  find_contact_forces<kTangent, kFriction>(points, motion, circle, pulley_index, laws, step, store, scratch);
  keep_trials(pulley_index, store, scratch);
  // The second end of a segment becomes the first end of the next one.
  std::array<LoadedPoint<Real>, 2> ends;
  bool is_loaded = false;
  bool any_touches = false;
  for (std::size_t s = 0; s + 1 < points.size(); ++s) {
    LoadedPoint<Real>& a = ends[s % 2];
    LoadedPoint<Real>& b = ends[(s + 1) % 2];
    const SegmentKinematics<Real>& k = scratch.kinematics[s];
    const SegmentForce<Real>& f = scratch.forces[s];
    const bool touches = any(contact::value_of(f.touches) > contact::RealOf<Real>(0.0));
    if (touches) {
      if (!is_loaded) clear<kTangent>(a);
      clear<kTangent>(b);
      a.surface = &scratch.points[s];
      b.surface = &scratch.points[s + 1];
      const Vec2<Real> F = f.normal * k.n + Real(k.share * f.traction) * k.t;
      a.force = multiply_add(Real(Real(1.0) - k.rho), F, a.force);
      b.force = multiply_add(k.rho, F, b.force);
      coupling.torque = coupling.torque - circle.radius * f.traction;
      if constexpr (kTangent) {
        add_segment_rows(k, f, circle, step, {&points[s], &points[s + 1]}, a, b, coupling);
      }
    }
    if (touches || is_loaded) map_point<kTangent>(a, points[s], system, coupling);
    is_loaded = touches;
    any_touches = any_touches || touches;
  }
  if (is_loaded) map_point<kTangent>(ends[(points.size() - 1) % 2], points.back(), system, coupling);
  return any_touches;
}

}  // namespace beltdyn::lagrangian::ancf
