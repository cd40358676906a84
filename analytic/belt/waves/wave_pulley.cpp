// SPDX-License-Identifier: MIT
#include "analytic/belt/waves/wave_pulley.hpp"

#include <cmath>

#include <Eigen/LU>
#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// The unknowns: v, or the share of the resistance that holds the string; R ω; du/dt.
constexpr int kSpeed = 0;
constexpr int kSurface = 1;
constexpr int kMount = 2;

double sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

// A force that is linear in the unknowns.
struct LinearForce {
  Eigen::RowVector3d by = Eigen::RowVector3d::Zero();
  double constant{};

  double at(const Eigen::Vector3d& unknowns) const { return by * unknowns + constant; }
};

}  // namespace

struct WavePulley::Step {
  WavePulleyState now{};               // in the step before
  double middle{};                     // of this step [s]
  double since{};                      // since the middle of the step before [s]
  double rate{};                       // dx/dt = rate · x − memory [1/s]
  std::array<double, 3> memory{};      // of v, R ω and du/dt
  LinearForce arriving{};              // T₁ without resistance
  LinearForce leaving{};               // T₂ without resistance
  std::array<double, 2> resistance{};  // W₁, W₂ [N]
  double centrifugal{};                // ρA v² [N]
  double given_surface{};              // R ω of a prescribed motion [m/s]
  std::array<double, 2> along{};       // V₁ and V₂ for du/dt = 1
};

WavePulleyState WavePulley::begin(double speed, double mount, double arriving_force, double leaving_force) const {
  return {.speed = speed,
          .surface_speed = speed,
          .mount_rate = properties_.mount_force ? 0.0 : 1.0,
          .mount = mount,
          .arriving_force = arriving_force,
          .leaving_force = leaving_force,
          .feed = properties_.feed * speed * speed,
          .centrifugal = properties_.mass_per_length * speed * speed,
          .end_speed = {speed, speed},
          .end_force = {arriving_force + 0.5 * properties_.belt_weight,
                        leaving_force - 0.5 * properties_.belt_weight + properties_.feed * speed * speed}};
}

// Solves for the motion with the resistances of the half elements, which hold the string if they can.
WavePulleyState WavePulley::solved(const Step& step, Contact contact) const {
  const WavePulleyProperties& p = properties_;
  const auto solve = [&](double share, bool is_held) {
    LinearForce arriving = step.arriving;
    LinearForce leaving = step.leaving;
    if (is_held) {
      arriving.by[kSpeed] = step.resistance[0];
      leaving.by[kSpeed] = -step.resistance[1];
    } else {
      arriving.constant += share * step.resistance[0];
      leaving.constant -= share * step.resistance[1];
    }
    Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    if (contact == Contact::sticks) {
      matrix(0, kSpeed) = is_held ? 0.0 : 1.0;
      matrix(0, kSurface) = -1.0;
    } else {
      const double ratio = std::exp(contact == Contact::slips_back ? p.exponent : -p.exponent);
      matrix.row(0) = arriving.by - ratio * leaving.by;
      right[0] = ratio * leaving.constant - arriving.constant + (1.0 - ratio) * step.centrifugal;
    }
    if (p.turned) {
      matrix(1, kSurface) = 1.0;
      right[1] = step.given_surface;
    } else {
      const double inertia = p.inertia / (p.radius * p.radius);
      const double omega = step.now.surface_speed / p.radius;
      const double damping = p.moment_derivative(step.middle, omega) / (p.radius * p.radius);
      matrix.row(1) = arriving.by - leaving.by;
      matrix(1, kSurface) += inertia * step.rate - damping;
      right[1] = inertia * step.memory[1] + p.moment(step.middle, omega) / p.radius - damping * step.now.surface_speed +
                 leaving.constant - arriving.constant;
    }
    if (p.mount_force) {
      const MountForce force =
          p.mount_force(step.middle, step.now.mount + step.since * step.now.mount_rate, step.now.mount_rate);
      const double inertia = p.mount_inertia + p.belt_mass * p.axis_by_u.squaredNorm();
      const double change = force.by_velocity + 0.5 * step.since * force.by_position;
      matrix.row(2) = step.along[0] * arriving.by - step.along[1] * leaving.by;
      matrix(2, kMount) += inertia * step.rate - change;
      right[2] = inertia * step.memory[2] + force.force - change * step.now.mount_rate +
                 step.along[1] * (leaving.constant - step.centrifugal) -
                 step.along[0] * (arriving.constant - step.centrifugal);
    } else {
      matrix(2, kMount) = 1.0;
      right[2] = 1.0;
    }
    const Eigen::Vector3d x = matrix.partialPivLu().solve(right);
    return WavePulleyState{.speed = is_held ? 0.0 : x[kSpeed],
                           .surface_speed = x[kSurface],
                           .mount_rate = x[kMount],
                           .arriving_force = arriving.at(x),
                           .leaving_force = leaving.at(x),
                           .resisting = is_held ? x[kSpeed] : share,
                           .slipping = contact == Contact::sticks ? 0.0 : 1.0};
  };
  if (contact == Contact::sticks && p.turned) return solve(sign(step.given_surface), false);
  const WavePulleyState free = solve(0.0, false);
  if (step.resistance[0] + step.resistance[1] == 0.0) return free;
  const WavePulleyState resisted = solve(sign(free.speed), false);
  return resisted.speed * free.speed > 0.0 ? resisted : solve(0.0, true);
}

