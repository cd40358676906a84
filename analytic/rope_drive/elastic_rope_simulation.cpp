// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/elastic_rope_simulation.hpp"

#include <array>
#include <cmath>

#include "analytic/rope_drive/elastic_rope_of.hpp"
#include "analytic/rope_drive/rope_ends.hpp"

namespace beltdyn::analytic {
namespace {

// Balances close to the tolerance of the steps, of which there are many.
constexpr double kSteps = 1e3;

}  // namespace

ElasticRopeSimulation::ElasticRopeSimulation(const RopeDrive& drive, double time_step, double tolerance)
    : RopeDriveSimulation(drive),
      time_step_(time_step),
      tolerance_(tolerance),
      rope_(elastic_rope_of(this->drive()), tolerance),
      stored_(rope_.energy().kinetic + rope_.energy().elastic),
      length_(rope_.natural_length()) {}

double ElasticRopeSimulation::energy_tolerance() const { return kSteps * tolerance_; }

double ElasticRopeSimulation::energy_defect() const {
  const RopeEnergy now = rope_.energy();
  const double gained = now.kinetic + now.elastic - stored_;
  const double lost = now.lost_in_slip + now.lost_in_brakes;
  const double exchanged = std::abs(now.by_ends) + std::abs(now.by_drives) + lost + stored_;
  return (now.by_ends + now.by_drives - lost - gained) / exchanged;
}

double ElasticRopeSimulation::length_defect() const {
  return (rope_.natural_length() - length_ - rope_.paid_out(0) - rope_.paid_out(1)) / length_;
}

double ElasticRopeSimulation::shift() const {
  return std::holds_alternative<ForceEnd>(drive().ends[0].form) ? rope_.way(0) : 0.0;
}

RopePulleyRow ElasticRopeSimulation::pulley_row(std::size_t k, const RopePath& path, double start) const {
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
  RopePulleyRow row{.angle = arc.turn * rope_.angle(k),
                    .angular_velocity = arc.turn * omega,
                    .torque = arc.turn * arc.radius * (exit - entry),
                    .brake_torque = arc.turn * rope_.brake_moment(k),
                    .entry_force = entry,
                    .exit_force = exit,
                    .hub_load = exit * path.spans()[k + 1].tangent - entry * path.spans()[k].tangent,
                    .slip_direction = contact.is_whole ? (exit > entry ? 1 : -1) : 0,
                    .slip_speed = has_slip ? slip_speed : 0.0,
                    .slip_margin = std::max(0.0, 1.0 - rope_.used_friction(k)),
                    .slip_arcs = {rope_.slip_arc(k, 0), rope_.slip_arc(k, 1)},
                    .slip_energy = rope_.lost_in_slip(k),
                    .brake_power = -rope_.brake_moment(k) * omega,
                    .brake_energy = rope_.lost_in_brake(k)};
  const Pulley& pulley = drive().pulleys[k];
  if (const TimeFunction* speed = prescribed_speed_of(pulley)) {
    row.drive_torque =
        pulley.inertia * speed->derivative(time()) - row.torque + pulley.bearing_damping * row.angular_velocity;
  }
  return row;
}

RopeRow ElasticRopeSimulation::row() const {
  const RopePath path = drive().path();  // spans change their lengths alone
  RopeRow row;
  for (std::size_t i = 0; i < row.ends.size(); ++i) {
    const double outwards = i == 0 ? -1.0 : 1.0;
    const auto& form = drive().ends[i].form;
    const std::size_t span = i == 0 ? 0 : path.spans().size() - 1;
    row.ends[i] = {.position = -rope_.way(i), .speed = -rope_.end_speed(i), .force = rope_.force(span)};
    if (const auto* body = std::get_if<BodyEnd>(&form)) {
      const double sense = outwards * sense_of(*body, tangent_at(path, i));
      row.ends[i] = {.position = sense * rope_.way(i), .speed = sense * rope_.end_speed(i), .force = rope_.force(span)};
    } else if (const auto* winch = std::get_if<WinchEnd>(&form)) {
      row.ends[i].position = rope_.paid_out(i);
      row.ends[i].speed = winch->rate.value(time());
    }
  }
  double begin = 0.0;
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    const std::array<double, 1> middle{begin + 0.5 * rope_.length(k)};
    row.spans.push_back(
        {.length = rope_.length(k), .force = rope_.force(k), .speed = rope_.points(middle).front().speed});
    begin += rope_.length(k);
    if (k == path.arcs().size()) break;
    row.pulleys.push_back(pulley_row(k, path, begin));
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
      kSteps * tolerance_, [this] { return length_defect(); }, "use a smaller tolerance");
}

std::vector<std::string> ElasticRopeSimulation::preflight(double) const {
  std::vector<std::string> warnings;
  if (drive().rope.mass_per_length > 0.0) {
    warnings.emplace_back(
        "analytic_string_dynamics models an elastic rope without mass; neglected in this drive: belt/mass_per_length; "
        "use an inextensible rope or lagrangian_ancf if it matters");
  }
  add_string_warning(warnings, drive(), "analytic_string_dynamics");
  return warnings;
}

}  // namespace beltdyn::analytic
