// SPDX-License-Identifier: MIT
#include "core/dynamics/stepped_rope_simulation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {
namespace {

// Tolerance of the energy balance, which is of second order in the time step [-].
constexpr double kPowerTolerance = 1e-3;

constexpr const char* kLosses = "pulley_losses";
constexpr const char* kStop = "rope_stop";
constexpr const char* kPushes = "rope_pushes";

// Slip of the rope on a pulley, positive towards the second end.
struct Slip {
  int direction{};  // 0: the rope sticks somewhere
  double speed{};   // largest slip speed [m/s]
  double least{};   // smallest slip speed, 0 where it sticks somewhere [m/s]
  double power{};   // dissipated power [W]
};

Slip slip_of(const std::vector<TouchingPiece>& pieces) {
  Slip slip;
  for (const TouchingPiece& s : pieces) {
    slip.power -= s.traction * s.slip;
    if (s.direction != 0) slip.speed = std::max(slip.speed, std::abs(s.slip));
  }
  const auto all_slip = [&pieces](int direction) {
    return !pieces.empty() &&
           std::ranges::all_of(pieces, [direction](const TouchingPiece& s) { return s.direction == direction; });
  };
  if (all_slip(1)) slip.direction = 1;
  if (all_slip(-1)) slip.direction = -1;
  if (slip.direction == 0) return slip;
  slip.least = slip.speed;
  for (const TouchingPiece& s : pieces) slip.least = std::min(slip.least, std::abs(s.slip));
  return slip;
}

}  // namespace

SteppedRopeSimulation::SteppedRopeSimulation(const RopeDrive& drive)
    : RopeDriveSimulation(drive), losses_(drive.pulleys.size()) {}

double SteppedRopeSimulation::energy_tolerance() const { return kPowerTolerance; }

// A path may cease to exist during a step. This ends the run; the geometry given in the configuration is not at fault.
void SteppedRopeSimulation::advance(double dt) {
  try {
    go_on(dt);
  } catch (const RopeOffPulley& error) {
    throw SolverError(
        fmt::format("at t = {:.6g} s the rope lifts off sheave {}; change where its ends go, or end the run before",
                    time(), drive().pulley_label(static_cast<std::size_t>(error.pulley()))));
  } catch (const PathError& error) {
    throw SolverError(fmt::format("at t = {:.6g} s {}", time(), error.what()));
  }
}

void SteppedRopeSimulation::go_on(double dt) {
  if (now_.empty()) now_ = powers(rope_state(path_of_axes()));
  const std::vector<Losses> before = now_;
  const StopRecord::Moment start = stop_.begun() ? StopRecord::Moment{} : ends_now(path_of_axes());
  stepper().advance(dt);
  const RopePath path = path_of_axes();
  const RopeState rope = rope_state(path);
  now_ = powers(rope);
  // Over pulleys, a slack span ends the run.
  if (losses_.empty() && rope.force(0.5 * path.length()) < 0.0) pushes_from_ = std::min(pushes_from_, time());
  for (std::size_t k = 0; k < losses_.size(); ++k) {
    for (const auto part : {&Losses::slip, &Losses::brake, &Losses::slip_distance}) {
      losses_[k].*part += 0.5 * dt * (before[k].*part + now_[k].*part);
    }
  }
  follow_stop(start, path);
}

std::vector<SteppedRopeSimulation::Losses> SteppedRopeSimulation::powers(const RopeState& rope) const {
  std::vector<Losses> powers;
  for (std::size_t k = 0; k < losses_.size(); ++k) {
    const Slip slip = slip_of(rope.contacts(k));
    powers.push_back(
        {.slip = slip.power, .brake = -angles().brake_moment(k) * angles()[k].v, .slip_distance = slip.least});
  }
  return powers;
}

void SteppedRopeSimulation::follow_stop(const StopRecord::Moment& start, const RopePath& path) {
  struct Holder {
    double surface{};  // [m/s]
    bool can_hold{};
  };
  std::vector<Holder> holders;
  bool acts = false;
  for (std::size_t k = 0; k < losses_.size(); ++k) {
    const Pulley& pulley = drive().pulleys[k];
    holders.push_back({.surface = pulley.radius * angles()[k].v, .can_hold = now_[k].slip_distance == 0.0});
    acts = acts || (pulley.brake && pulley.brake->capacity.value(time()) > 0.0);
  }
  for (std::size_t i = 0; i < drive().ends.size(); ++i) {
    const auto* winch = std::get_if<WinchEnd>(&drive().ends[i].form);
    if (winch == nullptr || !winch->has_drum()) continue;
    const bool has_brake = winch->drum.brake.has_value();
    holders.push_back({.surface = winch->drum.radius * end_row(i, path).drum_speed, .can_hold = has_brake});
    acts = acts || (has_brake && winch->drum.brake->capacity.value(time()) > 0.0);
  }
  for (const Holder& holder : holders) stop_.note(holder.surface);
  // A brake that acts at the end of a step began to act at its start, because steps end where capacities begin to rise.
  if (acts && !stop_.begun()) stop_.begin(start);
  stop_.look(std::ranges::any_of(
                 holders, [this](const Holder& holder) { return holder.can_hold && stop_.is_rest(holder.surface); }),
             ends_now(path));
}

StopRecord::Moment SteppedRopeSimulation::ends_now(const RopePath& path) const {
  return {.time = time(), .places = {end_row(0, path).position, end_row(1, path).position}};
}

