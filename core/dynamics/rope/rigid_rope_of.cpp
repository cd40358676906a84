// SPDX-License-Identifier: MIT
#include "core/dynamics/rope/rigid_rope_of.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/drive/pulley/dry_friction.hpp"
#include "core/drive/rope/rope_ends.hpp"

namespace beltdyn {
namespace {

constexpr double kSameSpeed = 1e-9;  // relative

// The speed that an end prescribes for the rope at t = 0, if any.
std::optional<double> speed_at(const RopeDriveEnd& end, std::size_t index, const Eigen::Vector2d& tangent) {
  if (std::holds_alternative<FixedEnd>(end.form)) return 0.0;
  if (const auto* winch = std::get_if<WinchEnd>(&end.form)) {
    if (winch->turns_freely()) return std::nullopt;
    return (index == 0 ? 1.0 : -1.0) * winch->rate.value(0.0);
  }
  const auto* body = std::get_if<BodyEnd>(&end.form);
  if (body == nullptr) return std::nullopt;
  if (body->is_held || body->held_until > 0.0) return 0.0;
  if (body->velocity == 0.0) return std::nullopt;
  return sense_of(*body, tangent) * body->velocity;
}

bool is_given(const RopeDriveEnd& end) {
  if (const auto* body = std::get_if<BodyEnd>(&end.form)) return body->is_held || body->held_until > 0.0;
  if (const auto* winch = std::get_if<WinchEnd>(&end.form)) return !winch->turns_freely();
  return !std::holds_alternative<ForceEnd>(end.form);
}

double initial_speed(const RopeDrive& drive, const RopePath& path) {
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    if (const std::optional<double> speed = speed_at(drive.ends[i], i, tangent_at(path, i))) return *speed;
  }
  return drive.starts_running() ? speed_of_pulleys(drive, path) : 0.0;
}

RigidSheave sheave_of(const RopeDrive& drive, const PathArc& arc, const PathSpan& before, std::size_t k) {
  const Pulley& pulley = drive.pulleys[k];
  const double radius = pulley.radius;
  const double turn = arc.turn;
  RigidSheave sheave{.label = drive.pulley_label(k),
                     .arc = {.radius = radius,
                             .wrap = arc.wrap,
                             .along = drive.gravity.dot(before.tangent),
                             .outward = drive.gravity.dot(arc.outward),
                             .density = drive.rope.mass_per_length},
                     .coefficient = drive.contact_of(k).kinetic_coefficient(),
                     .mass = pulley.inertia / (radius * radius),
                     .is_prescribed = pulley.is_prescribed()};
  if (pulley.is_prescribed()) {
    const TimeFunction& speed = prescribed_speed(pulley);
    const double scale = turn * radius;
    sheave.speed = [&speed, scale](double t) { return scale * speed.value(t); };
    sheave.acceleration = [&speed, scale](double t) { return scale * speed.derivative(t); };
    sheave.displacement = [&speed, scale](double t) { return scale * speed.integral(0.0, t); };
    return sheave;
  }
  sheave.force = [&pulley, turn, radius](double t, double c) {
    return turn * pulley.moment(t, turn * c / radius) / radius;
  };
  if (const auto limit = dry_limit(pulley)) sheave.brake = [limit, radius](double t) { return limit(t) / radius; };
  sheave.bearing = bearing_limit(pulley) / radius;
  return sheave;
}

RigidEnd end_of(const RopeDriveEnd& end, std::size_t index, const Eigen::Vector2d& tangent) {
  RigidEnd rigid{.place = end.position(), .direction = tangent};
  if (const auto* body = std::get_if<BodyEnd>(&end.form)) {
    rigid.kind = EndKind::body;
    rigid.mass = body->mass;
    rigid.held_until = body->is_held ? HUGE_VAL : body->held_until;
    const double sense = sense_of(*body, tangent);
    if (body->force) rigid.force = [body, sense](double t, double) { return sense * body->force->value(t); };
  } else if (const auto* pulled = std::get_if<ForceEnd>(&end.form)) {
    rigid.kind = EndKind::force;
    rigid.force = [pulled](double t, double) { return pulled->force.value(t); };
  } else {
    const auto* winch = std::get_if<WinchEnd>(&end.form);
    const double sense = index == 0 ? 1.0 : -1.0;
    if (winch != nullptr && winch->turns_freely() && !is_braked_at_start(*winch)) {
      const Pulley& drum = winch->drum;
      rigid.kind = EndKind::drum;
      rigid.mass = drum.inertia / (drum.radius * drum.radius);
      rigid.force = [&drum, sense](double t, double v) {
        return sense * drum.moment(t, sense * v / drum.radius) / drum.radius;
      };
      return rigid;
    }
    rigid.kind = EndKind::given;
    rigid.speed = [winch, sense](double t) { return winch == nullptr ? 0.0 : sense * winch->rate.value(t); };
    rigid.acceleration = [winch, sense](double t) {
      return winch == nullptr ? 0.0 : sense * winch->rate.derivative(t);
    };
  }
  return rigid;
}

void add_end_objections(std::vector<std::string>& sentences, const RopeDrive& drive, std::string_view name) {
  if (is_given(drive.ends[0]) && is_given(drive.ends[1])) {
    sentences.push_back(
        fmt::format("both ends are held, fixed or winches, so nothing tells the force of an inextensible rope for {}; "
                    "leave one end a body that is free, or a force",
                    name));
    return;
  }
  const RopePath path = drive.path();
  const std::optional<double> first = speed_at(drive.ends[0], 0, tangent_at(path, 0));
  const std::optional<double> second = speed_at(drive.ends[1], 1, tangent_at(path, 1));
  if (first && second && std::abs(*first - *second) > kSameSpeed * (std::abs(*first) + std::abs(*second))) {
    sentences.push_back(fmt::format(
        "an inextensible rope runs at one speed, but at t = 0 its first end runs at {:.6g} m/s from the first end "
        "towards the second one, and its second end at {:.6g} m/s; {}",
        *first, *second,
        *first == -*second ? "where one end of a rope rises, the other one sinks: change the sign of one velocity"
                           : "give both the same"));
  }
}

}  // namespace

