// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/rigid_rope_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/pulley/dry_friction.hpp"
#include "core/run/state_archive.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn::analytic {
namespace {

// Smallest motion, relative to the rope, whose energy balance is evaluated.
constexpr double kStirred = 1e-6;
constexpr double kFirstStep = 1e-3;  // first trial step [s]
// Smallest scale of displacements, speeds and energies for relative errors, in SI units.
constexpr double kLeastScale = 1e-6;

}  // namespace

RigidRopeMotion::RigidRopeMotion(RigidRope rope, double tolerance)
    : rope_(std::move(rope)),
      solver_(rope_),
      stepper_(at(rope_.sheaves.size()), tolerance, kLeastScale),
      state_{
          .x = Vector(at(rope_.sheaves.size()), 0.0), .modes = RigidModes(rope_.sheaves.size()), .step = kFirstStep} {
  limit_ = smooth_until(HUGE_VAL);
  Vector& x = state_.x;
  x[kSpeed] = has_given_end(0.0) ? given_speed(0.0) : rope_.speed;
  for (std::size_t k = 0; k < rope_.sheaves.size(); ++k) {
    const RigidSheave& sheave = rope_.sheaves[k];
    const bool follows = !sheave.is_prescribed && sheave.mass == 0.0;
    x[at(k)] = sheave.is_prescribed ? sheave.speed(0.0) : follows ? x[kSpeed] : rope_.surface_speeds[k];
    const bool touches = are_same(x[kSpeed], x[at(k)]);
    state_.modes[k] = {.slip = touches ? 0 : sign_of(x[kSpeed] - x[at(k)]), .brake = sign_of(x[at(k)])};
  }
  initial_energy_ = kinetic_energy(x) + potential_energy(x);
  state_.moves = true;
  change_modes(0.0);
  double length = 0.0;
  for (const double span : rope_.spans) length += span;
  reference_energy_ = kStirred * std::max(std::abs(forces_.end[0]), std::abs(forces_.end[1])) * length;
}

double RigidRopeMotion::span_length(std::size_t k) const { return load_.spans[k]; }

RigidRopeMotion::Sheave RigidRopeMotion::sheave(std::size_t k) const {
  const Vector& x = state_.x;
  return {.speed = x[at(k)],
          .displacement = x[at(k, 1)],
          .slip_distance = x[at(k, 2)],
          .slip_energy = x[at(k, 3)],
          .brake_energy = x[at(k, 4)]};
}

bool RigidRopeMotion::has_given_end(double time) const {
  return std::ranges::any_of(rope_.ends,
                             [time](const RigidEnd& end) { return end.kind == EndKind::given || end.is_held(time); });
}

double RigidRopeMotion::given_speed(double time) const {
  for (const RigidEnd& end : rope_.ends) {
    if (end.kind == EndKind::given) return end.speed(time);
  }
  return 0.0;
}

void RigidRopeMotion::adjust(double time, Vector& x) const {
  if (has_given_end(std::min(time, limit_))) {
    x[kSpeed] = given_speed(time);
  } else {
    for (std::size_t k = 0; k < state_.modes.size(); ++k) {
      if (!state_.modes[k].anchors) continue;
      x[kSpeed] = rope_.sheaves[k].is_prescribed ? rope_.sheaves[k].speed(time) : 0.0;
      break;
    }
  }
  for (std::size_t k = 0; k < state_.modes.size(); ++k) {
    const RigidSheave& sheave = rope_.sheaves[k];
    if (sheave.is_prescribed) {
      x[at(k)] = sheave.speed(time);
      x[at(k, 1)] = sheave.displacement(time);
    } else if (state_.modes[k].slip == 0) {
      x[at(k)] = x[kSpeed];
    } else if (sheave.brake && state_.modes[k].brake == 0) {
      x[at(k)] = 0.0;
    }
  }
}

