// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/elastic_rope_of.hpp"

#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "analytic/rope_drive/moving_axes.hpp"
#include "analytic/rope_drive/rope_ends.hpp"
#include "core/drive/pulley/dry_friction.hpp"
#include "core/dynamics/rope/even_forces.hpp"
#include "core/dynamics/rope/rope_start.hpp"

namespace beltdyn::analytic {
namespace {

RopeDrum drum_of(const Pulley& pulley) {
  RopeDrum drum{.radius = pulley.radius, .is_prescribed = pulley.is_prescribed(), .inertia = pulley.inertia};
  if (pulley.is_prescribed()) {
    drum.speed = [&pulley](double t) { return prescribed_speed(pulley).value(t); };
  } else {
    drum.torque = [&pulley](double t, double omega) { return pulley.moment(t, omega); };
    drum.brake = dry_limit(pulley);
  }
  return drum;
}

bool is_body(const RopeDriveEnd& end) { return std::holds_alternative<BodyEnd>(end.form); }

// The mass per length of the rope that moves with an end [kg/m]. Two bodies share a single span.
double rope_mass_of(const RopeDrive& drive, std::size_t i) {
  if (!is_body(drive.ends[i]) || !drive.mounted().empty()) return 0.0;
  const bool is_shared = drive.pulleys.empty() && is_body(drive.ends[1 - i]);
  return (is_shared ? 0.5 : 1.0) * drive.rope.mass_per_length;
}

RopeEnd end_of(const RopeDrive& drive, const RopePath& path, std::size_t i) {
  RopeEnd end{.label = i == 0 ? "the first end" : "the second end"};
  const auto& form = drive.ends[i].form;
  if (const auto* body = std::get_if<BodyEnd>(&form)) {
    const Eigen::Vector2d away = away_at(path, i);
    end.kind = RopeEnd::Kind::body;
    end.mass = body->mass;
    end.rope_mass = rope_mass_of(drive, i);
    end.rope_weight = end.rope_mass * drive.gravity.dot(away);
    end.speed = sense_of(*body, away) * body->velocity;
    end.held_until = body->is_held ? HUGE_VAL : body->held_until;
    end.force = [body, away, gravity = drive.gravity](double t) { return pull_of(*body, gravity, away, t); };
  } else if (const auto* pulled = std::get_if<ForceEnd>(&form)) {
    end.kind = RopeEnd::Kind::force;
    end.force = [pulled](double t) { return pulled->force.value(t); };
    end.force_rate = [pulled](double t) { return pulled->force.derivative(t); };
  } else if (const auto* winch = std::get_if<WinchEnd>(&form)) {
    end.kind = RopeEnd::Kind::winch;
    if (winch->has_drum()) {
      end.drum = drum_of(winch->drum);
    } else {
      end.paid_out = [winch](double t) { return winch->rate.value(t); };
    }
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
  sheave.brake = dry_limit(pulley);
  sheave.bearing = bearing_limit(pulley);
  return sheave;
}

// The drive with the rope on the spans of bodies as a part of the bodies.
RopeDrive with_rope_on_bodies(RopeDrive drive, const RopePath& path) {
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    auto* body = std::get_if<BodyEnd>(&drive.ends[i].form);
    if (body != nullptr) body->mass += rope_mass_of(drive, i) * path.spans()[i * drive.pulleys.size()].length;
  }
  return drive;
}

// Forces at the start, shape (n_pulleys + 1); empty if the drive does not determine them.
std::vector<double> start_forces(const RopeDrive& drive, const RopePath& path) {
  std::vector<double> forces;
  const RopeStart start = rope_start(with_rope_on_bodies(drive, path), path, 0.0);
  for (const std::array<double, 2>& span : start.spans) forces.push_back(span[0]);
  return forces;
}

// The drive without forces and quantities that follow from them.
ElasticRopeDrive without_forces(const RopeDrive& drive, const RopePath& path) {
  ElasticRopeDrive rope;
  rope.axial_stiffness = drive.rope.axial_stiffness;
  rope.goes_slack = true;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    rope.sheaves.push_back(sheave_of(drive, path.arcs()[k], k));
  }
  for (const std::size_t k : drive.mounted()) rope.blocks.push_back(block_of(drive, k));
  if (!rope.blocks.empty()) rope.geometry = moving_geometry(drive);
  for (const PathSpan& span : path.spans()) rope.length.push_back(span.length);
  for (std::size_t i = 0; i < drive.ends.size(); ++i) rope.ends[i] = end_of(drive, path, i);
  rope.next_kink = [&drive](double t0, double t1) { return drive.next_kink(t0, t1); };
  return rope;
}

}  // namespace

std::vector<std::string> elastic_rope_objections(const RopeDrive& drive, std::string_view name) {
  std::vector<std::string> sentences = rope_objections(drive, name);
  const std::vector<std::string> of_mounts = mount_objections(drive, name);
  sentences.insert(sentences.end(), of_mounts.begin(), of_mounts.end());
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (drive.pulleys[k].is_prescribed() || drive.pulleys[k].inertia > 0.0) continue;
    sentences.push_back(
        fmt::format("pulley {} is free and has no inertia, which {} does not support with an elastic rope; give it one",
                    drive.pulley_label(k), name));
  }
  if (sentences.empty()) sentences = start_objections(with_rope_on_bodies(drive, drive.path()), 0.0, name);
  if (!sentences.empty()) return sentences;
  // A heavier rope is refused [-].
  constexpr double kMostLeftOut = 0.05;
  const std::optional<LeftOutWeight> left_out = left_out_weight(drive);
  if (!left_out || left_out->part <= kMostLeftOut) return {};
  return {
      fmt::format("{} leaves out the weight of an elastic rope on {}, but along span {} the force changes by {:.4g} N, "
                  "{:.2g} %, by it; use eulerian_ale, or set mass_per_length to 0 to leave it out",
                  name, left_out->place, left_out->span + 1, left_out->change, 100.0 * left_out->part)};
}

std::optional<LeftOutWeight> left_out_weight(const RopeDrive& drive) {
  const RopePath path = drive.path();
  const std::vector<double> forces = start_forces(drive, path);
  std::optional<LeftOutWeight> most;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    const bool is_at_body =
        (k == 0 && rope_mass_of(drive, 0) > 0.0) || (k + 1 == forces.size() && rope_mass_of(drive, 1) > 0.0);
    const PathSpan& span = path.spans()[k];
    const double change =
        is_at_body ? 0.0 : drive.rope.mass_per_length * span.length * std::abs(drive.gravity.dot(span.tangent));
    if (!(change > 0.0) || (most && change / forces[k] <= most->part)) continue;
    most = LeftOutWeight{
        .span = k,
        .change = change,
        .part = change / forces[k],
        .place = drive.mounted().empty() ? "spans without a body at an end" : "all spans where axes move"};
  }
  return most;
}

ElasticRopeDrive elastic_rope_of(const RopeDrive& drive) {
  const RopePath path = drive.path();
  ElasticRopeDrive rope = without_forces(drive, path);
  rope.force = start_forces(drive, path);
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
    if (rope.ends[i].drum) rope.ends[i].drum->angular_velocity = (i == 0 ? speed : -speed) / rope.ends[i].drum->radius;
  }
  return rope;
}

}  // namespace beltdyn::analytic
