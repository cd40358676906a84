// SPDX-License-Identifier: MIT
// Small motions about the state of a SteadySystem, or about rest.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/contact/tangent.hpp"
#include "core/drive/friction_laws.hpp"
#include "eulerian/ale/steady/steady_system.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// The force on the pulley per unit of the quadrature: −g p n, and the force of the traction.
template <class T, class Point>
Vec2<T> pull_of(const Point& point, double traction) {
  return T(-(point.g * point.pressure)) * point.radial + T(traction) * point.per.r;
}

}  // namespace

LinearContact SteadySystem::bare_contact(int index, const SteadyContactPoint<PointDual>& here, double traction) const {
  LinearContact contact;
  contact.element = contact.element_before = index / kPoints;
  contact.point = index % kPoints;
  contact.pulley = pulley_index(index);
  contact.radius = pulleys_[contact.pulley].circle.radius;
  contact.traction = traction;
  contact.work = work_of_traction(index, here);
  contact.moment = mesh_weight(index) * here.moment_per.value;
  for (std::size_t i = 0; i < kElementUnknowns; ++i) contact.d_moment[i] = mesh_weight(index) * here.moment_per.d[i];
  return contact;
}

std::vector<LinearContact> SteadySystem::linear_contacts(const Eigen::VectorXd& x) {
  Eigen::VectorXd residual;
  evaluate(x, residual);
  const double flux = x[flux_at()];
  const std::vector<SteadyContactPoint<PointDual>> by_places = contact_points<PointDual>(flux, By::places);
  const std::vector<SteadyContactPoint<PointDual>> by_velocities = contact_points<PointDual>(flux, By::velocities);
  const std::vector<Vec2<double>> hubs =
      hub_directions(by_places, [this](int k) { return streamline_steps_[static_cast<std::size_t>(k)].traction; });
  std::vector<LinearContact> contacts;
  struct Mounted {
    std::size_t contact{};
    int index{};
    StreamlineTangent tangent;
  };
  std::vector<Mounted> mounted;
  // Corrections of the weights of points: a point gains what the point behind it loses.
  std::vector<double> more(by_places.size(), 0.0);
  for (int k = 0; k < kPoints * n(); ++k) {
    const auto index = static_cast<std::size_t>(k);
    const SteadyContactPoint<PointDual>& here = by_places[index];
    if (!(here.pressure.value > 0.0)) continue;
    const bool is_first = enters(k, by_places);
    const auto last = static_cast<std::size_t>(before(k));
    const auto from = [&](By by, const std::vector<SteadyContactPoint<PointDual>>& all) {
      return is_first ? entry<PointDual>(k, flux, by)
                      : Entry<PointDual>{.element = before(k) / kPoints, .contact_point = all[last]};
    };
    const Entry<PointDual> there = from(By::places, by_places);
    const Entry<PointDual> there_by_velocities = from(By::velocities, by_velocities);
    const Memory remembered = is_first ? Memory{} : streamline_steps_[last].memory;
    const SlipIncrement passed = slip_increment(k, here, there.contact_point, x);
    const StreamlineTangent tangent = streamline_tangent(k, passed, remembered, here, there.contact_point);
    const StreamlineTangent rates =
        streamline_tangent(k, passed, remembered, by_velocities[index], there_by_velocities.contact_point);
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
    LinearContact contact = bare_contact(k, here, streamline_steps_[index].traction);
    contact.element_before = there.element;
    contact.before = is_first ? -1 : before(k);
    contact.time = passed.rate == 0.0 ? 0.0 : 1.0 / passed.rate;
    contact.by = answer(tangent.traction, rates.traction);
    for (std::size_t m = 0; m < n_memory; ++m) {
      contact.memory_by.push_back(answer(tangent.memory[m], rates.memory[m]));
    }
    if (const std::optional<double> place = is_first ? std::nullopt : front(k, passed, remembered)) {
      const double shift = behind_limit(k, *place);
      contact.counts -= shift / mesh_weight(k);
      more[last] += shift / mesh_weight(before(k));
    }
    contact.hub_load = pull_along(hubs[contact.pulley], contact, here, by_velocities[index]);
    if (pulleys_[contact.pulley].is_mounted) {
      contact.pull = pull_along(pulleys_[contact.pulley].circle.by_mount, contact, here, by_velocities[index]);
      mounted.push_back({.contact = contacts.size(), .index = k, .tangent = tangent});
    }
    contacts.push_back(std::move(contact));
  }
  for (const Mounted& m : mounted) {
    add_mount(contacts[m.contact], m.index, m.tangent, flux, hubs[contacts[m.contact].pulley]);
  }
  for (LinearContact& contact : contacts) {
    contact.counts += more[static_cast<std::size_t>(kPoints * contact.element + contact.point)];
  }
  return contacts;
}

