// SPDX-License-Identifier: MIT
#include "eulerian/ale/transported_history.hpp"

#include <algorithm>
#include <cmath>

#include "eulerian/ale/contact_root.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;
using Coefficients = std::array<double, 4>;

constexpr int kRootIterations = 20;
// Newton's method doubles the digits: a correction of this size leaves rounding.
constexpr double kRootTolerance = 1e-7;
// The mode of an internal variable that does not slip (contact::FrictionMemoryOf).
constexpr double kStick = 0.0;
// A particle that entered so short a part of the step ago has not slipped yet.
constexpr double kLeastShare = 1e-9;
// Only points that a pulley is nearer to than this part of its radius have use for a departure point.
constexpr double kReach = 1e-2;

// Of the cubic with these values and slopes (times h) at its ends.
Coefficients coefficients(double f0, double d0, double f1, double d1) {
  return {f0, d0, 3.0 * (f1 - f0) - 2.0 * d0 - d1, 2.0 * (f0 - f1) + d0 + d1};
}
double value(const Coefficients& c, double xi) { return c[0] + xi * (c[1] + xi * (c[2] + xi * c[3])); }
double slope(const Coefficients& c, double xi) { return c[1] + xi * (2.0 * c[2] + xi * 3.0 * c[3]); }
double curving(const Coefficients& c, double xi) { return 2.0 * c[2] + xi * 6.0 * c[3]; }

}  // namespace

TransportedHistory::TransportedHistory(const AleModel& model)
    : model_(model),
      nodes_(static_cast<std::size_t>(model.mesh.size()) * kBlock),
      values_(model.fields.n() * static_cast<std::size_t>(model.mesh.size()) * kContactPoints),
      modes_(values_.size()),
      gaps_(static_cast<std::size_t>(model.mesh.size()) * kContactPoints),
      touches_(gaps_.size()),
      cubics_(static_cast<std::size_t>(model.mesh.size())),
      begins_after_(gaps_.size()),
      last_(gaps_.size()),
      now_(nodes_.size()) {
  for (std::size_t i = 0; i < last_.size(); ++i) last_[i].element = static_cast<int>(i / kContactPoints);
  const AleMesh& mesh = model.mesh;
  for (std::size_t e = 0; e < mesh.nodes.size(); ++e) {
    for (const RulePoint& point : model.contact_rule) {
      contact_sigma_.push_back(mesh.nodes[e].sigma + point.xi * mesh.lengths[e]);
    }
  }
  const std::size_t n = contact_sigma_.size();
  const std::array<double, 2> in_front{contact_sigma_[n - 2] - mesh.loop, contact_sigma_[n - 1] - mesh.loop};
  const std::array<double, 2> behind{contact_sigma_[0] + mesh.loop, contact_sigma_[1] + mesh.loop};
  contact_sigma_.insert(contact_sigma_.begin(), in_front.begin(), in_front.end());
  contact_sigma_.insert(contact_sigma_.end(), behind.begin(), behind.end());
}