void RigidRopeMotion::take_load(double time, const Vector& x) {
  const double t = std::min(time, limit_);
  load_.time = t;
  load_.speed = x[kSpeed];
  load_.spans = rope_.spans;
  load_.given_acceleration = 0.0;
  for (std::size_t i = 0; i < rope_.ends.size(); ++i) {
    const RigidEnd& end = rope_.ends[i];
    load_.is_given[i] = end.kind == EndKind::given || end.is_held(t);
    if (end.kind == EndKind::given) load_.given_acceleration = end.acceleration(t);
    load_.end[i] = end.force ? end.force(t, load_.speed) : 0.0;
    if (end.kind != EndKind::body) continue;
    load_.end[i] += end.mass * rope_.gravity.dot(end.direction);
    (i == 0 ? load_.spans.front() : load_.spans.back()) += (i == 0 ? -1.0 : 1.0) * x[kDisplacement];
  }
  load_.sheaves.resize(rope_.sheaves.size());
  for (std::size_t k = 0; k < rope_.sheaves.size(); ++k) {
    const RigidSheave& sheave = rope_.sheaves[k];
    const double c = x[at(k)];
    load_.sheaves[k] = {.speed = c,
                        .force = sheave.force ? sheave.force(t, c) : 0.0,
                        .brake = sheave.brake ? sheave.brake(t) : 0.0,
                        .acceleration = sheave.is_prescribed ? sheave.acceleration(t) : 0.0};
  }
}

void RigidRopeMotion::solve_at(double time, const Vector& x) {
  take_load(time, x);
  solver_.solve(load_, state_.modes, forces_);
}

void RigidRopeMotion::rates(double time, const Vector& x, Vector& dxdt) {
  trial_ = x;
  adjust(time, trial_);
  solve_at(time, trial_);
  const double v = trial_[kSpeed];
  dxdt[kDisplacement] = v;
  dxdt[kSpeed] = forces_.acceleration;
  double supplied = 0.0;
  double exchanged = 0.0;
  for (std::size_t i = 0; i < rope_.ends.size(); ++i) {
    const RigidEnd& end = rope_.ends[i];
    const double sense = i == 0 ? -1.0 : 1.0;
    exchanged += std::abs(forces_.end[i] * v);
    if (end.kind == EndKind::body) {
      supplied += end.force ? end.force(load_.time, v) * v : 0.0;
    } else {
      // Rope that passes carries its kinetic and potential energy. A drum has the work of its own force.
      const double carried = rope_.density * (0.5 * v * v - rope_.gravity.dot(end.place));
      const bool is_drum = end.kind == EndKind::drum;
      supplied += is_drum ? (load_.end[i] - sense * carried) * v : sense * (forces_.end[i] - carried) * v;
    }
  }
  for (std::size_t k = 0; k < rope_.sheaves.size(); ++k) {
    const RigidSheaveForces& at_sheave = forces_.sheaves[k];
    const double c = trial_[at(k)];
    const bool is_prescribed = rope_.sheaves[k].is_prescribed;
    const double bearing = at_sheave.brake * bearing_share(rope_.sheaves[k].bearing, load_.sheaves[k].brake);
    supplied += (is_prescribed ? at_sheave.friction : load_.sheaves[k].force + bearing) * c;
    exchanged += std::abs(at_sheave.friction * c);
    dxdt[at(k)] = at_sheave.acceleration;
    dxdt[at(k, 1)] = c;
    dxdt[at(k, 2)] = std::abs(v - c);
    dxdt[at(k, 3)] = -at_sheave.friction * (v - c);
    dxdt[at(k, 4)] = -(at_sheave.brake - bearing) * c;
  }
  dxdt[kWork] = supplied;
  dxdt[kExchanged] = exchanged;
}

double RigidRopeMotion::kinetic_energy(const Vector& x) const {
  const std::size_t n = rope_.sheaves.size();
  double length = 0.0;
  double mass = 0.0;
  double energy = 0.0;
  for (const double span : rope_.spans) length += span;
  for (std::size_t i = 0; i < rope_.ends.size(); ++i) {
    mass += rope_.ends[i].mass;
    if (rope_.ends[i].kind != EndKind::body) continue;
    length += (i == 0 ? -1.0 : 1.0) * x[kDisplacement];
  }
  for (std::size_t k = 0; k < n; ++k) {
    const RigidSheave& sheave = rope_.sheaves[k];
    length += sheave.arc.radius * sheave.arc.wrap;
    if (!sheave.is_prescribed) energy += 0.5 * sheave.mass * x[at(k)] * x[at(k)];
  }
  return energy + 0.5 * (mass + rope_.density * length) * x[kSpeed] * x[kSpeed];
}

