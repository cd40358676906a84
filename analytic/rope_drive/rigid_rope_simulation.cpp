// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/rigid_rope_simulation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analytic/rope_drive/rope_ends.hpp"
#include "core/contact/contact_state.hpp"
#include "core/drive/pulley/dry_friction.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "core/dynamics/rope/rigid_rope_of.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

constexpr double kMostSag = 0.01;    // relative to a span, which is drawn straight [-]
constexpr double kSameSpeed = 1e-9;  // relative

}  // namespace

RigidRopeSimulation::RigidRopeSimulation(const RopeDrive& drive, double time_step, double tolerance)
    : RopeDriveSimulation(drive),
      time_step_(time_step),
      tolerance_(tolerance),
      motion_(rigid_rope_of(this->drive()), tolerance) {}

double RigidRopeSimulation::energy_tolerance() const { return kStepsOfBalance * tolerance_; }

std::optional<Stop> RigidRopeSimulation::stop() const {
  if (!motion_.stop()) return std::nullopt;
  return Stop{.time = motion_.stop()->time, .distance = motion_.stop()->displacement};
}

RopePulleyRow RigidRopeSimulation::pulley_row(std::size_t k, const RopePath& path) const {
  const Pulley& pulley = drive().pulleys[k];
  const PathArc& arc = path.arcs()[k];
  const RigidRopeMotion::Sheave sheave = motion_.sheave(k);
  const RigidSheaveForces& forces = motion_.forces().sheaves[k];
  const double density = drive().rope.mass_per_length;
  const double momentum = density * motion_.speed() * motion_.speed();
  // The part of the bearing in the moment of brake and bearing together; on a prescribed pulley neither affects the
  // rope.
  const auto limit = dry_limit(pulley);
  const double share = limit ? bearing_share(bearing_limit(pulley), limit(motion_.time())) : 0.0;
  const double slip = motion_.modes()[k].slip == 0 ? 0.0 : motion_.speed() - sheave.speed;
  const double mu = drive().contact_of(k).kinetic_coefficient();
  const double margin = rope_slip_margin(forces.entry - momentum, forces.exit - momentum, mu, arc.wrap);
  RopePulleyRow row{.angle = arc.turn * sheave.displacement / arc.radius,
                    .angular_velocity = 0.0 + arc.turn * sheave.speed / arc.radius,
                    .torque = -arc.turn * arc.radius * forces.friction,
                    .brake_torque = arc.turn * arc.radius * (1.0 - share) * forces.brake,
                    .bearing_torque = arc.turn * arc.radius * share * forces.brake,
                    .entry_force = forces.entry,
                    .exit_force = forces.exit,
                    .slip_direction = motion_.modes()[k].slip,
                    .slip_speed = std::abs(slip),
                    .slip_margin = slip != 0.0 ? 0.0 : margin,
                    .slip_distance = sheave.slip_distance,
                    .slip_power = -forces.friction * slip,
                    .slip_energy = sheave.slip_energy,
                    .brake_power = -(1.0 - share) * forces.brake * sheave.speed,
                    .brake_energy = sheave.brake_energy};
  if (pulley.is_prescribed()) {
    row.bearing_torque = pulley.steady_bearing_friction(row.angular_velocity);
    row.take_drive_torque(pulley, arc.turn * forces.acceleration / arc.radius);
  }
  // Weight and inertia of the rope on the arc act on the bearing too.
  const Eigen::Vector2d carried =
      arc.length() * drive().gravity - motion_.forces().acceleration * (arc.exit - arc.entry);
  row.hub_load = (forces.exit - momentum) * path.spans()[k + 1].tangent -
                 (forces.entry - momentum) * path.spans()[k].tangent + density * carried;
  return row;
}

RopeRow RigidRopeSimulation::row() const {
  const RopePath path = drive().path();  // spans change their lengths alone
  const RigidForces& forces = motion_.forces();
  RopeRow row;
  for (std::size_t i = 0; i < row.ends.size(); ++i) {
    const auto* body = std::get_if<BodyEnd>(&drive().ends[i].form);
    const double sense = body != nullptr ? sense_of(*body, tangent_at(path, i)) : i == 0 ? 1.0 : -1.0;
    row.ends[i] = {.position = 0.0 + sense * motion_.displacement(),
                   .speed = 0.0 + sense * motion_.speed(),
                   .force = forces.end[i]};
    const auto* winch = std::get_if<WinchEnd>(&drive().ends[i].form);
    if (winch == nullptr || !winch->has_drum()) continue;
    const double radius = winch->drum.radius;
    row.ends[i].take_drum(winch->drum, row.ends[i].position / radius, row.ends[i].speed / radius,
                          sense * forces.acceleration / radius);
  }
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    const std::array<double, 2> force = forces.span(k);
    row.spans.push_back(
        {.length = motion_.span_length(k), .force = 0.5 * (force[0] + force[1]), .speed = motion_.speed()});
  }
  for (std::size_t k = 0; k < path.arcs().size(); ++k) row.pulleys.push_back(pulley_row(k, path));
  return row;
}

