// SPDX-License-Identifier: MIT
// Small motions about the state of a SteadySystem.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "eulerian/ale/steady_system.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// Differences by a mount move an axis by this part of the radius, far less than the belt sinks in, or give it this part
// of the speed of the belt.
constexpr double kAxisWay = 1e-8;
constexpr double kAxisSpeed = 1e-4;

}  // namespace

std::vector<LinearContact> SteadySystem::linear_contacts(const Eigen::VectorXd& x) {
  Eigen::VectorXd residual;
  evaluate(x, residual);
  const double flux = x[flux_at()];
  const std::vector<Station<StationDual>> by_places = stations<StationDual>(flux, By::places);
  const std::vector<Station<StationDual>> by_velocities = stations<StationDual>(flux, By::velocities);
  std::vector<LinearContact> contacts;
  struct Mounted {
    std::size_t contact{};
    int index{};
    PassageTangent tangent;
  };
  std::vector<Mounted> mounted;
  std::vector<double> more(by_places.size(), 0.0);  // that a point counts, as one behind it counts less
  for (int k = 0; k < kPoints * n(); ++k) {
    const auto index = static_cast<std::size_t>(k);
    const Station<StationDual>& here = by_places[index];
    if (!(here.pressure.value > 0.0)) continue;
    const bool is_first = enters(k, by_places);
    const auto last = static_cast<std::size_t>(before(k));
    const auto from = [&](By by, const std::vector<Station<StationDual>>& all) {
      return is_first ? entry<StationDual>(k, flux, by)
                      : Entry<StationDual>{.element = before(k) / kPoints, .station = all[last]};
    };
    const Entry<StationDual> there = from(By::places, by_places);
    const Entry<StationDual> there_by_velocities = from(By::velocities, by_velocities);
    const Memory remembered = is_first ? Memory{} : passages_[last].memory;
    const Way passed = way(k, here, there.station, x);
    const PassageTangent tangent = passage_tangent(k, passed, remembered, here, there.station);
    const PassageTangent rates =
        passage_tangent(k, passed, remembered, by_velocities[index], there_by_velocities.station);
    const auto n_memory = static_cast<std::size_t>(memory_size(k));
    const auto answer = [n_memory](const PassageGradient& by, const PassageGradient& by_rates) {
      LinearContact::Answer a;
      a.there = by.there;
      a.there_rate = by_rates.there;
      a.memory.assign(by.memory.begin(), by.memory.begin() + static_cast<std::ptrdiff_t>(n_memory));
      a.slip = by.slip;
      a.first_velocity = by.first_velocity;
      a.last_velocity = by.last_velocity;
      std::copy_n(by.here.begin(), kElementUnknowns, a.here.begin());
      std::copy_n(by_rates.here.begin(), kElementUnknowns, a.here_rate.begin());
      return a;
    };
    LinearContact contact;
    contact.element = k / kPoints;
    contact.element_before = there.element;
    contact.point = k % kPoints;
    contact.before = is_first ? -1 : before(k);
    contact.pulley = owner(k);
    contact.radius = pulleys_[owner(k)].circle.radius;
    contact.time = passed.rate == 0.0 ? 0.0 : 1.0 / passed.rate;
    contact.traction = passages_[index].traction;
    contact.work = work_of_traction(k, here);
    contact.moment = mesh_weight(k) * here.moment_per.value;
    contact.by = answer(tangent.traction, rates.traction);
    for (std::size_t i = 0; i < kElementUnknowns; ++i) contact.d_moment[i] = mesh_weight(k) * here.moment_per.d[i];
    for (std::size_t m = 0; m < n_memory; ++m) {
      contact.memory_by.push_back(answer(tangent.memory[m], rates.memory[m]));
    }
    if (const std::optional<double> place = is_first ? std::nullopt : front(k, passed, remembered)) {
      const double shift = behind_limit(k, *place);
      contact.counts -= shift / mesh_weight(k);
      more[last] += shift / mesh_weight(before(k));
    }
    if (pulleys_[contact.pulley].is_mounted) {
      add_pull(contact, here, by_velocities[index]);
      mounted.push_back({.contact = contacts.size(), .index = k, .tangent = tangent});
    }
    contacts.push_back(std::move(contact));
  }
  for (const Mounted& m : mounted) add_mount(contacts[m.contact], m.index, m.tangent, flux);
  for (LinearContact& contact : contacts) {
    contact.counts += more[static_cast<std::size_t>(kPoints * contact.element + contact.point)];
  }
  return contacts;
}

namespace {

// The force on the pulley that goes with a unit of the quadrature: −g p n, and that of the traction.
template <class T, class Point>
Vec2<T> pull_of(const Point& point, double traction) {
  return T(-(point.g * point.pressure)) * point.radial + T(traction) * point.per.r;
}

}  // namespace

void SteadySystem::add_pull(LinearContact& contact, const Station<StationDual>& here,
                            const Station<StationDual>& by_velocities) const {
  const Vec2<double> way = pulleys_[contact.pulley].circle.by_mount;
  const double weight = mesh_weight(kPoints * contact.element + contact.point);
  contact.pull_of_traction = weight * (way.x * here.per.r.x.value + way.y * here.per.r.y.value);
  const Vec2<StationDual> pull = pull_of<StationDual>(here, contact.traction);
  const Vec2<StationDual> by_rates = pull_of<StationDual>(by_velocities, contact.traction);
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    contact.pull.here[i] = weight * (way.x * pull.x.d[i] + way.y * pull.y.d[i]);
    contact.pull.here_rate[i] = weight * (way.x * by_rates.x.d[i] + way.y * by_rates.y.d[i]);
  }
}

