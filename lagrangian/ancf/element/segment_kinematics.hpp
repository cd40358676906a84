// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "core/contact/scalar.hpp"
#include "lagrangian/ancf/element/cable_element.hpp"

namespace beltdyn::lagrangian::ancf {

// The directions of contact forces: normal to the segment and along it, or radially from the centre of the pulley and
// around it ([Ntarladima 2023] Section 2.5). Inside a segment both normals agree.
enum class ContactFrame { segment, center };
inline constexpr std::array<std::string_view, 2> kContactFrameNames{"segment", "center"};

// A pulley as a segment sees it; the laws of its contact are in a contact::LawTable.
template <class Real>
struct CircleContact {
  Vec2<Real> center{};      // [m]
  Real radius{};            // R, of the surface [m]
  Real contact_radius{};    // R_c, of the touched places of the belt in contact: R, or more for its centre line [m]
  Real rolling_radius{};    // ϱ₀ of contact::RigidSurface, 0: the contact is not rigid [m]
  Real turn{};              // angle turned in this step [rad]
  Real angular_velocity{};  // ω [rad/s]
  Real surface_offset{};    // of the touched places from the centre line, positive to the left of the belt [m]
  Vec2<Real> velocity{};    // of the centre [m/s]
};

// A point of the touched surface, p = r + Y n, with the offset Y and the left normal n, and its derivatives by r and
// r': dp = dr + E dr', E = −(Y/|r'|) e nᵀ, dv = c_v dp + V dr'.
template <class Real>
struct SurfacePoint {
  Vec2<Real> p;
  Vec2<Real> v;
  Vec2<Real> e;  // r'/|r'|
  Vec2<Real> n;  // e turned by +90°
  Real lever;    // Y/|r'|
  Real inverse_stretch;
  Mat2<Real> V;
};

template <bool kTangent, class Real>
inline SurfacePoint<Real> surface_point(const Shape& position, const Shape& slope, const ElementMotion<Real>& motion,
                                        const Real& offset) {
  using std::sqrt;
  const Vec2<Real> r = interpolate(position, motion.q);
  const Vec2<Real> dr = interpolate(slope, motion.q);
  const Vec2<Real> v = interpolate(position, motion.v);
  const Vec2<Real> dv = interpolate(slope, motion.v);
  SurfacePoint<Real> point;
  point.inverse_stretch = Real(1.0) / sqrt(dot(dr, dr));
  point.e = point.inverse_stretch * dr;
  point.n = perpendicular(point.e);
  point.lever = offset * point.inverse_stretch;
  const Real turning = dot(point.n, dv);  // |r'| times the angular velocity of the section
  point.p = multiply_add(offset, point.n, r);
  point.v = multiply_add(Real(-(point.lever * turning)), point.e, v);
  if constexpr (kTangent) {
    // V = (Y/|r'|²) [ (e·v') e nᵀ + (n·v') (e eᵀ − n nᵀ) ]
    const Real scale = point.lever * point.inverse_stretch;
    const Vec2<Real> with_e = scale * (dot(point.e, dv) * point.n + turning * point.e);
    point.V = add_outer(outer(point.e, with_e), Real(-(scale * turning)) * point.n, point.n);
  }
  return point;
}

// What friction measures: the velocity of the belt on the surface of the pulley, as in the paper, or its angular
// velocity around the centre. By the angle, belt that sticks turns as fast as the pulley at any depth of contact.
enum class SlipMeasure { velocity, angle };

// The point of a segment closest to a circle, and its motion ([Ntarladima 2023] Eqs. (14)-(19)).
template <class Real>
struct SegmentKinematics {
  Real rho;             // ρ of the closest point: 0 and 1 at the ends of the segment
  Real interior;        // 1 for 0 < ρ < 1, 0 at an end
  Vec2<Real> chord;     // p₁ − p₀
  Vec2<Real> distance;  // D, from the centre to the closest point
  Vec2<Real> radial;    // D/|D|
  Vec2<Real> n;         // away from the pulley
  Vec2<Real> t;         // n turned by +90°
  Real side;            // in the segment frame: +1 if n is the left normal of the chord
  Real inverse_chord;
  Real inverse_distance;
  Real gap;             // g = |D| − R_c
  Vec2<Real> velocity;  // of the closest point of the belt, relative to the centre of the pulley
  Real v_n;             // [m/s]
  Real share;           // a: R/|D| if slip is measured by the angle, R/ϱ₀ on a rigid surface, else 1
  Real share_rate;      // da/d|D| [1/m]
  Real v_t;             // of the belt relative to the pulley, on its surface: a v·t − R ω [m/s]
};

template <class Real>
inline SegmentKinematics<Real> segment_kinematics(const SurfacePoint<Real>& a, const SurfacePoint<Real>& b,
                                                  const CircleContact<Real>& circle, ContactFrame frame,
                                                  SlipMeasure measure) {
  using numerics::select;
  using std::sqrt;
  SegmentKinematics<Real> k;
  k.chord = b.p - a.p;
  const Real inverse_square = Real(1.0) / dot(k.chord, k.chord);
  const Real rho = dot(circle.center - a.p, k.chord) * inverse_square;
  k.interior = select(rho > Real(0.0), select(rho < Real(1.0), Real(1.0), Real(0.0)), Real(0.0));
  k.rho = select(rho > Real(0.0), select(rho < Real(1.0), rho, Real(1.0)), Real(0.0));
  k.distance = multiply_add(k.rho, k.chord, a.p) - circle.center;
  const Real d = sqrt(dot(k.distance, k.distance));
  k.inverse_distance = Real(1.0) / d;
  k.radial = k.inverse_distance * k.distance;
  k.inverse_chord = sqrt(inverse_square);
  const Vec2<Real> left = k.inverse_chord * perpendicular(k.chord);
  k.side = select(dot(left, k.distance) < Real(0.0), Real(-1.0), Real(1.0));
  k.n = frame == ContactFrame::segment ? k.side * left : k.radial;
  k.t = perpendicular(k.n);
  k.gap = d - circle.contact_radius;
  k.velocity = multiply_add(k.rho, b.v - a.v, a.v) - circle.velocity;
  k.v_n = dot(k.velocity, k.n);
  const bool by_angle = measure == SlipMeasure::angle;
  k.share = by_angle ? Real(circle.radius * k.inverse_distance) : Real(1.0);
  k.share_rate = by_angle ? Real(-(k.share * k.inverse_distance)) : Real(0.0);
  if (by_angle) {
    const auto is_rigid = circle.rolling_radius > Real(0.0);
    // With the velocity ϱ ω at both ends, a step of the trapezoidal rule turns by 2 atan(Δ/2) instead of Δ = h ω.
    const Real turn(contact::value_of(circle.turn));
    const Real turned = Real(1.0) - Real(1.0 / 12.0) * turn * turn;
    k.share = select(is_rigid, Real(circle.radius / circle.rolling_radius * turned), k.share);
    k.share_rate = select(is_rigid, Real(0.0), k.share_rate);
  }
  k.v_t = k.share * dot(k.velocity, k.t) - circle.radius * circle.angular_velocity;
  return k;
}

}  // namespace beltdyn::lagrangian::ancf
