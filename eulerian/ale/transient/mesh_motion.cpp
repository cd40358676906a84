// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/mesh_motion.hpp"

#include <cmath>
#include <utility>

#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/laid_rope.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// ω times the longest step [-]: so slow that a mount which shakes from step to step shakes the mesh by only an eighth.
constexpr double kFollowing = 0.3;

using Vector = Eigen::Vector2d;

Vector perpendicular(const Vector& v) { return {-v.y(), v.x()}; }

// The direction δ of a span and its length ℓ, with their first and second time derivatives.
struct SpanMotion {
  Vector u = Vector::Zero();  // along it
  double turning{};
  double turning_rate{};
  double length{};
  double length_rate{};
  double length_acceleration{};
};

// With the vector D from one centre to the next, D = ℓ u + h n and h constant (BeltPath (1)):
//
//     n·D_t = ℓ δ_t,   u·D_t = ℓ_t − h δ_t,
//     n·D_tt = ℓ δ_tt + ℓ_t δ_t + δ_t u·D_t,   u·D_tt = ℓ_tt − h δ_tt − δ_t n·D_t
SpanMotion span_motion(const PathSpan& span, double h, const MeshMotion::Axis& from, const MeshMotion::Axis& to) {
  const Vector& u = span.tangent;
  const Vector n = perpendicular(u);
  const Vector rate = to.velocity - from.velocity;
  const Vector acceleration = to.acceleration - from.acceleration;
  SpanMotion m{.u = u, .length = span.length};
  m.turning = n.dot(rate) / m.length;
  m.length_rate = u.dot(rate) + h * m.turning;
  m.turning_rate = (n.dot(acceleration) - m.length_rate * m.turning - m.turning * u.dot(rate)) / m.length;
  m.length_acceleration = u.dot(acceleration) + h * m.turning_rate + m.turning * n.dot(rate);
  return m;
}

// A point on the circle of a pulley, where the belt has the direction θ: C − w R n(θ), n_t = −θ_t u.
struct PointMotion {
  Vector place = Vector::Zero();
  Vector velocity = Vector::Zero();
  Vector acceleration = Vector::Zero();
};
PointMotion point_on_arc(const PathArc& arc, const MeshMotion::Axis& axis, const Vector& u, double turning,
                         double turning_rate) {
  const Vector n = perpendicular(u);
  const double reach = arc.turn * arc.radius;
  return {.place = arc.center - reach * n,
          .velocity = axis.velocity + reach * turning * u,
          .acceleration = axis.acceleration + reach * (turning_rate * u + turning * turning * n)};
}

// A node and the element behind it.
struct MovedPiece {
  PointMotion at;
  Vector u = Vector::Zero();  // T
  double turning{};
  double turning_rate{};
  ElementSpread spread;
};

// At a fraction of an arc, whose direction lies between the directions of the spans before and behind it; the element
// has the fraction `share` of the arc.
MovedPiece on_arc(const PathArc& arc, const MeshMotion::Axis& axis, const SpanMotion& before, const SpanMotion& behind,
                  double part, double share) {
  const double angle = arc.turn * arc.wrap * part;
  const double grows = behind.turning - before.turning;
  const double grows_faster = behind.turning_rate - before.turning_rate;
  const double reach = share * arc.radius;
  MovedPiece moved{.at = {},
                   .u = std::cos(angle) * before.u + std::sin(angle) * perpendicular(before.u),
                   .turning = before.turning + part * grows,
                   .turning_rate = before.turning_rate + part * grows_faster,
                   .spread = {.curvature = arc.turn / arc.radius,
                              .length = reach * arc.wrap,
                              .rate = reach * arc.turn * grows,
                              .acceleration = reach * arc.turn * grows_faster}};
  moved.at = point_on_arc(arc, axis, moved.u, moved.turning, moved.turning_rate);
  return moved;
}

