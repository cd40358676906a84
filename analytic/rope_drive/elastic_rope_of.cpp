// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/elastic_rope_of.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "analytic/rope_drive/rope_ends.hpp"

namespace beltdyn::analytic {
namespace {

// The unit vector away from the rope.
Eigen::Vector2d away_at(const RopePath& path, std::size_t end) {
  return (end == 0 ? -1.0 : 1.0) * tangent_at(path, end);
}

// Weight and force on a body away from the rope.
double pull_of(const BodyEnd& body, const Eigen::Vector2d& gravity, const Eigen::Vector2d& away, double time) {
  const double own = body.force ? sense_of(body, away) * body.force->value(time) : 0.0;
  return body.mass * gravity.dot(away) + own;
}

// The force with which an end pulls at the rope at t = 0; none if it gives none.
std::optional<double> pull_at(const RopeDrive& drive, const RopePath& path, std::size_t i) {
  const auto& form = drive.ends[i].form;
  if (const auto* body = std::get_if<BodyEnd>(&form)) return pull_of(*body, drive.gravity, away_at(path, i), 0.0);
  if (const auto* pulled = std::get_if<ForceEnd>(&form)) return pulled->force.value(0.0);
  return std::nullopt;
}

bool can_hold(const Pulley& pulley) { return pulley.is_prescribed() || pulley.brake; }

// Shape (n_pulleys + 1); empty if nothing tells them.
std::vector<double> start_forces(const RopeDrive& drive, const RopePath& path) {
  const std::size_t n = drive.pulleys.size();
  if (drive.rope.length > 0.0) {
    return std::vector<double>(n + 1, drive.rope.axial_stiffness * (path.length() / drive.rope.length - 1.0));
  }
  const std::optional<double> first = pull_at(drive, path, 0);
  const std::optional<double> second = pull_at(drive, path, 1);
  if (!first && !second) return {};
  std::vector<double> forces(n + 1, first ? *first : *second);
  if (!second) return forces;
  std::size_t last = n;  // the last pulley that can hold, else the last one
  while (last > 1 && !can_hold(drive.pulleys[last - 1])) --last;
  if (last <= 1 && n > 0 && !can_hold(drive.pulleys[0])) last = n;
  for (std::size_t k = last; k <= n; ++k) forces[k] = *second;
  return forces;
}

RopeEnd end_of(const RopeDrive& drive, const RopePath& path, std::size_t i) {
  RopeEnd end{.label = i == 0 ? "the first end" : "the second end"};
  const auto& form = drive.ends[i].form;
  if (const auto* body = std::get_if<BodyEnd>(&form)) {
    const Eigen::Vector2d away = away_at(path, i);
    end.kind = RopeEnd::Kind::body;
    end.mass = body->mass;
    end.speed = sense_of(*body, away) * body->velocity;
    end.held_until = body->is_held ? HUGE_VAL : body->held_until;
    end.force = [body, away, gravity = drive.gravity](double t) { return pull_of(*body, gravity, away, t); };
  } else if (const auto* pulled = std::get_if<ForceEnd>(&form)) {
    end.kind = RopeEnd::Kind::force;
    end.force = [pulled](double t) { return pulled->force.value(t); };
    end.force_rate = [pulled](double t) { return pulled->force.derivative(t); };
  } else if (const auto* winch = std::get_if<WinchEnd>(&form)) {
    end.kind = RopeEnd::Kind::winch;
    end.paid_out = [winch](double t) { return winch->rate.value(t); };
  }
  return end;
}

RopeSheave sheave_of(const RopeDrive& drive, const PathArc& arc, std::size_t k) {
  const Pulley& pulley = drive.pulleys[k];
  const double turn = arc.turn;
  RopeSheave sheave{.label = drive.pulley_label(k),
                    .radius = pulley.radius,
                    .wrap = arc.wrap,
                    .friction = drive.contact_of(k).kinetic_coefficient(),
                    .is_prescribed = pulley.is_prescribed(),
                    .inertia = pulley.inertia};
  if (pulley.is_prescribed()) {
    sheave.speed = [&pulley, turn](double t) { return turn * prescribed_speed(pulley).value(t); };
    return sheave;
  }
  sheave.torque = [&pulley, turn](double t, double omega) { return turn * pulley.moment(t, turn * omega); };
  if (pulley.brake) sheave.brake = [&pulley](double t) { return pulley.brake->capacity.value(t); };
  return sheave;
}

// The speed of the rope towards the second end that is given at t = 0: by an end, or by a pulley if it starts running.
double start_speed(const RopeDrive& drive, const RopePath& path) {
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    if (const auto* body = std::get_if<BodyEnd>(&drive.ends[i].form); body != nullptr && body->velocity != 0.0) {
      return sense_of(*body, tangent_at(path, i)) * body->velocity;
    }
  }
  return speed_of_pulleys(drive, path);
}

}  // namespace

std::vector<std::string> elastic_rope_objections(const RopeDrive& drive, std::string_view name) {
  std::vector<std::string> sentences = rope_objections(drive, name);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (drive.pulleys[k].is_prescribed() || drive.pulleys[k].inertia > 0.0) continue;
    sentences.push_back(
        fmt::format("pulley {} is free and has no inertia, which {} does not support with an elastic rope; give it one",
                    drive.pulley_label(k), name));
  }
  const std::vector<double> forces = start_forces(drive, drive.path());
  if (forces.empty()) {
    sentences.push_back(fmt::format(
        "nothing tells {} the force of the rope at the start; give the natural length of the rope, or one end a body "
        "or a force",
        name));
  } else if (const auto least = std::ranges::min_element(forces); !(*least > 0.0)) {
    sentences.push_back(fmt::format(
        "the rope is slack at the start: span {} has a force of {:.6g} N; shorten the rope, or load its ends",
        least - forces.begin() + 1, *least));
  }
  return sentences;
}

ElasticRopeDrive elastic_rope_of(const RopeDrive& drive) {
  const RopePath path = drive.path();
  ElasticRopeDrive rope;
  rope.axial_stiffness = drive.rope.axial_stiffness;
  rope.goes_slack = true;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    rope.sheaves.push_back(sheave_of(drive, path.arcs()[k], k));
  }
  for (const PathSpan& span : path.spans()) rope.length.push_back(span.length);
  rope.force = start_forces(drive, path);
  for (std::size_t i = 0; i < drive.ends.size(); ++i) rope.ends[i] = end_of(drive, path, i);
  rope.next_kink = [&drive](double t0, double t1) { return drive.next_kink(t0, t1); };
  if (!drive.starts_running()) return rope;
  const double speed = start_speed(drive, path);
  for (std::size_t k = 0; k < rope.sheaves.size(); ++k) {
    rope.sheaves[k].angular_velocity = speed / rope.sheaves[k].radius;
    rope.sheaves[k].ran = speed < 0.0 ? -1.0 : 1.0;
  }
  const std::array<double, 2> steady = steady_end_speeds(rope);
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    const auto* body = std::get_if<BodyEnd>(&drive.ends[i].form);
    if (body != nullptr && body->velocity == 0.0) rope.ends[i].speed = steady[i];
  }
  return rope;
}

}  // namespace beltdyn::analytic
