// SPDX-License-Identifier: MIT
#include "core/dynamics/rope/rope_start.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/rope/even_forces.hpp"
#include "core/dynamics/rope/rigid_rope_of.hpp"
#include "core/dynamics/rope/rigid_rope_solver.hpp"

namespace beltdyn {
namespace {

// The load with all parts at one speed and without acceleration of prescribed motions.
RigidLoad load_at_start(const RigidRope& rope, double speed) {
  RigidLoad load{.speed = speed, .spans = rope.spans};
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    const RigidEnd& end = rope.ends[i];
    load.is_given[i] = end.kind == EndKind::given || end.is_held(0.0);
    load.end[i] = end.force ? end.force(0.0, speed) : 0.0;
    if (end.kind == EndKind::body) load.end[i] += end.mass * rope.gravity.dot(end.direction);
  }
  for (const RigidSheave& sheave : rope.sheaves) {
    load.sheaves.push_back({.speed = speed,
                            .force = sheave.force ? sheave.force(0.0, speed) : 0.0,
                            .brake = sheave.brake ? sheave.brake(0.0) : 0.0});
  }
  return load;
}

RopeStart of_inextensible(const RopeDrive& drive, const RopePath& path, double mass_per_length) {
  RigidRope rigid = rigid_rope_of(drive);
  rigid.density = mass_per_length;
  for (RigidSheave& sheave : rigid.sheaves) sheave.arc.density = mass_per_length;
  const double speed = drive.starts_running() ? start_speed(drive, path) : 0.0;
  const RigidLoad load = load_at_start(rigid, speed);
  RigidModes touching(rigid.sheaves.size());
  for (RigidSheaveMode& mode : touching) mode.brake = sign_of(speed);
  const RigidRopeSolver solver(rigid);
  RigidForces forces;
  solver.solve(load, solver.decide(load, touching), forces);
  RopeStart start{.acceleration = forces.acceleration};
  for (std::size_t j = 0; j < rigid.spans.size(); ++j) start.spans.push_back(forces.span(j));
  return start;
}

RopeStart of_length(const RopeDrive& drive, const RopePath& path, double mass_per_length) {
  const double even = drive.rope.axial_stiffness * (path.length() / drive.rope.length - 1.0);
  const Eigen::Vector2d weight = mass_per_length * drive.gravity;
  const Eigen::Vector2d first_end = path.point(0.0).position;
  RopeStart start;
  for (const PathSpan& span : path.spans()) {
    const Eigen::Vector2d begin = path.point(span.start).position;
    const double force = even - weight.dot(begin - first_end);
    start.spans.push_back({force, force - span.length * weight.dot(span.tangent)});
  }
  return start;
}

}  // namespace

bool tells_force(const RopeDriveEnd& end) {
  if (const auto* body = std::get_if<BodyEnd>(&end.form)) return !body->is_held && !(body->held_until > 0.0);
  if (const auto* winch = std::get_if<WinchEnd>(&end.form)) return winch->turns_freely() && !is_braked_at_start(*winch);
  return std::holds_alternative<ForceEnd>(end.form);
}

RopeStart rope_start(const RopeDrive& drive, const RopePath& path, double mass_per_length) {
  if (drive.rope.length > 0.0) return of_length(drive, path, mass_per_length);
  if (!drive.mounted().empty()) {
    EvenForces even = even_forces(drive, path, mass_per_length);
    return {.spans = std::move(even.spans), .is_balanced = even.is_balanced};
  }
  if (std::ranges::none_of(drive.ends, tells_force)) return {};
  return of_inextensible(drive, path, mass_per_length);
}

std::vector<std::string> start_force_objections(std::span<const std::array<double, 2>> spans, std::string_view name) {
  if (spans.empty()) {
    return {fmt::format(
        "nothing tells {} the force of the rope at the start; give the natural length of the rope, or one end a body "
        "that is not held, or a force",
        name)};
  }
  for (std::size_t k = 0; k < spans.size(); ++k) {
    const double least = std::min(spans[k][0], spans[k][1]);
    if (least > 0.0) continue;
    return {fmt::format(
        "the rope is slack at the start: span {} has a force of {:.6g} N; shorten the rope, or load its ends", k + 1,
        least)};
  }
  return {};
}

std::vector<std::string> start_objections(const RopeDrive& drive, double mass_per_length, std::string_view name) {
  try {
    return start_force_objections(rope_start(drive, drive.path(), mass_per_length).spans, name);
  } catch (const SolverError&) {
    return {
        "at the start friction does not bear what pulls at the ends of the rope, and no body moves with it; make these "
        "forces more alike, or increase friction"};
  }
}

}  // namespace beltdyn
