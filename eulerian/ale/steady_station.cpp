// SPDX-License-Identifier: MIT
// The contact points of SteadySystem, and the passage of a particle from one to the next.
#include <cmath>

#include "core/contact/tangent.hpp"
#include "eulerian/ale/steady_system.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Continuous where the pressure may jump, positive where a law presses; only its sign and its zero mean something.
template <class T>
T contact_margin(const contact::PenaltyNormal& law, const contact::GapStateOf<T>& state) {
  return law.unlimited(state).normal_force;
}
template <class T>
T contact_margin(const contact::KelvinVoigtNormal& law, const contact::GapStateOf<T>& state) {
  const T force = law.unlimited(state).normal_force;
  const T depth = T(-state.gap);
  return numerics::value_of(depth) < numerics::value_of(force) ? depth : force;
}

}  // namespace

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
  T G(flux);
  if constexpr (numerics::kIsDual<T>) G.d[kFlux] = 1.0;
  const T flow = T(G * inverse(point.g));
  const contact::GapStateOf<T> state{.gap = T(point.distance - T(circle.line_radius)),
                                     .gap_rate = T(flow * dot(point.radial, point.u))};
  std::visit(
      [&](const auto& law) {
        point.margin = contact_margin(law, state);
        point.pressure = law.respond(state).normal_force;
      },
      equations_.model().laws.normal.of_pulley(pulley));
  // −f per unit of traction and its work along the belt, as in touch()
  const Vec2<T> around = numerics::perpendicular(point.radial);
  const T along = T(circle.radius * one_over);
  const T work = T(along * dot(around, point.u));
  point.per.r = T(-(point.g * along)) * around;
  point.per.s = work;
  point.moment_per = T(-(circle.radius * point.g));
  point.speed = T(flow * work);
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
  const auto last = static_cast<std::size_t>(before(index));
  return !(numerics::value_of(stations[last].pressure) > 0.0) || !may_continue(index);
}

// The place where contact begins lies in the element of this point or in that of the point before. It moves with the
// unknowns: with the margin c, dσ = −dc/c_σ at fixed σ, and with it the particle and the angle.
template <class T>
SteadySystem::Entry<T> SteadySystem::entry(int index, double flux) const {
  const Rule& rule = equations_.model().contact_rule;
  const std::size_t pulley = owner(index);
  const auto margin = [&](int element, double xi) {
    return station<double>(element_state(equations_, element), rule_point(xi, 0.0), pulley, flux).margin;
  };
  Entry<T> found{.element = index / kPoints, .station = {}};
  double inside = rule[static_cast<std::size_t>(index % kPoints)].xi;
  const int last = before(index);
  const double last_xi = rule[static_cast<std::size_t>(last % kPoints)].xi;
  double outside = last_xi;
  if (last / kPoints != found.element) {
    outside = direction_ > 0 ? 0.0 : 1.0;
    if (margin(found.element, outside) > 0.0) {
      found.element = last / kPoints;
      inside = 1.0 - outside;
      outside = last_xi;
    }
  }
  constexpr double kPlace = 1e-14;
  if (margin(found.element, outside) > 0.0) {
    inside = outside;  // no place without contact: the point before belongs to another pulley
  }
  double c_inside = margin(found.element, inside);
  double c_outside = margin(found.element, outside);
  // Regula falsi with the change of Illinois
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
  found.station = station<T>(element_state(equations_, found.element), rule_point(inside, 0.0), pulley, flux);
  if constexpr (numerics::kIsDual<T>) {
    constexpr double kDifference = 1e-4;
    const double h = equations_.model().mesh.lengths[static_cast<std::size_t>(found.element)];
    const double slope = (margin(found.element, inside + kDifference) - margin(found.element, inside - kDifference)) /
                         (2.0 * kDifference * h);
    Station<T>& at = found.station;
    const Vec2<double> n_here{at.radial.x.value, at.radial.y.value};
    const Vec2<double> around = numerics::perpendicular(n_here);
    const double turn = (around.x * at.u.x.value + around.y * at.u.y.value) / at.distance.value;
    for (std::size_t i = 0; i < kDirections && slope != 0.0; ++i) {
      const double moved = -at.margin.d[i] / slope;
      at.radial.x.d[i] += around.x * turn * moved;
      at.radial.y.d[i] += around.y * turn * moved;
      at.s.d[i] += at.g.value * moved;
    }
  }
  return found;
}