// Derivatives of a friction law at rest by slip and by slip velocity. A step of length h = 1 has slip and velocity of
// equal size, an endless step has no velocity: the difference of both separates the two derivatives.
SteadySystem::StickTangent SteadySystem::tangent_at_rest(std::size_t pulley, double normal_force) const {
  return std::visit(
      [&](const auto& law) {
        const auto endless = contact::relaxed_tangent(law, 0.0, normal_force);
        const auto unit = contact::relaxed_tangent(law, 1.0, normal_force);
        return StickTangent{.slip = endless.slip, .velocity = endless.velocity + unit.slip - endless.slip};
      },
      loads_.friction.of_pulley(pulley));
}

// A closed belt at rest is computed without friction. The friction of a rope at rest balances the difference of its
// forces.
double SteadySystem::resting_traction(int index) const {
  if (!equations_.ends()) return 0.0;
  const AleArrays& arrays = equations_.arrays();
  const auto point = static_cast<std::size_t>(index % kPoints);
  return arrays.contacts[arrays.contact_at(index / kPoints, point, ContactFields::at(ContactField::traction))];
}

// A particle that is at σ now and belonged to σ + δs/s_σ has moved around the pulley by δθ − θ_σ δs/s_σ.
std::vector<LinearContact> SteadySystem::resting_contacts(const Eigen::VectorXd& x) {
  load_arrays(x);
  const std::vector<SteadyContactPoint<PointDual>> by_places = contact_points<PointDual>(0.0, By::places);
  const std::vector<SteadyContactPoint<PointDual>> by_velocities = contact_points<PointDual>(0.0, By::velocities);
  const std::vector<Vec2<double>> hubs = hub_directions(by_places, [this](int k) { return resting_traction(k); });
  std::vector<LinearContact> contacts;
  for (int k = 0; k < kPoints * equations_.model().mesh.n_elements(); ++k) {
    const auto index = static_cast<std::size_t>(k);
    const SteadyContactPoint<PointDual>& here = by_places[index];
    if (!(here.pressure.value > 0.0)) continue;
    LinearContact contact = bare_contact(k, here, resting_traction(k));
    contact.time = INFINITY;
    const StickTangent stick = tangent_at_rest(contact.pulley, here.pressure.value);
    const double turn = turn_along(here);
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      contact.by.here[i] = stick.slip * contact.radius * (angle_by(here, i) - turn / here.g.value * here.s.d[i]);
      contact.by.here_rate[i] = stick.velocity * by_velocities[index].speed.d[i];
    }
    contact.by.slip = stick.slip;
    contact.by.last_velocity = stick.velocity;
    contact.hub_load = pull_along(hubs[contact.pulley], contact, here, by_velocities[index]);
    if (pulleys_[contact.pulley].is_mounted) {
      contact.pull = pull_along(pulleys_[contact.pulley].circle.by_mount, contact, here, by_velocities[index]);
      StreamlineTangent tangent;
      tangent.traction.slip = stick.slip;
      tangent.traction.last_velocity = stick.velocity;
      add_mount(contact, k, tangent, 0.0, hubs[contact.pulley]);
    }
    contacts.push_back(std::move(contact));
  }
  return contacts;
}

std::vector<Vec2<double>> SteadySystem::hub_directions(const std::vector<SteadyContactPoint<PointDual>>& contact_points,
                                                       const std::function<double(int index)>& traction) const {
  std::vector<Vec2<double>> directions(pulleys_.size());
  for (int k = 0; k < static_cast<int>(contact_points.size()); ++k) {
    const SteadyContactPoint<PointDual>& point = contact_points[static_cast<std::size_t>(k)];
    if (!(point.pressure.value > 0.0)) continue;
    const Vec2<PointDual> pull = pull_of<PointDual>(point, traction(k));
    Vec2<double>& sum = directions[pulley_index(k)];
    sum = sum + mesh_weight(k) * Vec2<double>{pull.x.value, pull.y.value};
  }
  for (Vec2<double>& direction : directions) {
    const double size = std::hypot(direction.x, direction.y);
    direction = (size > 0.0 ? 1.0 / size : 0.0) * direction;
  }
  return directions;
}

LinearContact::Pull SteadySystem::pull_along(const Vec2<double>& direction, const LinearContact& contact,
                                             const SteadyContactPoint<PointDual>& here,
                                             const SteadyContactPoint<PointDual>& by_velocities) const {
  const double weight = mesh_weight(kPoints * contact.element + contact.point);
  const Vec2<PointDual> pull = pull_of<PointDual>(here, contact.traction);
  const Vec2<PointDual> by_rates = pull_of<PointDual>(by_velocities, contact.traction);
  LinearContact::Pull along{
      .by = {}, .of_traction = weight * (direction.x * here.per.r.x.value + direction.y * here.per.r.y.value)};
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    along.by.here[i] = weight * (direction.x * pull.x.d[i] + direction.y * pull.y.d[i]);
    along.by.here_rate[i] = weight * (direction.x * by_rates.x.d[i] + direction.y * by_rates.y.d[i]);
  }
  return along;
}

