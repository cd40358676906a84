// SPDX-License-Identifier: MIT
#include "eulerian/ale/contact/transported_history.hpp"

#include <algorithm>
#include <cmath>

#include "eulerian/ale/contact/contact_root.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// The mode of an internal variable that does not slip (contact::FrictionMemoryOf).
constexpr double kStick = 0.0;
// Coefficients of the cubic with these values and slopes (times h) at its ends.
Cubic<double> coefficients(double f0, double d0, double f1, double d1) {
  return {f0, d0, 3.0 * (f1 - f0) - 2.0 * d0 - d1, 2.0 * (f0 - f1) + d0 + d1};
}

// The straight belt of the given length behind the last node of an open belt, whose unknowns are q.
ElementCubics<double> straight_on(const MeshNode& node, const double* q, double length) {
  const Vec2<double> r = multiply_add(q[0], node.rail, node.place);
  return {.s = {q[2], length * q[3], 0.0, 0.0},
          .x = {r.x, length * node.tangent.x, 0.0, 0.0},
          .y = {r.y, length * node.tangent.y, 0.0, 0.0}};
}

}  // namespace

TransportedHistory::TransportedHistory(const AleModel& model, const AleArrays& arrays)
    : model_(model),
      nodes_(static_cast<std::size_t>(model.mesh.size()) * kBlock),
      values_(model.fields.n() * static_cast<std::size_t>(model.mesh.size()) * kContactPoints),
      modes_(values_.size()),
      gaps_(static_cast<std::size_t>(model.mesh.size()) * kContactPoints),
      raises_(static_cast<std::size_t>(model.mesh.size())),
      touches_(gaps_.size()),
      cubics_(static_cast<std::size_t>(model.mesh.size())),
      curves_(values_.size()),
      even_on_(gaps_.size()),
      begins_after_(gaps_.size()),
      last_(gaps_.size()),
      loaded_(gaps_.size()),
      lanes_(static_cast<std::size_t>(arrays.layout.lanes())),
      search_(arrays.layout, kContactPoints) {
  for (std::size_t i = 0; i < last_.size(); ++i) last_[i].element = static_cast<int>(i / kContactPoints);
  const AleMesh& mesh = model.mesh;
  for (std::size_t e = 0; e < mesh.nodes.size(); ++e) {
    search_start_.push_back(arrays.layout.at(static_cast<int>(e), static_cast<int>(kContactPoints), 0));
    for (const RulePoint& point : model.contact_rule) {
      contact_sigma_.push_back(mesh.nodes[e].sigma + point.xi * mesh.lengths[e]);
    }
  }
  const std::size_t n = contact_sigma_.size();
  const std::array<double, 2> in_front{contact_sigma_[n - 2] - mesh.loop, contact_sigma_[n - 1] - mesh.loop};
  const std::array<double, 2> behind{contact_sigma_[0] + mesh.loop, contact_sigma_[1] + mesh.loop};
  contact_sigma_.insert(contact_sigma_.begin(), in_front.begin(), in_front.end());
  contact_sigma_.insert(contact_sigma_.end(), behind.begin(), behind.end());
  for (std::size_t i = 0; i < n; ++i) {
    // contact_sigma_ has two extra points in front.
    const auto over = [&](std::size_t ahead) {
      const double loops = i + ahead >= n ? mesh.loop : 0.0;
      return 1.0 / (contact_sigma_[(i + ahead) % n + 2] + loops - contact_sigma_[i + 2]);
    };
    apart_.push_back({over(1), over(2), over(3)});
  }
}