WavePulleyState WavePulley::advance(double time, double length, const std::array<const WavePulleyState*, 2>& earlier,
                                    const WaveArrival& before, const WaveArrival& behind) const {
  const WavePulleyProperties& p = properties_;
  const WavePulleyState& now = *earlier[1];
  // The differences of three means at unequal distances; the first step has only two.
  const double middle = time + 0.5 * length;
  const double since = middle - now.time;
  const double before_that = now.time - earlier[0]->time;
  const bool is_first = before_that == 0.0;
  const double growth = is_first ? 0.0 : since / before_that;
  const auto memory = [&](double WavePulleyState::*x) {
    return ((1.0 + growth) * now.*x - growth * growth / (1.0 + growth) * earlier[0]->*x) / since;
  };
  Step step{.now = now,
            .middle = middle,
            .since = since,
            .rate = (1.0 + 2.0 * growth) / (1.0 + growth) / since,
            .memory = {memory(&WavePulleyState::speed), memory(&WavePulleyState::surface_speed),
                       memory(&WavePulleyState::mount_rate)}};
  const Eigen::Vector2d by_u =
      p.mount_force ? p.axis_by_u : Eigen::Vector2d((p.axis(time + length) - p.axis(time)) / length);
  step.along = {by_u.dot(p.arriving), by_u.dot(p.leaving)};
  step.centrifugal = p.mass_per_length * now.speed * now.speed;
  const double feed = now.speed > 0.0 ? p.feed * now.speed * now.speed : 0.0;
  const double half_mass = 0.5 * p.belt_mass;
  const double half_weight = 0.5 * p.belt_weight;
  step.arriving.by << before.impedance + half_mass * step.rate, 0.0, before.impedance * step.along[0];
  step.arriving.constant = -before.impedance * before.wave - before.weight - half_mass * step.memory[0] - half_weight;
  step.leaving.by << -behind.impedance - half_mass * step.rate, 0.0, -behind.impedance * step.along[1];
  step.leaving.constant =
      behind.impedance * behind.wave + behind.weight + half_mass * step.memory[0] + half_weight - feed;
  step.resistance = {before.resistance, behind.resistance};
  if (p.turned) step.given_surface = p.radius * (p.turned(time + length) - p.turned(time)) / length;

  WavePulleyState next = solved(step, Contact::sticks);
  const double arriving = next.arriving_force - step.centrifugal;
  const double leaving = next.leaving_force - step.centrifugal;
  const double ratio = std::exp(p.exponent);
  if (arriving > ratio * leaving) {
    next = solved(step, Contact::slips_back);
  } else if (leaving > ratio * arriving) {
    next = solved(step, Contact::slips_forward);
  }
  if (!(next.arriving_force > step.centrifugal && next.leaving_force > step.centrifugal)) {
    throw SolverError(fmt::format("at t = {:.6g} s the belt becomes slack at pulley {}; tighten it, or start it slower",
                                  step.middle, p.label));
  }
  const double acceleration = step.rate * next.speed - step.memory[0];
  next.time = middle;
  next.feed = feed;
  next.centrifugal = step.centrifugal;
  // The string moves by (mean speed)·(step); the first step begins half a step before its middle.
  const auto displaced = [&](double rate_before, double rate) {
    return since * (is_first ? rate : 0.5 * (rate_before + rate));
  };
  next.travel = now.travel + displaced(now.speed, next.speed);
  next.turned = now.turned + displaced(now.surface_speed, next.surface_speed);
  next.mount = p.mount_force ? now.mount + displaced(now.mount_rate, next.mount_rate) : middle;
  next.end_speed = {next.speed + step.along[0] * next.mount_rate, next.speed + step.along[1] * next.mount_rate};
  const double inertia = half_mass * acceleration - half_weight;
  next.end_force = {next.arriving_force - inertia, next.leaving_force + inertia + feed};
  return next;
}

}  // namespace beltdyn::analytic
