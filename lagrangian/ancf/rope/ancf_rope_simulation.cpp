// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/rope/ancf_rope_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/step_scales.hpp"
#include "lagrangian/ancf/element/belt_energy.hpp"
#include "lagrangian/ancf/mesh_warnings.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Of the balance of energy, which is kept to the second order of the step.
constexpr double kPowerTolerance = 1e-3;
// Forces next to a pulley are looked at so many elements from it, where bending and contact have died away.
constexpr double kElementsOff = 2.0;

constexpr const char* kLosses = "pulley_losses";

// Of all of the rope on a pulley, towards its second end.
struct Slip {
  int direction{};  // 0: it sticks somewhere
  double speed{};   // the largest [m/s]
};

Slip slip_of(const std::vector<TouchingSegment>& segments) {
  Slip slip;
  for (const TouchingSegment& s : segments) {
    if (s.direction != 0) slip.speed = std::max(slip.speed, std::abs(s.slip));
  }
  const auto all_slip = [&segments](int direction) {
    return !segments.empty() &&
           std::ranges::all_of(segments, [direction](const TouchingSegment& s) { return s.direction == direction; });
  };
  if (all_slip(1)) slip.direction = 1;
  if (all_slip(-1)) slip.direction = -1;
  return slip;
}

}  // namespace

AncfRopeSimulation::AncfRopeSimulation(const RopeDrive& drive, const AncfParameters& parameters)
    : AncfRopeSimulation(drive, parameters, lay_rope(drive, parameters.elements)) {}

AncfRopeSimulation::AncfRopeSimulation(const RopeDrive& drive, const AncfParameters& parameters, const LaidRope& laid)
    : RopeDriveSimulation(drive), belt_(laid.drive, parameters, laid.belt), losses_(drive.pulleys.size()) {
  for (std::size_t i = 0; i < start_.size(); ++i) start_[i] = belt_.equations().guided().position(i);
}

double AncfRopeSimulation::energy_tolerance() const { return kPowerTolerance; }

void AncfRopeSimulation::advance(double dt) {
  const std::vector<Losses> before = powers();
  belt_.advance(dt);
  const std::vector<Losses> after = powers();
  for (std::size_t k = 0; k < losses_.size(); ++k) {
    losses_[k].slip += 0.5 * dt * (before[k].slip + after[k].slip);
    losses_[k].brake += 0.5 * dt * (before[k].brake + after[k].brake);
  }
}

std::vector<AncfRopeSimulation::Losses> AncfRopeSimulation::powers() const {
  const BeltEquations& equations = belt_.equations();
  std::vector<Losses> powers(losses_.size());
  for (std::size_t k = 0; k < powers.size(); ++k) {
    powers[k].slip = slip_power(equations, k);
    powers[k].brake = -equations.angles().brake_moment(k) * equations.angles()[k].v;
  }
  return powers;
}

// Of an end along its direction [m].
double AncfRopeSimulation::way(std::size_t end) const {
  return dot(belt_.equations().model().guided[end].direction, belt_.equations().guided().position(end) - start_[end]);
}

RopePath AncfRopeSimulation::path_of_ends() const {
  const auto place = [this](std::size_t i) {
    const Vec2<double> r = belt_.equations().guided().position(i);
    return Eigen::Vector2d(r.x, r.y);
  };
  return drive().path_between(place(0), place(1));
}

RopePulleyRow AncfRopeSimulation::pulley_row(std::size_t k, const RopePath& path, const RopeState& rope,
                                             const Losses& power) const {
  const BeltEquations& equations = belt_.equations();
  const PathArc& arc = path.arcs()[k];
  const Eigen::Vector2d weight = drive().rope.mass_per_length * drive().gravity;
  const double off = kElementsOff * equations.model().rule.length;
  // What the rope between weighs is no part of it.
  const auto force_next_to = [&](const PathSpan& span, double side) {
    const double away = std::min(off, 0.5 * span.length);
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
  RopePulleyRow row{.angle = equations.angles()[k].q,
                    .angular_velocity = equations.angles()[k].v,
                    .torque = belt_.torques()[k],
                    .brake_torque = equations.angles().brake_moment(k),
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

RopeRow AncfRopeSimulation::row() const {
  const BeltEquations& equations = belt_.equations();
  const RopePath path = path_of_ends();
  const RopeState rope(equations, path);
  RopeRow row;
  for (std::size_t i = 0; i < row.ends.size(); ++i) {
    const double outwards = i == 0 ? -1.0 : 1.0;
    const Eigen::Vector2d& tangent = tangent_at(path, i);
    const Vec2<double> t{outwards * tangent.x(), outwards * tangent.y()};
    const Vec2<double>& direction = equations.model().guided[i].direction;
    // A force end moves out; its way counts inwards, as that of the rope at a fixed place.
    const double sense = std::holds_alternative<BodyEnd>(drive().ends[i].form) ? 1.0 : -1.0;
    row.ends[i] = {.position = 0.0 + sense * way(i),
                   .speed = 0.0 + sense * dot(direction, equations.guided().velocity(i)),
                   .force = -dot(t, equations.guided().belt_force(i))};
  }
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    const PathSpan& span = path.spans()[k];
    const double middle = span.start + 0.5 * span.length;
    row.spans.push_back({.length = span.length, .force = rope.force(middle), .speed = rope.speed(middle)});
  }
  const std::vector<Losses> power = powers();
  for (std::size_t k = 0; k < power.size(); ++k) row.pulleys.push_back(pulley_row(k, path, rope, power[k]));
  return row;
}

std::vector<ProfilePoint> AncfRopeSimulation::rope_points(std::span<const double> sigma) const {
  const RopeState rope(belt_.equations(), path_of_ends());
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) points.push_back(rope.point(s));
  return points;
}

StepScales AncfRopeSimulation::step_scales(double) const {
  const Belt& belt = belt_.equations().drive().belt;
  const double element = belt_.equations().model().rule.length;
  return {.element_frequency = hermite_element_frequency(belt, element),
          .wave_speed = wave_speed(belt),
          .element_length = element};
}

std::vector<std::string> AncfRopeSimulation::preflight(double end_time) const {
  return mesh_warnings(belt_.equations().drive(), belt_.parameters(), belt_.equations().model(), end_time);
}

void AncfRopeSimulation::save(StateWriter& writer) const {
  belt_.save(writer);
  std::vector<double> losses;
  for (const Losses& of : losses_) losses.insert(losses.end(), {of.slip, of.brake});
  writer.numbers(kLosses, losses);
}

void AncfRopeSimulation::restore(StateReader& reader) {
  belt_.restore(reader);
  const std::vector<double>& losses = reader.numbers(kLosses, 2 * losses_.size());
  for (std::size_t k = 0; k < losses_.size(); ++k) losses_[k] = {.slip = losses[2 * k], .brake = losses[2 * k + 1]};
}

}  // namespace beltdyn::lagrangian::ancf
