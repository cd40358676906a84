// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/elastic_rope_simulation.hpp"

#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "analytic/rope_drive/elastic_rope_of.hpp"
#include "analytic/rope_drive/moving_axes.hpp"
#include "analytic/rope_drive/rope_ends.hpp"
#include "core/base/error.hpp"

namespace beltdyn::analytic {

ElasticRopeSimulation::ElasticRopeSimulation(const RopeDrive& drive, double time_step, double tolerance)
    : RopeDriveSimulation(drive),
      time_step_(time_step),
      tolerance_(tolerance),
      rope_(elastic_rope_of(this->drive()), tolerance),
      stored_(rope_.energy().kinetic + rope_.energy().elastic),
      length_(rope_.natural_length()),
      mounted_(this->drive().mounted()) {
  const RopePath path = this->drive().path();
  for (std::size_t i = 0; i < away_.size(); ++i) away_[i] = beltdyn::away_at(path, i);
}

double ElasticRopeSimulation::energy_tolerance() const { return kStepsOfBalance * tolerance_; }

double ElasticRopeSimulation::energy_defect() const {
  const RopeEnergy now = rope_.energy();
  const double gained = now.kinetic + now.elastic - stored_;
  const double lost = now.lost_in_slip + now.lost_in_brakes;
  return (now.by_ends + now.by_drives - lost - gained) / exchanged_energy(now);
}

double ElasticRopeSimulation::exchanged_energy(const RopeEnergy& now) const {
  return std::abs(now.by_ends) + std::abs(now.by_drives) + now.lost_in_slip + now.lost_in_brakes + stored_;
}

double ElasticRopeSimulation::length_defect() const {
  return (rope_.natural_length() - length_ - rope_.paid_out(0) - rope_.paid_out(1)) / length_;
}

double ElasticRopeSimulation::shift() const {
  return std::holds_alternative<ForceEnd>(drive().ends[0].form) ? rope_.displacement(0) : 0.0;
}

void ElasticRopeSimulation::advance(double dt) {
  const double end = time() + dt;
  try {
    rope_.advance_to(end, [this] { path_now(); });
  } catch (const PathError& error) {
    throw SolverError(fmt::format("before t = {:.6g} s {}", end, error.what()));
  }
}

std::vector<double> ElasticRopeSimulation::mount_displacements() const {
  std::vector<double> displacements;
  for (std::size_t b = 0; b < mounted_.size(); ++b) displacements.push_back(rope_.block_displacement(b));
  return displacements;
}

void ElasticRopeSimulation::fill_pulley(std::size_t k, const RopePath& path, double start, RopePulleyRow& row) const {
  const PathArc& arc = path.arcs()[k];
  const double omega = rope_.angular_velocity(k);
  const double entry = rope_.force(k);
  const double exit = rope_.force(k + 1);
  const RopeArc& contact = rope_.arc(k);
  const std::array<double, 2> sides{start, start + arc.length()};
  double slip_speed = 0.0;
  for (const StringPoint& point : rope_.points(sides)) {
    slip_speed = std::max(slip_speed, std::abs(point.speed - arc.radius * omega));
  }
  const bool has_slip = contact.is_whole || rope_.slip_arc(k, 0) > 0.0 || rope_.slip_arc(k, 1) > 0.0;
  row.angle = arc.turn * rope_.angle(k);
  row.angular_velocity = arc.turn * omega;
  row.torque = arc.turn * arc.radius * (exit - entry);
  row.brake_torque = arc.turn * rope_.brake_moment(k);
  row.bearing_torque = arc.turn * rope_.bearing_moment(k);
  row.entry_force = entry;
  row.exit_force = exit;
  row.hub_load = exit * path.spans()[k + 1].tangent - entry * path.spans()[k].tangent;
  row.slip_direction = contact.is_whole ? (exit > entry ? 1 : -1) : 0;
  row.slip_speed = has_slip ? slip_speed : 0.0;
  row.slip_margin = std::max(0.0, 1.0 - rope_.used_friction(k));
  row.slip_arcs = {rope_.slip_arc(k, 0), rope_.slip_arc(k, 1)};
  row.slip_distance = rope_.slip_distance(k);
  row.slip_power = rope_.slip_power(k);
  row.slip_energy = rope_.lost_in_slip(k);
  row.brake_power = -rope_.brake_moment(k) * omega;
  row.brake_energy = rope_.lost_in_brake(k);
  const Pulley& pulley = drive().pulleys[k];
  if (!pulley.is_prescribed()) return;
  row.bearing_torque = pulley.steady_bearing_friction(row.angular_velocity);
  row.take_drive_torque(pulley, prescribed_speed(pulley).derivative(time()));
}

RopeEndRow ElasticRopeSimulation::end_row(std::size_t i) const {
  const auto& form = drive().ends[i].form;
  const double force = rope_.end_force(i);
  if (const auto* body = std::get_if<BodyEnd>(&form)) {
    const double sense = sense_of(*body, away_[i]);
    return {.position = sense * rope_.displacement(i), .speed = sense * rope_.end_speed(i), .force = force};
  }
  if (const auto* winch = std::get_if<WinchEnd>(&form)) {
    RopeEndRow row{.position = rope_.paid_out(i), .speed = rope_.paid_out_speed(i), .force = force};
    if (!winch->has_drum()) return row;
    const Pulley& drum = winch->drum;
    const double acceleration =
        drum.is_prescribed() ? prescribed_speed(drum).derivative(time()) : rope_.drum_acceleration(i);
    row.take_drum(drum, rope_.drum_angle(i), rope_.drum_speed(i), acceleration);
    row.drum_brake_torque = drum.brake ? rope_.drum_brake_moment(i) : 0.0;
    row.drum_brake_energy = rope_.lost_in_drum_brake(i);
    return row;
  }
  return {.position = -rope_.displacement(i), .speed = -rope_.end_speed(i), .force = force};
}

std::vector<Eigen::Vector2d> ElasticRopeSimulation::axis_velocities(std::span<const double> displacements) const {
  std::vector<double> speeds;
  for (std::size_t b = 0; b < mounted_.size(); ++b) speeds.push_back(rope_.block_speed(b));
  std::vector<Eigen::Vector2d> velocities(drive().pulleys.size() + 2, Eigen::Vector2d::Zero());
  for (std::size_t k = 0; k < drive().pulleys.size(); ++k) {
    velocities[k + 1] = axis_velocity(drive(), k, displacements, speeds);
  }
  return velocities;
}

RopeRow ElasticRopeSimulation::row() const {
  RopeRow row;
  for (std::size_t i = 0; i < row.ends.size(); ++i) row.ends[i] = end_row(i);
  row.pulleys.resize(drive().pulleys.size());
  const std::vector<double> displacements = mount_displacements();
  for (std::size_t k = 0; k < row.pulleys.size(); ++k) row.pulleys[k].moved = axis_moved(drive(), k, displacements);
  for (std::size_t b = 0; b < mounted_.size(); ++b) {
    const Pulley& pulley = drive().pulleys[mounted_[b]];
    row.pulleys[mounted_[b]].mount_position = drawn_position(pulley.mount, pulley.center) + displacements[b];
    row.pulleys[mounted_[b]].mount_force = -rope_.pull(2 + b);
  }
  // With fixed axes spans only change their lengths.
  const RopePath path = mounted_.empty() ? drive().path() : path_of(row);
  const std::vector<Eigen::Vector2d> axes = axis_velocities(displacements);
  double begin = 0.0;
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    const std::array<double, 1> middle{begin + 0.5 * rope_.length(k)};
    // Speeds of `rope_` are relative to the axes at both ends of the span.
    const double of_axes = 0.5 * path.spans()[k].tangent.dot(axes[k] + axes[k + 1]);
    const std::array<double, 2> forces = rope_.span_forces(k);
    row.spans.push_back({.length = rope_.length(k),
                         .force = 0.5 * (forces[0] + forces[1]),
                         .speed = rope_.points(middle).front().speed + of_axes});
    begin += rope_.length(k);
    if (k == path.arcs().size()) break;
    fill_pulley(k, path, begin, row.pulleys[k]);
    begin += path.arcs()[k].length();
  }
  return row;
}

