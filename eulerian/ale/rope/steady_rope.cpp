// SPDX-License-Identifier: MIT
#include "eulerian/ale/rope/steady_rope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "eulerian/ale/steady/steady_search.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Largest residual at rest, relative to the forces of the rope [-]. Weights over a free pulley are in equilibrium in
// any place, and coarse meshes leave a residual of this size.
constexpr double kBalanced = 1e-3;

// Natural length per time that a winch pays out; for a drum by the stretch of the rope there [m/s].
std::optional<double> winch_rate(const RopeDriveEnd& end, double stretch) {
  const auto* winch = std::get_if<WinchEnd>(&end.form);
  if (winch == nullptr || winch->turns_freely()) return std::nullopt;
  if (!winch->has_drum()) return winch->rate.value(0.0);
  return winch->drum.radius * prescribed_speed(winch->drum).value(0.0) / stretch;
}

}  // namespace

double driven_flux(const RopeDrive& drive, const RopePath& path) {
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    const double rate = winch_rate(drive.ends[i], 1.0).value_or(0.0);
    if (rate != 0.0) return i == 0 ? rate : -rate;
  }
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    if (!pulley.is_prescribed()) continue;
    const double speed = path.arcs()[k].turn * pulley.radius * prescribed_speed(pulley).value(0.0);
    if (speed != 0.0) return speed;
  }
  return 0.0;
}

RopeDrive at_rest(RopeDrive drive) {
  const PrescribedMotion still{TimeFunction(0.0)};
  drive.initial_state = InitialState::rest;
  for (Pulley& pulley : drive.pulleys) {
    if (pulley.is_prescribed()) pulley.motion = still;
  }
  for (RopeDriveEnd& end : drive.ends) {
    if (auto* body = std::get_if<BodyEnd>(&end.form)) body->velocity = 0.0;
    auto* winch = std::get_if<WinchEnd>(&end.form);
    if (winch == nullptr || winch->turns_freely()) continue;
    winch->rate = TimeFunction(0.0);
    if (winch->has_drum()) winch->drum.motion = still;
  }
  return drive;
}

SteadyRope::SteadyRope(const RopeDrive& drive, AleBelt& resting)
    : equations_(resting.equations()),
      flux_(driven_flux(drive, drive.path())),
      speeds_(drive.pulleys.size()),
      system_(equations_, flux_ < 0.0 ? -1 : 1) {
  double force = 0.0;
  for (const std::size_t end : {0U, 1U}) force = std::max(force, equations_.ends()->tension(end));
  require_equilibrium(force);
  system_.set_loads({.friction = equations_.model().laws.friction, .time = 0.0, .speeds = speeds_});
  x_ = system_.pack(0.0);
  if (runs()) run(drive, drive.path(), force);
}

void SteadyRope::require_equilibrium(double force) {
  const double remains = equations_.evaluate(resting_step(), false);
  if (remains <= kBalanced * force) return;
  throw SolverError(
      fmt::format("the rope is not in equilibrium at the start, where {:.3g} N or N m are not borne, so that there are "
                  "no small motions about it; hold an end, prescribe the motion of a pulley, or give friction that "
                  "bears the load",
                  remains));
}

void SteadyRope::run(const RopeDrive& drive, const RopePath& path, double force) {
  const double speed = flux_;
  const double strain = force / equations_.drive().belt.axial_stiffness;
  std::array<SteadySystem::GivenEnd, 2> ends{};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const double stretch = 1.0 + equations_.ends()->tension(i) / equations_.drive().belt.axial_stiffness;
    ends[i].force = equations_.ends()->pull(i, 0.0);
    const std::optional<double> rate = winch_rate(drive.ends[i], stretch);
    if (rate) ends[i].flux = i == 0 ? *rate : -*rate;
  }
  system_.set_given_ends(ends);
  SteadySystem::Loads loads = system_.loads();
  for (std::size_t k = 0; k < speeds_.size(); ++k) {
    const PathArc& arc = path.arcs()[k];
    const Pulley& pulley = drive.pulleys[k];
    loads.speeds[k] = pulley.is_prescribed() ? prescribed_speed(pulley).value(0.0) : arc.turn * speed / pulley.radius;
  }
  system_.set_loads(loads);
  const Eigen::VectorXd resting = system_.pack(speed / (1.0 + strain));
  const std::vector<double> softest = softest_factors(equations_, std::abs(speed), force);
  // Some motions are not found by the coarse tolerance on the path.
  const bool is_found = std::ranges::any_of(std::array{kPathTolerance, kFinePath}, [&](double on_path) {
    const auto step = [&](const contact::LawTable<FrictionLaw>& laws, bool is_whole, const Eigen::VectorXd& guess) {
      loads.friction = laws;
      system_.set_loads(loads);
      Eigen::VectorXd x = guess;
      const numerics::NewtonOutcome outcome =
          approach(system_, x, {.on_path = is_whole ? std::nullopt : std::optional(on_path), .strain = strain});
      if (!outcome.converged && !(outcome.correction <= (is_whole ? kEndTolerance : on_path))) return false;
      x_ = std::move(x);
      return true;
    };
    x_ = resting;
    return ramp_friction(equations_, softest, x_, step) == 1.0;
  });
  if (!is_found) {
    throw SolverError(
        "no uniform motion of the rope is found: friction may not bear the difference of the forces, or the rope goes "
        "slack; look at slip_margin_k of a transient run, or use more elements_per_pulley");
  }
  system_.write(x_);
  flux_ = system_.flux(x_);
  speeds_ = system_.speeds(x_);
  require_grip(drive);
}

void SteadyRope::require_grip(const RopeDrive& drive) const {
  const AleModel& model = equations_.model();
  const AleArrays& arrays = equations_.arrays();
  std::vector<bool> sticks(speeds_.size(), false);
  for (int e = 0; e < model.mesh.n_elements(); ++e) {
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const double state = arrays.contacts[arrays.contact_at(e, p, ContactField::state)];
      if (contact::state_of(state) == contact::ContactState::stick) {
        sticks[static_cast<std::size_t>(model.mesh.owners[static_cast<std::size_t>(e)])] = true;
      }
    }
  }
  for (std::size_t k = 0; k < sticks.size(); ++k) {
    if (sticks[k] || drive.contact_of(k).kinetic_coefficient() == 0.0) continue;
    throw SolverError(
        fmt::format("the rope slips on all of pulley {}, so that it has no uniform motion about which there were small "
                    "ones; increase friction or reduce the difference of the forces",
                    drive.pulley_label(k)));
  }
}

}  // namespace beltdyn::eulerian::ale