// At a fraction of the span behind the arc.
MovedPiece on_span(const PathArc& arc, const MeshMotion::Axis& axis, const SpanMotion& span, double part,
                   double share) {
  const Vector across = perpendicular(span.u);
  const double turning = span.turning;
  MovedPiece moved{.at = point_on_arc(arc, axis, span.u, turning, span.turning_rate),
                   .u = span.u,
                   .turning = turning,
                   .turning_rate = span.turning_rate,
                   .spread = {.length = share * span.length,
                              .rate = share * span.length_rate,
                              .acceleration = share * span.length_acceleration}};
  moved.at.place += part * span.length * span.u;
  moved.at.velocity += part * (span.length_rate * span.u + span.length * turning * across);
  moved.at.acceleration += part * (span.length_acceleration * span.u + 2.0 * span.length_rate * turning * across +
                                   span.length * (span.turning_rate * across - turning * turning * span.u));
  return moved;
}

}  // namespace

MeshMotion::MeshMotion(const BeltDrive& drive, const PulleyMounts& mounts, double longest_step)
    : path_around_([&drive](std::span<const Vector> places) {
        const BeltPath path = drive.path_around(places);
        return Path{.arcs = path.arcs(), .spans = path.spans()};
      }),
      omega_(kFollowing / longest_step) {
  const std::size_t n = mounts.size();
  const auto is_moved = [&](std::size_t p) { return moves(drive.pulleys[p % n].mount); };
  for (std::size_t p = 0; p < n; ++p) {
    axes_.push_back({.place = mounts.axis(p).place});
    moves_.push_back(is_moved(p));
    follows_.push_back(is_moved(p + n - 1) || is_moved(p) || is_moved(p + 1));
    follows_.push_back(is_moved(p) || is_moved(p + 1));
  }
  accepted_ = axes_;
}

MeshMotion::MeshMotion(const LaidRope& rope, double longest_step) : omega_(kFollowing / longest_step) {
  std::vector<PathPulley> circles;
  axes_.push_back({.place = rope.path.point(0.0).position});
  for (const Pulley& pulley : rope.drive.pulleys) {
    circles.push_back({.center = pulley.center, .radius = pulley.radius, .side = pulley.side});
    axes_.push_back({.place = pulley.center});
  }
  axes_.push_back({.place = rope.path.point(rope.path.length()).position});
  path_around_ = [circles = std::move(circles)](std::span<const Vector> places) mutable {
    for (std::size_t p = 0; p < circles.size(); ++p) circles[p].center = places[p + 1];
    const RopePath path(places.front(), circles, places.back());
    Path found{.arcs = path.arcs(), .spans = path.spans()};
    found.arcs.insert(found.arcs.begin(), PathArc{.center = places.front()});
    found.arcs.push_back({.center = places.back()});
    return found;
  };
  const std::size_t last = axes_.size() - 1;
  moves_.assign(axes_.size(), false);
  follows_.assign(2 * axes_.size(), false);
  moves_.front() = rope.ends[0].held_until != INFINITY;
  moves_.back() = rope.ends[1].held_until != INFINITY;
  for (std::size_t p = 1; p < last; ++p) moves_[p] = beltdyn::moves(rope.drive.pulleys[p - 1].mount);
  for (std::size_t p = 0; p < last; ++p) follows_[2 * p + 1] = moves_[p] || moves_[p + 1];
  // Ends move along their spans, so that they turn no span.
  const auto turns = [&](std::size_t p) { return p > 0 && p < last && moves_[p]; };
  for (std::size_t p = 1; p < last; ++p) follows_[2 * p] = turns(p - 1) || turns(p) || turns(p + 1);
  accepted_ = axes_;
}

void MeshMotion::go_on(const numerics::StepScheme& scheme, double h, std::span<const Target> targets) {
  for (std::size_t p = 0; p < axes_.size(); ++p) {
    if (!moves_[p]) continue;
    const Axis& at = accepted_[p];
    const Vector off = targets[p].place - at.place;
    const Vector jerk =
        omega_ * (omega_ * (omega_ * (omega_ * at.lag + 4.0 * off) + 6.0 * (targets[p].velocity - at.velocity)) -
                  4.0 * at.acceleration);
    Axis& to = axes_[p];
    to.lag = at.lag + h * off;
    to.acceleration = at.acceleration + h * jerk;
    Vector before;
    for (int i = 0; i < 2; ++i) {
      before[i] = scheme.auxiliary_before(at.auxiliary[i]);
      to.auxiliary[i] = scheme.auxiliary_after(at.acceleration[i], before[i], to.acceleration[i]);
    }
    const Vector change = to.auxiliary - before;
    to.velocity = at.velocity + h * (before + scheme.gamma * change);
    to.place = at.place + h * (at.velocity + h * (0.5 * before + scheme.beta * change));
  }
}

