// SPDX-License-Identifier: MIT
#include "eulerian/ale/steady_belt.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/simulation/belt_statics.hpp"
#include "eulerian/ale/ale_statics.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Tolerances of the size of a correction, on the way and at its end. Bristles that stick are told from those that slip
// by differences of stretch, so that the way needs some digits of it.
constexpr double kWayTolerance = 1e-3;
constexpr double kEndTolerance = 1e-8;
// A bristle as soft as this gets the deflection at the friction limit from a slip of this part of a radius.
constexpr double kSoftSlip = 0.2;
// The factor of the stiffness from step to step: grows after successes and shrinks after failures.
constexpr double kFirstFactor = 10.0;
constexpr double kLargestFactor = 100.0;
constexpr double kSmallestFactor = 1.05;
constexpr int kWayIterations = 15;
constexpr int kEndIterations = 30;
// The share of the speed that a pulley without prescribed motion has at first, of that without slip.
constexpr double kFirstSlip = 0.95;

}  // namespace

SteadyBelt::SteadyBelt(const BeltDrive& drive, const AleParameters& parameters)
    : equations_(drive, parameters), speeds_(drive.pulleys.size()), moments_(drive.pulleys.size()) {
  find_static_equilibrium(equations_, residual_tolerance(drive, parameters.newton_tolerance));
  static_q_ = equations_.arrays().q;
}

void SteadyBelt::rest() {
  equations_.arrays().q = static_q_;
  std::fill(equations_.arrays().v.begin(), equations_.arrays().v.end(), 0.0);
  std::fill(speeds_.begin(), speeds_.end(), 0.0);
  std::fill(moments_.begin(), moments_.end(), 0.0);
  flux_ = 0.0;
  direction_ = 0;
}

bool SteadyBelt::try_loads(const SteadySystem::Loads& loads, double tolerance) {
  system_->set_loads(loads);
  Eigen::VectorXd x = x_;
  const bool is_end = tolerance == kEndTolerance;
  const numerics::NewtonOutcome outcome = numerics::damped_newton(
      *system_, x, {.tolerance = tolerance, .iterations = is_end ? kEndIterations : kWayIterations});
  newton_iterations_ += outcome.iterations;
  if (!outcome.converged) return false;
  x_ = x;
  return true;
}

// The first state for Newton's method: the belt at rest on its pulleys, passing with the speed of the surface of the
// prescribed pulley that moves.
void SteadyBelt::start(double time, double speed) {
  const BeltDrive& drive = equations_.drive();
  rest();
  direction_ = speed > 0.0 ? 1 : -1;
  system_.emplace(equations_, direction_);
  SteadySystem::Loads loads{.stiffness = 1.0, .time = time, .speeds = {}};
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const auto* motion = std::get_if<PrescribedMotion>(&drive.pulleys[p].motion);
    const double turn = drive.path().arcs()[p].turn;
    const double radius = drive.pulleys[p].radius + drive.belt.contact_offset;
    loads.speeds.push_back(motion != nullptr ? motion->angular_velocity.value(time)
                                             : kFirstSlip * turn * speed / radius);
  }
  double softest = 1.0;
  for (const PulleyEntry& pulley : equations_.pulleys()) {
    const double pressure = std::abs(drive.initial_force()) / pulley.circle.line_radius;
    const double soft = pulley.circle.friction * pressure / (kSoftSlip * pulley.circle.radius);
    softest = std::min(softest, soft / pulley.circle.bristle_stiffness);
  }
  loads.stiffness = softest;
  system_->set_loads(loads);
  x_ = system_->pack(speed / drive.initial_stretch());
  ramp(loads);
}

// Stiffens the bristles from the share of their stiffness in the loads to all of it.
void SteadyBelt::ramp(SteadySystem::Loads loads) {
  double reached = loads.stiffness;
  if (!try_loads(loads, kWayTolerance)) {
    throw SolverError(
        "Newton's method finds no steady motion even with soft bristles: the torques may be more than "
        "the belt can carry; try less torque, more pretension or more elements");
  }
  double factor = kFirstFactor;
  while (reached < 1.0) {
    loads.stiffness = std::min(1.0, reached * factor);
    if (try_loads(loads, loads.stiffness == 1.0 ? kEndTolerance : kWayTolerance)) {
      reached = loads.stiffness;
      factor = std::min(kLargestFactor, factor * factor);
      continue;
    }
    factor = std::sqrt(factor);
    if (factor < kSmallestFactor) {
      throw SolverError(fmt::format(
          "Newton's method finds no steady motion with bristles stiffer than {:.3g} of theirs: the torques may be more "
          "than the belt can carry (gross slip); try less torque, more pretension or more elements",
          reached));
    }
  }
}

void SteadyBelt::show() {
  system_->write(x_);
  flux_ = system_->flux(x_);
  speeds_ = system_->speeds(x_);
  moments_ = system_->moments();
}

void SteadyBelt::solve(double time) {
  const BeltDrive& drive = equations_.drive();
  double speed = 0.0;
  SteadySystem::Loads loads{.stiffness = 1.0, .time = time, .speeds = speeds_};
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const auto* motion = std::get_if<PrescribedMotion>(&drive.pulleys[p].motion);
    if (motion == nullptr) continue;
    loads.speeds[p] = motion->angular_velocity.value(time);
    const double radius = drive.pulleys[p].radius + drive.belt.contact_offset;
    const double surface = drive.path().arcs()[p].turn * loads.speeds[p] * radius;
    if (std::abs(surface) > std::abs(speed)) speed = surface;
  }
  if (speed == 0.0) {
    rest();
  } else {
    const bool continues = direction_ == (speed > 0.0 ? 1 : -1);
    if (!continues || !try_loads(loads, kEndTolerance)) restart(time, speed);
    show();
  }
  last_time_ = time;
}

// From the belt at rest; the last state comes back if that fails.
void SteadyBelt::restart(double time, double speed) {
  const Eigen::VectorXd x_before = x_;
  const int direction_before = direction_;
  const std::vector<double> speeds_before = speeds_;
  try {
    start(time, speed);
  } catch (const SolverError&) {
    direction_ = direction_before;
    speeds_ = speeds_before;
    x_ = x_before;
    if (direction_ == 0) {
      rest();
    } else {
      system_.emplace(equations_, direction_);
      system_->set_loads({.stiffness = 1.0, .time = last_time_, .speeds = speeds_});
      show();
    }
    throw;
  }
}

}  // namespace beltdyn::eulerian::ale
