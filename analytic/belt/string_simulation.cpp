// SPDX-License-Identifier: MIT
#include "analytic/belt/string_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/simulation/state_archive.hpp"

namespace beltdyn::analytic {
namespace {

// Of a zone of slip or stick, and of a span, in which the belt is the same everywhere.
constexpr int kCellsOnPulley = 40;
constexpr int kCellsInSpan = 4;
// The begin of a zone stands between two points this far away on either side, so that zones end just there.
constexpr double kBesideKink = 1e-7;  // of the contour length

std::size_t driver_of(const BeltDrive& drive) { return drive.pulleys[0].is_prescribed() ? 0 : 1; }

const TimeFunction& prescribed_speed(const Pulley& pulley) {
  return std::get<PrescribedMotion>(pulley.motion).angular_velocity;
}

bool is_moved_evenly(const Pulley& pulley) {
  if (pulley.is_prescribed()) return prescribed_speed(pulley).is_constant();
  const auto* motion = std::get_if<TorqueMotion>(&pulley.motion);
  return motion == nullptr || std::ranges::all_of(motion->torques, [](const PulleyTorque& torque) {
           return std::visit([](const auto& form) { return form.moment.is_constant(); }, torque.form);
         });
}

}  // namespace

StringDrive string_drive_of(const BeltDrive& drive, std::size_t driver) {
  const BeltPath path = drive.path();
  StringDrive string{.axial_stiffness = drive.belt.axial_stiffness,
                     .unstressed_stretch = 1.0 + drive.reference_strain(),
                     .mass_per_length = drive.belt.mass_per_length,
                     .reference_length = drive.reference_length()};
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t pulley = (driver + k) % 2;
    string.radius[k] = path.arcs()[pulley].radius;
    string.wrap[k] = path.arcs()[pulley].wrap;
    string.span_length[k] = path.spans()[pulley].length;
    string.coefficient[k] = std::get<ElastoplasticCoulombConfig>(drive.contact_of(pulley).friction).coefficient;
  }
  return string;
}

StringSimulation::StringSimulation(const BeltDrive& drive, double time_step)
    : BeltSimulation(drive),
      driver_(driver_of(drive)),
      string_(string_drive_of(drive, driver_)),
      time_step_(time_step),
      motion_(motion_at(0.0)) {}

SteadyStringMotion StringSimulation::motion_at(double time) const {
  const PathArc& driver = path().arcs()[driver_];
  const double turn = path().arcs()[1 - driver_].turn;
  const Pulley& driven = drive().pulleys[1 - driver_];
  const double speed = driver.turn * driver.radius * prescribed_speed(drive().pulleys[driver_]).value(time);
  if (driven.is_prescribed()) {
    const double driven_speed = turn * path().arcs()[1 - driver_].radius * prescribed_speed(driven).value(time);
    return steady_string_motion_at_speeds(string_, speed, driven_speed);
  }
  return steady_string_motion_under_load(
      string_, speed, [&](double angular_velocity) { return -turn * driven.moment(time, turn * angular_velocity); });
}

void StringSimulation::advance(double dt) {
  const SteadyStringMotion next = motion_at(time_ + dt);
  const double turn = path().arcs()[1 - driver_].turn;
  driven_angle_ += turn * 0.5 * dt * (motion_.angular_velocity[1] + next.angular_velocity[1]);
  passed_ += 0.5 * dt * (motion_.flux + next.flux);
  motion_ = next;
  time_ += dt;
  ++steps_;
}

std::vector<PulleyState> StringSimulation::pulley_states() const {
  std::vector<PulleyState> states(2);
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t pulley = (driver_ + k) % 2;
    const double turn = path().arcs()[pulley].turn;
    // The belt drives the driven pulley in its running direction and holds the driver back.
    const double moment = k == 0 ? -motion_.driver_torque : motion_.driven_torque;
    const Pulley& p = drive().pulleys[pulley];
    const double angle = p.is_prescribed() ? prescribed_speed(p).integral(0.0, time_) : driven_angle_;
    states[pulley] = {
        .angle = angle, .angular_velocity = turn * motion_.angular_velocity[k], .contact_moment = turn * moment};
  }
  return states;
}

std::vector<double> StringSimulation::grid() const {
  const double beside = kBesideKink * string_.contour_length();
  std::vector<double> sigma;
  double begin = 0.0;
  const auto add_zone = [&](double length, int cells) {
    if (length > 4.0 * beside) {
      sigma.push_back(begin + beside);
      for (int i = 1; i < cells; ++i) sigma.push_back(begin + i * length / cells);
      sigma.push_back(begin + length - beside);
    }
    begin += length;
  };
  for (std::size_t k = 0; k < 2; ++k) {
    add_zone(string_.radius[k] * (string_.wrap[k] - motion_.slip_arc[k]), kCellsOnPulley);
    add_zone(string_.radius[k] * motion_.slip_arc[k], kCellsOnPulley);
    add_zone(string_.span_length[k], kCellsInSpan);
  }
  return sigma;
}

