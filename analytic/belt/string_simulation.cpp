// SPDX-License-Identifier: MIT
#include "analytic/belt/string_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/zone_grid.hpp"
#include "core/drive/left_out.hpp"
#include "core/simulation/state_archive.hpp"

namespace beltdyn::analytic {
namespace {

std::size_t driver_of(const BeltDrive& drive) { return drive.pulleys[0].is_prescribed() ? 0 : 1; }

const TimeFunction& prescribed_speed(const Pulley& pulley) {
  return std::get<PrescribedMotion>(pulley.motion).angular_velocity;
}

std::string unknown_name(Eigen::Index i) { return fmt::format("string/unknown_{}", i + 1); }

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
    string.share[k] = drive.pulleys[pulley].radius / string.radius[k];
    string.wrap[k] = path.arcs()[pulley].wrap;
    string.span_length[k] = path.spans()[pulley].length;
    string.coefficient[k] = drive.contact_of(pulley).kinetic_coefficient();
  }
  return string;
}

FrictionString friction_string_of(const BeltDrive& drive, std::size_t driver) {
  return {string_drive_of(drive, driver), {drive.contact_of(driver), drive.contact_of(1 - driver)}, drive.belt.width};
}

StringSimulation::StringSimulation(const BeltDrive& drive, double time_step)
    : BeltSimulation(drive),
      driver_(driver_of(drive)),
      string_(friction_string_of(drive, driver_)),
      time_step_(time_step) {
  set_motion(motion_at(0.0, nullptr));
}

double StringSimulation::driver_speed(double time) const {
  const PathArc& arc = path().arcs()[driver_];
  return arc.turn * arc.radius * prescribed_speed(drive().pulleys[driver_]).value(time);
}

FrictionStringMotion StringSimulation::motion_at(double time, const FrictionStringMotion* last) const {
  const PathArc& arc = path().arcs()[1 - driver_];
  const Pulley& driven = drive().pulleys[1 - driver_];
  const double speed = driver_speed(time);
  if (driven.is_prescribed()) {
    return string_.at_speeds(speed, arc.turn * arc.radius * prescribed_speed(driven).value(time), last);
  }
  const auto load = [&](double angular_velocity) {
    return -arc.turn * driven.moment(time, arc.turn * angular_velocity);
  };
  return string_.under_load(speed, load, last);
}

void StringSimulation::set_motion(FrictionStringMotion motion) {
  motion_ = std::move(motion);
  sigma_ = grid();
  points_ = string_.points(motion_, sigma_);
}

void StringSimulation::advance(double dt) {
  FrictionStringMotion next = motion_at(time_ + dt, &motion_);
  const double turn = path().arcs()[1 - driver_].turn;
  driven_angle_ += turn * 0.5 * dt * (motion_.angular_velocity[1] + next.angular_velocity[1]);
  passed_ += 0.5 * dt * (motion_.flux + next.flux);
  set_motion(std::move(next));
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
  const StringDrive& belt = string_.belt();
  ZoneGrid grid(belt.contour_length());
  for (std::size_t k = 0; k < 2; ++k) {
    grid.add_arc(belt.radius[k] * belt.wrap[k], motion_.state_change[k]);
    grid.add_span(belt.span_length[k]);
  }
  return grid.sigma();
}

BeltTolerances StringSimulation::balance_tolerances() const {
  // The solution is exact; between its points all is taken for straight, 40 of them in a zone.
  constexpr double kBetweenPoints = 1e-4;
  // That of Euler and Eytelwein compares means over a slip arc, which agree where its coefficient of friction is one.
  bool has_one_coefficient = true;
  for (std::size_t k = 0; k < 2; ++k) {
    has_one_coefficient =
        has_one_coefficient && std::holds_alternative<ElastoplasticCoulombConfig>(drive().contact_of(k).friction);
  }
  return {.length = kBetweenPoints,
          .mass_flow = kBetweenPoints,
          .torque = kBetweenPoints,
          .power = kBetweenPoints,
          .eytelwein = has_one_coefficient ? kBetweenPoints : 0.0};
}

// In steady motion nothing is stored: the power of the pulleys is what slip takes.
double StringSimulation::power_defect() const {
  double supplied = -motion_.friction_power[0] - motion_.friction_power[1];
  double exchanged = reference_force(drive()) * std::abs(motion_.flux);
  for (const PulleyState& pulley : pulley_states()) {
    supplied -= pulley.contact_moment * pulley.angular_velocity;
    exchanged += std::abs(pulley.contact_moment * pulley.angular_velocity);
  }
  return exchanged > 0.0 ? supplied / exchanged : 0.0;
}

