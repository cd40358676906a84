// SPDX-License-Identifier: MIT
#include "analytic/belt/waves/string_waves_of.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn::analytic {
namespace {

WaveSpanProperties span_properties(const BeltDrive& drive, const BeltPath& path, std::size_t k) {
  const SpanLoad* run = drive.run_on(k);
  const SpanForces forces =
      (run == nullptr ? SpanLoad{} : *run).forces(drive.belt.mass_per_length, drive.gravity, path.spans()[k].tangent);
  return {.length = path.spans()[k].length,
          .axial_stiffness = drive.belt.axial_stiffness,
          .mass_per_length = drive.moving_mass(k),
          .resistance = forces.resistance,
          .weight = forces.load_weight + forces.belt_weight};
}

// The weight of the belt on a pulley along its path [N].
double weight_on_pulley(const BeltDrive& drive, const BeltPath& path, std::size_t k) {
  const PathArc& arc = path.arcs()[k];
  const Eigen::Vector2d& leaves = path.spans()[k].from;
  return drive.belt.mass_per_length * drive.gravity.dot(leaves - arc.entry);
}

WavePulleyProperties pulley_properties(const BeltDrive& drive, const BeltPath& path, std::size_t k, double mount) {
  const Pulley& p = drive.pulleys[k];
  const PathArc& arc = path.arcs()[k];
  const SpanLoad* run = drive.run_on(k);
  WavePulleyProperties pulley{.label = drive.pulley_label(k),
                              .radius = arc.radius,
                              .exponent = drive.kinetic_coefficient(k) * p.radius / arc.radius * arc.wrap,
                              .belt_mass = drive.belt.mass_per_length * arc.length(),
                              .belt_weight = weight_on_pulley(drive, path, k),
                              .mass_per_length = drive.belt.mass_per_length,
                              .feed = run == nullptr ? 0.0 : run->load_per_length,
                              .inertia = p.inertia,
                              .arriving = path.spans()[(k + path.spans().size() - 1) % path.spans().size()].tangent,
                              .leaving = path.spans()[k].tangent,
                              .axis_by_u = p.axis_at(mount).by_u};
  const double turn = arc.turn;
  if (p.is_prescribed()) {
    pulley.turned = [&p, turn](double t) { return turn * prescribed_speed(p).integral(0.0, t); };
  } else {
    pulley.moment = [&p, turn](double t, double omega) { return turn * p.moment(t, turn * omega); };
    pulley.moment_derivative = [&p, turn](double t, double omega) { return p.moment_derivative(t, turn * omega); };
  }
  if (const Suspension* suspension = suspension_of(p.mount)) {
    pulley.mount_inertia = suspension->inertia;
    pulley.mount_force = [&p, &drive](double t, double u, double rate) {
      return suspension_force(p.mount, drive.gravity, t, u, rate);
    };
  } else {
    pulley.axis = [&p](double t) { return p.axis_at(given_motion(p.mount, p.center, t).position).place; };
  }
  return pulley;
}

// What the weight of the belt on the pulleys adds to the forces of spans, none in the mean; see forces_around().
std::vector<double> forces_of_pulleys(const BeltDrive& drive, const BeltPath& path, std::span<const double> growth) {
  std::vector<double> steps;
  for (std::size_t k = 0; k < path.spans().size(); ++k) steps.push_back(-weight_on_pulley(drive, path, k));
  return forces_around(path, steps, growth);
}

// The force along the spans of a steady motion, linear between the middles of some cells. The ends of spans belong to
// the pulleys as well, where the load is not yet fed.
std::function<double(std::size_t, double)> steady_force(const BeltDrive& drive, const BeltPath& path) {
  constexpr std::size_t kCells = 400;
  const SteadyStringSimulation steady(drive, 1.0);
  // The steady string has no weight on pulleys.
  const std::vector<double> no_growth(path.spans().size(), 0.0);
  const std::vector<double> more = forces_of_pulleys(drive, path, no_growth);
  std::vector<std::vector<double>> force;
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    const PathSpan& span = path.spans()[k];
    std::vector<double> places;
    for (std::size_t i = 0; i < kCells; ++i) {
      places.push_back(span.start + span.length * (static_cast<double>(i) + 0.5) / kCells);
    }
    force.emplace_back();
    for (const ProfilePoint& point : steady.profile(places)) force.back().push_back(point.force + more[k]);
  }
  return [force = std::move(force), spans = path.spans()](std::size_t k, double x) {
    const double cells = x / spans[k].length * kCells - 0.5;
    const std::size_t i = std::min(static_cast<std::size_t>(std::max(cells, 0.0)), kCells - 2);
    return force[k][i] + (cells - static_cast<double>(i)) * (force[k][i + 1] - force[k][i]);
  };
}

std::function<double(std::size_t, double)> resting_force(const BeltDrive& drive, const BeltPath& path) {
  const std::size_t n = path.spans().size();
  std::vector<double> ends = forces_of_pulleys(drive, path, weight_along(drive, path));
  for (double& force : ends) force += string_force(drive, path);
  return [ends = std::move(ends), spans = path.spans(), n](std::size_t k, double x) {
    return ends[k] + x / spans[k].length * (ends[n + k] - ends[k]);
  };
}

}  // namespace

StringWavesDrive string_waves_of(const BeltDrive& drive) {
  StringWavesDrive string{.mounts = mounts_at_rest(drive)};
  const BeltPath path = path_with_mounts(drive, string.mounts);
  const auto driver = std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed);
  if (drive.starts_running()) {
    const auto k = static_cast<std::size_t>(driver - drive.pulleys.begin());
    string.speed = path.arcs()[k].turn * path.arcs()[k].radius * prescribed_speed(*driver).value(0.0);
  }
  string.force = drive.starts_running() ? steady_force(drive, path) : resting_force(drive, path);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& p = drive.pulleys[k];
    const PathArc& arc = path.arcs()[k];
    string.pulleys.push_back(pulley_properties(drive, path, k, string.mounts[k]));
    string.spans.push_back(span_properties(drive, path, k));
    string.surface_speeds.push_back(p.is_prescribed() ? arc.turn * arc.radius * prescribed_speed(p).value(0.0)
                                                      : string.speed);
  }
  return string;
}

int wave_elements(double tolerance) {
  constexpr double kOfOneElement = 1e-3;
  return static_cast<int>(std::ceil(std::sqrt(kOfOneElement / tolerance)));
}

std::vector<std::string> string_waves_objections(const BeltDrive& drive, std::string_view name) {
  if (drive.belt.mass_per_length > 0.0) return {};
  return {fmt::format("{} follows waves along a belt with runs, but its mass_per_length is 0; give the belt its mass",
                      name)};
}

}  // namespace beltdyn::analytic
