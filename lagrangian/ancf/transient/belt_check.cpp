// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/transient/belt_check.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lagrangian/ancf/element/belt_energy.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

using numerics::AlignedVector;
using numerics::kBlock;

// Smallest distance of the ends of an element, relative to its length [-]; strains are small, so that less is invalid.
constexpr double kShortestElement = 0.5;

struct Node {
  Vec2<double> r;
  Vec2<double> slope;
};

Node node_at(const BeltArrays& arrays, const AlignedVector& q, int row, int lane) {
  const auto at = [&](int c) { return q[arrays.layout.index(row, lane, kBlock, c)]; };
  return {.r = {at(0), at(1)}, .slope = {at(2), at(3)}};
}

// Calls visit(row, lane) for all nodes.
template <class Visit>
void for_each_node(const BeltArrays& arrays, const Visit& visit) {
  for (int lane = 0; lane < arrays.layout.lanes(); ++lane) {
    for (int row = arrays.layout.first_row(lane); row < arrays.layout.rows(); ++row) visit(row, lane);
  }
}

// Winding number of the elements' chords around a point, counter-clockwise: counts crossings of a ray from the point.
int winding(const BeltArrays& arrays, const Vec2<double>& center, const Vec2<double>& ray) {
  const auto seen_from_ray = [&](const Vec2<double>& r) {
    const Vec2<double> d = r - center;
    return Vec2<double>{numerics::dot(ray, d), ray.x * d.y - ray.y * d.x};
  };
  int turns = 0;
  for_each_node(arrays, [&](int row, int lane) {
    if (arrays.weight[arrays.layout.index(row, lane, 1, 0)] == 0.0) return;
    const Vec2<double> a = seen_from_ray(node_at(arrays, arrays.q, row, lane).r);
    const Vec2<double> b = seen_from_ray(node_at(arrays, arrays.q, row + 1, lane).r);
    if ((a.y < 0.0) == (b.y < 0.0)) return;
    const double side = a.x * b.y - a.y * b.x;
    if (b.y > a.y && side > 0.0) ++turns;
    if (b.y < a.y && side < 0.0) --turns;
  });
  return turns;
}

// Does a segment of the element touch the pulley in the last evaluation?
bool touches(const ContactPacks& contacts, std::size_t pulley, int element) {
  const int slot = contacts.slot(pulley, element);
  if (slot == ContactPacks::kVacant) return false;
  for (std::size_t s = 0; s < contacts.n_segments(); ++s) {
    if (contacts.memory(pulley, static_cast<std::size_t>(slot), s, contacts.fields().trial_normal()) > 0.0) return true;
  }
  return false;
}

// A direction from the centre of a pulley, away from the chord of the open belt that lies on it.
Vec2<double> ray_of(const BeltArrays& arrays, const Vec2<double>& center, double reach) {
  Vec2<double> sum{};
  for_each_node(arrays, [&](int row, int lane) {
    const Vec2<double> from_center = node_at(arrays, arrays.q, row, lane).r - center;
    if (numerics::dot(from_center, from_center) < reach * reach) sum = sum + from_center;
  });
  const double size = std::sqrt(numerics::dot(sum, sum));
  return size > 0.0 ? (1.0 / size) * sum : Vec2<double>{1.0, 0.0};
}

// Length minus natural length of an element, by Simpson's rule [m].
double elongation(const BeltArrays& arrays, int element, double length) {
  const ElementMotion<double> motion = element_motion(arrays, element);
  const auto size = [](const Vec2<double>& v) { return std::sqrt(numerics::dot(v, v)); };
  const double middle = size(interpolate(slope_shape(0.5, length), motion.q));
  return length / 6.0 * (size(motion.q[1]) + 4.0 * middle + size(motion.q[3])) - length;
}

// Names a slack piece of an open belt between two pulleys, or between a pulley and an end; empty if none is slack.
std::string slack_span(const BeltArrays& arrays, int n_elements, std::size_t n_pulleys, double length) {
  double off = 0.0;
  std::size_t pulley = 0;  // the next one
  int n = 0;               // elements since the last pulley
  const auto is_slack = [&] { return n > 0 && !(off > 0.0); };
  for (int e = 0; e < n_elements; ++e) {
    std::size_t on = pulley > 0 ? pulley - 1 : 0;
    while (on < n_pulleys && !touches(arrays.contacts, on, e)) ++on;
    if (on == n_pulleys) {
      off += elongation(arrays, e, length);
      ++n;
      continue;
    }
    // On an arc single elements may lift off.
    if (on + 1 != pulley && is_slack()) return fmt::format("span {} of the rope goes slack", on + 1);
    pulley = on + 1;
    n = 0;
    off = 0.0;
  }
  return is_slack() ? fmt::format("span {} of the rope goes slack", n_pulleys + 1) : std::string();
}

}  // namespace