BeltMap StringSimulation::belt() const {
  const double start = path().arcs()[driver_].start;
  const StringDrive& string = string_.belt();
  const std::array<double, 1> origin{path().periodic(-start)};
  const double at_origin = string_.points(motion_, origin)[0].material;
  // v dv/dσ along the belt, with d(N − ρA G² λ)/dσ = −share · traction, and κ v² across.
  const double stiffness = string.slope(motion_.flux);
  const auto acceleration = [&](const SteadyStringPoint& p, double sigma) -> Eigen::Vector2d {
    const int pulley = path().locate(sigma).pulley;
    const double share = pulley < 0 ? 0.0 : string.share[pulley == static_cast<int>(driver_) ? 0 : 1];
    const double along = -motion_.flux * share * p.traction * p.speed / stiffness;
    const PathPoint at = path().point(sigma);
    return along * at.tangent + at.curvature * p.speed * p.speed * at.normal;
  };
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (std::size_t i = 0; i < sigma_.size(); ++i) {
    const double local = sigma_[i];
    const SteadyStringPoint& p = points_[i];
    const double material = p.material - at_origin - passed_;
    points.push_back({.material = material,
                      .position = path().point(start + local).position,
                      .strain = p.stretch - 1.0,
                      .force = p.force,
                      .speed = p.speed,
                      .acceleration = acceleration(p, start + local)});
    contacts.push_back({.material = material,
                        .pulley = path().locate(start + local).pulley,
                        .pressure = p.pressure,
                        .traction = p.traction,
                        .state = p.state});
  }
  return belt_map(std::move(points), std::move(contacts));
}

std::vector<ProfilePoint> StringSimulation::profile(std::span<const double> sigma) const {
  // In the order in which the belt runs through them from the driver on.
  std::vector<double> local;
  for (const double s : sigma) local.push_back(path().periodic(s - path().arcs()[driver_].start));
  std::vector<std::size_t> order(sigma.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&local](std::size_t i) { return local[i]; });
  std::ranges::sort(local);
  const std::vector<SteadyStringPoint> belt = string_.points(motion_, local);
  std::vector<ProfilePoint> points(sigma.size());
  for (std::size_t i = 0; i < belt.size(); ++i) {
    const SteadyStringPoint& p = belt[i];
    points[order[i]] = {.sigma = sigma[order[i]],
                        .strain = p.stretch - 1.0,
                        .force = p.force,
                        .speed = p.speed,
                        .pressure = p.pressure,
                        .traction = p.traction,
                        .contact_state = static_cast<int>(p.state)};
  }
  return points;
}

std::vector<double> StringSimulation::natural_profile_points() const {
  std::vector<double> sigma = sigma_;
  for (double& s : sigma) s = path().periodic(s + path().arcs()[driver_].start);
  std::ranges::sort(sigma);
  return sigma;
}

std::vector<std::string> StringSimulation::preflight(double) const {
  std::vector<std::string> warnings;
  add_warning(warnings, left_out_sentence("analytic_string is the steady motion of a string on rigid pulleys, with "
                                          "friction on its centre line",
                                          keys_beyond_strings(drive())));
  add_warning(warnings, rates_left_out_sentence("analytic_string", drive()));
  return warnings;
}

void StringSimulation::save(StateWriter& writer) const {
  writer.number("string/time", time_);
  writer.number("string/driven_angle", driven_angle_);
  writer.number("string/passed", passed_);
  writer.integer("string/steps", steps_);
  writer.integer("string/power", motion_.power);
  for (Eigen::Index i = 0; i < 4; ++i) writer.number(unknown_name(i), motion_.unknowns[i]);
}

void StringSimulation::restore(StateReader& reader) {
  time_ = reader.time("string/time");
  driven_angle_ = reader.number("string/driven_angle");
  passed_ = reader.number("string/passed");
  steps_ = reader.count("string/steps");
  Eigen::Vector4d unknowns;
  for (Eigen::Index i = 0; i < 4; ++i) unknowns[i] = reader.number(unknown_name(i));
  const std::int64_t power = reader.integers("string/power", 1, {.least = -1, .most = 1}).front();
  set_motion(string_.motion(driver_speed(time_), static_cast<int>(power), unknowns));
}

}  // namespace beltdyn::analytic