void TransportedHistory::commit(const AleArrays& arrays, std::span<const PulleyEntry> pulleys) {
  arrays.gather_to(arrays.q, nodes_);
  const AleMesh& mesh = model_.mesh;
  const std::size_t n = mesh.nodes.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    const double h = mesh.spread[i].length;
    const double kappa = mesh.spread[i].curvature;
    const double* a = nodes_.data() + kBlock * i;
    const double* b = nodes_.data() + kBlock * j;
    if (static_cast<int>(i) >= mesh.n_elements()) {
      cubics_[i] = straight_on(mesh.nodes[i], a, h);
      continue;
    }
    const Vec2<double> r_a = multiply_add(a[0], mesh.nodes[i].rail, mesh.nodes[i].place);
    const Vec2<double> r_b = multiply_add(b[0], mesh.nodes[j].rail, mesh.nodes[j].place);
    const double h_a = h * (1.0 - kappa * a[0]);
    const double h_b = h * (1.0 - kappa * b[0]);
    const Vec2<double> u_a = h_a * multiply_add(a[1], mesh.nodes[i].normal, mesh.nodes[i].tangent);
    const Vec2<double> u_b = h_b * multiply_add(b[1], mesh.nodes[j].normal, mesh.nodes[j].tangent);
    cubics_[i] = {.s = coefficients(a[2], h_a * a[3], b[2] + (j == 0 ? model_.reference_length : 0.0), h_b * b[3]),
                  .x = coefficients(r_a.x, u_a.x, r_b.x, u_b.x),
                  .y = coefficients(r_a.y, u_a.y, r_b.y, u_b.y)};
    const auto W = static_cast<std::size_t>(arrays.layout.lanes());
    raises_[i] = arrays.contacts[arrays.contact_at(static_cast<int>(i), 0, ContactField::raise)];
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
  pulleys_.assign(pulleys.begin(), pulleys.end());
  std::fill(loaded_.begin(), loaded_.end(), -1);
  has_curves_ = false;
}

void TransportedHistory::find_curves() {
  const std::size_t n = gaps_.size();
  const std::size_t n_variables = model_.fields.n();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = i + 1 < n ? i + 1 : 0;
    const int pulley_index = model_.mesh.owners[i / kContactPoints];
    bool is_even = touches_[i] != 0 && touches(j, static_cast<std::size_t>(pulley_index));
    for (std::size_t k = 0; k < n_variables; ++k) is_even = is_even && modes_[k * n + i] == modes_[k * n + j];
    even_on_[i] = is_even ? pulley_index : -1;
  }
  for (std::size_t k = 0; k < n_variables; ++k) {
    const double* values = values_.data() + k * n;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t j = i + 1 < n ? i + 1 : 0;
      curves_[k * n + i] = {.slope = (values[j] - values[i]) * apart_[i].next};
    }
    for (std::size_t i = 0; i < n; ++i) bend_curve(curves_.data() + k * n, i);
  }
}

// Uses Newton's divided differences.
void TransportedHistory::bend_curve(Curve* curves, std::size_t i) const {
  const int pulley_index = even_on_[i];
  if (pulley_index < 0) return;
  const std::size_t n = gaps_.size();
  const std::size_t before = i > 0 ? i - 1 : n - 1;
  const std::size_t behind = i + 1 < n ? i + 1 : 0;
  if (even_on_[before] != pulley_index || even_on_[behind] != pulley_index) return;
  const double backwards = (curves[i].slope - curves[before].slope) * apart_[before].second;
  const double forwards = (curves[behind].slope - curves[i].slope) * apart_[i].second;
  curves[i].second = backwards;
  curves[i].third = (forwards - backwards) * apart_[before].third;
}

void TransportedHistory::find_beginnings() {
  const std::size_t n = touches_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    if (touches_[i] == touches_[j]) continue;
    // contact_sigma_ has two extra points in front.
    const std::array<double, 2> sigma{contact_sigma_[i + 2], contact_sigma_[i + 3]};
    const std::size_t in = touches_[i] != 0 ? 0 : 1;
    const auto pulley_index = static_cast<std::size_t>(model_.mesh.owners[(in == 0 ? i : j) / kContactPoints]);
    begins_after_[i] = place_of_contact(sigma[1 - in], sigma[in], pulleys_[pulley_index].circle) - sigma[0];
  }
}

