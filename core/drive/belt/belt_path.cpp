// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

namespace beltdyn {
namespace {

using Eigen::Vector2d;
using std::numbers::pi;

constexpr double kLeastWrap = 1e-9;  // below it, the belt touches the pulley in a point only [rad]
constexpr double kRoundOff = 1e-12;  // relative to a radius: a span may just touch a third pulley
constexpr double kDetourWeight = 0.1;  // weight of |σ − near| relative to the distance from the path, see nearest() [-]

Vector2d left_of(const Vector2d& u) { return {-u.y(), u.x()}; }
double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

// The pieces of a path before they are known to form a loop: span k leads from arc k to arc next(k).
struct Layout {
  std::vector<PathArc> arcs;
  std::vector<PathSpan> spans;

  std::size_t size() const { return arcs.size(); }
  std::size_t next(std::size_t k) const { return (k + 1) % size(); }
  std::size_t previous(std::size_t k) const { return (k + size() - 1) % size(); }
};

// Messages count pulleys from 1.
std::size_t number(std::size_t k) { return k + 1; }

// A radius of that many distances of pulleys has another unit than these [-].
constexpr double kUnlikelyRadius = 10.0;

void check_overlap(std::span<const PathPulley> pulleys) {
  for (std::size_t j = 0; j < pulleys.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const double distance = (pulleys[j].center - pulleys[i].center).norm();
      const double least = pulleys[i].radius + pulleys[j].radius;
      if (distance > least) continue;
      const double larger = std::max(pulleys[i].radius, pulleys[j].radius);
      throw PathError(static_cast<int>(j),
                      fmt::format("pulleys {} and {} overlap: their centers are {:.6g} m apart, their radii add up to "
                                  "{:.6g} m; move them apart or reduce a radius{}",
                                  number(i), number(j), distance, least,
                                  distance > 0.0 && larger > kUnlikelyRadius * distance
                                      ? fmt::format("; lengths are in m: write \"{:.6g} mm\" for millimetres", larger)
                                      : ""));
    }
  }
}

bool is_crossed(std::span<const PathPulley> pulleys) {
  return pulleys.size() == 2 && pulleys[0].side != pulleys[1].side;
}

void check_sides(std::span<const PathPulley> pulleys) {
  if (pulleys.size() < 2) throw PathError(-1, "a belt needs at least two pulleys; add one");
  const auto inside = std::count_if(pulleys.begin(), pulleys.end(),
                                    [](const PathPulley& pulley) { return pulley.side == PulleySide::inside; });
  if (inside >= 2 || is_crossed(pulleys)) return;
  throw PathError(
      -1, fmt::format("only {} on the inside of the loop, which needs two to stay not closed; correct the sides",
                      inside == 1 ? "1 pulley" : "no pulley"));
}

PathSpan span_between(const PathArc& from, const PathArc& to, std::size_t from_number, std::size_t to_number) {
  const std::optional<PathSpan> span = common_tangent(from, to);
  if (span) return *span;
  throw PathError(static_cast<int>(to_number) - 1,
                  fmt::format("the belt does not fit between pulleys {} and {}, which it wraps in opposite senses: "
                              "their centers are {:.6g} m apart, the radii with the contact offset add up to "
                              "{:.6g} m; move them apart",
                              from_number, to_number, (to.center - from.center).norm(),
                              std::abs(to.turn * to.radius - from.turn * from.radius)));
}

// Computes the arcs and spans without checking that together they form a belt path.
Layout lay_out(std::span<const PathPulley> pulleys, LoopDirection direction, double offset) {
  const double loop_turn = direction == LoopDirection::counterclockwise ? 1.0 : -1.0;
  Layout path;
  for (const PathPulley& pulley : pulleys) {
    PathArc arc;
    arc.center = pulley.center;
    arc.radius = pulley.radius + offset;
    arc.turn = pulley.side == PulleySide::inside ? loop_turn : -loop_turn;
    path.arcs.push_back(arc);
  }
  for (std::size_t k = 0; k < path.size(); ++k) {
    path.spans.push_back(span_between(path.arcs[k], path.arcs[path.next(k)], number(k), number(path.next(k))));
  }
  double sigma = 0.0;
  for (std::size_t k = 0; k < path.size(); ++k) {
    PathArc& arc = path.arcs[k];
    PathSpan& behind = path.spans[k];
    lay_between(arc, path.spans[path.previous(k)], behind);
    arc.start = sigma;
    behind.start = arc.start + arc.length();
    sigma = behind.start + behind.length;
  }
  return path;
}

// The number of turns of the belt around itself in the direction of the loop: 1 for a path that does not cross itself.
long turning_number(const Layout& path, LoopDirection direction) {
  double angle = 0.0;
  for (const PathArc& arc : path.arcs) angle += arc.turn * arc.wrap;
  return std::lround((direction == LoopDirection::counterclockwise ? angle : -angle) / (2.0 * pi));
}

void check_contacts(const Layout& path, std::span<const PathPulley> pulleys) {
  for (std::size_t k = 0; k < path.size(); ++k) {
    const std::size_t before = path.previous(k);
    const bool only_point = path.arcs[k].wrap < kLeastWrap || path.arcs[k].wrap > 2.0 * pi - kLeastWrap;
    // A wrap just below 2π whose adjacent spans cross means that the belt passes the pulley without touching it.
    if (!only_point && !cross_each_other(path.spans[before], path.spans[k])) continue;
    throw PathError(static_cast<int>(k),
                    fmt::format("between pulleys {} and {} the belt does not touch pulley {} on the {} of its loop; "
                                "check the center of pulley {}, its side, and its position in the order of travel",
                                number(before), number(path.next(k)), number(k),
                                pulleys[k].side == PulleySide::inside ? "inner side" : "outer side", number(k)));
  }
}

void check_spans(const Layout& path) {
  for (std::size_t k = 0; k < path.size(); ++k) {
    const PathSpan& span = path.spans[k];
    for (std::size_t j = 0; j < path.size(); ++j) {
      if (j == k || j == path.next(k)) continue;
      const double depth = depth_within(span, path.arcs[j]);
      if (depth <= kRoundOff * path.arcs[j].radius) continue;
      throw PathError(static_cast<int>(j),
                      fmt::format("the span from pulley {} to pulley {} runs through pulley {}, {:.3g} m deep; move "
                                  "pulley {} away, or correct the order of travel or the sides",
                                  number(k), number(path.next(k)), number(j), depth, number(j)));
    }
    for (std::size_t j = 0; j < k; ++j) {
      if (!cross_each_other(span, path.spans[j])) continue;
      throw PathError(-1,
                      fmt::format("the span from pulley {} to pulley {} crosses the one from pulley {} to pulley {}; "
                                  "correct the order of travel or the sides",
                                  number(j), number(path.next(j)), number(k), number(path.next(k))));
    }
  }
}

// Is a point of the circle of the arc inside the arc?
bool is_on(const PathArc& arc, const Vector2d& point) {
  const Vector2d to = point - arc.center;
  const double angle = std::atan2(arc.turn * cross(arc.outward, to), arc.outward.dot(to));
  return (angle < 0.0 ? angle + 2.0 * pi : angle) < arc.wrap;
}

// The gap between two pulleys may be smaller than the belt is thick, but not where the belt runs on one of them.
void check_room(const Layout& path) {
  for (std::size_t j = 0; j < path.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const PathArc& a = path.arcs[i];
      const PathArc& b = path.arcs[j];
      const Vector2d distance = b.center - a.center;
      const double d = distance.norm();
      if (d >= a.radius + b.radius) continue;
      // The two circles of the path intersect in two points, because d > r_a + r_b ≥ |R_a − R_b|.
      const double along = (d * d + a.radius * a.radius - b.radius * b.radius) / (2.0 * d);
      const double aside = std::sqrt((a.radius - along) * (a.radius + along));
      for (const double side : {-aside, aside}) {
        const Vector2d common = a.center + (along * distance + side * left_of(distance)) / d;
        if (!is_on(a, common) && !is_on(b, common)) continue;
        throw PathError(static_cast<int>(j),
                        fmt::format("the belt does not fit between pulleys {} and {}: their centers are {:.6g} m "
                                    "apart, the radii with the contact offset add up to {:.6g} m; move them apart",
                                    number(i), number(j), d, a.radius + b.radius));
      }
    }
  }
}