void TransportedHistory::commit(const AleArrays& arrays, std::span<const PulleyEntry> pulleys) {
  arrays.gather_to(arrays.q, nodes_);
  const AleMesh& mesh = model_.mesh;
  const std::size_t n = mesh.nodes.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    const double h = mesh.lengths[i];
    const double* a = nodes_.data() + kBlock * i;
    const double* b = nodes_.data() + kBlock * j;
    const Vec2<double> r_a = multiply_add(a[0], mesh.nodes[i].normal, mesh.nodes[i].place);
    const Vec2<double> r_b = multiply_add(b[0], mesh.nodes[j].normal, mesh.nodes[j].place);
    const Vec2<double> u_a = h * multiply_add(a[1], mesh.nodes[i].normal, mesh.nodes[i].tangent);
    const Vec2<double> u_b = h * multiply_add(b[1], mesh.nodes[j].normal, mesh.nodes[j].tangent);
    cubics_[i] = {.s = coefficients(a[2], h * a[3], b[2] + (j == 0 ? model_.reference_length : 0.0), h * b[3]),
                  .x = coefficients(r_a.x, u_a.x, r_b.x, u_b.x),
                  .y = coefficients(r_a.y, u_a.y, r_b.y, u_b.y),
                  .one_over_length = 1.0 / h};
    const auto W = static_cast<std::size_t>(arrays.layout.lanes());
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const std::size_t at = i * kContactPoints + p;
      const double* from = arrays.contacts.data() + arrays.contact_at(static_cast<int>(i), p, std::size_t{0});
      gaps_[at] = from[ContactFields::at(ContactField::gap) * W];
      touches_[at] = from[ContactFields::at(ContactField::pressure) * W] > 0.0;
      for (std::size_t k = 0; k < model_.fields.n(); ++k) {
        values_[k * gaps_.size() + at] = from[model_.fields.value(k) * W];
        modes_[k * gaps_.size() + at] = from[model_.fields.mode(k) * W];
      }
    }
  }
  circles_.clear();
  for (const PulleyEntry& pulley : pulleys) circles_.push_back(pulley.circle);
  find_beginnings();
}

void TransportedHistory::find_beginnings() {
  const std::size_t n = touches_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    if (touches_[i] == touches_[j]) continue;
    // contact_sigma_ has two points more in front.
    const std::array<double, 2> sigma{contact_sigma_[i + 2], contact_sigma_[i + 3]};
    const std::size_t in = touches_[i] != 0 ? 0 : 1;
    const auto owner = static_cast<std::size_t>(model_.mesh.owners[(in == 0 ? i : j) / kContactPoints]);
    begins_after_[i] = place_of_contact(sigma[1 - in], sigma[in], circles_[owner]) - sigma[0];
  }
}

// Walks from the given place to the element that has s, then finds it there by Newton's method, s being nearly linear.
bool TransportedHistory::find(double s, Place& place) const {
  const int n = model_.mesh.size();
  const Cubic* cubic = nullptr;
  for (int steps = 0;; ++steps) {
    if (!(steps <= n)) return false;
    cubic = &cubics_[static_cast<std::size_t>(place.element)];
    const double local = s - place.shift;
    if (local < cubic->s[0]) {
      if (--place.element < 0) {
        place.element = n - 1;
        place.shift -= model_.reference_length;
      }
    } else if (local > value(cubic->s, 1.0)) {
      if (++place.element == n) {
        place.element = 0;
        place.shift += model_.reference_length;
      }
    } else {
      break;
    }
  }
  const double local = s - place.shift;
  // Not from the last place: its rounding would depend on what was tried before.
  double xi = (local - cubic->s[0]) / (value(cubic->s, 1.0) - cubic->s[0]);
  for (int i = 0; i < kRootIterations; ++i) {
    const double next = std::clamp(xi + (local - value(cubic->s, xi)) / slope(cubic->s, xi), 0.0, 1.0);
    const double change = std::abs(next - xi);
    xi = next;
    if (change <= kRootTolerance) break;
  }
  place.xi = xi;
  return std::isfinite(xi);
}

TransportedHistory::TouchedAt TransportedHistory::touched_at(const Cubic& c, double xi,
                                                             const ContactCircle<double>& circle) {
  const Vec2<double> r{value(c.x, xi), value(c.y, xi)};
  const Vec2<double> r_xi{slope(c.x, xi), slope(c.y, xi)};
  if (!has_lever(circle)) return {.x = r, .x_xi = r_xi};
  MeshPoint<double> at_rest{};
  at_rest.r = r;
  at_rest.u = r_xi;
  at_rest.w = {curving(c.x, xi), curving(c.y, xi)};
  const TouchedPlace<double> place = touched_place(at_rest, circle.lever);
  return {.x = place.x, .x_xi = place.x_sigma};
}

