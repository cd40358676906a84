// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/steady/massless_loop.hpp"
#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "analytic/belt/steady/zone_grid.hpp"
#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/left_out.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn::analytic {
namespace {

// Pace of a driver that never turns [rad/s].
constexpr double kSlowPace = 1.0;
// Relative error of a force that triggers a warning [-].
constexpr double kNoticed = 0.01;

DynamicPulley dynamic_pulley(const BeltDrive& drive, std::size_t k, double turn) {
  const Pulley& p = drive.pulleys[k];
  DynamicPulley pulley{
      .label = drive.pulley_label(k),
      .slip = SlipAngle::by_pressure(drive.kinetic_coefficient(k) * p.radius / (p.radius + drive.belt.contact_offset)),
      .inertia = p.inertia,
      .is_prescribed = p.is_prescribed(),
      .has_mount = suspension_of(p.mount) != nullptr,
      .is_moved = moves(p.mount)};
  if (pulley.is_prescribed) {
    pulley.speed = [&p, turn](double t) { return turn * prescribed_speed(p).value(t); };
    pulley.angle = [&p, turn](double t) { return turn * prescribed_speed(p).integral(0.0, t); };
  } else {
    pulley.torque = [&p, turn](double t, double omega) { return turn * p.moment(t, turn * omega); };
  }
  pulley.axis = [&p](double u) { return p.axis_at(u); };
  pulley.given = [&p](double t) { return given_motion(p.mount, p.center, t); };
  if (pulley.has_mount) {
    pulley.mount_inertia = suspension_of(p.mount)->inertia;
    pulley.mount_force = [&p, &drive](double t, double u, double velocity) {
      return suspension_force(p.mount, drive.gravity, t, u, velocity).force;
    };
  }
  return pulley;
}

std::size_t driver_of(const BeltDrive& drive) {
  return static_cast<std::size_t>(std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed) - drive.pulleys.begin());
}

// Adds the pulleys of a drive in its own order, with their time functions, on a path.
void add_pulleys(StringDynamicsDrive& dynamic, const BeltDrive& drive, const BeltPath& path) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    dynamic.pulleys.push_back(dynamic_pulley(drive, k, path.arcs()[k].turn));
  }
  dynamic.path = [&drive](const std::vector<Eigen::Vector2d>& axes) { return drive.path_around(axes); };
  dynamic.next_kink = [time_functions = time_functions_of(drive.pulleys)](double t0, double t1) {
    for (const TimeFunction* time_function : time_functions) t1 = std::min(t1, time_function->next_kink(t0, t1));
    return t1;
  };
}

// Limits of the pieces around points, half-way between points: shape (n + 1), from 0 to the length of the path [m].
std::vector<double> limits_between(std::span<const double> sigma, double length) {
  std::vector<double> limits{0.0};
  for (std::size_t i = 1; i < sigma.size(); ++i) limits.push_back(0.5 * (sigma[i - 1] + sigma[i]));
  limits.push_back(length);
  return limits;
}

// Scales the traction times length around a point to the loss of belt force there, so that sums over an arc are right
// however unevenly the belt came in; returns the length [m]. Where belt sticks the traction becomes its mean.
double share_force(double lost, double length, StringPoint& point) {
  if (contact::is_slipping(point.state) && point.traction != 0.0) return lost / point.traction;
  point.traction = lost / length;
  return length;
}

// Starts from rest with equal forces in all spans; the speed scale is the driver's largest speed up to a time.
StringDynamicsDrive string_dynamics_at_rest(const BeltDrive& drive, double end_time) {
  const std::size_t driver = driver_of(drive);
  const std::vector<double> rest = mounts_at_rest(drive);
  const BeltPath path = path_with_mounts(drive, rest);
  const FrictionLoop loop = friction_loop_of(drive, driver, 0.0, rest);
  StringDynamicsDrive dynamic{.axial_stiffness = loop.string.axial_stiffness,
                              .unstressed_stretch = loop.string.unstressed_stretch,
                              .reference_length = drive.reference_length(),
                              .pulleys = {},
                              .path = {},
                              .next_kink = {}};
  add_pulleys(dynamic, drive, path);
  const double force =
      dynamic.axial_stiffness * (path.length() / dynamic.reference_length - dynamic.unstressed_stretch);
  if (!(force > 0.0)) throw SolverError("the belt is slack at rest; shorten it or move the pulleys apart");
  const TimeFunction& speed = prescribed_speed(drive.pulleys[driver]);
  const double fastest = speed.largest_magnitude(0.0, end_time);
  const double pace = path.arcs()[driver].radius * (fastest > 0.0 ? fastest : kSlowPace);
  dynamic.mounts = rest;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    dynamic.force.push_back(force);
    dynamic.angular_velocity.push_back(0.0);
    dynamic.pace.push_back(pace / path.arcs()[k].radius);
  }
  return dynamic;
}

}  // namespace