void MeshMotion::move(AleMesh& mesh) const {
  std::vector<Vector> places;
  for (const Axis& axis : axes_) places.push_back(axis.place);
  const Path path = path_around_(places);
  const std::size_t n = path.spans.size();
  const auto behind = [&](std::size_t p) { return (p + 1) % path.arcs.size(); };
  std::vector<SpanMotion> spans;
  for (std::size_t p = 0; p < n; ++p) {
    const PathArc& from = path.arcs[p];
    const PathArc& to = path.arcs[behind(p)];
    spans.push_back(
        span_motion(path.spans[p], to.turn * to.radius - from.turn * from.radius, axes_[p], axes_[behind(p)]));
  }
  mesh.motion.resize(mesh.nodes.size());
  double share = 0.0;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    MeshNode& node = mesh.nodes[i];
    if (!follows(static_cast<std::size_t>(node.piece))) continue;
    const auto p = static_cast<std::size_t>(node.piece / 2);
    const bool is_end = i + 1 == mesh.nodes.size();
    // The element behind an open belt, without physical meaning, is as long as the element before it.
    if (mesh.is_closed || !is_end) {
      share = (is_end || mesh.nodes[i + 1].piece != node.piece ? 1.0 : mesh.nodes[i + 1].part) - node.part;
    }
    const PathArc& arc = path.arcs[p];
    const MovedPiece moved = node.piece % 2 == 0
                                 ? on_arc(arc, axes_[p], spans[(p + n - 1) % n], spans[p], node.part, share)
                                 : on_span(arc, axes_[p], spans[p], node.part, share);
    const bool is_along = !mesh.is_closed && (i == 0 || is_end);
    node.place = numerics::plane(moved.at.place);
    node.tangent = numerics::plane(moved.u);
    node.normal = numerics::plane(perpendicular(moved.u));
    node.rail = is_along ? node.tangent : node.normal;
    mesh.motion[i] = {.velocity = numerics::plane(moved.at.velocity),
                      .acceleration = numerics::plane(moved.at.acceleration),
                      .turning = moved.turning,
                      .turning_rate = moved.turning_rate};
    mesh.spread[i] = moved.spread;
  }
}

std::vector<MeshMotion::Target> mesh_targets(const PulleyMounts& mounts) {
  std::vector<MeshMotion::Target> targets;
  for (std::size_t p = 0; p < mounts.size(); ++p) {
    const AxisPlace axis = mounts.axis_before(p);
    targets.push_back({.place = axis.place, .velocity = mounts.before(p).v * axis.by_u});
  }
  return targets;
}

void MeshMotion::save(StateWriter& writer) const {
  std::vector<double> numbers;
  for (const Axis& axis : accepted_) {
    for (const Vector* v : {&axis.place, &axis.velocity, &axis.acceleration, &axis.auxiliary, &axis.lag}) {
      numbers.insert(numbers.end(), {v->x(), v->y()});
    }
  }
  writer.numbers("mesh_axes", numbers);
}

void MeshMotion::restore(StateReader& reader) {
  constexpr std::size_t kNumbers = 10;
  const std::vector<double>& numbers = reader.numbers("mesh_axes", kNumbers * accepted_.size());
  for (std::size_t p = 0; p < accepted_.size(); ++p) {
    const double* from = numbers.data() + kNumbers * p;
    accepted_[p] = {.place = {from[0], from[1]},
                    .velocity = {from[2], from[3]},
                    .acceleration = {from[4], from[5]},
                    .auxiliary = {from[6], from[7]},
                    .lag = {from[8], from[9]}};
  }
  axes_ = accepted_;
}

}  // namespace beltdyn::eulerian::ale