bool TransportedHistory::walk_to(double s, Place& place) const {
  const int n = model_.mesh.size();
  for (int steps = 0; steps <= n; ++steps) {
    const Cubic<double>& cubic = cubics_[static_cast<std::size_t>(place.element)].s;
    const double local = s - place.shift;
    if (local < cubic[0]) {
      if (--place.element < 0) {
        place.element = n - 1;
        place.shift -= model_.reference_length;
      }
    } else if (local > value(cubic, 1.0)) {
      if (++place.element == n) {
        place.element = 0;
        place.shift += model_.reference_length;
      }
    } else {
      return true;
    }
  }
  return false;
}

TransportedHistory::Place TransportedHistory::place_at(double sigma) const {
  const AleMesh& mesh = model_.mesh;
  const double loops = std::floor(sigma / mesh.loop);
  const double inside = sigma - mesh.loop * loops;
  const auto next = std::upper_bound(mesh.nodes.begin(), mesh.nodes.end(), inside,
                                     [](double at, const auto& node) { return at < node.sigma; });
  const auto e = static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - mesh.nodes.begin() - 1, 0));
  return {.element = static_cast<int>(e),
          .xi = (inside - mesh.nodes[e].sigma) / mesh.lengths[e],
          .shift = loops * model_.reference_length};
}

double TransportedHistory::gap_at(double sigma, const ContactCircle<double>& circle) const {
  const Place place = place_at(sigma);
  const ElementCubics<double>& cubic = cubics_[static_cast<std::size_t>(place.element)];
  const Vec2<double> d = touched_at(cubic, place.xi, circle).x - circle.center;
  return std::sqrt(dot(d, d)) - circle.contact_radius - raises_[static_cast<std::size_t>(place.element)];
}

double TransportedHistory::place_of_contact(double open, double closed, const ContactCircle<double>& circle) const {
  const auto gap = [&](double sigma) { return gap_at(sigma, circle); };
  const auto [low, high] = std::minmax(open, closed);
  return root_between(gap, low, high).value_or(closed);
}

bool TransportedHistory::touches(std::size_t point, std::size_t pulley_index) const {
  return touches_[point] != 0 && model_.mesh.owners[point / kContactPoints] == static_cast<int>(pulley_index);
}

// With an even flow through the place where contact begins, particle s entered (s_0 − s_p)/(s − s_p) of the step ago.
// s_0 is the particle at that place at the last accepted time; s_p the particle then at the contact point, or at the
// same angle around a centre that has moved since.
Departure<double> TransportedHistory::entry(std::size_t point, double particle, const Departure<double>& before,
                                            const ContactCircle<double>& circle, bool comes_up) const {
  const std::size_t n = touches_.size();
  const std::size_t e = point / kContactPoints;
  const auto pulley_index = static_cast<std::size_t>(model_.mesh.owners[e]);
  if (!touches(point, pulley_index)) return before;
  double offset = 0.0;  // of σ, by whole loops [m]
  std::size_t in = point;
  for (std::size_t steps = 0; steps < n; ++steps) {
    const std::size_t next = comes_up ? (in + n - 1) % n : (in + 1) % n;
    const std::size_t left = comes_up ? next : in;
    if (comes_up && in == 0) offset -= model_.mesh.loop;
    if (!touches(next, pulley_index)) {
      // If the belt touches another pulley directly before this one, there is no place without contact between them.
      if (touches_[next] != 0) return before;
      const Place begins = place_at(contact_sigma_[left + 2] + begins_after_[left] + offset);
      const double s_0 = value(cubics_[static_cast<std::size_t>(begins.element)].s, begins.xi) + begins.shift;
      const double s_p = value(cubics_[e].s, model_.contact_rule[point % kContactPoints].xi);
      const double share = (s_0 - s_p) / (particle - s_p);
      // A place that the particle has not passed is not its entry.
      if (!(share > kLeastShare)) return before;
      if (share >= 1.0) {
        return {.radial = before.radial, .angle_by_s = before.angle_by_s};
      }
      const ElementCubics<double>& cubics = cubics_[static_cast<std::size_t>(begins.element)];
      const Vec2<double> radial = departure_at(cubics, begins.xi, 0.0, circle).radial;
      const double xi = model_.contact_rule[point % kContactPoints].xi;
      const Departure<double> there = departure_at(cubics_[e], xi, 1.0 / slope(cubics_[e].s, xi), circle);
      const double s_by_angle = 1.0 / there.angle_by_s;
      return {.radial = radial,
              .entered = particle - s_0,
              .flow = (particle - s_p) + s_by_angle * numerics::angle_between(radial, there.radial),
              .flow_by_angle = s_by_angle};
    }
    if (!comes_up && next == 0) offset += model_.mesh.loop;
    in = next;
  }
  return before;
}