Departure<double> TransportedHistory::departure_at(const Place& place, const ContactCircle<double>& circle) const {
  const Cubic& c = cubics_[static_cast<std::size_t>(place.element)];
  const double xi_by_s = 1.0 / slope(c.s, place.xi);
  const TouchedAt at = touched_at(c, place.xi, circle);
  const Vec2<double> d = at.x - circle.center;
  const double distance = std::sqrt(dot(d, d));
  const double one_over = 1.0 / distance;
  const Vec2<double> n = one_over * d;
  return {.radial = n,
          .angle_by_s = xi_by_s * dot(numerics::perpendicular(n), at.x_xi) * one_over,
          .gap = distance - circle.contact_radius,
          .gap_by_s = xi_by_s * dot(n, at.x_xi)};
}

TransportedHistory::Place TransportedHistory::place_at(double sigma) const {
  const AleMesh& mesh = model_.mesh;
  const double loops = std::floor(sigma / mesh.loop);
  const double inside = sigma - mesh.loop * loops;
  const auto next = std::upper_bound(mesh.nodes.begin(), mesh.nodes.end(), inside,
                                     [](double at, const auto& node) { return at < node.sigma; });
  const auto e = static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - mesh.nodes.begin() - 1, 0));
  return {.element = static_cast<int>(e),
          .xi = (inside - mesh.nodes[e].sigma) * cubics_[e].one_over_length,
          .shift = loops * model_.reference_length};
}

double TransportedHistory::gap_at(double sigma, const ContactCircle<double>& circle) const {
  const Place place = place_at(sigma);
  const Cubic& cubic = cubics_[static_cast<std::size_t>(place.element)];
  const Vec2<double> d = touched_at(cubic, place.xi, circle).x - circle.center;
  return std::sqrt(dot(d, d)) - circle.contact_radius;
}

double TransportedHistory::place_of_contact(double open, double closed, const ContactCircle<double>& circle) const {
  const auto gap = [&](double sigma) { return gap_at(sigma, circle); };
  const auto [low, high] = std::minmax(open, closed);
  return root_between(gap, low, high).value_or(closed);
}

bool TransportedHistory::touches(std::size_t point, std::size_t owner) const {
  return touches_[point] != 0 && model_.mesh.owners[point / kContactPoints] == static_cast<int>(owner);
}

// With an even flow through the place where contact begins, s_0 of it at the last accepted time, a particle s entered
// (s_0 − s_p)/(s − s_p) of the step ago; s_p was at its contact point then.
Departure<double> TransportedHistory::entry(std::size_t point, double particle, const Departure<double>& before,
                                            const ContactCircle<double>& circle, bool comes_up) const {
  const std::size_t n = touches_.size();
  const std::size_t e = point / kContactPoints;
  const auto owner = static_cast<std::size_t>(model_.mesh.owners[e]);
  if (!touches(point, owner)) return before;
  double offset = 0.0;  // of σ, by whole loops [m]
  std::size_t in = point;
  for (std::size_t steps = 0; steps < n; ++steps) {
    const std::size_t next = comes_up ? (in + n - 1) % n : (in + 1) % n;
    const std::size_t left = comes_up ? next : in;
    if (comes_up && in == 0) offset -= model_.mesh.loop;
    if (!touches(next, owner)) {
      // Between the belts on two pulleys that touch there is no open place.
      if (touches_[next] != 0) return before;
      const Place begins = place_at(contact_sigma_[left + 2] + begins_after_[left] + offset);
      const double s_0 = value(cubics_[static_cast<std::size_t>(begins.element)].s, begins.xi) + begins.shift;
      const double s_p = value(cubics_[e].s, model_.contact_rule[point % kContactPoints].xi);
      const double share = (s_0 - s_p) / (particle - s_p);
      // A place that the particle has not passed is none of an entry.
      if (!(share > kLeastShare)) return before;
      if (share >= 1.0) {
        return {.radial = before.radial, .angle_by_s = before.angle_by_s};
      }
      return {
          .radial = departure_at(begins, circle).radial, .late = 1.0 - share, .late_by_s = share / (particle - s_p)};
    }
    if (!comes_up && next == 0) offset += model_.mesh.loop;
    in = next;
  }
  return before;
}