void SteadySystem::add_mount(LinearContact& contact, int index, const PassageTangent& tangent, double flux) {
  ContactCircle<double>& circle = pulleys_[contact.pulley].circle;
  const ContactCircle<double> at_rest = circle;
  const double size = std::hypot(at_rest.by_mount.x, at_rest.by_mount.y);
  const double way = kAxisWay * at_rest.radius / size;
  const double speed = kAxisSpeed * std::abs(flux) / size;
  const auto last = static_cast<std::size_t>(before(index));
  const ElementState element = element_state(equations_, contact.element);
  const RulePoint& place = equations_.model().contact_rule[static_cast<std::size_t>(contact.point)];
  const ElementState element_before = element_state(equations_, before(index) / kPoints);
  const RulePoint& place_before = equations_.model().contact_rule[last % kPoints];
  struct Ends {
    Station<double> here;
    Station<double> there;
  };
  const auto at = [&](double displacement, double velocity) {
    circle.center = at_rest.center + displacement * at_rest.by_mount;
    circle.axis_velocity = velocity * at_rest.by_mount;
    const auto beside = [&](const ElementState& state, const RulePoint& point) {
      return station<double>(state, point, contact.pulley, flux, raise_of<double>(state, contact.pulley));
    };
    Ends ends{.here = beside(element, place),
              .there = contact.before < 0 ? entry<double>(index, flux).station : beside(element_before, place_before)};
    circle = at_rest;
    return ends;
  };
  // Of an answer, at the end of the way and at its begin
  struct Slopes {
    double here{};
    double there{};
  };
  const auto by = [&](const PassageGradient& g, const Ends& high, const Ends& low, double difference) {
    const double one_over = 1.0 / (2.0 * difference);
    const double r = at_rest.radius;
    const auto turned = [&](const Station<double>& a, const Station<double>& b) {
      return one_over * numerics::angle_between(b.radial, a.radial);
    };
    return Slopes{.here = g.slip * r * turned(high.here, low.here) +
                          g.last_velocity * one_over * (high.here.speed - low.here.speed) +
                          g.normal_force * one_over * (high.here.pressure - low.here.pressure),
                  .there = -g.slip * r * turned(high.there, low.there) +
                           g.along * one_over * (high.there.s - low.there.s) +
                           g.first_velocity * one_over * (high.there.speed - low.there.speed)};
  };
  const Ends further = at(way, 0.0);
  const Ends nearer = at(-way, 0.0);
  const Ends faster = at(0.0, speed);
  const Ends slower = at(0.0, -speed);
  const auto add = [&](const PassageGradient& g, LinearContact::Answer& answer) {
    const Slopes places = by(g, further, nearer, way);
    const Slopes rates = by(g, faster, slower, speed);
    answer.mount = {.here = places.here, .here_rate = rates.here, .there = places.there, .there_rate = rates.there};
  };
  add(tangent.traction, contact.by);
  for (std::size_t m = 0; m < contact.memory_by.size(); ++m) add(tangent.memory[m], contact.memory_by[m]);
  // What the change of the place does to the traction's work, and to the pull.
  const ElementVector<double> high = work_of_traction(index, further.here).residual;
  const ElementVector<double> low = work_of_traction(index, nearer.here).residual;
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    contact.work_by_mount[i] = contact.traction * (high[i] - low[i]) / (2.0 * way);
  }
  const double weight = mesh_weight(index);
  const auto pull = [&](const Station<double>& point, const Vec2<double>& direction) {
    return weight * dot(pull_of<double>(point, contact.traction), direction);
  };
  const Station<double> now =
      station<double>(element, place, contact.pulley, flux, raise_of<double>(element, contact.pulley));
  contact.pull.mount.here = (pull(further.here, at_rest.by_mount) - pull(nearer.here, at_rest.by_mount)) / (2.0 * way) +
                            pull(now, at_rest.by_mount_twice);
  contact.pull.mount.here_rate =
      (pull(faster.here, at_rest.by_mount) - pull(slower.here, at_rest.by_mount)) / (2.0 * speed);
}

std::vector<SteadySystem::MountColumn> SteadySystem::mount_columns(const Eigen::VectorXd& x, std::size_t pulley) {
  load_arrays(x);
  ContactCircle<double>& circle = pulleys_[pulley].circle;
  const ContactCircle<double> at_rest = circle;
  const double size = std::hypot(at_rest.by_mount.x, at_rest.by_mount.y);
  std::vector<MountColumn> columns(static_cast<std::size_t>(kBlock * n()));
  const auto difference = [&](double displacement, double velocity, double MountColumn::*to) {
    Eigen::VectorXd change = Eigen::VectorXd::Zero(flux_at());
    for (const double sign : {1.0, -1.0}) {
      circle.center = at_rest.center + sign * displacement * at_rest.by_mount;
      circle.axis_velocity = sign * velocity * at_rest.by_mount;
      equations_.assemble_belt(steady_step(), false, pulleys_);
      add_belt_residual(sign / (2.0 * (displacement + velocity)), change);
    }
    circle = at_rest;
    for (int node = 0; node < n(); ++node) {
      for (int k = 0; k < kBlock; ++k) {
        columns[static_cast<std::size_t>(kBlock * node + k)].*to = change[q_at(node, static_cast<std::size_t>(k))];
      }
    }
  };
  difference(kAxisWay * at_rest.radius / size, 0.0, &MountColumn::by_place);
  difference(0.0, kAxisSpeed * std::abs(x[flux_at()]) / size, &MountColumn::by_velocity);
  return columns;
}

}  // namespace beltdyn::eulerian::ale
