// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_simulation.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/steady/zone_grid.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {
namespace {

std::string unknown_name(Eigen::Index i) { return fmt::format("string/unknown_{}", i + 1); }

}  // namespace

StringDrive string_drive_of(const BeltDrive& drive, std::size_t driver) {
  const BeltPath path = drive.path();
  StringDrive string{.axial_stiffness = drive.belt.axial_stiffness,
                     .unstressed_stretch = 1.0 + drive.reference_strain_of_string(),
                     .mass_per_length = drive.belt.mass_per_length,
                     .reference_length = drive.reference_length()};
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t pulley = (driver + k) % 2;
    string.radius[k] = path.arcs()[pulley].radius;
    string.share[k] = drive.pulleys[pulley].radius / string.radius[k];
    string.wrap[k] = path.arcs()[pulley].wrap;
    string.span_length[k] = path.spans()[pulley].length;
    string.coefficient[k] = drive.kinetic_coefficient(pulley);
  }
  return string;
}

FrictionString friction_string_of(const BeltDrive& drive, std::size_t driver) {
  return {string_drive_of(drive, driver), {drive.contact_of(driver), drive.contact_of(1 - driver)}, drive.belt.width};
}

StringSimulation::StringSimulation(const BeltDrive& drive, double time_step, const StringSimulation* near)
    : SteadyStringSimulation(drive, time_step), string_(friction_string_of(drive, driver())) {
  set_motion(motion_at(0.0, near == nullptr ? nullptr : &near->motion_));
}

FrictionStringMotion StringSimulation::motion_at(double time, const FrictionStringMotion* last) const {
  const PathArc& arc = path().arcs()[1 - driver()];
  const Pulley& driven = drive().pulleys[1 - driver()];
  const double speed = driver_speed(time);
  if (driven.is_prescribed()) {
    return string_.at_speeds(speed, arc.turn * arc.radius * prescribed_speed(driven).value(time), last);
  }
  const auto load = [&](double angular_velocity) {
    return -arc.turn * driven.steady_moment(time, arc.turn * angular_velocity);
  };
  return string_.under_load(speed, load, last);
}

void StringSimulation::set_motion(FrictionStringMotion motion) {
  motion_ = std::move(motion);
  std::vector<double> local = grid();
  std::vector<StringPoint> points = string_.points(motion_, local);
  set_points(std::move(local), std::move(points));
}

void StringSimulation::move_to(double time, double dt) { take(motion_at(time, &motion_), dt); }

void StringSimulation::take(FrictionStringMotion next, double dt) {
  const double turn = path().arcs()[1 - driver()].turn;
  driven_angle_ += turn * 0.5 * dt * (motion_.angular_velocity[1] + next.angular_velocity[1]);
  set_motion(std::move(next));
}

// Newton's method for four unknowns from a motion this near takes one or two Jacobians.
bool StringSimulation::lead(std::span<Simulation* const> others) {
  for (Simulation* other : others) {
    auto* led = dynamic_cast<StringSimulation*>(other);
    if (led == nullptr) return false;
    const double dt = time() - led->time();
    led->pass(dt, [&] { led->take(led->motion_at(time(), &motion_), dt); });
  }
  return true;
}

std::vector<PulleyState> StringSimulation::pulley_states() const {
  std::vector<PulleyState> states(2);
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t pulley = (driver() + k) % 2;
    const double turn = path().arcs()[pulley].turn;
    // The belt drives the driven pulley in its running direction and holds the driver back.
    const double moment = k == 0 ? -motion_.driver_torque : motion_.driven_torque;
    const Pulley& p = drive().pulleys[pulley];
    const double angle = p.is_prescribed() ? prescribed_speed(p).integral(0.0, time()) : driven_angle_;
    states[pulley] = {
        .angle = angle, .angular_velocity = turn * motion_.angular_velocity[k], .contact_moment = turn * moment};
    states[pulley].accessory = steady_accessory(p, time(), states[pulley].angular_velocity);
  }
  return states;
}

std::vector<double> StringSimulation::grid() const {
  const StringDrive& belt = string_.belt();
  ZoneGrid grid(belt.contour_length());
  for (std::size_t k = 0; k < 2; ++k) {
    grid.add_arc(belt.radius[k] * belt.wrap[k], motion_.state_change[k]);
    grid.add_span(belt.span_length[k]);
  }
  return grid.sigma();
}

std::vector<double> StringSimulation::friction_power() const {
  return {motion_.friction_power.begin(), motion_.friction_power.end()};
}

void StringSimulation::save_motion(StateWriter& writer) const {
  writer.number("string/driven_angle", driven_angle_);
  writer.integer("string/power", motion_.power);
  for (Eigen::Index i = 0; i < 4; ++i) writer.number(unknown_name(i), motion_.unknowns[i]);
}

void StringSimulation::restore_motion(StateReader& reader) {
  driven_angle_ = reader.number("string/driven_angle");
  Eigen::Vector4d unknowns;
  for (Eigen::Index i = 0; i < 4; ++i) unknowns[i] = reader.number(unknown_name(i));
  const std::int64_t power = reader.integers("string/power", 1, {.least = -1, .most = 1}).front();
  set_motion(string_.motion(driver_speed(time()), static_cast<int>(power), unknowns));
}

}  // namespace beltdyn::analytic
