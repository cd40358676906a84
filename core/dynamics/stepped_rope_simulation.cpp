// SPDX-License-Identifier: MIT
#include "core/dynamics/stepped_rope_simulation.hpp"

#include <algorithm>
#include <cmath>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {
namespace {

// Of the balance of energy, which is kept to the second order of the step.
constexpr double kPowerTolerance = 1e-3;

constexpr const char* kLosses = "pulley_losses";

// Of all of the rope on a pulley, towards its second end.
struct Slip {
  int direction{};  // 0: it sticks somewhere
  double speed{};   // the largest [m/s]
};

Slip slip_of(const std::vector<TouchingPiece>& pieces) {
  Slip slip;
  for (const TouchingPiece& s : pieces) {
    if (s.direction != 0) slip.speed = std::max(slip.speed, std::abs(s.slip));
  }
  const auto all_slip = [&pieces](int direction) {
    return !pieces.empty() &&
           std::ranges::all_of(pieces, [direction](const TouchingPiece& s) { return s.direction == direction; });
  };
  if (all_slip(1)) slip.direction = 1;
  if (all_slip(-1)) slip.direction = -1;
  return slip;
}

}  // namespace

SteppedRopeSimulation::SteppedRopeSimulation(const RopeDrive& drive)
    : RopeDriveSimulation(drive), losses_(drive.pulleys.size()) {}

double SteppedRopeSimulation::energy_tolerance() const { return kPowerTolerance; }

void SteppedRopeSimulation::advance(double dt) {
  const std::vector<Losses> before = powers();
  stepper().advance(dt);
  const std::vector<Losses> after = powers();
  for (std::size_t k = 0; k < losses_.size(); ++k) {
    losses_[k].slip += 0.5 * dt * (before[k].slip + after[k].slip);
    losses_[k].brake += 0.5 * dt * (before[k].brake + after[k].brake);
  }
}

std::vector<SteppedRopeSimulation::Losses> SteppedRopeSimulation::powers() const {
  std::vector<Losses> powers(losses_.size());
  for (std::size_t k = 0; k < powers.size(); ++k) {
    powers[k].slip = slip_power(k);
    powers[k].brake = -angles().brake_moment(k) * angles()[k].v;
  }
  return powers;
}

RopePath SteppedRopeSimulation::path_of_ends() const {
  const std::array<Eigen::Vector2d, 2> places = end_places();
  return drive().path_between(places[0], places[1]);
}

RopePulleyRow SteppedRopeSimulation::pulley_row(std::size_t k, const RopePath& path, const RopeState& rope,
                                                const Losses& power) const {
  const PathArc& arc = path.arcs()[k];
  const Eigen::Vector2d weight = drive().rope.mass_per_length * drive().gravity;
  // What the rope between weighs is no part of it.
  const auto force_next_to = [&](const PathSpan& span, double side) {
    const double away = std::min(beside(k), 0.5 * span.length);
    const double sigma = side < 0.0 ? arc.start - away : arc.start + arc.length() + away;
    return rope.force(sigma) + side * away * weight.dot(span.tangent);
  };
  const double entry = force_next_to(path.spans()[k], -1.0);
  const double exit = force_next_to(path.spans()[k + 1], 1.0);
  const double speed = rope.speed(arc.start + 0.5 * arc.length());
  const double momentum = drive().rope.mass_per_length * speed * speed;
  const double mu = drive().contact_of(k).kinetic_coefficient();
  const double asked = std::abs(std::log((exit - momentum) / (entry - momentum)));
  const Slip slip = slip_of(rope.contacts(k));
  RopePulleyRow row{.angle = angles()[k].q,
                    .angular_velocity = angles()[k].v,
                    .torque = stepper().torques()[k],
                    .brake_torque = angles().brake_moment(k),
                    .entry_force = entry,
                    .exit_force = exit,
                    .hub_load = exit * path.spans()[k + 1].tangent - entry * path.spans()[k].tangent,
                    .slip_direction = slip.direction,
                    .slip_speed = slip.speed,
                    .slip_margin = mu > 0.0 ? std::max(0.0, 1.0 - asked / (mu * arc.wrap)) : 0.0,
                    .slip_arcs = rope.slip_arcs(k, arc, mu),
                    .slip_power = power.slip,
                    .slip_energy = losses_[k].slip,
                    .brake_power = power.brake,
                    .brake_energy = losses_[k].brake};
  const Pulley& pulley = drive().pulleys[k];
  if (pulley.is_prescribed()) row.take_drive_torque(pulley, prescribed_speed(pulley).derivative(time()));
  return row;
}

RopeRow SteppedRopeSimulation::row() const {
  const RopePath path = path_of_ends();
  const RopeState rope = rope_state(path);
  RopeRow row;
  for (std::size_t i = 0; i < row.ends.size(); ++i) row.ends[i] = end_row(i, path);
  for (const PathSpan& span : path.spans()) {
    const double middle = span.start + 0.5 * span.length;
    row.spans.push_back({.length = span.length, .force = rope.force(middle), .speed = rope.speed(middle)});
  }
  const std::vector<Losses> power = powers();
  for (std::size_t k = 0; k < power.size(); ++k) row.pulleys.push_back(pulley_row(k, path, rope, power[k]));
  return row;
}

std::vector<ProfilePoint> SteppedRopeSimulation::rope_points(std::span<const double> sigma) const {
  const RopeState rope = rope_state(path_of_ends());
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) points.push_back(rope.point(s));
  return points;
}

void SteppedRopeSimulation::save(StateWriter& writer) const {
  stepper().save(writer);
  std::vector<double> losses;
  for (const Losses& of : losses_) losses.insert(losses.end(), {of.slip, of.brake});
  writer.numbers(kLosses, losses);
}

void SteppedRopeSimulation::restore(StateReader& reader) {
  stepper().restore(reader);
  const std::vector<double>& losses = reader.numbers(kLosses, 2 * losses_.size());
  for (std::size_t k = 0; k < losses_.size(); ++k) losses_[k] = {.slip = losses[2 * k], .brake = losses[2 * k + 1]};
}

}  // namespace beltdyn