double RigidRopeSimulation::used_coefficient(std::size_t k) const {
  const RigidSheave& sheave = motion_.rope().sheaves[k];
  const RigidSheaveForces& forces = motion_.forces().sheaves[k];
  const int slip = motion_.modes()[k].slip;
  if (slip != 0) return slip * sheave.coefficient;
  const double momentum = motion_.rope().density * motion_.speed() * motion_.speed();
  const auto missing = [&](double m) {
    return sheave.arc.force(sheave.arc.wrap, forces.entry - momentum, motion_.forces().acceleration, m) + momentum -
           forces.exit;
  };
  const double mu = sheave.coefficient;
  if (missing(mu) <= 0.0) return mu;
  return missing(-mu) >= 0.0 ? -mu : numerics::find_root(missing, -mu, mu);
}

std::vector<ProfilePoint> RigidRopeSimulation::rope_points(std::span<const double> sigma) const {
  const RopePath path = path_now();
  const RigidForces& forces = motion_.forces();
  const double momentum = drive().rope.mass_per_length * motion_.speed() * motion_.speed();
  std::vector<double> used;
  for (std::size_t k = 0; k < path.arcs().size(); ++k) used.push_back(used_coefficient(k));
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) {
    const PathPlace place = path.locate(s);
    ProfilePoint point{
        .sigma = s, .speed = motion_.speed(), .contact_state = static_cast<int>(contact::ContactState::free)};
    if (place.pulley < 0) {
      const auto k = static_cast<std::size_t>(place.span);
      const std::array<double, 2> force = forces.span(k);
      point.force = std::lerp(force[0], force[1], std::min(1.0, place.local / path.spans()[k].length));
    } else {
      const auto k = static_cast<std::size_t>(place.pulley);
      const CapstanArc& arc = motion_.rope().sheaves[k].arc;
      const double angle = place.local / arc.radius;
      const double effective = arc.force(angle, forces.sheaves[k].entry - momentum, forces.acceleration, used[k]);
      point.force = effective + momentum;
      point.pressure = arc.pressing(angle, effective) / arc.radius;
      point.traction = -used[k] * point.pressure;
      point.contact_state = motion_.modes()[k].slip;
    }
    points.push_back(point);
  }
  return points;
}

void RigidRopeSimulation::add_own_columns(History& history) const {
  history.add("rope_displacement", "m", [this] { return motion_.displacement(); });
  history.add("rope_speed", "m/s", [this] { return motion_.speed(); });
}

std::vector<std::string> RigidRopeSimulation::preflight(double) const {
  std::vector<std::string> warnings;
  add_sag_warnings(warnings);
  add_string_warning(warnings, drive(), "analytic_string_dynamics");
  for (std::size_t k = 0; k < drive().pulleys.size(); ++k) {
    const double rim = motion_.sheave(k).speed;
    if (motion_.time() == 0.0 && !(std::abs(motion_.speed() - rim) <= kSameSpeed * std::abs(rim))) {
      warnings.push_back(fmt::format(
          "at t = 0 the rope runs at {:.4g} m/s and pulley {} at {:.4g} m/s, so that it slips at once; let both start "
          "at rest, or set initial_state to running and give ends and pulleys the same speed",
          motion_.speed(), drive().pulley_label(k), rim));
    }
  }
  const std::vector<std::string> more = normal_contact_warnings(drive());
  warnings.insert(warnings.end(), more.begin(), more.end());
  return warnings;
}

// Warns of heavy ropes that sag in spans that are not vertical.
void RigidRopeSimulation::add_sag_warnings(std::vector<std::string>& warnings) const {
  const RopePath path = path_now();
  const double density = drive().rope.mass_per_length;
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    const PathSpan& span = path.spans()[k];
    const double across = std::abs(span.tangent.x() * drive().gravity.y() - span.tangent.y() * drive().gravity.x());
    const std::array<double, 2> force = motion_.forces().span(k);
    const double sag = density * across * span.length / (8.0 * std::min(force[0], force[1]));
    if (!(sag > kMostSag)) continue;
    warnings.push_back(fmt::format(
        "the spans of analytic_string_dynamics are straight, but span {} would sag by about {:.2g} of its length under "
        "the weight of the rope; expect its forces to differ by more than that",
        k + 1, sag));
  }
}

}  // namespace beltdyn::analytic