BeltTolerances StringSimulation::balance_tolerances() const {
  // The solution is exact; between its points all is taken for straight, 40 of them in a zone.
  constexpr double kBetweenPoints = 1e-4;
  return {.length = kBetweenPoints,
          .mass_flow = kBetweenPoints,
          .torque = kBetweenPoints,
          .power = kBetweenPoints,
          .eytelwein = kBetweenPoints};
}

// In steady motion nothing is stored: the power of the pulleys is what slip takes.
double StringSimulation::power_defect() const {
  const BeltMap map = belt();
  const std::span<const BeltPoint> points = map.points();
  const std::span<const double> sigma = map.sigma();
  const std::vector<PulleyState> pulleys = pulley_states();
  double supplied = 0.0;
  double exchanged = reference_force(drive()) * std::abs(motion_.flux);
  for (const PulleyState& pulley : pulleys) {
    supplied -= pulley.contact_moment * pulley.angular_velocity;
    exchanged += std::abs(pulley.contact_moment * pulley.angular_velocity);
  }
  const auto loss = [&](std::size_t i) {
    const ProfilePoint point = map.at_particle(points[i].material);
    const int k = path().locate(sigma[i]).pulley;
    if (k < 0) return 0.0;
    const PathArc& arc = path().arcs()[static_cast<std::size_t>(k)];
    const double surface = arc.turn * arc.radius * pulleys[static_cast<std::size_t>(k)].angular_velocity;
    return -point.traction * (point.speed - surface);
  };
  double lost = 0.0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) lost += 0.5 * (sigma[i + 1] - sigma[i]) * (loss(i) + loss(i + 1));
  return exchanged > 0.0 ? (supplied - lost) / exchanged : 0.0;
}

BeltMap StringSimulation::belt() const {
  const double start = path().arcs()[driver_].start;
  const double at_origin = steady_string_point(string_, motion_, -start).material;
  // v dv/dσ along the belt, with d(N − ρA G² λ)/dσ = −traction, and κ v² across.
  const double stiffness = string_.axial_stiffness - string_.mass_per_length * motion_.flux * motion_.flux;
  const auto acceleration = [this, stiffness](const SteadyStringPoint& p, const PathPoint& at) -> Eigen::Vector2d {
    const double along = -motion_.flux * p.traction * p.speed / stiffness;
    return along * at.tangent + at.curvature * p.speed * p.speed * at.normal;
  };
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (const double local : grid()) {
    const SteadyStringPoint p = steady_string_point(string_, motion_, local);
    const double material = p.material - at_origin - passed_;
    points.push_back({.material = material,
                      .position = path().point(start + local).position,
                      .strain = p.stretch - 1.0,
                      .force = p.force,
                      .speed = p.speed,
                      .acceleration = acceleration(p, path().point(start + local))});
    contacts.push_back({.material = material,
                        .pulley = path().locate(start + local).pulley,
                        .pressure = p.pressure,
                        .traction = p.traction,
                        .state = p.state});
  }
  return belt_map(std::move(points), std::move(contacts));
}

std::vector<ProfilePoint> StringSimulation::profile(std::span<const double> sigma) const {
  std::vector<ProfilePoint> points;
  for (const double s : sigma) {
    const SteadyStringPoint p = steady_string_point(string_, motion_, s - path().arcs()[driver_].start);
    points.push_back({.sigma = s,
                      .strain = p.stretch - 1.0,
                      .force = p.force,
                      .speed = p.speed,
                      .pressure = p.pressure,
                      .traction = p.traction,
                      .contact_state = static_cast<int>(p.state)});
  }
  return points;
}

std::vector<double> StringSimulation::natural_profile_points() const {
  std::vector<double> sigma = grid();
  for (double& s : sigma) s = path().periodic(s + path().arcs()[driver_].start);
  std::ranges::sort(sigma);
  return sigma;
}

std::vector<std::string> StringSimulation::preflight(double) const {
  const Belt& belt = drive().belt;
  std::vector<std::string> left_out;
  if (drive().gravity.norm() > 0.0) left_out.emplace_back("gravity");
  if (belt.bending_stiffness > 0.0) left_out.emplace_back("bending stiffness");
  if (belt.axial_damping > 0.0 || belt.bending_damping > 0.0) left_out.emplace_back("damping of the belt");
  left_out.emplace_back("compliance of the contact");
  std::vector<std::string> warnings{
      fmt::format("analytic_string is the closed form of a string on rigid pulleys: {} of the drive {} left out",
                  fmt::join(left_out, ", "), left_out.size() > 1 ? "are" : "is")};
  if (!std::ranges::all_of(drive().pulleys, is_moved_evenly)) {
    warnings.emplace_back(
        "speed or torque vary, and analytic_string shows the motion that would be steady at the values of each "
        "instant; inertia of belt and pulleys while they change is left out");
  }
  return warnings;
}

void StringSimulation::save(StateWriter& writer) const {
  writer.number("string/time", time_);
  writer.number("string/driven_angle", driven_angle_);
  writer.number("string/passed", passed_);
  writer.integer("string/steps", steps_);
}

void StringSimulation::restore(StateReader& reader) {
  time_ = reader.number("string/time");
  driven_angle_ = reader.number("string/driven_angle");
  passed_ = reader.number("string/passed");
  steps_ = reader.integer("string/steps");
  motion_ = motion_at(time_);
}

}  // namespace beltdyn::analytic