BeltCheck::BeltCheck(const BeltModel& model, const BeltArrays& arrays, std::span<const PulleyEntry> pulleys,
                     bool inertia)
    : length_(model.rule.length),
      is_closed_(model.is_closed),
      n_elements_(model.n_elements()),
      inertia_(inertia),
      longest_displacement_(INFINITY) {
  for (const GuidedNode& guided : model.guided) {
    std::vector<int>& beside = guided_.emplace_back();
    if (model.is_closed || guided.node > 0) beside.push_back((guided.node + model.n_nodes - 1) % model.n_nodes);
    if (model.is_closed || guided.node + 1 < model.n_nodes) beside.push_back(guided.node);
  }
  for (const PulleyEntry& pulley : pulleys) {
    longest_displacement_ = std::min(longest_displacement_, pulley.circle.radius);
    const CircleContact<double>& circle = pulley.circle;
    rays_.push_back(is_closed_ ? Vec2<double>{1.0, 0.0}
                               : ray_of(arrays, circle.center, circle.contact_radius + length_));
    windings_.push_back(winding(arrays, circle.center, rays_.back()));
  }
}

// The comparisons are written such that NaN fails them.
std::string BeltCheck::objection(const BeltArrays& arrays, const AlignedVector& q_before,
                                 std::span<const PulleyEntry> pulleys) const {
  double squared = 0.0;
  bool whole = true;  // no element folded or short, all numbers finite
  for_each_node(arrays, [&](int row, int lane) {
    const Node a = node_at(arrays, arrays.q, row, lane);
    const Vec2<double> displacement = a.r - node_at(arrays, q_before, row, lane).r;
    squared = std::max(squared, numerics::dot(displacement, displacement));
    if (arrays.weight[arrays.layout.index(row, lane, 1, 0)] == 0.0) return;
    const Node b = node_at(arrays, arrays.q, row + 1, lane);
    const Vec2<double> chord = b.r - a.r;
    const double shortest = kShortestElement * length_;
    whole = whole && numerics::dot(chord, chord) >= shortest * shortest && numerics::dot(chord, a.slope) > 0.0 &&
            numerics::dot(chord, b.slope) > 0.0;
  });
  if (!whole) return "the belt collapsed: an element folded or lost half its length";
  if (!(squared <= longest_displacement_ * longest_displacement_)) {
    return fmt::format("a point of the belt moved {:.3g} m in one step, more than the smallest radius",
                       std::sqrt(squared));
  }
  bool is_held = false;
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    const CircleContact<double>& circle = pulleys[p].circle;
    if (winding(arrays, circle.center, rays_[p]) != windings_[p]) {
      return fmt::format("the belt left pulley {}", p + 1);
    }
    for (std::size_t i = 0; i < guided_.size(); ++i) {
      const bool is_reached =
          std::ranges::any_of(guided_[i], [&](int element) { return touches(arrays.contacts, p, element); });
      if (!is_reached) continue;
      return is_closed_
                 ? fmt::format("body {} reached pulley {}; end the run before, or place it elsewhere", i + 1, p + 1)
                 : fmt::format(
                       "the {} end of the rope reached pulley {}; end the run before, brake earlier or "
                       "make the span longer",
                       i == 0 ? "first" : "second", p + 1);
    }
    // Nodes within this distance of the centre are at the pulley; the last term exceeds the depth of chords in the
    // circle.
    const double reach = circle.contact_radius + std::abs(circle.surface_offset) + length_ * length_ / circle.radius;
    bool unknown = false;
    for_each_node(arrays, [&](int row, int lane) {
      const Vec2<double> from_center = node_at(arrays, arrays.q, row, lane).r - circle.center;
      const double d2 = numerics::dot(from_center, from_center);
      is_held = is_held || d2 < reach * reach;
      const std::size_t at = arrays.layout.index(row, lane, 1, 0);
      if (d2 < circle.radius * circle.radius && arrays.weight[at] != 0.0) {
        const int element = arrays.contacts.element_at(static_cast<std::size_t>(row), static_cast<std::size_t>(lane));
        unknown = unknown || arrays.contacts.slot(p, element) == ContactPacks::kVacant;
      }
    });
    if (unknown) return fmt::format("the belt penetrated pulley {} outside the contact search", p + 1);
  }
  if (!is_closed_ && !pulleys.empty()) {
    if (std::string slack = slack_span(arrays, n_elements_, pulleys.size(), length_); !slack.empty()) return slack;
  }
  if (!inertia_ && !is_held)
    return "the belt lost contact with all pulleys, and without inertia its position is undetermined";
  return {};
}

}  // namespace beltdyn::lagrangian::ancf
