// SPDX-License-Identifier: MIT
#pragma once

#include "core/contact/lane_laws.hpp"
#include "core/numerics/angle.hpp"
#include "eulerian/ale/belt_laws.hpp"

namespace beltdyn::eulerian::ale {

// A pulley in the trial state of a step, as a contact point of the belt sees it. Forces and stiffnesses are per
// reference length of the belt.
template <class Real>
struct ContactCircle {
  Vec2<Real> center;         // C(φ) [m]
  Vec2<Real> arm;            // C − axis, of an eccentric pulley [m]
  Real radius{};             // r, of the surface [m]
  Real line_radius{};        // r + offset, of the centre line in contact [m]
  Real turn{};               // of the pulley since the last step [rad]
  Real angular_velocity{};   // ω [rad/s]
  Real normal_stiffness{};   // k [N/m²]
  Real normal_damping{};     // d [N s/m²]
  Real friction{};           // μ [-]
  Real bristle_stiffness{};  // K [N/m²]
  Real bristle_damping{};    // D [N s/m²]
};

// What a contact point fetches from the place where its particle was at the last accepted time, the foot of its
// characteristic: s_before(σ_foot) = s. `by_s` are derivatives by s.
template <class Real>
struct Foot {
  Vec2<Real> radial{};  // from the centre to the particle, of unit length
  Real angle_by_s{};    // of the angle around the centre [1/m]
  Real deflection{};    // z of the bristle [m]
  Real deflection_by_s{};
  Real gap{};  // > 0: the particle was not in contact [m]
  Real gap_by_s{};
};

enum class FrictionUse {
  none,      // no friction, e.g. at the static start
  sticking,  // bristles without limit, to predict where everything would slip
  full
};

template <class T>
struct ContactResult {
  using Real = typename numerics::RealOf<T>::Type;
  PointForce<T> force;  // r and s, per length of the mesh
  T moment{};           // of the belt on the pulley, about its axis, per length of the mesh [N]
  Real gap{};           // [m]
  Real pressure{};      // p ≥ 0 [N/m]
  Real bristle{};       // F of the bristle; the traction on the belt is −F counter-clockwise [N/m]
  Real deflection{};    // z at the end of the step [m]
  Real slips{};         // 0 in stick, ±1 along the slip [-]
  Real slip{};          // of the step, from the entry on [m]
};

// Contact with a circle by penalty and bristle. With d = r − C(φ), ϱ = |d|, n = d/ϱ, e = n turned by +90° and the gap
// g = ϱ − (r + offset):
//
//     pressure   p = max(0, −k g − d_n dg/dt)
//     slip       Δ = r (Δθ − Δφ), θ the angle of the particle around the centre, since the last step
//     bristle    F: the return map of contact::ElastoplasticCoulomb from z at the foot
//     force on the belt: f = p n − F (r/ϱ) e; the work F (r/ϱ) e·δr is that of F on the slip of the surface
//
// Particles that came into contact within the step count the part of their slip after the entry, where a gap that
// changes evenly was closed: (−g)/(g_foot − g), or nothing if damping alone presses and the gap is still open.
//
// `phi_direction` is the direction of T's derivatives that stands for φ; ω follows with velocity_rate.
template <class T>
inline ContactResult<T> touch(const ContactCircle<typename numerics::RealOf<T>::Type>& circle,
                              const Foot<typename numerics::RealOf<T>::Type>& foot, const MeshPoint<T>& p,
                              FrictionUse use, double step_length, double velocity_rate, std::size_t phi_direction) {
  using Real = typename numerics::RealOf<T>::Type;
  using numerics::select;
  using numerics::value_of;
  using std::sqrt;
  ContactResult<T> result;

  // The centre and its velocity C' ω, C' = arm turned by +90°, C'' = −arm.
  Vec2<T> center{T(circle.center.x), T(circle.center.y)};
  Vec2<T> center_by_phi{T(Real(-circle.arm.y)), T(circle.arm.x)};
  T omega(circle.angular_velocity);
  T turn(circle.turn);
  if constexpr (numerics::kIsDual<T>) {
    center.x.d[phi_direction] = Real(-circle.arm.y);
    center.y.d[phi_direction] = circle.arm.x;
    center_by_phi.x.d[phi_direction] = Real(-circle.arm.x);
    center_by_phi.y.d[phi_direction] = Real(-circle.arm.y);
    omega.d[phi_direction] = Real(velocity_rate);
    turn.d[phi_direction] = Real(1.0);
  }
  const Vec2<T> d = p.r - center;
  const T distance = T(sqrt(dot(d, d)));
  const T one_over = inverse(distance);
  const Vec2<T> n = one_over * d;
  const Vec2<T> e = numerics::perpendicular(n);
  const T gap = T(distance - T(circle.line_radius));
  result.gap = value_of(gap);

  const T c = T(-(p.s_t * inverse(p.g)));
  const T gap_rate = T(dot(n, p.r_t + c * p.u - omega * center_by_phi));
  T pressure = T(-(circle.normal_stiffness * gap) - circle.normal_damping * gap_rate);
  const Real touching = select(value_of(pressure) > Real(0.0), Real(1.0), Real(0.0));
  pressure = touching * pressure;
  result.pressure = value_of(pressure);

  T bristle(Real(0.0));
  if (use != FrictionUse::none) {
    T angle(numerics::angle_between(foot.radial, Vec2<Real>{value_of(n.x), value_of(n.y)}));
    T deflection(foot.deflection);
    T gap_before(foot.gap);
    if constexpr (numerics::kIsDual<T>) {
      for (std::size_t i = 0; i < p.s.d.size(); ++i) {
        const Real around = value_of(e.x) * d.x.d[i] + value_of(e.y) * d.y.d[i];
        angle.d[i] = around * value_of(one_over) - foot.angle_by_s * p.s.d[i];
        deflection.d[i] = foot.deflection_by_s * p.s.d[i];
        gap_before.d[i] = foot.gap_by_s * p.s.d[i];
      }
    }
    const Real enters = select(foot.gap > Real(0.0), Real(1.0), Real(0.0)) * touching;
    const Real arrives = select(value_of(gap) < Real(0.0), enters, Real(0.0));
    // A gap of 1 stands for one that is not asked for, so that the quotient is one of numbers.
    const T way = T(arrives * (gap_before - gap) + T(Real(Real(1.0) - arrives)));
    const T counted = T(T(Real(Real(1.0) - enters)) - arrives * (gap * inverse(way)));
    const T slip = T(counted * (circle.radius * (angle - turn)));
    const T damping_free = T(circle.bristle_stiffness * (deflection + slip));
    const Real damping_per_step = circle.bristle_damping * Real(1.0 / step_length);
    const T tried = T(damping_free + damping_per_step * slip);
    const T limit = T(circle.friction * pressure);
    const auto returned = contact::return_to_limit(value_of(tried), value_of(limit));
    const bool is_free = use == FrictionUse::sticking;
    const Real d_tried = is_free ? Real(1.0) : returned.d_tried;
    const Real d_limit = is_free ? Real(0.0) : returned.d_limit;
    bristle = T(touching * (d_tried * tried + d_limit * limit));
    const auto kept = [&](const Real& value) { return select(touching > Real(0.0), value, Real(0.0)); };
    result.slips = kept(d_limit);
    const Real stuck = value_of(deflection) + value_of(slip);
    const Real slipped =
        contact::deflection_of(value_of(bristle), circle.bristle_stiffness, damping_per_step, value_of(deflection));
    result.deflection = kept(select(d_limit == Real(0.0), stuck, slipped));
    result.slip = kept(value_of(slip));
    result.bristle = kept(value_of(bristle));
  }

  const T along = T(circle.radius * (one_over * bristle));  // F r/ϱ
  const Vec2<T> force = pressure * n - along * e;
  result.force.r = T(-p.g) * force;
  result.force.s = T(dot(force, p.u));
  result.moment = T(p.g * (circle.radius * bristle - dot(force, center_by_phi)));
  return result;
}

}  // namespace beltdyn::eulerian::ale