// Throws if the arcs and spans are not a path that touches each pulley and does not cross itself.
void check_loop(const Layout& path, std::span<const PathPulley> pulleys) {
  check_contacts(path, pulleys);
  check_spans(path);
  check_room(path);
}

// Do the pulleys form a belt path in this direction?
bool make_loop(std::span<const PathPulley> pulleys, LoopDirection direction, double offset) {
  try {
    const Layout path = lay_out(pulleys, direction, offset);
    check_loop(path, pulleys);
    return turning_number(path, direction) == 1;
  } catch (const PathError&) {
    return false;
  }
}

LoopDirection reverse(LoopDirection direction) {
  return direction == LoopDirection::clockwise ? LoopDirection::counterclockwise : LoopDirection::clockwise;
}

std::string_view name(LoopDirection direction) { return kLoopDirectionNames[static_cast<std::size_t>(direction)]; }

// Reversed order of travel gets a message of its own, because otherwise every pulley would be reported as misplaced.
void check_order(std::span<const PathPulley> pulleys, LoopDirection direction, double offset) {
  if (!make_loop(pulleys, reverse(direction), offset)) return;
  throw PathError(
      -1, fmt::format("the pulleys are listed in {} order, but the direction is {}; reverse the order or the direction",
                      name(reverse(direction)), name(direction)));
}

}  // namespace

