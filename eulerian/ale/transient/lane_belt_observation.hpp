// SPDX-License-Identifier: MIT
#pragma once

#include "eulerian/ale/contact/contact_fields.hpp"
#include "eulerian/ale/transient/belt_observation.hpp"

namespace beltdyn::eulerian::ale {

// Calls visit(point, dσ) at the points of a rule in an element.
template <class Real, class Visit>
inline void for_each_point(const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields, const Rule& rule,
                           const Visit& visit) {
  for (const RulePoint& point : rule) {
    const PointReader<Real, Real> at(geometry, fields, point);
    MeshPoint<Real> p = at.strained(true);
    p.r = at.vector(fields.r, 0, Follows::nothing);
    p.r_t = at.vector(fields.r_t, 0, Follows::nothing);
    visit(p, at.weight());
  }
}

template <class Real>
struct ElementEnergy {
  Real kinetic = Real(0.0);
  Real elastic = Real(0.0);
  Real potential = Real(0.0);
};

template <class Real>
inline ElementEnergy<Real> element_energy(const BeltSection& section, const ElementRules& rules,
                                          const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields) {
  using std::sqrt;
  ElementEnergy<Real> energy;
  for_each_point(geometry, fields, rules.axial, [&](const MeshPoint<Real>& p, const Real& dsigma) {
    const Real strain = Real(sqrt(dot(p.u, p.u))) / p.g - Real(section.natural_stretch);
    energy.elastic += Real(0.5 * section.axial_stiffness) * strain * strain * p.g * dsigma;
  });
  for_each_point(geometry, fields, rules.bending, [&](const MeshPoint<Real>& p, const Real& dsigma) {
    const Real curvature = cross(p.u, p.w) / (dot(p.u, p.u) * p.g);
    energy.elastic += Real(0.5 * section.bending_stiffness) * curvature * curvature * p.g * dsigma;
  });
  const Vec2<Real> gravity{Real(section.gravity.x), Real(section.gravity.y)};
  for_each_point(geometry, fields, rules.inertia, [&](const MeshPoint<Real>& p, const Real& dsigma) {
    const Vec2<Real> v = p.r_t - Real(p.s_t / p.g) * p.u;
    const Real mass = Real(section.mass_per_length) * p.g * dsigma;
    energy.kinetic += Real(0.5) * mass * dot(v, v);
    energy.potential -= mass * dot(gravity, p.r);
  });
  return energy;
}

// Power of axial damping, d (dλ/dt)², computed from the force that damping adds.
template <class Real>
inline Real axial_damping_power(const BeltSection& section, const ElementRules& rules,
                                const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields) {
  using std::sqrt;
  Real power(0.0);
  const StretchAlong<Real, Real> along(geometry, fields, rules.axial);
  for (const RulePoint& point : rules.axial) {
    const PointReader<Real, Real> at(geometry, fields, point);
    MeshPoint<Real> p = at.strained(true);
    p.stretch_slope = along.slope(point.xi);
    const Real stretch = Real(sqrt(dot(p.u, p.u))) / p.g;
    const Real elastic = Real(section.axial_stiffness) * (stretch - Real(section.natural_stretch));
    const Real damping = axial(section, p).tension - elastic;
    power += damping * damping * Real(1.0 / section.axial_damping) * p.g * at.weight();
  }
  return power;
}

// Power of a contact point on the belt under this pressure and traction. In rigid contact it includes the energy stored
// per reference length, see evaluate_contact().
template <class Real>
inline Real contact_power(const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields,
                          const RulePoint& place, const ContactCircle<Real>& circle, const Real& pressure,
                          const Real& traction, const Real& stored) {
  using numerics::select;
  using std::sqrt;
  const PointReader<Real, Real> at(geometry, fields, place);
  MeshPoint<Real> p;
  p.r = at.vector(fields.r, 0, Follows::nothing);
  p.u = at.vector(fields.r, 1, Follows::nothing);
  p.g = at.scalar(fields.s, 1, Follows::nothing);
  p.w = at.vector(fields.r, 2, Follows::nothing);
  p.r_t = at.vector(fields.r_t, 0, Follows::nothing);
  p.u_t = at.vector(fields.r_t, 1, Follows::nothing);
  p.s_t = at.scalar(fields.s_t, 0, Follows::nothing);
  const Real g_t = at.scalar(fields.s_t, 1, Follows::nothing);
  const TouchedPlace<Real> touched = touched_place(p, circle.lever);
  const Vec2<Real> d = touched.x - circle.center;
  const Real one_over = inverse(Real(sqrt(dot(d, d))));
  const Vec2<Real> n = one_over * d;
  const Vec2<Real> friction = Real(traction * circle.radius * one_over) * numerics::perpendicular(n);
  const Real on_place = p.g * dot(pressure * n + friction, touched.x_t);
  const Real on_particle =
      p.s_t * dot(select(is_rigid(circle), Real(0.0), pressure) * n + friction, touched.x_sigma) + g_t * stored;
  return Real((on_place - on_particle) * at.weight());
}

}  // namespace beltdyn::eulerian::ale