TransportedHistory::Neighbours TransportedHistory::neighbours(const Place& place, std::size_t behind,
                                                              std::size_t pulley_index, bool comes_up) const {
  const auto e = static_cast<std::size_t>(place.element);
  const std::size_t n = gaps_.size();
  Neighbours near{.place = model_.mesh.nodes[e].sigma + place.xi * model_.mesh.lengths[e], .comes_up = comes_up};
  for (std::size_t i = 0; i < 4; ++i) {
    // contact_sigma_ has two extra points in front.
    near.sigma[i] = contact_sigma_[behind + i];
    near.point[i] = (behind + n + i - 2) % n;
    near.touches[i] = touches(near.point[i], pulley_index);
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
  // On the entry side the variable grows from a relaxed state; on the exit side it continues with its slope.
  const bool runs_in = near.comes_up == (in == 2);
  if (!runs_in) return from(in, slope_outwards(near, variable, in));
  const bool is_in = (near.place > near.begins) == (in == 2);
  if (!is_in || near.begins == near.sigma[in]) return {.mode = model_.laws.relaxed_mode};
  return from(in, values[near.point[in]] / (near.sigma[in] - near.begins));
}

void TransportedHistory::fetch_memory(const Place& place, std::size_t pulley_index, bool comes_up, double sigma_by_s,
                                      double* to) const {
  const ContactFields& fields = model_.fields;
  const auto keep = [&](std::size_t k, const Fetched& found) {
    to[fields.value_before(k) * lanes_] = found.value;
    to[fields.value_before_by_s(k) * lanes_] = found.by_sigma * sigma_by_s;
    to[fields.mode_before(k) * lanes_] = found.mode;
  };
  const auto e = static_cast<std::size_t>(place.element);
  const std::size_t n = gaps_.size();
  // Number of contact points before the place; the point behind it has this index, or 0 if it is n.
  std::size_t behind = kContactPoints * e;
  for (const RulePoint& point : model_.contact_rule) behind += place.xi > point.xi ? 1 : 0;
  const std::size_t before = behind == 0 ? n - 1 : behind - 1;
  if (even_on_[before] == static_cast<int>(pulley_index)) {
    const double sigma = model_.mesh.nodes[e].sigma + place.xi * model_.mesh.lengths[e];
    const double w = sigma - contact_sigma_[behind + 1];
    const double from_next = sigma - contact_sigma_[behind + 2];  // w − h
    const double from_before = sigma - contact_sigma_[behind];    // w + h₀
    for (std::size_t at = before, k = 0; k < fields.n(); ++k, at += n) {
      const Curve& curve = curves_[at];
      const double bend = curve.second + curve.third * from_before;
      keep(k, {.value = values_[at] + w * (curve.slope + from_next * bend),
               .by_sigma = curve.slope + (w + from_next) * bend + w * from_next * curve.third,
               .mode = modes_[at]});
    }
    return;
  }
  const Neighbours near = neighbours(place, behind, pulley_index, comes_up);
  for (std::size_t k = 0; k < fields.n(); ++k) keep(k, fetched(near, k));
}

bool TransportedHistory::load_elements() {
  const std::size_t n = cubics_.size();
  for (std::size_t e = 0; e < n; ++e) {
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const std::size_t at = search_start_[e] + p * lanes_;
      if (!(search_.is_near[at] > 0.0)) continue;
      const double particle = search_.particle[at];
      Place& place = last_[e * kContactPoints + p];
      if (!walk_to(particle, place)) {
        // Start anew from the own element: a trial that went too far must not prevent later ones from finding departure
        // points.
        place = {.element = static_cast<int>(e), .xi = 0.0, .shift = 0.0};
        if (!walk_to(particle, place)) {
          place = {.element = static_cast<int>(e), .xi = 0.0, .shift = 0.0};
          return false;
        }
      }
      search_.local[at] = particle - place.shift;
      int& loaded = loaded_[e * kContactPoints + p];
      if (loaded == place.element) continue;
      loaded = place.element;
      search_.raise[at] = raises_[static_cast<std::size_t>(place.element)];
      const ElementCubics<double>& cubics = cubics_[static_cast<std::size_t>(place.element)];
      const std::size_t lane = at % lanes_;
      double* to = search_.cubics.data() + (at - lane) * kCubicEntries + lane;
      for (const Cubic<double>* cubic : {&cubics.s, &cubics.x, &cubics.y}) {
        for (const double coefficient : *cubic) {
          *to = coefficient;
          to += lanes_;
        }
      }
    }
  }
  return true;
}