std::vector<ProfilePoint> ElasticRopeSimulation::rope_points(std::span<const double> sigma) const {
  std::vector<double> own;
  own.reserve(sigma.size());
  for (const double s : sigma) own.push_back(s + shift());
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const StringPoint& p : rope_.points(own)) {
    points.push_back({.sigma = sigma[points.size()],
                      .strain = p.stretch - 1.0,
                      .force = p.force,
                      .speed = p.speed,
                      .pressure = p.pressure,
                      .traction = p.traction,
                      .contact_state = static_cast<int>(p.state)});
  }
  return points;
}

void ElasticRopeSimulation::add_own_columns(History& history) const {
  history.add_balance(
      "balance_length", "the natural length between the ends is that of the start and what has entered",
      kStepsOfBalance * tolerance_, [this] { return length_defect(); }, "use a smaller tolerance");
}

std::vector<std::string> ElasticRopeSimulation::preflight(double) const {
  std::vector<std::string> warnings = normal_contact_warnings(drive());
  if (const std::optional<LeftOutWeight> left_out = left_out_weight(drive())) {
    warnings.push_back(fmt::format(
        "analytic_string_dynamics leaves out the weight of an elastic rope on {}, by which its force changes by {:.3g} "
        "N, {:.2g} %, along span {}; use eulerian_ale if it matters",
        left_out->place, left_out->change, 100.0 * left_out->part, left_out->span + 1));
  }
  add_string_warning(warnings, drive(), "analytic_string_dynamics");
  return warnings;
}

}  // namespace beltdyn::analytic
