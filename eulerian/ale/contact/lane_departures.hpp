// SPDX-License-Identifier: MIT
#pragma once

#include "core/numerics/lanes/lane_math.hpp"
#include "eulerian/ale/contact/departure_search.hpp"

namespace beltdyn::eulerian::ale {

inline constexpr int kRootIterations = 20;
// The largest last correction of ξ [-]. Newton's method doubles the digits in each iteration: after this only rounding
// is left.
inline constexpr double kRootTolerance = 1e-7;

// ξ of the particle s in an element by Newton's method, s being nearly linear; not a number where s has no slope. Each
// lane stops by itself, so that no result depends on its neighbours. The search does not start from the last place
// found, whose rounding would depend on earlier trials.
template <class Real, class Mask>
inline Real place_of_particle(const Cubic<Real>& s, const Real& particle, const Mask& wanted) {
  using numerics::any;
  using numerics::select;
  using std::abs;
  const Real zero(0.0);
  const Real one(1.0);
  Real xi = (particle - s[0]) / Real(value(s, one) - s[0]);
  Mask goes_on = wanted;
  for (int i = 0; i < kRootIterations && any(goes_on); ++i) {
    Real next = xi + (particle - value(s, xi)) / slope(s, xi);
    next = select(next < zero, zero, select(next > one, one, next));
    const Real change = abs(Real(next - xi));
    xi = select(goes_on, next, xi);
    goes_on = goes_on && change > Real(kRootTolerance);
  }
  return xi;
}

// Finds the departure points of the contact points that begin at `at` in the arrays of a search, in the elements stored
// there, and stores their departure data where a pulley is near. Returns false if one of these has no departure point.
template <class Real>
inline bool find_departure(DepartureSearch& search, std::size_t at, const ContactCircle<Real>& circle,
                           const ContactStore<Real>& store) {
  using numerics::any;
  using numerics::load;
  constexpr std::size_t W = numerics::kLanes<Real>;
  const auto is_near = load<Real>(search.is_near.data() + at) > Real(0.0);
  if (!any(is_near)) return true;
  const double* from = search.cubics.data() + at * kCubicEntries;
  ElementCubics<Real> cubics;
  for (std::size_t i = 0; i < 4; ++i) {
    cubics.s[i] = load<Real>(from + i * W);
    cubics.x[i] = load<Real>(from + (4 + i) * W);
    cubics.y[i] = load<Real>(from + (8 + i) * W);
  }
  const Real xi = place_of_particle(cubics.s, load<Real>(search.local.data() + at), is_near);
  if (any(is_near && !(xi >= Real(0.0)))) return false;
  const Real xi_by_s = inverse(slope(cubics.s, xi));
  numerics::store(xi, search.xi.data() + at);
  numerics::store(xi_by_s, search.xi_by_s.data() + at);
  store.keep_departure(is_near, departure_at(cubics, xi, xi_by_s, circle, load<Real>(search.raise.data() + at)));
  return true;
}

}  // namespace beltdyn::eulerian::ale