// Potential energy of the bodies, and of the rope on spans that change their length.
double RigidRopeMotion::potential_energy(const Vector& x) const {
  const std::array<RigidEnd, 2>& ends = rope_.ends;
  std::array<Eigen::Vector2d, 2> place;
  double energy = 0.0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const bool moves = ends[i].kind == EndKind::body;
    place[i] = ends[i].place + (moves ? x[kDisplacement] : 0.0) * ends[i].direction;
    if (moves) energy -= ends[i].mass * rope_.gravity.dot(place[i]);
  }
  const auto add_span = [&](const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
    energy -= rope_.density * (to - from).norm() * rope_.gravity.dot(0.5 * (from + to));
  };
  if (rope_.sheaves.empty()) {
    add_span(place[0], place[1]);
  } else {
    add_span(place[0], ends[0].place + rope_.spans.front() * ends[0].direction);
    add_span(ends[1].place - rope_.spans.back() * ends[1].direction, place[1]);
  }
  return energy;
}

double RigidRopeMotion::energy_defect() const {
  const Vector& x = state_.x;
  double lost = 0.0;
  for (std::size_t k = 0; k < rope_.sheaves.size(); ++k) lost += x[at(k, 3)] + x[at(k, 4)];
  const double missing = x[kWork] - lost - (kinetic_energy(x) + potential_energy(x) - initial_energy_);
  const double scale = exchanged_energy();
  return scale > 0.0 ? missing / scale : 0.0;
}

double RigidRopeMotion::exchanged_energy() const {
  return state_.x[kExchanged] + kinetic_energy(state_.x) + reference_energy_;
}

void RigidRopeMotion::save(StateWriter& writer) const {
  writer.number("time", state_.time);
  writer.number("step", state_.step);
  writer.numbers("state", state_.x);
  std::vector<std::int64_t> modes;
  for (const RigidSheaveMode& mode : state_.modes) {
    modes.insert(modes.end(), {mode.slip, mode.brake, mode.anchors ? 1 : 0});
  }
  writer.integers("modes", modes);
  const Stop stop = state_.stop.value_or(Stop{});
  writer.numbers("stop", std::array{stop.time, stop.displacement.value_or(0.0), state_.braked_from});
  writer.integers("flags",
                  std::array<std::int64_t, 3>{state_.moves ? 1 : 0, state_.stop ? 1 : 0, state_.is_braked ? 1 : 0});
  save_statistics(statistics_, writer);
}

void RigidRopeMotion::restore(StateReader& reader) {
  const std::size_t n = rope_.sheaves.size();
  State state{.time = reader.time("time"), .modes = RigidModes(n), .step = reader.time("step")};
  const std::vector<double>& x = reader.numbers("state", at(n));
  state.x.assign(x.begin(), x.end());
  const std::vector<std::int64_t>& modes = reader.integers("modes", 3 * n, {.least = -1, .most = 1});
  for (std::size_t k = 0; k < n; ++k) {
    state.modes[k] = {.slip = static_cast<int>(modes[3 * k]),
                      .brake = static_cast<int>(modes[3 * k + 1]),
                      .anchors = modes[3 * k + 2] == 1};
  }
  const std::vector<double>& stop = reader.numbers("stop", 3);
  const std::vector<std::int64_t>& flags = reader.integers("flags", 3, {.least = 0, .most = 1});
  const SolverStatistics statistics = restore_statistics(reader);
  require_sound_checkpoint(state.step > 0.0);
  state.moves = flags[0] == 1;
  state.is_braked = flags[2] == 1;
  state.braked_from = stop[2];
  if (flags[1] == 1)
    state.stop = {.time = stop[0], .displacement = flags[2] == 1 ? std::optional(stop[1]) : std::nullopt};
  state_ = std::move(state);
  statistics_ = statistics;
  limit_ = smooth_until(HUGE_VAL);
  changes_ = 0;
  solve_at(state_.time, state_.x);
}

}  // namespace beltdyn::analytic
