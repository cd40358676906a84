// SPDX-License-Identifier: MIT
#include "eulerian/ale/transported_history.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;
using Coefficients = std::array<double, 4>;

constexpr int kRootIterations = 20;
// Newton's method doubles the digits: a correction of this size leaves rounding.
constexpr double kRootTolerance = 1e-7;
// Only points that a pulley is nearer to than this part of its radius have use for a foot.
constexpr double kReach = 1e-2;

// Of the cubic with these values and slopes (times h) at its ends.
Coefficients coefficients(double f0, double d0, double f1, double d1) {
  return {f0, d0, 3.0 * (f1 - f0) - 2.0 * d0 - d1, 2.0 * (f0 - f1) + d0 + d1};
}
double value(const Coefficients& c, double xi) { return c[0] + xi * (c[1] + xi * (c[2] + xi * c[3])); }
double slope(const Coefficients& c, double xi) { return c[1] + xi * (2.0 * c[2] + xi * 3.0 * c[3]); }

}  // namespace

TransportedHistory::TransportedHistory(const AleModel& model)
    : model_(model),
      nodes_(static_cast<std::size_t>(model.mesh.size()) * kBlock),
      deflections_(static_cast<std::size_t>(model.mesh.size()) * kContactPoints),
      cubics_(static_cast<std::size_t>(model.mesh.size())),
      last_(deflections_.size()),
      now_(nodes_.size()) {
  for (std::size_t i = 0; i < last_.size(); ++i) last_[i].element = static_cast<int>(i / kContactPoints);
  const AleMesh& mesh = model.mesh;
  const Rule& rule = model.contact_rule;
  contact_sigma_.push_back(mesh.nodes.back().sigma - mesh.loop + rule.back().xi * mesh.lengths.back());
  for (std::size_t e = 0; e < mesh.nodes.size(); ++e) {
    for (const RulePoint& point : rule) contact_sigma_.push_back(mesh.nodes[e].sigma + point.xi * mesh.lengths[e]);
  }
  contact_sigma_.push_back(mesh.loop + rule.front().xi * mesh.lengths.front());
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
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      deflections_[i * kContactPoints + p] =
          arrays.contacts[arrays.contact_at(static_cast<int>(i), p, ContactField::deflection)];
    }
  }
  centers_.clear();
  for (const PulleyEntry& pulley : pulleys) centers_.push_back(pulley.circle.center);
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

// Linear between contact points; `slope` is dz/dσ.
double TransportedHistory::deflection_at(int element, double xi, double& z_sigma) const {
  const auto e = static_cast<std::size_t>(element);
  std::size_t right = kContactPoints * e;
  for (const RulePoint& point : model_.contact_rule) right += xi > point.xi ? 1 : 0;
  // contact_sigma_ has one point more in front.
  const double from = contact_sigma_[right];
  const double to = contact_sigma_[right + 1];
  const std::size_t n = deflections_.size();
  const double z_from = deflections_[right == 0 ? n - 1 : right - 1];
  const double z_to = deflections_[right == n ? 0 : right];
  z_sigma = (z_to - z_from) / (to - from);
  return z_from + z_sigma * (model_.mesh.nodes[e].sigma + xi * model_.mesh.lengths[e] - from);
}

Foot<double> TransportedHistory::foot_at(const Place& place, const ContactCircle<double>& circle) const {
  const Cubic& c = cubics_[static_cast<std::size_t>(place.element)];
  const double xi_by_s = 1.0 / slope(c.s, place.xi);
  const Vec2<double> r_xi{slope(c.x, place.xi), slope(c.y, place.xi)};
  const Vec2<double> d{value(c.x, place.xi) - circle.center.x, value(c.y, place.xi) - circle.center.y};
  const double distance = std::sqrt(dot(d, d));
  const double one_over = 1.0 / distance;
  const Vec2<double> n = one_over * d;
  Foot<double> foot{.radial = n,
                    .angle_by_s = xi_by_s * dot(numerics::perpendicular(n), r_xi) * one_over,
                    .deflection = 0.0,
                    .deflection_by_s = 0.0,
                    .gap = distance - circle.line_radius,
                    .gap_by_s = xi_by_s * dot(n, r_xi)};
  if (foot.gap > 0.0) return foot;
  double z_sigma = 0.0;
  foot.deflection = deflection_at(place.element, place.xi, z_sigma);
  foot.deflection_by_s = z_sigma * xi_by_s / c.one_over_length;
  return foot;
}

bool TransportedHistory::find_feet(AleArrays& arrays, std::span<const PulleyEntry> pulleys) {
  arrays.gather_to(arrays.q, now_);
  const AleMesh& mesh = model_.mesh;
  const std::size_t n = mesh.nodes.size();
  const auto W = static_cast<std::size_t>(arrays.layout.lanes());
  for (std::size_t e = 0; e < n; ++e) {
    const auto owner = static_cast<std::size_t>(mesh.owners[e]);
    ContactCircle<double> circle = pulleys[owner].circle;
    const Vec2<double> center = circle.center;
    circle.center = centers_[owner];
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
        // A trial that went too far must not keep the next one from finding its feet.
        place = {.element = static_cast<int>(e), .xi = 0.0, .shift = 0.0};
        if (!find(particle, place)) {
          place = {.element = static_cast<int>(e), .xi = 0.0, .shift = 0.0};
          return false;
        }
      }
      const Foot<double> foot = foot_at(place, circle);
      double* to = arrays.contacts.data() + arrays.contact_at(static_cast<int>(e), p, ContactField::radial_x);
      for (const double field : {foot.radial.x, foot.radial.y, foot.angle_by_s, foot.deflection, foot.deflection_by_s,
                                 foot.gap, foot.gap_by_s}) {
        *to = field;
        to += W;
      }
    }
  }
  return true;
}

}  // namespace beltdyn::eulerian::ale
