// SPDX-License-Identifier: MIT
#include "eulerian/ale/transported_history.hpp"

#include <cmath>

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;
using numerics::Shape;

constexpr int kRootIterations = 20;
// Newton's method doubles the digits: a correction of this size leaves rounding.
constexpr double kRootTolerance = 1e-9;
// Only points that a pulley is nearer to than this part of its radius have use for a foot.
constexpr double kReach = 1e-2;

Shape unit_value(double xi) {
  const double x2 = xi * xi;
  const double x3 = x2 * xi;
  return {1.0 - 3.0 * x2 + 2.0 * x3, xi - 2.0 * x2 + x3, 3.0 * x2 - 2.0 * x3, x3 - x2};
}
Shape unit_slope(double xi) {
  const double x2 = xi * xi;
  return {6.0 * (x2 - xi), 1.0 - 4.0 * xi + 3.0 * x2, 6.0 * (xi - x2), 3.0 * x2 - 2.0 * xi};
}

}  // namespace

TransportedHistory::TransportedHistory(const AleModel& model)
    : model_(model),
      nodes_(static_cast<std::size_t>(model.mesh.size()) * kBlock),
      deflections_(static_cast<std::size_t>(model.mesh.size()) * kContactPoints),
      fields_(static_cast<std::size_t>(model.mesh.size())),
      last_(deflections_.size()) {
  for (std::size_t i = 0; i < last_.size(); ++i) last_[i].element = static_cast<int>(i / kContactPoints);
}

void TransportedHistory::commit(const AleArrays& arrays, std::span<const PulleyEntry> pulleys) {
  const int n = model_.mesh.size();
  for (int node = 0; node < n; ++node) {
    for (int c = 0; c < kBlock; ++c) {
      nodes_[static_cast<std::size_t>(kBlock * node + c)] = arrays.q[arrays.layout.at(node, kBlock, c)];
    }
  }
  for (int e = 0; e < n; ++e) {
    const auto i = static_cast<std::size_t>(e);
    const auto j = static_cast<std::size_t>((e + 1) % n);
    ElementFields<double>& f = fields_[i];
    const double h = model_.mesh.lengths[i];
    for (std::size_t end = 0; end < 2; ++end) {
      const MeshNode& node = model_.mesh.nodes[end == 0 ? i : j];
      const double* q = nodes_.data() + kBlock * (end == 0 ? i : j);
      f.r[2 * end] = multiply_add(q[0], node.normal, node.place);
      f.r[2 * end + 1] = h * multiply_add(q[1], node.normal, node.tangent);
      f.s[2 * end] = q[2] + (end == 1 && j == 0 ? model_.reference_length : 0.0);
      f.s[2 * end + 1] = h * q[3];
    }
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      deflections_[i * kContactPoints + p] = arrays.contacts[arrays.contact_at(e, p, ContactField::deflection)];
    }
  }
  centers_.clear();
  for (const PulleyEntry& pulley : pulleys) centers_.push_back(pulley.circle.center);
}

double TransportedHistory::material(int element, const Shape& shape) const {
  return interpolate(shape, fields_[static_cast<std::size_t>(element)].s);
}

// Walks from the given place to the element that has s, then finds it there by Newton's method, s being nearly linear.
bool TransportedHistory::find(double s, Place& place) const {
  const int n = model_.mesh.size();
  for (int steps = 0;; ++steps) {
    if (!(steps <= n)) return false;
    const ElementFields<double>& f = fields_[static_cast<std::size_t>(place.element)];
    const double local = s - place.shift;
    if (local < f.s[0]) {
      place.element -= 1;
      place.xi = 1.0;
      if (place.element < 0) {
        place.element = n - 1;
        place.shift -= model_.reference_length;
      }
    } else if (local > f.s[2]) {
      place.element += 1;
      place.xi = 0.0;
      if (place.element == n) {
        place.element = 0;
        place.shift += model_.reference_length;
      }
    } else {
      break;
    }
  }
  const ElementFields<double>& f = fields_[static_cast<std::size_t>(place.element)];
  const double local = s - place.shift;
  double xi = place.xi;
  for (int i = 0; i < kRootIterations; ++i) {
    const double slope = interpolate(unit_slope(xi), f.s);
    const double next = std::clamp(xi + (local - material(place.element, unit_value(xi))) / slope, 0.0, 1.0);
    const double change = std::abs(next - xi);
    xi = next;
    if (change <= kRootTolerance) break;
  }
  place.xi = xi;
  return std::isfinite(xi);
}

