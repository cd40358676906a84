// SPDX-License-Identifier: MIT
// The contact points of a SteadySystem, and the path of a particle from one to the next.
#include <cmath>
#include <type_traits>

#include "eulerian/ale/contact/contact_margin.hpp"
#include "eulerian/ale/steady/steady_system.hpp"

namespace beltdyn::eulerian::ale {

// A vector whose derivative by the place, or by the velocity, of the mount is ∂C/∂u.
template <class T>
Vec2<T> SteadySystem::with_mount(const Vec2<double>& value, const Vec2<double>& by_mount, std::size_t direction) {
  Vec2<T> v{T(value.x), T(value.y)};
  if constexpr (std::is_same_v<T, MountDual>) {
    v.x.d[direction] = by_mount.x;
    v.y.d[direction] = by_mount.y;
  }
  return v;
}

template <class T>
T SteadySystem::raise_of(const ElementState& element, std::size_t pulley, By by) const {
  const ContactCircle<double>& circle = pulleys_[pulley].circle;
  T mean(0.0);
  if (!is_raised(circle)) return mean;
  const Follows places = follows_places<T>(by);
  for (const RulePoint& place : equations_.model().contact_rule) {
    const PointReader<T, double> at(element.geometry, element.fields, place);
    MeshPoint<T> p{};
    p.r = at.vector(element.fields.r, 0, places);
    p.u = at.vector(element.fields.r, 1, places);
    p.w = at.vector(element.fields.r, 2, places);
    const Vec2<T> d = touched_place(p, circle.lever).x - with_mount<T>(circle.center, circle.by_mount, kMountPlace);
    using std::sqrt;
    mean = T(mean + place.weight * T(sqrt(dot(d, d)) - T(circle.contact_radius)));
  }
  return contact::RigidPatch::raise(circle.stiffening, mean);
}

template <class T>
SteadySystem::SteadyContactPoint<T> SteadySystem::contact_point(const ElementState& element, const RulePoint& place,
                                                                std::size_t pulley, double flux, const T& raise,
                                                                By by) const {
  using std::sqrt;
  const PointReader<T, double> at(element.geometry, element.fields, place);
  const Follows places = follows_places<T>(by);
  MeshPoint<T> p{};
  p.r = at.vector(element.fields.r, 0, places);
  p.u = at.vector(element.fields.r, 1, places);
  p.w = at.vector(element.fields.r, 2, places);
  if (by == By::velocities) {
    p.r_t = at.vector(element.fields.r_t, 0, Follows::velocities);
    p.u_t = at.vector(element.fields.r_t, 1, Follows::velocities);
    p.s_t = at.scalar(element.fields.s_t, 0, Follows::velocities);
  }
  const ContactCircle<double>& circle = pulleys_[pulley].circle;
  const TouchedPlace<T> touched = touched_place(p, circle.lever);
  const Vec2<T> d = touched.x - with_mount<T>(circle.center, circle.by_mount, kMountPlace);
  SteadyContactPoint<T> point;
  point.along = touched.x_sigma;
  point.g = at.scalar(element.fields.s, 1, places);
  point.distance = T(sqrt(dot(d, d)));
  const T one_over = inverse(point.distance);
  point.s = at.scalar(element.fields.s, 0, places);
  point.radial = one_over * d;
  T G(flux);
  if constexpr (std::is_same_v<T, PointDual>) {
    if (by == By::places) G.d[kFlux] = 1.0;
    if (by == By::velocities) G.d = T(-p.s_t).d;
  }
  const T flow = T(G * inverse(point.g));
  contact::GapStateOf<T> state{.gap = T(point.distance - T(circle.contact_radius) - raise),
                               .gap_rate = T(flow * dot(point.radial, point.along))};
  const Vec2<T> axis_velocity = with_mount<T>(circle.axis_velocity, circle.by_mount, kMountSpeed);
  Vec2<T> across{T(-axis_velocity.x), T(-axis_velocity.y)};
  if (by == By::velocities) across = across + touched.x_t;
  state.gap_rate = T(state.gap_rate + dot(point.radial, across));
  std::visit(
      [&](const auto& law) {
        point.margin = contact_margin(law, state);
        point.pressure = law.respond(state).normal_force;
      },
      equations_.model().laws.normal.of_pulley(pulley));
  // −f per unit of traction and its work along the belt, as in evaluate_contact().
  const Vec2<T> around = numerics::perpendicular(point.radial);
  const T along = T(circle.radius * one_over);
  const T work = T(along * dot(around, point.along));
  point.per.r = T(-(point.g * along)) * around;
  point.per.u = T(point.g * along * dot(around, touched.t)) * touched.moment_by_u;
  point.per.s = work;
  point.moment_per = T(-(circle.radius * point.g));
  point.speed = T(flow * work + along * dot(around, across));
  return point;
}

template <class T>
std::vector<SteadySystem::SteadyContactPoint<T>> SteadySystem::contact_points(double flux, By by) const {
  std::vector<SteadyContactPoint<T>> all;
  const auto size = static_cast<std::size_t>(kPoints * n());
  if (pulleys_.empty()) return std::vector<SteadyContactPoint<T>>(size);
  all.reserve(size);
  for (int e = 0; e < n(); ++e) {
    if (e == equations_.model().mesh.n_elements()) break;
    const ElementState element = element_state(equations_, e, kRates);
    const T raise = raise_of<T>(element, pulley_index(kPoints * e), by);
    for (const RulePoint& place : equations_.model().contact_rule) {
      all.push_back(contact_point<T>(element, place, pulley_index(kPoints * e), flux, raise, by));
    }
  }
  // Leave out the element behind an open belt.
  all.resize(size);
  return all;
}

template <class T>
ElementSystem<double> SteadySystem::work_of_traction(int index, const SteadyContactPoint<T>& here) const {
  const ElementState element = element_state(equations_, index / kPoints);
  const RulePoint& place = equations_.model().contact_rule[static_cast<std::size_t>(index % kPoints)];
  const PointReader<T, double> at(element.geometry, element.fields, place);
  HermiteForces<double> forces;
  add_force(here.per, {.r = true, .s = true}, at, forces);
  return system_of(element.geometry, element.fields, forces, numerics::kIsDual<T>);
}

template <class T>
bool SteadySystem::enters(int index, const std::vector<SteadyContactPoint<T>>& contact_points) const {
  if (!(numerics::value_of(contact_points[static_cast<std::size_t>(index)].pressure) > 0.0)) return false;
  const auto last = static_cast<std::size_t>(before(index));
  return !(numerics::value_of(contact_points[last].pressure) > 0.0) || !may_continue(index);
}

// The place where contact begins lies in the element of this point or of the point before. It moves with the unknowns:
// with the margin c, dσ = −dc/c_σ at fixed σ, and the particle and the angle there change with it.
template <class T>
SteadySystem::Entry<T> SteadySystem::entry(int index, double flux, By by) const {
  const Rule& rule = equations_.model().contact_rule;
  const std::size_t pulley = pulley_index(index);
  const auto margin = [&](int element, double xi) {
    const ElementState state = element_state(equations_, element);
    return contact_point<double>(state, rule_point(xi, 0.0), pulley, flux, raise_of<double>(state, pulley)).margin;
  };
  Entry<T> found{.element = index / kPoints, .contact_point = {}};
  double inside = rule[static_cast<std::size_t>(index % kPoints)].xi;
  const int last = before(index);
  const double last_xi = rule[static_cast<std::size_t>(last % kPoints)].xi;
  double outside = last_xi;
  bool is_node = false;  // does contact begin at the begin of an element?
  if (last / kPoints != found.element) {
    outside = direction_ > 0 ? 0.0 : 1.0;
    if (margin(found.element, outside) > 0.0) {
      is_node = !(margin(last / kPoints, 1.0 - outside) > 0.0);
      if (is_node) {
        inside = outside;
      } else {
        found.element = last / kPoints;
        inside = 1.0 - outside;
        outside = last_xi;
      }
    }
  }
  constexpr double kPlace = 1e-14;
  if (margin(found.element, outside) > 0.0) {
    inside = outside;  // there is no place without contact: the point before belongs to another pulley
  }
  double c_inside = margin(found.element, inside);
  double c_outside = margin(found.element, outside);
  // Regula falsi, Illinois variant
  while (std::abs(inside - outside) > kPlace && c_outside != 0.0) {
    const double xi = inside - c_inside * (inside - outside) / (c_inside - c_outside);
    const double c = margin(found.element, xi);
    if (c == 0.0 || xi == inside || xi == outside) {
      inside = xi;
      break;
    }
    if (c > 0.0) {
      inside = xi;
      c_inside = c;
      c_outside *= 0.5;
    } else {
      outside = xi;
      c_outside = c;
      c_inside *= 0.5;
    }
  }
  const ElementState begin = element_state(equations_, found.element, kRates);
  found.contact_point =
      contact_point<T>(begin, rule_point(inside, 0.0), pulley, flux, raise_of<T>(begin, pulley, by), by);
  if (is_node) return found;
  if constexpr (numerics::kIsDual<T>) {
    constexpr double kDifference = 1e-4;
    const double h = equations_.model().mesh.lengths[static_cast<std::size_t>(found.element)];
    const auto beside = [&](double distance) {
      const ElementState state = element_state(equations_, found.element);
      return contact_point<double>(state, rule_point(inside + distance, 0.0), pulley, flux,
                                   raise_of<double>(state, pulley));
    };
    const SteadyContactPoint<double> behind = beside(-kDifference);
    const SteadyContactPoint<double> ahead = beside(kDifference);
    const double slope = (ahead.margin - behind.margin) / (2.0 * kDifference * h);
    const double gain = (ahead.speed - behind.speed) / (2.0 * kDifference * h);
    SteadyContactPoint<T>& at = found.contact_point;
    const Vec2<double> n_here{at.radial.x.value, at.radial.y.value};
    const Vec2<double> around = numerics::perpendicular(n_here);
    const double turn = turn_along(at);
    for (std::size_t i = 0; i < at.margin.d.size() && slope != 0.0; ++i) {
      const double moved = -at.margin.d[i] / slope;
      at.radial.x.d[i] += around.x * turn * moved;
      at.radial.y.d[i] += around.y * turn * moved;
      at.s.d[i] += at.g.value * moved;
      at.speed.d[i] += gain * moved;
    }
  }
  return found;
}

template <class T>
SteadySystem::SlipIncrement SteadySystem::slip_increment(int index, const SteadyContactPoint<T>& here,
                                                         const SteadyContactPoint<T>& there,
                                                         const Eigen::VectorXd& x) const {
  using numerics::value_of;
  const double radius = pulleys_[pulley_index(index)].circle.radius;
  const double flux = x[flux_at()];
  const int speed = speed_at(index);
  SlipIncrement slip_increment;
  slip_increment.length = value_of(here.s) - value_of(there.s);
  slip_increment.omega = speed < 0 ? loads_.speeds[pulley_index(index)] : x[speed];
  const double loop = equations_.model().reference_length;
  if (direction_ > 0 && slip_increment.length < 0.0) slip_increment.length += loop;
  if (direction_ < 0 && slip_increment.length > 0.0) slip_increment.length -= loop;
  const double angle = numerics::angle_between(Vec2<double>{value_of(there.radial.x), value_of(there.radial.y)},
                                               Vec2<double>{value_of(here.radial.x), value_of(here.radial.y)});
  slip_increment.slip = radius * (angle - slip_increment.omega * slip_increment.length / flux);
  slip_increment.first_velocity = value_of(there.speed) - radius * slip_increment.omega;
  slip_increment.last_velocity = value_of(here.speed) - radius * slip_increment.omega;
  slip_increment.rate = slip_increment.length == 0.0 ? 0.0 : flux / slip_increment.length;
  slip_increment.normal_force = value_of(here.pressure);
  return slip_increment;
}

template SteadySystem::MountDual SteadySystem::raise_of(const ElementState&, std::size_t, By) const;
template SteadySystem::SteadyContactPoint<SteadySystem::MountDual> SteadySystem::contact_point(
    const ElementState&, const RulePoint&, std::size_t, double, const MountDual&, By) const;
template SteadySystem::Entry<SteadySystem::MountDual> SteadySystem::entry(int, double, By) const;
template double SteadySystem::raise_of(const ElementState&, std::size_t, By) const;
template std::vector<SteadySystem::SteadyContactPoint<double>> SteadySystem::contact_points(double, By) const;
template std::vector<SteadySystem::SteadyContactPoint<SteadySystem::PointDual>> SteadySystem::contact_points(double,
                                                                                                             By) const;
template ElementSystem<double> SteadySystem::work_of_traction(int, const SteadyContactPoint<double>&) const;
template ElementSystem<double> SteadySystem::work_of_traction(int, const SteadyContactPoint<PointDual>&) const;
template bool SteadySystem::enters(int, const std::vector<SteadyContactPoint<double>>&) const;
template bool SteadySystem::enters(int, const std::vector<SteadyContactPoint<PointDual>>&) const;
template SteadySystem::Entry<double> SteadySystem::entry(int, double, By) const;
template SteadySystem::Entry<SteadySystem::PointDual> SteadySystem::entry(int, double, By) const;
template SteadySystem::SlipIncrement SteadySystem::slip_increment(int, const SteadyContactPoint<double>&,
                                                                  const SteadyContactPoint<double>&,
                                                                  const Eigen::VectorXd&) const;
template SteadySystem::SlipIncrement SteadySystem::slip_increment(int, const SteadyContactPoint<PointDual>&,
                                                                  const SteadyContactPoint<PointDual>&,
                                                                  const Eigen::VectorXd&) const;

}  // namespace beltdyn::eulerian::ale