TransportedHistory::Neighbours TransportedHistory::neighbours(const Place& place, std::size_t owner,
                                                              bool comes_up) const {
  const auto e = static_cast<std::size_t>(place.element);
  const std::size_t n = gaps_.size();
  std::size_t behind = kContactPoints * e;  // the contact point behind the place, at n the first one
  for (const RulePoint& point : model_.contact_rule) behind += place.xi > point.xi ? 1 : 0;
  Neighbours near{.place = model_.mesh.nodes[e].sigma + place.xi * model_.mesh.lengths[e], .comes_up = comes_up};
  for (std::size_t i = 0; i < 4; ++i) {
    // contact_sigma_ has two points more in front.
    near.sigma[i] = contact_sigma_[behind + i];
    near.point[i] = (behind + n + i - 2) % n;
    near.touches[i] = touches(near.point[i], owner);
  }
  if (near.touches[1] != near.touches[2]) {
    const std::size_t in = near.touches[1] ? 1 : 2;
    const bool runs_in = comes_up == (in == 2);
    const bool is_open = touches_[near.point[3 - in]] == 0;
    near.begins = runs_in && is_open ? near.sigma[1] + begins_after_[near.point[1]] : near.sigma[in];
  }
  return near;
}

double TransportedHistory::slope_outwards(const Neighbours& near, std::size_t variable, std::size_t inner) const {
  const std::size_t outer = inner == 1 ? 0 : 3;
  const double* values = values_.data() + variable * gaps_.size();
  const double* modes = modes_.data() + variable * gaps_.size();
  const std::size_t a = near.point[inner];
  const std::size_t b = near.point[outer];
  if (!near.touches[outer] || modes[a] != modes[b]) return 0.0;
  return (values[b] - values[a]) / (near.sigma[outer] - near.sigma[inner]);
}

TransportedHistory::Fetched TransportedHistory::fetched(const Neighbours& near, std::size_t variable) const {
  const double* values = values_.data() + variable * gaps_.size();
  const double* modes = modes_.data() + variable * gaps_.size();
  const auto& [before, first, second, beyond] = near.point;
  const double across = (values[second] - values[first]) / (near.sigma[2] - near.sigma[1]);
  const auto from = [&](std::size_t inner, double by_sigma) {
    return Fetched{.value = values[near.point[inner]] + by_sigma * (near.place - near.sigma[inner]),
                   .by_sigma = by_sigma,
                   .mode = modes[near.point[inner]]};
  };
  if (near.touches[1] && near.touches[2]) {
    if (modes[first] == modes[second]) return from(1, across);
    const double left = slope_outwards(near, variable, 1);
    const double right = slope_outwards(near, variable, 2);
    const double front =
        (values[second] - values[first] + left * near.sigma[1] - right * near.sigma[2]) / (left - right);
    if (front >= near.sigma[1] && front <= near.sigma[2]) {
      return near.place < front ? from(1, left) : from(2, right);
    }
    Fetched between = from(1, across);
    between.mode = kStick;
    return between;
  }
  if (!near.touches[1] && !near.touches[2]) return {.mode = model_.laws.relaxed_mode};
  const std::size_t in = near.touches[1] ? 1 : 2;
  // Where the belt runs in it grows from a relaxed state; where it runs out it goes on as before.
  const bool runs_in = near.comes_up == (in == 2);
  if (!runs_in) return from(in, slope_outwards(near, variable, in));
  const bool is_in = (near.place > near.begins) == (in == 2);
  if (!is_in || near.begins == near.sigma[in]) return {.mode = model_.laws.relaxed_mode};
  return from(in, values[near.point[in]] / (near.sigma[in] - near.begins));
}