std::vector<std::string> rigid_rope_objections(const RopeDrive& drive, std::string_view name) {
  std::vector<std::string> sentences;
  for (const std::size_t k : drive.mounted()) {
    sentences.push_back(fmt::format(
        "pulley {} is on a mount that moves, which {} does not support with an inextensible rope; give the rope an "
        "axial_stiffness",
        drive.pulley_label(k), name));
  }
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    const auto* winch = std::get_if<WinchEnd>(&drive.ends[i].form);
    if (winch == nullptr || !winch->drum.brake) continue;
    sentences.push_back(fmt::format(
        "the drum of end {} has a brake, which {} does not support with an inextensible rope; give the rope an "
        "axial_stiffness",
        drive.end_label(i), name));
  }
  add_end_objections(sentences, drive, name);
  const bool has_mass =
      drive.rope.mass_per_length > 0.0 || std::ranges::any_of(drive.ends, [](const RopeDriveEnd& end) {
        return !std::holds_alternative<ForceEnd>(end.form);
      });
  if (!has_mass) {
    sentences.push_back(fmt::format(
        "nothing with a mass moves with the rope, as {} needs; give the rope a mass_per_length, or one end a body",
        name));
  }
  return sentences;
}

RigidRope rigid_rope_of(const RopeDrive& drive) {
  const RopePath path = drive.path();
  RigidRope rope{.density = drive.rope.mass_per_length, .gravity = drive.gravity};
  rope.speed = initial_speed(drive, path);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    rope.sheaves.push_back(sheave_of(drive, path.arcs()[k], path.spans()[k], k));
    rope.surface_speeds.push_back(drive.starts_running() ? rope.speed : 0.0);
  }
  for (const PathSpan& span : path.spans()) {
    rope.spans.push_back(span.length);
    rope.along.push_back(drive.gravity.dot(span.tangent));
  }
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    rope.ends[i] = end_of(drive.ends[i], i, tangent_at(path, i));
  }
  rope.next_kink = [&drive](double t0, double t1) { return drive.next_kink(t0, t1); };
  return rope;
}

}  // namespace beltdyn