StringDynamicsDrive string_dynamics_of(const BeltDrive& drive, double end_time) {
  const std::size_t n = drive.pulleys.size();
  const std::size_t driver = driver_of(drive);
  if (prescribed_speed(drive.pulleys[driver]).value(0.0) == 0.0) return string_dynamics_at_rest(drive, end_time);
  const std::vector<double> rest = mounts_at_rest(drive);
  const BeltPath path = path_with_mounts(drive, rest);
  const FrictionLoop loop = friction_loop_of(drive, driver, 0.0, rest);
  const PathArc& first = path.arcs()[driver];
  const double speed = first.turn * first.radius * prescribed_speed(drive.pulleys[driver]).value(0.0);
  const MasslessLoop steady = massless_loop_of(loop, friction_loop_motion(loop, speed), speed);
  StringDynamicsDrive dynamic{.axial_stiffness = steady.string.axial_stiffness,
                              .unstressed_stretch = steady.string.unstressed_stretch,
                              .reference_length = drive.reference_length(),
                              .pulleys = {},
                              .path = {},
                              .next_kink = {},
                              .momentum = steady.momentum};
  add_pulleys(dynamic, drive, path);
  dynamic.mounts = rest;
  for (std::size_t m = 0; m < steady.motion.mounts.size(); ++m) {
    dynamic.mounts[(driver + steady.string.mounts[m].pulley) % n] = steady.motion.mounts[m];
  }
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = (k + n - driver) % n;
    dynamic.force.push_back(steady.motion.force[i]);
    dynamic.angular_velocity.push_back(steady.motion.flux * steady.stretch((i + n - 1) % n) / path.arcs()[k].radius);
  }
  return dynamic;
}

StringDynamicsSimulation::StringDynamicsSimulation(const BeltDrive& drive, double time_step, double tolerance,
                                                   double end_time)
    : BeltSimulation(drive), time_step_(time_step), dynamics_(string_dynamics_of(this->drive(), end_time), tolerance) {}

void StringDynamicsSimulation::advance(double dt) { dynamics_.advance_to(time() + dt); }

std::vector<PulleyState> StringDynamicsSimulation::pulley_states() const {
  const BeltPath path = dynamics_.path();
  const std::vector<double> mounts = dynamics_.mounts();
  const std::size_t n = drive().pulleys.size();
  std::vector<PulleyState> states;
  for (std::size_t k = 0; k < n; ++k) {
    const Pulley& p = drive().pulleys[k];
    const std::size_t before = (k + n - 1) % n;
    const double turn = path.arcs()[k].turn;
    const double moment = path.arcs()[k].radius * (dynamics_.force(k) - dynamics_.force(before));
    states.push_back({.angle = turn * dynamics_.angle(k),
                      .angular_velocity = turn * dynamics_.angular_velocity(k),
                      .contact_moment = turn * moment});
    if (!moves(p.mount)) continue;
    const AxisPlace at = p.axis_at(mounts[k]);
    const Eigen::Vector2d pull =
        dynamics_.force(k) * path.spans()[k].tangent - dynamics_.force(before) * path.spans()[before].tangent;
    states.back().mount = {.axis = at.place, .position = mounts[k], .force = pull.dot(at.by_u)};
  }
  return states;
}

// The acceleration uses G at the start, as the forces do: λ G² dλ/dσ along the belt, with dτ/dσ = −traction of the
// effective force, and κ (λ G)² across.
Eigen::Vector2d StringDynamicsSimulation::acceleration(const StringPoint& p, const BeltPath& path, double sigma) const {
  const StringDynamicsDrive& string = dynamics_.drive();
  const double flux_squared = string.momentum / drive().belt.mass_per_length;
  const PathPoint at = path.point(sigma);
  return flux_squared * p.stretch *
         (-p.traction / string.axial_stiffness * at.tangent + at.curvature * p.stretch * at.normal);
}

BeltMap StringDynamicsSimulation::belt() const {
  const BeltPath path = dynamics_.path();
  ZoneGrid grid(path.length());
  for (std::size_t k = 0; k < drive().pulleys.size(); ++k) {
    grid.add_arc(path.arcs()[k].length(), dynamics_.state_changes(k), ZoneGrid::Spread::even);
    grid.add_span(path.spans()[k].length);
  }
  std::vector<StringPoint> string = dynamics_.points(grid.sigma());
  const std::vector<double> limits = limits_between(grid.sigma(), path.length());
  const std::vector<StringPoint> at_limits = dynamics_.points(limits);
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (std::size_t i = 0; i < string.size(); ++i) {
    StringPoint& p = string[i];
    const double sigma = grid.sigma()[i];
    const double material = p.material - dynamics_.passed();
    p.force += dynamics_.drive().momentum * p.stretch;
    points.push_back(belt_point(p, path, sigma, material));
    if (dynamics_.drive().momentum > 0.0) points.back().acceleration = acceleration(p, path, sigma);
    const int k = path.locate(sigma).pulley;
    if (k < 0) {
      contacts.push_back(contact_point(p, path, sigma, material));
      continue;
    }
    const double piece = share_force(at_limits[i].force - at_limits[i + 1].force, limits[i + 1] - limits[i], p);
    // Friction acts at the centre line of the string; on the surface its lever is smaller.
    const auto pulley = static_cast<std::size_t>(k);
    p.traction *= path.arcs()[pulley].radius / drive().pulleys[pulley].radius;
    contacts.push_back(contact_point(p, path, sigma, material));
    contacts.back().length = piece;
  }
  return belt_map(std::move(points), std::move(contacts));
}