std::vector<Finding> SteppedRopeSimulation::findings() const {
  if (std::isinf(pushes_from_)) return {};
  return {{.verdict = "the rope pushes",
           .remark = fmt::format("from t = {:.6g} s on the rope pushes at times, where it would be slack; use "
                                 "analytic_string_dynamics, in which a slack rope has no force, or change the motion "
                                 "less suddenly",
                                 pushes_from_)}};
}

Eigen::Vector2d SteppedRopeSimulation::moved(std::size_t pulley) const {
  return system().mounts().axis(pulley).place - drive().pulleys[pulley].center;
}

RopePath SteppedRopeSimulation::path_of_axes() const {
  const std::array<Eigen::Vector2d, 2> places = end_places();
  std::vector<Eigen::Vector2d> axes;
  for (std::size_t k = 0; k < losses_.size(); ++k) axes.push_back(moved(k));
  return drive().path_between(places[0], places[1], axes);
}

RopePulleyRow SteppedRopeSimulation::pulley_row(std::size_t k, const RopePath& path, const RopeState& rope,
                                                const Losses& power) const {
  const PathArc& arc = path.arcs()[k];
  const Eigen::Vector2d weight = drive().rope.mass_per_length * drive().gravity;
  // Weight and acceleration of the rope between pulley and place are removed from the force.
  const auto force_next_to = [&](const PathSpan& span, double side) {
    const double away = std::min(beside(k), 0.5 * span.length);
    const double end = side < 0.0 ? arc.start : arc.start + arc.length();
    const double taken = drive().rope.mass_per_length * rope.accelerated(end, end + side * away, span.tangent);
    return rope.force(end + side * away) + side * away * weight.dot(span.tangent) - taken;
  };
  const double entry = force_next_to(path.spans()[k], -1.0);
  const double exit = force_next_to(path.spans()[k + 1], 1.0);
  const double speed = rope.speed(arc.start + 0.5 * arc.length());
  const double momentum = drive().rope.mass_per_length * speed * speed;
  const double mu = drive().contact_of(k).kinetic_coefficient();
  const Slip slip = slip_of(rope.contacts(k));
  RopePulleyRow row{
      .angle = angles()[k].q,
      .angular_velocity = angles()[k].v,
      .torque = stepper().torques()[k],
      .brake_torque = angles().brake_moment(k),
      .bearing_torque = angles().bearing_moment(k),
      .entry_force = entry,
      .exit_force = exit,
      .hub_load = exit * path.spans()[k + 1].tangent - entry * path.spans()[k].tangent,
      .moved = moved(k),
      .mount_position = system().mounts()[k].q,
      .mount_force = system().mounts().belt_force(k),
      .slip_direction = slip.direction,
      .slip_speed = slip.speed,
      .slip_margin = slip.direction != 0 ? 0.0 : rope_slip_margin(entry - momentum, exit - momentum, mu, arc.wrap),
      .slip_arcs = rope.slip_arcs(k, arc, mu),
      .slip_distance = losses_[k].slip_distance,
      .slip_power = power.slip,
      .slip_energy = losses_[k].slip,
      .brake_power = power.brake,
      .brake_energy = losses_[k].brake};
  const Pulley& pulley = drive().pulleys[k];
  if (pulley.is_prescribed()) row.take_drive_torque(pulley, prescribed_speed(pulley).derivative(time()));
  return row;
}

RopeRow SteppedRopeSimulation::row() const {
  const RopePath path = path_of_axes();
  const RopeState rope = rope_state(path);
  RopeRow row;
  for (std::size_t i = 0; i < row.ends.size(); ++i) row.ends[i] = end_row(i, path);
  for (const PathSpan& span : path.spans()) {
    const double middle = span.start + 0.5 * span.length;
    row.spans.push_back({.length = span.length, .force = rope.force(middle), .speed = rope.speed(middle)});
  }
  const std::vector<Losses> power = powers(rope);
  for (std::size_t k = 0; k < power.size(); ++k) row.pulleys.push_back(pulley_row(k, path, rope, power[k]));
  return row;
}

std::vector<ProfilePoint> SteppedRopeSimulation::rope_points(std::span<const double> sigma) const {
  const RopeState rope = rope_state(path_of_axes());
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) points.push_back(rope.point(s));
  return points;
}

void SteppedRopeSimulation::save(StateWriter& writer) const {
  stepper().save(writer);
  std::vector<double> losses;
  for (const Losses& of : losses_) losses.insert(losses.end(), {of.slip, of.brake, of.slip_distance});
  writer.numbers(kLosses, losses);
  stop_.save(writer, kStop);
  writer.number(kPushes, std::isinf(pushes_from_) ? -1.0 : pushes_from_);
}

void SteppedRopeSimulation::restore(StateReader& reader) {
  stepper().restore(reader);
  const std::vector<double>& losses = reader.numbers(kLosses, 3 * losses_.size());
  for (std::size_t k = 0; k < losses_.size(); ++k) {
    losses_[k] = {.slip = losses[3 * k], .brake = losses[3 * k + 1], .slip_distance = losses[3 * k + 2]};
  }
  stop_.restore(reader, kStop);
  const double pushes_from = reader.number(kPushes);
  pushes_from_ = pushes_from < 0.0 ? INFINITY : pushes_from;
  now_.clear();
}

}  // namespace beltdyn