void SteadySystem::add_mount(LinearContact& contact, int index, const StreamlineTangent& tangent, double flux,
                             const Vec2<double>& hub_direction) {
  const ContactCircle<double>& circle = pulleys_[contact.pulley].circle;
  const auto beside = [&](int element, int point) {
    const ElementState state = element_state(equations_, element);
    const RulePoint& place = equations_.model().contact_rule[static_cast<std::size_t>(point)];
    return contact_point<MountDual>(state, place, contact.pulley, flux, raise_of<MountDual>(state, contact.pulley));
  };
  const SteadyContactPoint<MountDual> here = beside(contact.element, contact.point);
  // A particle at rest stays at the point and comes from nowhere.
  const bool stays = std::isinf(contact.time);
  const SteadyContactPoint<MountDual> there = stays ? SteadyContactPoint<MountDual>{}
                                              : contact.before < 0
                                                  ? entry<MountDual>(index, flux).contact_point
                                                  : beside(before(index) / kPoints, before(index) % kPoints);
  // The derivatives of a result by the state at the end of the way, and at its begin.
  struct Slopes {
    double here{};
    double there{};
  };
  const auto by = [&](const PassageGradient& g, std::size_t direction) {
    return Slopes{.here = g.slip * circle.radius * angle_by(here, direction) +
                          g.last_velocity * here.speed.d[direction] + g.normal_force * here.pressure.d[direction],
                  .there = -g.slip * circle.radius * angle_by(there, direction) + g.along * there.s.d[direction] +
                           g.first_velocity * there.speed.d[direction]};
  };
  const auto add = [&](const PassageGradient& g, LinearContact::Answer& answer) {
    const Slopes places = by(g, kMountPlace);
    const Slopes rates = by(g, kMountSpeed);
    answer.mount = {.here = places.here, .here_rate = rates.here, .there = places.there, .there_rate = rates.there};
  };
  add(tangent.traction, contact.by);
  for (std::size_t m = 0; m < contact.memory_by.size(); ++m) add(tangent.memory[m], contact.memory_by[m]);
  // The effect of a moving mount on the work of the traction, which is linear in the traction, and on the pull.
  const auto slope = [](const Vec2<MountDual>& v) { return Vec2<double>{v.x.d[kMountPlace], v.y.d[kMountPlace]}; };
  SteadyContactPoint<double> changed;
  changed.per = {.r = slope(here.per.r), .u = slope(here.per.u), .s = here.per.s.d[kMountPlace]};
  contact.work_by_mount = work_of_traction(index, changed).residual;
  for (double& work : contact.work_by_mount) work *= contact.traction;
  const double weight = mesh_weight(index);
  const Vec2<MountDual> pull = pull_of<MountDual>(here, contact.traction);
  const auto add_to = [&](LinearContact::Pull& to, const Vec2<double>& direction) {
    to.by.mount.here = weight * (direction.x * pull.x.d[kMountPlace] + direction.y * pull.y.d[kMountPlace]);
    to.by.mount.here_rate = weight * (direction.x * pull.x.d[kMountSpeed] + direction.y * pull.y.d[kMountSpeed]);
  };
  add_to(contact.pull, circle.by_mount);
  add_to(contact.hub_load, hub_direction);
  contact.pull.by.mount.here +=
      weight * (circle.by_mount_twice.x * pull.x.value + circle.by_mount_twice.y * pull.y.value);
}

std::vector<SteadySystem::MountColumn> SteadySystem::mount_columns(const Eigen::VectorXd& x, std::size_t pulley) {
  load_arrays(x);
  const int mount = equations_.pulleys()[pulley].mount;
  const auto move = [&](int to) {
    for (std::size_t p = 0; p < pulleys_.size(); ++p) {
      if (equations_.pulleys()[p].mount == mount) pulleys_[p].mount = to;
    }
  };
  move(mount);
  const auto column_at = [&](double rate) {
    AleStep step = steady_step();
    step.rates.velocity = rate;
    equations_.assemble_belt(step, true, pulleys_);
    const AleArrays& a = equations_.arrays();
    std::vector<double> column;
    for (int node = 0; node < n(); ++node) {
      // The columns of the kernel belong to the right-hand side, hence the minus.
      for (int c = 0; c < kBlock; ++c) {
        column.push_back(-a.with_halo(a.column[static_cast<std::size_t>(mount)], node, c));
      }
    }
    return column;
  };
  const std::vector<double> by_place = column_at(0.0);
  const std::vector<double> with_velocity = column_at(1.0);
  std::vector<MountColumn> columns;
  for (std::size_t i = 0; i < by_place.size(); ++i) {
    columns.push_back({.by_place = by_place[i], .by_velocity = with_velocity[i] - by_place[i]});
  }
  move(-1);
  return columns;
}

}  // namespace beltdyn::eulerian::ale