BeltPath::BeltPath(std::span<const PathPulley> pulleys, LoopDirection direction, double offset) {
  check_sides(pulleys);
  check_overlap(pulleys);
  Layout path = lay_out(pulleys, direction, offset);
  if (!is_crossed(pulleys)) {
    const bool is_wanted_loop = turning_number(path, direction) == 1;
    if (!is_wanted_loop) check_order(pulleys, direction, offset);
    check_loop(path, pulleys);
    if (!is_wanted_loop) {
      throw PathError(-1, fmt::format("the loop runs {}, and the pulleys marked outside lie inside it; exchange inside "
                                      "and outside and set the direction to {}",
                                      name(reverse(direction)), name(reverse(direction))));
    }
  }
  arcs_ = std::move(path.arcs);
  spans_ = std::move(path.spans);
  length_ = spans_.back().start + spans_.back().length;
}

double BeltPath::nearest(const Vector2d& position, double near) const {
  double best = near;
  double least_cost = std::numeric_limits<double>::infinity();
  const auto offer = [&](double sigma, double squared_distance) {
    const double detour = sigma - near - length_ * std::floor((sigma - near) / length_ + 0.5);
    const double cost = squared_distance + kDetourWeight * kDetourWeight * detour * detour;
    if (cost >= least_cost) return;
    least_cost = cost;
    best = near + detour;
  };
  for (const PathSpan& span : spans_) {
    const double local = std::clamp((position - span.from).dot(span.tangent), 0.0, span.length);
    offer(span.start + local, (span.from + local * span.tangent - position).squaredNorm());
  }
  for (const PathArc& arc : arcs_) {
    const Vector2d radial = position - arc.center;
    const double off_circle = std::pow(radial.norm() - arc.radius, 2.0);
    if (off_circle >= least_cost) continue;  // saves the angle for most positions
    // Angle from the entry. The part of the circle outside the arc is halved: its half next to the exit counts as
    // beyond the exit, the other half as before the entry.
    const double angle = arc.turn * std::atan2(cross(arc.outward, radial), arc.outward.dot(radial));
    const double local = angle >= 0.5 * arc.wrap - pi ? angle : angle + 2.0 * pi;
    if (local >= 0.0 && local <= arc.wrap) {
      offer(arc.start + arc.radius * local, off_circle);
    } else {
      const bool is_before = local < 0.0;
      offer(is_before ? arc.start : arc.start + arc.length(),
            (position - (is_before ? arc.entry : arc.exit)).squaredNorm());
    }
  }
  return best;
}

double BeltPath::periodic(double sigma) const {
  const double moved = sigma - length_ * std::floor(sigma / length_);
  return moved >= 0.0 && moved < length_ ? moved : 0.0;  // rounding may yield either end of the interval
}

PathPlace BeltPath::locate(double sigma) const {
  const double s = periodic(sigma);
  const auto behind = std::upper_bound(arcs_.begin(), arcs_.end(), s,
                                       [](double value, const PathArc& arc) { return value < arc.start; });
  const auto k = static_cast<std::size_t>(behind - arcs_.begin()) - 1;
  if (s < spans_[k].start) return {.pulley = static_cast<int>(k), .local = s - arcs_[k].start};
  return {.span = static_cast<int>(k), .local = s - spans_[k].start};
}

PathPoint BeltPath::point(double sigma) const {
  const PathPlace place = locate(sigma);
  if (place.pulley < 0) return point_of(spans_[static_cast<std::size_t>(place.span)], place.local);
  return point_of(arcs_[static_cast<std::size_t>(place.pulley)], place.local);
}

}  // namespace beltdyn