BeltTolerances StringDynamicsSimulation::balance_tolerances() const {
  // The solution has the accuracy of its tolerance; between its points, some tens in a zone, results are interpolated
  // linearly.
  constexpr double kBetweenPoints = 1e-4;
  double slope_error = 0.0;
  for (std::size_t k = 0; k < drive().pulleys.size(); ++k) {
    const double arc = drive().contact_of(k).kinetic_coefficient() * dynamics_.path().arcs()[k].wrap;
    slope_error = std::max(slope_error, ZoneGrid::slope_error(arc));
  }
  // The Euler-Eytelwein balance uses the centrifugal force of the present speed.
  const double eytelwein = dynamics_.drive().momentum > 0.0 ? 0.0 : std::max(kBetweenPoints, slope_error);
  return {.length = kBetweenPoints, .torque = kBetweenPoints, .eytelwein = eytelwein};
}

// The warning about centrifugal forces for a start from rest, which leaves them out.
std::string StringDynamicsSimulation::speed_message_from_rest(double fastest, double force) const {
  const auto driver = std::ranges::find_if(drive().pulleys, &Pulley::is_prescribed);
  const auto k = static_cast<std::size_t>(driver - drive().pulleys.begin());
  const double speed = dynamics_.path().arcs()[k].radius * fastest;
  const double error = drive().belt.mass_per_length * speed * speed / force;
  if (!(error > kNoticed)) return {};
  return fmt::format(
      "analytic_string_dynamics has no centrifugal force where it starts from rest; at the {:.4g} rad/s of pulley {} "
      "the force that presses the belt to pulleys is wrong by up to {:.2g} times itself; start at the speed of "
      "interest, or use eulerian_ale",
      fastest, drive().pulley_label(k), error);
}

// A warning about centrifugal forces if the driver's speed varies; errors are relative to the belt force.
std::string StringDynamicsSimulation::varying_speed_message(double end_time) const {
  const auto driver = std::ranges::find_if(drive().pulleys, &Pulley::is_prescribed);
  const TimeFunction& speed = prescribed_speed(*driver);
  const double first = speed.value(0.0);
  const double lowest = speed.minimum(0.0, end_time);
  const double highest = speed.maximum(0.0, end_time);
  double change = 0.0;
  for (const double other : {lowest, highest}) {
    change = std::max(change, std::abs(other * other / (first * first) - 1.0));
  }
  double smallest = HUGE_VAL;
  for (std::size_t k = 0; k < drive().pulleys.size(); ++k) smallest = std::min(smallest, dynamics_.force(k));
  const double error = dynamics_.drive().momentum * change / smallest;
  if (dynamics_.drive().rests()) return speed_message_from_rest(speed.largest_magnitude(0.0, end_time), smallest);
  if (!(error > kNoticed)) return {};
  return fmt::format(
      "analytic_string_dynamics keeps the centrifugal force of the start, where pulley {} turns at {:.4g} rad/s; at "
      "its other speeds, {:.4g} to {:.4g} rad/s, the force that presses the belt to pulleys is wrong by up to {:.2g} "
      "times itself; start at the speed of interest, or use eulerian_ale",
      drive().pulley_label(static_cast<std::size_t>(driver - drive().pulleys.begin())), first, lowest, highest, error);
}

std::vector<std::string> StringDynamicsSimulation::preflight(double end_time) const {
  std::vector<std::string> warnings;
  std::vector<std::string> keys = keys_beyond_contours(drive());
  std::erase(keys, "belt/mass_per_length");
  if (!drive().starts_running() && !dynamics_.drive().rests()) keys.emplace_back("initial_state");
  add_warning(warnings, neglected_keys_message(
                            "analytic_string_dynamics models a string on rigid pulleys, with Coulomb friction as for "
                            "friction_at center_line and rigid stick, without inertia but the centrifugal force of the "
                            "steady motion that it starts from",
                            keys));
  add_warning(warnings, varying_speed_message(end_time));
  return warnings;
}

}  // namespace beltdyn::analytic