void TransportedHistory::fetch_memory(const Place& place, std::size_t owner, bool comes_up, double* to,
                                      std::size_t stride) const {
  const ContactFields& fields = model_.fields;
  if (fields.n() == 0) return;
  const Cubic& cubic = cubics_[static_cast<std::size_t>(place.element)];
  const double sigma_by_s = 1.0 / (slope(cubic.s, place.xi) * cubic.one_over_length);
  const Neighbours near = neighbours(place, owner, comes_up);
  for (std::size_t k = 0; k < fields.n(); ++k) {
    const Fetched found = fetched(near, k);
    to[fields.value_before(k) * stride] = found.value;
    to[fields.value_before_by_s(k) * stride] = found.by_sigma * sigma_by_s;
    to[fields.mode_before(k) * stride] = found.mode;
  }
}

bool TransportedHistory::find_departures(AleArrays& arrays, std::span<const PulleyEntry> pulleys) {
  arrays.gather_to(arrays.q, now_);
  const AleMesh& mesh = model_.mesh;
  const ContactFields& fields = model_.fields;
  const std::size_t n = mesh.nodes.size();
  const auto W = static_cast<std::size_t>(arrays.layout.lanes());
  for (std::size_t e = 0; e < n; ++e) {
    const auto owner = static_cast<std::size_t>(mesh.owners[e]);
    const ContactCircle<double>& circle = circles_[owner];
    const Vec2<double> center = pulleys[owner].circle.center;
    const double reach = circle.line_radius * (1.0 + kReach);
    const std::size_t next = (e + 1) % n;
    const double h = mesh.lengths[e];
    const double* a = now_.data() + kBlock * e;
    const double* b = now_.data() + kBlock * next;
    const std::array<double, 4> s{a[2], h * a[3], b[2] + (next == 0 ? model_.reference_length : 0.0), h * b[3]};
    const std::array<Vec2<double>, 4> r{multiply_add(a[0], mesh.nodes[e].normal, mesh.nodes[e].place),
                                        h * multiply_add(a[1], mesh.nodes[e].normal, mesh.nodes[e].tangent),
                                        multiply_add(b[0], mesh.nodes[next].normal, mesh.nodes[next].place),
                                        h * multiply_add(b[1], mesh.nodes[next].normal, mesh.nodes[next].tangent)};
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const Shape& shape = model_.contact_rule[p].value;
      const Vec2<double> d = interpolate(shape, r) - center;
      if (dot(d, d) > reach * reach) continue;
      Place& place = last_[e * kContactPoints + p];
      const double particle = interpolate(shape, s);
      if (!find(particle, place)) {
        // A trial that went too far must not keep the next one from finding its departure points.
        place = {.element = static_cast<int>(e), .xi = 0.0, .shift = 0.0};
        if (!find(particle, place)) {
          place = {.element = static_cast<int>(e), .xi = 0.0, .shift = 0.0};
          return false;
        }
      }
      Departure<double> before = departure_at(place, circle);
      // Particles come up where the one that is here now was not here, but below, before.
      const bool comes_up = value(cubics_[e].s, model_.contact_rule[p].xi) >= particle;
      const bool was_outside = before.gap > 0.0;
      if (was_outside) before = entry(e * kContactPoints + p, particle, before, circle, comes_up);
      double* to = arrays.contacts.data() + arrays.contact_at(static_cast<int>(e), p, std::size_t{0});
      const std::array<double, kDepartureFields> fixed{before.radial.x, before.radial.y, before.angle_by_s, before.gap,
                                                       before.gap_by_s, before.late,     before.late_by_s};
      for (std::size_t field = 0; field < kDepartureFields; ++field) to[field * W] = fixed[field];
      if (was_outside) {
        for (std::size_t field = fields.value_before(0); field < fields.size(); ++field) to[field * W] = 0.0;
        continue;
      }
      fetch_memory(place, owner, comes_up, to, W);
    }
  }
  return true;
}

}  // namespace beltdyn::eulerian::ale
