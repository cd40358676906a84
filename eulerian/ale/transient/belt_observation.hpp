// SPDX-License-Identifier: MIT
#pragma once

#include "core/numerics/solve/cyclic_chain_layout.hpp"
#include "eulerian/ale/contact/contact_point.hpp"
#include "eulerian/ale/element/ale_element.hpp"

namespace beltdyn::eulerian::ale {

// Energy and power of the belt, by the quadrature of the equations of motion. Their semi-discrete solutions obey
//
//     d(kinetic + elastic + potential)/dt = contact − axial_damping − bending_damping.
//
// The rest of the power at the contacts goes to the pulleys: contact + Σ M_k ω_k = −slip_loss, with the torque M_k of
// the belt on pulley k. The loss contains the power stored in bristles and penalty springs, and the power dissipated by
// slip and by their damping.
struct BeltEnergy {
  double kinetic{};    // ½ ∫ ρ |v|² ds [J]
  double elastic{};    // ½ ∫ EA (λ − λ₀)² + EI K² ds [J]
  double potential{};  // −∫ ρ g·r ds [J]
  double total() const { return kinetic + elastic + potential; }
};
struct BeltPower {
  double contact{};          // of the pulleys on the belt [W]
  double axial_damping{};    // ≥ 0 [W]
  double bending_damping{};  // ≥ 0 [W]
};

// The results at a point of an element.
template <class Real>
struct PointValues {
  Real material;            // s [m]
  Vec2<Real> position;      // [m]
  Real strain;              // λ − 1 [-]
  Real force;               // axial [N]
  Real speed;               // along the belt [m/s]
  Vec2<Real> acceleration;  // of the particle [m/s²]
};
inline constexpr std::size_t kPointValues = 8;

// Acceleration of the particle, a = v_t + c v_σ, with the flow c = −s_t/s_σ of particles over the mesh and v = r_t + c
// r_σ.
template <class Real>
inline Vec2<Real> acceleration_of(const MeshPoint<Real>& p) {
  const Real one_over_g = inverse(p.g);
  const Real c = Real(-p.s_t * one_over_g);
  const Real c_t = Real(-(p.s_tt + c * p.g_t) * one_over_g);
  const Real c_sigma = Real(-(p.g_t + c * p.g_s) * one_over_g);
  const Vec2<Real> v_t = p.r_tt + c_t * p.u + c * p.u_t;
  const Vec2<Real> v_sigma = p.u_t + c_sigma * p.u + c * p.w;
  return v_t + c * v_sigma;
}

template <class Real>
inline PointValues<Real> point_values(const BeltSection& section, const ElementRules& rules,
                                      const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields,
                                      const RulePoint& place) {
  using std::sqrt;
  const PointReader<Real, Real> at(geometry, fields, place);
  MeshPoint<Real> p = at.strained(true);
  p.stretch_slope = StretchAlong<Real, Real>(geometry, fields, rules.axial).slope(place.xi);
  p.r = at.vector(fields.r, 0, Follows::nothing);
  p.s = at.scalar(fields.s, 0, Follows::nothing);
  p.r_t = at.vector(fields.r_t, 0, Follows::nothing);
  p.r_tt = at.vector(fields.r_tt, 0, Follows::nothing);
  p.s_tt = at.scalar(fields.s_tt, 0, Follows::nothing);
  const Real length = Real(sqrt(dot(p.u, p.u)));
  const Vec2<Real> velocity = p.r_t + Real(-p.s_t / p.g) * p.u;
  return {.material = p.s,
          .position = p.r,
          .strain = Real(length / p.g - Real(1.0)),
          .force = axial(section, p).tension,
          .speed = Real(dot(velocity, p.u) / length),
          .acceleration = acceleration_of(p)};
}

// The results of all elements for rows of the history, laid out for lanes. Points are the first node and the middle of
// each element, shape rows × 2 × kPointValues × lanes; the other arrays have the shape rows × points of an element ×
// lanes.
struct BeltObservation {
  BeltObservation(const numerics::CyclicChainLayout& layout, std::size_t contact_points)
      : points(layout.size(2 * static_cast<int>(kPointValues))),
        material(layout.size(static_cast<int>(contact_points))),
        stretch(material.size()),
        length(material.size()),
        slip_velocity(material.size()) {}

  numerics::AlignedVector points;
  numerics::AlignedVector material;       // s of the contact points [m]
  numerics::AlignedVector stretch;        // λ at the contact points [-]
  numerics::AlignedVector length;         // length of belt that a contact point represents [m]
  numerics::AlignedVector slip_velocity;  // in the friction law, where there is pressure [m/s]
};

}  // namespace beltdyn::eulerian::ale