// Linear between contact points; `slope` is dz/dσ.
double TransportedHistory::deflection_at(int element, double xi, double& slope) const {
  const auto n = static_cast<int>(deflections_.size());
  const Rule& rule = model_.contact_rule;
  int right = static_cast<int>(kContactPoints) * element;
  for (const RulePoint& point : rule) right += xi > point.xi ? 1 : 0;
  const auto sigma_from_element = [&](int index) {
    const int e = (index + n) % n / static_cast<int>(kContactPoints);
    const double at = rule[static_cast<std::size_t>((index + n) % static_cast<int>(kContactPoints))].xi *
                      model_.mesh.lengths[static_cast<std::size_t>(e)];
    const double h = model_.mesh.lengths[static_cast<std::size_t>(element)];
    if (e == element) return at;
    return index < static_cast<int>(kContactPoints) * element ? at - model_.mesh.lengths[static_cast<std::size_t>(e)]
                                                              : at + h;
  };
  const double sigma = xi * model_.mesh.lengths[static_cast<std::size_t>(element)];
  const double a = sigma_from_element(right - 1);
  const double b = sigma_from_element(right);
  const double z_a = deflections_[static_cast<std::size_t>((right - 1 + n) % n)];
  const double z_b = deflections_[static_cast<std::size_t>(right % n)];
  slope = (z_b - z_a) / (b - a);
  return z_a + slope * (sigma - a);
}

Foot<double> TransportedHistory::foot_at(const Place& place, const ContactCircle<double>& circle) const {
  const ElementFields<double>& f = fields_[static_cast<std::size_t>(place.element)];
  const Shape value = unit_value(place.xi);
  const Shape slope = unit_slope(place.xi);
  const double one_over_h = 1.0 / model_.mesh.lengths[static_cast<std::size_t>(place.element)];
  const double sigma_by_s = 1.0 / (one_over_h * interpolate(slope, f.s));
  const Vec2<double> u = one_over_h * interpolate(slope, f.r);
  const Vec2<double> d = interpolate(value, f.r) - circle.center;
  const double distance = std::sqrt(dot(d, d));
  const Vec2<double> n = (1.0 / distance) * d;
  Foot<double> foot{.radial = n,
                    .angle_by_s = sigma_by_s * dot(numerics::perpendicular(n), u) / distance,
                    .deflection = 0.0,
                    .deflection_by_s = 0.0,
                    .gap = distance - circle.line_radius,
                    .gap_by_s = sigma_by_s * dot(n, u)};
  if (foot.gap > 0.0) return foot;
  double z_sigma = 0.0;
  foot.deflection = deflection_at(place.element, place.xi, z_sigma);
  foot.deflection_by_s = z_sigma * sigma_by_s;
  return foot;
}

bool TransportedHistory::find_feet(AleArrays& arrays, std::span<const PulleyEntry> pulleys) {
  const int n = model_.mesh.size();
  for (int e = 0; e < n; ++e) {
    const auto owner = static_cast<std::size_t>(model_.mesh.owners[static_cast<std::size_t>(e)]);
    ContactCircle<double> circle = pulleys[owner].circle;
    circle.center = centers_[owner];
    const int next = (e + 1) % n;
    const double h = model_.mesh.lengths[static_cast<std::size_t>(e)];
    const auto now = [&](int node, int c) { return arrays.q[arrays.layout.at(node, kBlock, c)]; };
    const std::array<double, 4> s{now(e, 2), h * now(e, 3), now(next, 2) + (next == 0 ? model_.reference_length : 0.0),
                                  h * now(next, 3)};
    std::array<Vec2<double>, 4> r;
    for (std::size_t end = 0; end < 2; ++end) {
      const int at = end == 0 ? e : next;
      const MeshNode& node = model_.mesh.nodes[static_cast<std::size_t>(at)];
      r[2 * end] = multiply_add(now(at, 0), node.normal, node.place);
      r[2 * end + 1] = h * multiply_add(now(at, 1), node.normal, node.tangent);
    }
    const double reach = circle.line_radius * (1.0 + kReach);
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const Vec2<double> d = interpolate(model_.contact_rule[p].value, r) - pulleys[owner].circle.center;
      if (dot(d, d) > reach * reach) continue;
      Place& place = last_[static_cast<std::size_t>(e) * kContactPoints + p];
      if (!find(interpolate(model_.contact_rule[p].value, s), place)) {
        place = {.element = e, .xi = 0.0, .shift = 0.0};
        return false;
      }
      const Foot<double> foot = foot_at(place, circle);
      double* to = arrays.contacts.data() + arrays.contact_at(e, p, ContactField::radial_x);
      const auto W = static_cast<std::size_t>(arrays.layout.lanes());
      for (const double value : {foot.radial.x, foot.radial.y, foot.angle_by_s, foot.deflection, foot.deflection_by_s,
                                 foot.gap, foot.gap_by_s}) {
        *to = value;
        to += W;
      }
    }
  }
  return true;
}

}  // namespace beltdyn::eulerian::ale