void TransportedHistory::fetch(AleArrays& arrays) const {
  const ContactFields& fields = model_.fields;
  const std::size_t n = cubics_.size();
  for (std::size_t e = 0; e < n; ++e) {
    const auto pulley_index = static_cast<std::size_t>(model_.mesh.owners[e]);
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const std::size_t at = search_start_[e] + p * lanes_;
      if (!(search_.is_near[at] > 0.0)) continue;
      const std::size_t point = e * kContactPoints + p;
      const double particle = search_.particle[at];
      double* to = arrays.contacts.data() + arrays.contact_at(static_cast<int>(e), p, std::size_t{0});
      const auto field = [&](ContactField f) -> double& { return to[ContactFields::at(f) * lanes_]; };
      if (field(ContactField::gap_before) > 0.0) {
        const ContactCircle<double>& circle = pulleys_[pulley_index].circle;
        const Departure<double> outside{.radial = {field(ContactField::radial_x), field(ContactField::radial_y)},
                                        .angle_by_s = field(ContactField::angle_by_s),
                                        .gap = field(ContactField::gap_before),
                                        .gap_by_s = field(ContactField::gap_before_by_s)};
        const Departure<double> d = entry(point, particle, outside, circle, comes_up(point, particle));
        const std::array<double, kDepartureFields> found{d.radial.x, d.radial.y, d.angle_by_s, d.gap,
                                                         d.gap_by_s, d.entered,  d.flow,       d.flow_by_angle};
        for (std::size_t i = 0; i < kDepartureFields; ++i) to[i * lanes_] = found[i];
        for (std::size_t i = fields.value_before(0); i < fields.size(); ++i) to[i * lanes_] = 0.0;
        continue;
      }
      if (fields.n() == 0) continue;
      Place place = last_[point];
      place.xi = search_.xi[at];
      const double sigma_by_s = search_.xi_by_s[at] * model_.mesh.lengths[static_cast<std::size_t>(place.element)];
      fetch_memory(place, pulley_index, comes_up(point, particle), sigma_by_s, to);
    }
  }
}

bool TransportedHistory::find_departures(AleWork& work, std::span<const PulleyEntry> pulleys) {
  // The curves are computed on demand: a state that is restored and replaced again needs none.
  if (!has_curves_) {
    find_beginnings();
    find_curves();
    has_curves_ = true;
  }
  work.kernel->find_particles(pulleys, search_);
  if (!load_elements()) return false;
  if (!work.kernel->find_departures(pulleys_, search_)) return false;
  fetch(*work.arrays);
  return true;
}

}  // namespace beltdyn::eulerian::ale
