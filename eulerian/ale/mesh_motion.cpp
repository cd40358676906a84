// SPDX-License-Identifier: MIT
#include "eulerian/ale/mesh_motion.hpp"

#include <cmath>
#include <utility>

namespace beltdyn::eulerian::ale {
namespace {

// So slow that a mount which shakes from step to step shakes the mesh by a tenth as much.
constexpr double kFollowing = 0.2;

using Vector = Eigen::Vector2d;

Vector perpendicular(const Vector& v) { return {-v.y(), v.x()}; }
numerics::Vec2<double> in_plane(const Vector& v) { return {v.x(), v.y()}; }

// The direction δ of a span and its length ℓ, with their first and second derivatives in time.
struct SpanMotion {
  Vector u = Vector::Zero();  // along it
  double turning{};
  double turning_rate{};
  double length{};
  double length_rate{};
  double length_acceleration{};
};

// With D from one centre to the next, D = ℓ u + h n and h constant (BeltPath (1)):
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

// A point of the circle of a pulley where the belt has the direction θ: C − w R n(θ), n_t = −θ_t u.
struct PointMotion {
  Vector place;
  Vector velocity;
  Vector acceleration;
};
PointMotion point_on_arc(const PathArc& arc, const MeshMotion::Axis& axis, const Vector& u, double turning,
                         double turning_rate) {
  const Vector n = perpendicular(u);
  const double reach = arc.turn * arc.radius;
  return {.place = arc.center - reach * n,
          .velocity = axis.velocity + reach * turning * u,
          .acceleration = axis.acceleration + reach * (turning_rate * u + turning * turning * n)};
}

}  // namespace

MeshMotion::MeshMotion(const BeltDrive& drive, const PulleyMounts& mounts, double longest_step)
    : drive_(&drive), omega_(kFollowing / longest_step) {
  for (std::size_t p = 0; p < mounts.size(); ++p) axes_.push_back({.place = mounts.axis(p).place});
  accepted_ = axes_;
}

void MeshMotion::go_on(double h, const PulleyMounts& mounts) {
  for (std::size_t p = 0; p < axes_.size(); ++p) {
    if (!moves(drive_->pulleys[p].mount)) continue;
    const Axis& at = accepted_[p];
    const AxisPlace axis = mounts.axis_before(p);
    const Vector jerk =
        omega_ * (omega_ * (omega_ * (axis.place - at.place) + 3.0 * (mounts.before(p).v * axis.by_u - at.velocity)) -
                  3.0 * at.acceleration);
    axes_[p] = {.place = at.place + h * (at.velocity + 0.5 * h * (at.acceleration + h / 3.0 * jerk)),
                .velocity = at.velocity + h * (at.acceleration + 0.5 * h * jerk),
                .acceleration = at.acceleration + h * jerk};
  }
}

AleMesh MeshMotion::moved(AleMesh mesh) const {
  std::vector<Vector> places;
  for (const Axis& axis : axes_) places.push_back(axis.place);
  const BeltPath path = drive_->path_around(places);
  const std::size_t n = axes_.size();
  std::vector<SpanMotion> spans;
  for (std::size_t p = 0; p < n; ++p) {
    const std::size_t next = (p + 1) % n;
    const double h = path.arcs()[next].turn * path.arcs()[next].radius - path.arcs()[p].turn * path.arcs()[p].radius;
    spans.push_back(span_motion(path.spans()[p], h, axes_[p], axes_[next]));
  }
  mesh.motion.resize(mesh.nodes.size());
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    MeshNode& node = mesh.nodes[i];
    RailMotion& motion = mesh.motion[i];
    ElementSpread& spread = mesh.spread[i];
    const auto p = static_cast<std::size_t>(node.piece / 2);
    const PathArc& arc = path.arcs()[p];
    const SpanMotion& behind = spans[p];
    const bool is_last = i + 1 == mesh.nodes.size() || mesh.nodes[i + 1].piece != node.piece;
    const double share = (is_last ? 1.0 : mesh.nodes[i + 1].part) - node.part;
    PointMotion at;
    Vector u;
    if (node.piece % 2 == 0) {
      const SpanMotion& before = spans[(p + n - 1) % n];
      const double angle = arc.turn * arc.wrap * node.part;
      u = std::cos(angle) * before.u + std::sin(angle) * perpendicular(before.u);
      const double grows = behind.turning - before.turning;
      const double grows_faster = behind.turning_rate - before.turning_rate;
      motion.turning = before.turning + node.part * grows;
      motion.turning_rate = before.turning_rate + node.part * grows_faster;
      at = point_on_arc(arc, axes_[p], u, motion.turning, motion.turning_rate);
      const double radius = share * arc.radius;
      spread = {.length = radius * arc.wrap,
                .rate = radius * arc.turn * grows,
                .acceleration = radius * arc.turn * grows_faster};
    } else {
      u = behind.u;
      const Vector across = perpendicular(u);
      motion.turning = behind.turning;
      motion.turning_rate = behind.turning_rate;
      at = point_on_arc(arc, axes_[p], u, motion.turning, motion.turning_rate);
      const double turning = motion.turning;
      at.place += node.part * behind.length * u;
      at.velocity += node.part * (behind.length_rate * u + behind.length * turning * across);
      at.acceleration += node.part * (behind.length_acceleration * u + 2.0 * behind.length_rate * turning * across +
                                      behind.length * (motion.turning_rate * across - turning * turning * u));
      spread = {.length = share * behind.length,
                .rate = share * behind.length_rate,
                .acceleration = share * behind.length_acceleration};
    }
    node.place = in_plane(at.place);
    node.tangent = in_plane(u);
    node.normal = in_plane(perpendicular(u));
    motion.velocity = in_plane(at.velocity);
    motion.acceleration = in_plane(at.acceleration);
  }
  return mesh;
}

void MeshMotion::save(StateWriter& writer) const {
  std::vector<double> numbers;
  for (const Axis& axis : accepted_) {
    for (const Vector* v : {&axis.place, &axis.velocity, &axis.acceleration}) {
      numbers.insert(numbers.end(), {v->x(), v->y()});
    }
  }
  writer.numbers("mesh_axes", numbers);
}

void MeshMotion::restore(StateReader& reader) {
  constexpr std::size_t kNumbers = 6;
  const std::vector<double>& numbers = reader.numbers("mesh_axes", kNumbers * accepted_.size());
  for (std::size_t p = 0; p < accepted_.size(); ++p) {
    const double* from = numbers.data() + kNumbers * p;
    accepted_[p] = {.place = {from[0], from[1]}, .velocity = {from[2], from[3]}, .acceleration = {from[4], from[5]}};
  }
  axes_ = accepted_;
}

}  // namespace beltdyn::eulerian::ale