template <class T>
SteadySystem::Way SteadySystem::way(int index, const Station<T>& here, const Station<T>& there,
                                    const Eigen::VectorXd& x) const {
  using numerics::value_of;
  const double radius = pulleys_[owner(index)].circle.radius;
  const double flux = x[flux_at()];
  const int speed = speed_at(index);
  Way way{.step = {},
          .length = value_of(here.s) - value_of(there.s),
          .omega = speed < 0 ? loads_.speeds[owner(index)] : x[speed]};
  const double loop = equations_.model().reference_length;
  if (direction_ > 0 && way.length < 0.0) way.length += loop;
  if (direction_ < 0 && way.length > 0.0) way.length -= loop;
  const double angle = numerics::angle_between(Vec2<double>{value_of(there.radial.x), value_of(there.radial.y)},
                                               Vec2<double>{value_of(here.radial.x), value_of(here.radial.y)});
  way.step = {.slip = radius * (angle - way.omega * way.length / flux),
              .velocity = value_of(here.speed) - radius * way.omega,
              .inverse_time_step = way.length == 0.0 ? 0.0 : flux / way.length,
              .normal_force = value_of(here.pressure)};
  return way;
}

namespace {

// What is remembered, as the history of a law.
template <class Law, class Memory>
typename Law::History history_of(const Law& law, const Memory& memory) {
  typename Law::History history{};
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    history.value[k] = memory.value[k];
    history.mode[k] = memory.mode[k];
  }
  return history;
}

}  // namespace

SteadySystem::Passage SteadySystem::passage(int index, const Way& way, const Memory& before) const {
  Passage passage;
  if (!(way.step.normal_force > 0.0)) return passage;
  passage.slip = way.step.slip;
  std::visit(
      [&](const auto& law) {
        auto trial = history_of(law, before);
        const contact::FrictionResponse response = law.respond(way.step, history_of(law, before), trial);
        passage.traction = response.traction;
        passage.state = response.state;
        for (std::size_t k = 0; k < law.memory_size(); ++k) {
          passage.memory.value[k] = trial.value[k];
          passage.memory.mode[k] = trial.mode[k];
        }
      },
      loads_.friction.of_pulley(owner(index)));
  return passage;
}

// With Δ = r (θ − θ_before − ω Δs/G), 1/h = G/Δs, and the velocity r_t + c r_σ of the belt along the surface less r ω.
SteadySystem::PassageTangent SteadySystem::passage_tangent(int index, const Way& way, const Memory& before,
                                                           const Station<StationDual>& here,
                                                           const Station<StationDual>& there) const {
  PassageTangent tangent;
  if (!(way.step.normal_force > 0.0)) return tangent;
  const double radius = pulleys_[owner(index)].circle.radius;
  const double rate = way.step.inverse_time_step;
  const double time = rate == 0.0 ? 0.0 : 1.0 / rate;
  const double turned = radius * way.omega * time;
  const double one_over_length = way.length == 0.0 ? 0.0 : 1.0 / way.length;
  const double flux = rate * way.length;
  const auto angle_by = [](const Station<StationDual>& point, std::size_t i) {
    return point.radial.x.value * point.radial.y.d[i] - point.radial.y.value * point.radial.x.d[i];
  };
  const auto gradient = [&](const auto& d) {
    PassageGradient g;
    // By the way Δs at fixed G, and by G at fixed Δs.
    const double by_length = -(d.slip * turned + d.inverse_time_step * rate) * one_over_length;
    const double by_flux = flux == 0.0 ? 0.0 : (d.slip * turned + d.inverse_time_step * rate) / flux;
    for (std::size_t i = 0; i < kDirections; ++i) {
      g.here[i] = d.slip * radius * angle_by(here, i) + by_length * here.s.d[i] + d.velocity * here.speed.d[i] +
                  d.normal_force * here.pressure.d[i];
      const double by_there = -d.slip * radius * angle_by(there, i) - by_length * there.s.d[i];
      if (i == kFlux) {
        g.here[i] += by_there + by_flux;
      } else {
        g.there[i] = by_there;
      }
    }
    g.speed = -radius * (d.slip * time + d.velocity);
    std::copy(d.memory.begin(), d.memory.end(), g.memory.begin());
    return g;
  };
  std::visit(
      [&](const auto& law) {
        const auto answer = contact::linearise(law, way.step, history_of(law, before));
        tangent.traction = gradient(answer.d_traction);
        for (std::size_t k = 0; k < law.memory_size(); ++k) tangent.memory[k] = gradient(answer.d_memory[k]);
      },
      loads_.friction.of_pulley(owner(index)));
  return tangent;
}

template std::vector<SteadySystem::Station<double>> SteadySystem::stations(double) const;
template std::vector<SteadySystem::Station<SteadySystem::StationDual>> SteadySystem::stations(double) const;
template bool SteadySystem::enters(int, const std::vector<Station<double>>&) const;
template bool SteadySystem::enters(int, const std::vector<Station<StationDual>>&) const;
template SteadySystem::Entry<double> SteadySystem::entry(int, double) const;
template SteadySystem::Entry<SteadySystem::StationDual> SteadySystem::entry(int, double) const;
template SteadySystem::Way SteadySystem::way(int, const Station<double>&, const Station<double>&,
                                             const Eigen::VectorXd&) const;
template SteadySystem::Way SteadySystem::way(int, const Station<StationDual>&, const Station<StationDual>&,
                                             const Eigen::VectorXd&) const;

}  // namespace beltdyn::eulerian::ale
