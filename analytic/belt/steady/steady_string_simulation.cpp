// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/steady_string_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/left_out.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

const TimeFunction& prescribed_speed(const Pulley& pulley) {
  return std::get<PrescribedMotion>(pulley.motion).angular_velocity;
}

SteadyStringSimulation::SteadyStringSimulation(const BeltDrive& drive, double time_step)
    : BeltSimulation(drive),
      driver_(static_cast<std::size_t>(std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed) -
                                       drive.pulleys.begin())),
      time_step_(time_step) {}

double SteadyStringSimulation::driver_speed(double time) const {
  const PathArc& arc = path().arcs()[driver_];
  return arc.turn * arc.radius * prescribed_speed(drive().pulleys[driver_]).value(time);
}

void SteadyStringSimulation::set_points(std::vector<double> local, std::vector<StringPoint> points) {
  sigma_ = std::move(local);
  points_ = std::move(points);
}

BeltTolerances SteadyStringSimulation::balance_tolerances() const {
  // The solution is exact; between its points all is taken for straight, 40 of them in a zone.
  constexpr double kBetweenPoints = 1e-4;
  // That of Euler and Eytelwein compares means over a slip arc, which agree where its coefficient of friction is one.
  bool has_one_coefficient = true;
  for (std::size_t k = 0; k < drive().pulleys.size(); ++k) {
    has_one_coefficient = has_one_coefficient && drive().contact_of(k).coulomb().has_value();
  }
  return {.length = kBetweenPoints,
          .mass_flow = kBetweenPoints,
          .torque = kBetweenPoints,
          .power = kBetweenPoints,
          .losses = kBetweenPoints,
          .eytelwein = has_one_coefficient ? kBetweenPoints : 0.0};
}

BeltMap SteadyStringSimulation::belt() const {
  const BeltPath path = path_now();
  const double start = path.arcs()[driver_].start;
  const std::array<double, 1> origin{path.periodic(-start)};
  const double at_origin = string_at(origin)[0].material;
  // v dv/dσ along the belt, with d(N − ρA G² λ)/dσ = −share · traction, and κ v² across.
  const double stiffness = drive().belt.axial_stiffness - drive().belt.mass_per_length * flux() * flux();
  const auto acceleration = [&](const StringPoint& p, double sigma) -> Eigen::Vector2d {
    const int pulley = path.locate(sigma).pulley;
    const auto k = static_cast<std::size_t>(pulley);
    const double share = pulley < 0 ? 0.0 : drive().pulleys[k].radius / path.arcs()[k].radius;
    const double along = -flux() * share * p.traction * p.speed / stiffness;
    const PathPoint at = path.point(sigma);
    return along * at.tangent + at.curvature * p.speed * p.speed * at.normal;
  };
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (std::size_t i = 0; i < sigma_.size(); ++i) {
    const double sigma = start + sigma_[i];
    const StringPoint& p = points_[i];
    const double material = p.material - at_origin - passed_;
    points.push_back(belt_point(p, path, sigma, material));
    points.back().acceleration = acceleration(p, sigma);
    contacts.push_back(contact_point(p, path, sigma, material));
  }
  return belt_map(std::move(points), std::move(contacts));
}

std::vector<ProfilePoint> SteadyStringSimulation::profile(std::span<const double> sigma) const {
  // In the order in which the belt runs through them from the driver on.
  const BeltPath path = path_now();
  std::vector<double> local;
  for (const double s : sigma) local.push_back(path.periodic(s - path.arcs()[driver_].start));
  std::vector<std::size_t> order(sigma.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&local](std::size_t i) { return local[i]; });
  std::ranges::sort(local);
  const std::vector<StringPoint> belt = string_at(local);
  std::vector<ProfilePoint> points(sigma.size());
  for (std::size_t i = 0; i < belt.size(); ++i) {
    const StringPoint& p = belt[i];
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

std::vector<double> SteadyStringSimulation::natural_profile_points() const {
  const BeltPath path = path_now();
  std::vector<double> sigma = sigma_;
  for (double& s : sigma) s = path.periodic(s + path.arcs()[driver_].start);
  std::ranges::sort(sigma);
  return sigma;
}

void SteadyStringSimulation::advance(double dt) {
  pass(dt, [this, dt] { move_to(time_ + dt, dt); });
}

void SteadyStringSimulation::pass(double dt, const std::function<void()>& move) {
  const double flux_before = flux();
  move();
  passed_ += 0.5 * dt * (flux_before + flux());
  time_ += dt;
  ++steps_;
}

std::optional<std::vector<double>> SteadyStringSimulation::slip_powers() const {
  std::vector<double> powers = friction_power();
  std::rotate(powers.begin(), powers.end() - static_cast<std::ptrdiff_t>(driver_), powers.end());
  return powers;
}

// In steady motion nothing is stored: the power of the pulleys is what slip takes.
double SteadyStringSimulation::power_defect() const {
  const std::vector<double> lost = friction_power();
  double supplied = -std::accumulate(lost.begin(), lost.end(), 0.0);
  double exchanged = reference_force(drive()) * std::abs(flux());
  for (const PulleyState& pulley : pulley_states()) {
    supplied -= pulley.contact_moment * pulley.angular_velocity;
    exchanged += std::abs(pulley.contact_moment * pulley.angular_velocity);
  }
  return exchanged > 0.0 ? supplied / exchanged : 0.0;
}

void SteadyStringSimulation::save(StateWriter& writer) const {
  writer.number("string/time", time_);
  writer.number("string/passed", passed_);
  writer.integer("string/steps", steps_);
  save_motion(writer);
}

void SteadyStringSimulation::restore(StateReader& reader) {
  time_ = reader.time("string/time");
  passed_ = reader.number("string/passed");
  steps_ = reader.count("string/steps");
  restore_motion(reader);
}

std::vector<std::string> SteadyStringSimulation::preflight(double) const {
  std::vector<std::string> warnings;
  add_warning(
      warnings,
      neglected_keys_message(
          "analytic_string models the steady motion of a string on rigid pulleys, with friction at its centre line",
          keys_unsupported_by_strings(drive())));
  add_warning(warnings, neglected_transients_message("analytic_string", drive()));
  return warnings;
}

}  // namespace beltdyn::analytic
