// SPDX-License-Identifier: MIT
#include "core/simulation/belt_simulation.hpp"

#include <fmt/format.h>

#include "core/simulation/probe_columns.hpp"

namespace beltdyn {
namespace {

// The moment by which a prescribed motion is kept up [N m].
double drive_torque(const Pulley& pulley, const PulleyState& state, double time) {
  const TimeFunction& motion = std::get<PrescribedMotion>(pulley.motion).angular_velocity;
  return pulley.inertia * motion.derivative(time) + pulley.bearing_damping * state.angular_velocity -
         state.contact_moment;
}

}  // namespace

BeltSimulation::BeltSimulation(BeltDrive drive)
    : drive_(std::move(drive)), path_(drive_.path()), reference_length_(drive_.reference_length()) {}

std::vector<std::string> BeltSimulation::history_columns() const {
  std::vector<std::string> columns;
  for (std::size_t k = 0; k < drive_.pulleys.size(); ++k) {
    columns.push_back(fmt::format("angular_velocity_{} [rad/s]", k + 1));
    columns.push_back(fmt::format("torque_{} [N m]", k + 1));
    if (drive_.pulleys[k].is_prescribed()) columns.push_back(fmt::format("drive_torque_{} [N m]", k + 1));
    columns.push_back(fmt::format("slip_arc_{} [rad]", k + 1));
  }
  for (std::size_t k = 0; k < path_.spans().size(); ++k) {
    columns.push_back(fmt::format("span_force_{} [N]", k + 1));
    columns.push_back(fmt::format("span_speed_{} [m/s]", k + 1));
  }
  const auto append = [&columns](const std::vector<std::string>& more) {
    columns.insert(columns.end(), more.begin(), more.end());
  };
  for (const Probe& probe : drive_.probes) append(probe_columns(probe));
  append(extra_history_columns());
  for (Balance& balance : belt_balances()) columns.push_back(std::move(balance.column));
  return columns;
}

std::vector<Balance> BeltSimulation::belt_balances() const {
  const BeltTolerances tolerances = balance_tolerances();
  std::vector<Balance> balances;
  if (tolerances.length > 0.0) {
    balances.push_back({.column = "balance_length [-]",
                        .law = "the belt as it is drawn, unstretched by its strain, has its reference length",
                        .tolerance = tolerances.length});
  }
  if (tolerances.mass_flow > 0.0) {
    balances.push_back({.column = "balance_mass_flow [-]",
                        .law = "the same reference length passes every point of the belt in a time",
                        .tolerance = tolerances.mass_flow});
  }
  for (std::size_t k = 0; tolerances.torque > 0.0 && k < drive_.pulleys.size(); ++k) {
    balances.push_back({.column = fmt::format("balance_torque_{} [-]", k + 1),
                        .law = fmt::format("the moment of the belt on pulley {} is its radius times the difference of "
                                           "the span forces, inertia and weight of the belt included",
                                           k + 1),
                        .tolerance = tolerances.torque});
  }
  if (tolerances.power > 0.0) {
    balances.push_back({.column = "balance_power [-]",
                        .law = "the work of the pulleys is what slip and damping take and belt and pulleys store",
                        .tolerance = tolerances.power});
  }
  for (std::size_t k = 0; tolerances.eytelwein > 0.0 && k < drive_.pulleys.size(); ++k) {
    balances.push_back({.column = fmt::format("eytelwein_{} [-]", k + 1),
                        .law = fmt::format("ln(F - m v^2) changes along slip arcs on pulley {} with the angle as the "
                                           "ratio of traction and pressure tells",
                                           k + 1),
                        .tolerance = tolerances.eytelwein});
  }
  return balances;
}

void BeltSimulation::balance_values(std::span<const PulleyState> pulleys, const BeltMap& map,
                                    std::span<const SlipZone> zones, std::span<double> values) const {
  const BeltTolerances tolerances = balance_tolerances();
  std::size_t i = 0;
  if (tolerances.length > 0.0) values[i++] = length_defect(map, reference_length_);
  if (tolerances.mass_flow > 0.0) values[i++] = mass_flow_defect(map, flux());
  BeltMass mass{.per_length = drive_.belt.mass_per_length, .has_inertia = has_inertia()};
  if (has_weight()) mass.gravity = drive_.gravity;
  for (std::size_t k = 0; tolerances.torque > 0.0 && k < pulleys.size(); ++k) {
    values[i++] = torque_defect(map, drive_, path_, k, pulleys[k].contact_moment, mass);
  }
  if (tolerances.power > 0.0) values[i++] = power_defect();
  if (tolerances.eytelwein > 0.0) {
    eytelwein_defects(map, path_, zones, mass.has_inertia ? mass.per_length : 0.0, values.subspan(i));
  }
}

std::vector<SlipZone> BeltSimulation::history_with_zones(std::span<double> values) const {
  const std::vector<PulleyState> pulleys = pulley_states();
  const BeltMap map = belt();
  std::vector<SlipZone> zones = map.slip_zones();
  std::vector<double> slip_arc(pulleys.size());
  for (const SlipZone& zone : zones) {
    const auto k = static_cast<std::size_t>(zone.pulley);
    slip_arc[k] += (zone.end - zone.begin) / path_.arcs()[k].radius;
  }
  std::size_t i = 0;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    values[i++] = pulleys[k].angular_velocity;
    values[i++] = pulleys[k].contact_moment;
    if (drive_.pulleys[k].is_prescribed()) values[i++] = drive_torque(drive_.pulleys[k], pulleys[k], time());
    values[i++] = slip_arc[k];
  }
  for (const PathSpan& span : path_.spans()) {
    const ProfilePoint middle = map.at(span.start + 0.5 * span.length);
    values[i++] = middle.force;
    values[i++] = middle.speed;
  }
  for (const Probe& probe : drive_.probes) {
    const std::size_t n = probe_columns(probe).size();
    probe_values(probe, *this, pulleys, map, values.subspan(i, n));
    i += n;
  }
  const std::size_t n_extra = extra_history_columns().size();
  extra_history_values(values.subspan(i, n_extra));
  balance_values(pulleys, map, zones, values.subspan(i + n_extra));
  return zones;
}

std::vector<ProfilePoint> BeltSimulation::profile(std::span<const double> sigma) const {
  const BeltMap map = belt();
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) points.push_back(map.at(s));
  return points;
}

std::vector<double> BeltSimulation::natural_profile_points() const {
  const std::size_t n = belt().points().size();
  std::vector<double> sigma;
  for (std::size_t i = 0; i < n; ++i) {
    sigma.push_back((static_cast<double>(i) + 0.5) * path_.length() / static_cast<double>(n));
  }
  return sigma;
}

BeltShape BeltSimulation::shape() const {
  const BeltMap map = belt();
  BeltShape shape;
  for (const BeltPoint& point : map.points()) {
    const ProfilePoint state = map.at_particle(point.material);
    shape.belt.push_back({.position = {point.position.x(), point.position.y(), 0.0},
                          .force = state.force,
                          .speed = state.speed,
                          .pressure = state.pressure,
                          .traction = state.traction,
                          .contact_state = state.contact_state});
  }
  const std::vector<PulleyState> states = pulley_states();
  for (std::size_t k = 0; k < states.size(); ++k) {
    const Pulley& pulley = drive_.pulleys[k];
    shape.pulleys.push_back({.center = pulley.circle_center(states[k].angle),
                             .radius = pulley.radius,
                             .angle = states[k].angle + pulley.eccentricity_angle});
  }
  return shape;
}

}  // namespace beltdyn
