// SPDX-License-Identifier: MIT
// The contact points of SteadySystem, and the passage of a bristle from one to the next.
#include <cmath>

#include "eulerian/ale/steady_system.hpp"

namespace beltdyn::eulerian::ale {

template <class T>
SteadySystem::Station<T> SteadySystem::station(const ElementState& element, const RulePoint& place, std::size_t pulley,
                                               double flux) const {
  using std::sqrt;
  const StepRates rates;
  const PointReader<T, double> at(element.geometry, place, rates);
  const Vec2<T> r = at.vector(element.fields.r, 0, 1.0);
  const ContactCircle<double>& circle = pulleys_[pulley].circle;
  const Vec2<T> d{T(r.x - T(circle.center.x)), T(r.y - T(circle.center.y))};
  Station<T> point;
  point.u = at.vector(element.fields.r, 1, 1.0);
  point.g = at.scalar(element.fields.s, 1, 1.0);
  point.distance = T(sqrt(dot(d, d)));
  const T one_over = inverse(point.distance);
  point.s = at.scalar(element.fields.s, 0, 1.0);
  point.radial = one_over * d;
  const T gap = T(point.distance - T(circle.line_radius));
  const T gap_rate = T(flux * (dot(point.radial, point.u) * inverse(point.g)));
  point.pressure = T(T(-(circle.normal_stiffness * gap)) - circle.normal_damping * gap_rate);
  // −f per unit of F and its work along the belt, as in touch()
  const Vec2<T> around = numerics::perpendicular(point.radial);
  const T along = T(circle.radius * one_over);
  point.per.r = T(point.g * along) * around;
  point.per.s = T(-(along * dot(around, point.u)));
  point.moment_per = T(circle.radius * point.g);
  return point;
}

template <class T>
std::vector<SteadySystem::Station<T>> SteadySystem::stations(double flux) const {
  std::vector<Station<T>> all;
  all.reserve(static_cast<std::size_t>(kPoints * n()));
  for (int e = 0; e < n(); ++e) {
    const ElementState element = element_state(equations_, e);
    for (const RulePoint& place : equations_.model().contact_rule) {
      all.push_back(station<T>(element, place, owner(kPoints * e), flux));
    }
  }
  return all;
}

template <class T>
bool SteadySystem::enters(int index, const std::vector<Station<T>>& stations) const {
  if (!(numerics::value_of(stations[static_cast<std::size_t>(index)].pressure) > 0.0)) return false;
  const int last = before(index);
  return !(numerics::value_of(stations[static_cast<std::size_t>(last)].pressure) > 0.0) || owner(last) != owner(index);
}

// The place where the pressure begins lies in the element of this point or in that of the point before. It moves with
// the unknowns: dσ = −dp/p_σ at fixed σ, and with it the particle and the angle.
template <class T>
SteadySystem::Entry<T> SteadySystem::entry(int index, double flux) const {
  const Rule& rule = equations_.model().contact_rule;
  const std::size_t pulley = owner(index);
  const auto pressure = [&](int element, double xi) {
    return station<double>(element_state(equations_, element), rule_point(xi, 0.0), pulley, flux).pressure;
  };
  Entry<T> found{.element = index / kPoints, .station = {}};
  double inside = rule[static_cast<std::size_t>(index % kPoints)].xi;
  const int last = before(index);
  const double last_xi = rule[static_cast<std::size_t>(last % kPoints)].xi;
  double outside = last_xi;
  if (last / kPoints != found.element) {
    outside = direction_ > 0 ? 0.0 : 1.0;
    if (pressure(found.element, outside) > 0.0) {
      found.element = last / kPoints;
      inside = 1.0 - outside;
      outside = last_xi;
    }
  }
  constexpr double kPlace = 1e-14;
  if (pressure(found.element, outside) > 0.0) {
    inside = outside;  // no place without pressure: the point before belongs to another pulley
  }
  double p_inside = pressure(found.element, inside);
  double p_outside = pressure(found.element, outside);
  // Regula falsi with the change of Illinois
  while (std::abs(inside - outside) > kPlace && p_outside != 0.0) {
    const double xi = inside - p_inside * (inside - outside) / (p_inside - p_outside);
    const double p = pressure(found.element, xi);
    if (p == 0.0 || xi == inside || xi == outside) {
      inside = xi;
      break;
    }
    if (p > 0.0) {
      inside = xi;
      p_inside = p;
      p_outside *= 0.5;
    } else {
      outside = xi;
      p_outside = p;
      p_inside *= 0.5;
    }
  }
  found.station = station<T>(element_state(equations_, found.element), rule_point(inside, 0.0), pulley, flux);
  if constexpr (numerics::kIsDual<T>) {
    constexpr double kDifference = 1e-4;
    const double h = equations_.model().mesh.lengths[static_cast<std::size_t>(found.element)];
    const double slope =
        (pressure(found.element, inside + kDifference) - pressure(found.element, inside - kDifference)) /
        (2.0 * kDifference * h);
    Station<T>& at = found.station;
    const Vec2<double> n_here{at.radial.x.value, at.radial.y.value};
    const Vec2<double> around = numerics::perpendicular(n_here);
    const double turn = (around.x * at.u.x.value + around.y * at.u.y.value) / at.distance.value;
    for (std::size_t i = 0; i < kElementUnknowns && slope != 0.0; ++i) {
      const double moved = -at.pressure.d[i] / slope;
      at.radial.x.d[i] += around.x * turn * moved;
      at.radial.y.d[i] += around.y * turn * moved;
      at.s.d[i] += at.g.value * moved;
    }
  }
  return found;
}

// The derivatives by the unknowns of two elements are put together by the caller.
template <class T>
SteadySystem::Passage SteadySystem::passage(int index, const Station<T>& here, const Station<T>& there, bool enters,
                                            const Eigen::VectorXd& x) const {
  using numerics::value_of;
  Passage way;
  const double pressure = value_of(here.pressure);
  if (!(pressure > 0.0)) return way;
  const ContactCircle<double>& circle = pulleys_[owner(index)].circle;
  const double K = loads_.stiffness * circle.bristle_stiffness;
  const double flux = x[flux_at()];
  const int unknown = unknown_of_[owner(index)];
  const double omega = unknown < 0 ? loads_.speeds[owner(index)] : x[flux_at() + 1 + unknown];
  double ds = value_of(here.s) - value_of(there.s);
  const double loop = equations_.model().reference_length;
  if (direction_ > 0 && ds < 0.0) ds += loop;
  if (direction_ < 0 && ds > 0.0) ds -= loop;
  const double D_h = ds == 0.0 ? 0.0 : loads_.stiffness * circle.bristle_damping * flux / ds;
  const double z_before = enters ? 0.0 : deflections_[static_cast<std::size_t>(before(index))];
  const double angle = numerics::angle_between(Vec2<double>{value_of(there.radial.x), value_of(there.radial.y)},
                                               Vec2<double>{value_of(here.radial.x), value_of(here.radial.y)});
  way.slip = circle.radius * (angle - omega * ds / flux);
  const double tried = K * (z_before + way.slip) + D_h * way.slip;
  const auto returned = contact::return_to_limit(tried, circle.friction * pressure);
  way.slips = returned.d_limit;
  way.force = returned.force;
  const double over = 1.0 / (K + D_h);
  way.deflection = (returned.force + D_h * z_before) * over;
  // The equation is z − (F + D_h z_before) over; in stick F* = (K + D_h) Δ + K z_before.
  const double by_slip = -returned.d_tried;
  way.by_before = enters ? 0.0 : -(returned.d_tried * K + D_h) * over;
  way.by_pressure = -returned.d_limit * circle.friction * over;
  way.by_angle = by_slip * circle.radius;
  way.by_way = -by_slip * circle.radius * omega / flux;
  way.by_flux = by_slip * circle.radius * omega * ds / (flux * flux);
  way.by_speed = -by_slip * circle.radius * ds / flux;
  way.force_by_own = K + D_h;
  way.force_by_before = enters ? 0.0 : -D_h;
  return way;
}

template std::vector<SteadySystem::Station<double>> SteadySystem::stations(double) const;
template std::vector<SteadySystem::Station<SteadySystem::StationDual>> SteadySystem::stations(double) const;
template bool SteadySystem::enters(int, const std::vector<Station<double>>&) const;
template bool SteadySystem::enters(int, const std::vector<Station<StationDual>>&) const;
template SteadySystem::Entry<double> SteadySystem::entry(int, double) const;
template SteadySystem::Entry<SteadySystem::StationDual> SteadySystem::entry(int, double) const;
template SteadySystem::Passage SteadySystem::passage(int, const Station<double>&, const Station<double>&, bool,
                                                     const Eigen::VectorXd&) const;
template SteadySystem::Passage SteadySystem::passage(int, const Station<StationDual>&, const Station<StationDual>&,
                                                     bool, const Eigen::VectorXd&) const;

}  // namespace beltdyn::eulerian::ale
