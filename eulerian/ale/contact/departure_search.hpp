// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"
#include "eulerian/ale/contact/contact_point.hpp"

namespace beltdyn::eulerian::ale {

// A field of an element at the last accepted time as a polynomial in ξ: coefficients of 1, ξ, ξ², ξ³.
template <class Real>
using Cubic = std::array<Real, 4>;
template <class Real>
struct ElementCubics {
  Cubic<Real> s;
  Cubic<Real> x;
  Cubic<Real> y;
};
inline constexpr std::size_t kCubicEntries = 12;

template <class Real>
inline Real value(const Cubic<Real>& c, const Real& xi) {
  return Real(c[0] + xi * (c[1] + xi * (c[2] + xi * c[3])));
}
template <class Real>
inline Real slope(const Cubic<Real>& c, const Real& xi) {
  return Real(c[1] + xi * (Real(2.0) * c[2] + xi * (Real(3.0) * c[3])));
}
template <class Real>
inline Real curving(const Cubic<Real>& c, const Real& xi) {
  return Real(Real(2.0) * c[2] + xi * (Real(6.0) * c[3]));
}

// The touched place of the belt at ξ of an element, and its derivative by ξ.
template <class Real>
struct TouchedAt {
  Vec2<Real> x;
  Vec2<Real> x_xi;
};
template <class Real>
inline TouchedAt<Real> touched_at(const ElementCubics<Real>& c, const Real& xi, const ContactCircle<Real>& circle) {
  const Vec2<Real> r{value(c.x, xi), value(c.y, xi)};
  const Vec2<Real> r_xi{slope(c.x, xi), slope(c.y, xi)};
  if (!has_lever(circle)) return {.x = r, .x_xi = r_xi};
  MeshPoint<Real> at_rest{};
  at_rest.r = r;
  at_rest.u = r_xi;
  at_rest.w = {curving(c.x, xi), curving(c.y, xi)};
  const TouchedPlace<Real> place = touched_place(at_rest, circle.lever);
  return {.x = place.x, .x_xi = place.x_sigma};
}

template <class Real>
inline Departure<Real> departure_at(const ElementCubics<Real>& c, const Real& xi, const Real& xi_by_s,
                                    const ContactCircle<Real>& circle, const Real& raise = Real(0.0)) {
  using std::sqrt;
  const TouchedAt<Real> at = touched_at(c, xi, circle);
  const Vec2<Real> d = at.x - circle.center;
  const Real distance = Real(sqrt(dot(d, d)));
  const Real one_over = inverse(distance);
  const Vec2<Real> n = one_over * d;
  return {.radial = n,
          .angle_by_s = Real(xi_by_s * dot(numerics::perpendicular(n), at.x_xi) * one_over),
          .gap = Real(distance - circle.contact_radius - raise),
          .gap_by_s = Real(xi_by_s * dot(n, at.x_xi)),
          .entered = Real(0.0),
          .flow = Real(0.0),
          .flow_by_angle = Real(0.0)};
}

// Arrays of the search for the departure points of all contact points, laid out for lanes like AleArrays::contacts:
// shapes rows × points of an element × lanes, of `cubics` rows × points × kCubicEntries × lanes.
struct DepartureSearch {
  DepartureSearch(const numerics::CyclicChainLayout& layout, std::size_t points_per_element)
      : particle(layout.size(static_cast<int>(points_per_element))),
        is_near(particle.size()),
        local(particle.size()),
        cubics(particle.size() * kCubicEntries),
        raise(particle.size()),
        xi(particle.size()),
        xi_by_s(particle.size()) {}

  numerics::AlignedVector particle;  // s of the trial state [m]
  numerics::AlignedVector is_near;   // 1 where a pulley is close enough for contact, else 0
  numerics::AlignedVector local;     // particle less whole loops, relative to the element in which it was [m]
  numerics::AlignedVector cubics;    // of the element in which the particle was
  numerics::AlignedVector raise;     // of the pulley surface at that element, see contact::RigidPatch [m]
  numerics::AlignedVector xi;        // departure point in that element [-]
  numerics::AlignedVector xi_by_s;   // [1/m]
};

}  // namespace beltdyn::eulerian::ale
