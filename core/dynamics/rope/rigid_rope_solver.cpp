// SPDX-License-Identifier: MIT
#include "core/dynamics/rope/rigid_rope_solver.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn {
namespace {

constexpr double kFarthest = 1e15;  // bound of accelerations [m/s²] and forces [N] in a search
// Moves a share out of [0, 1]: the sheaves cannot carry the forces.
constexpr double kTooMuch = 2.0;

// The root of an increasing function in [low, high]; the bounds may be infinite.
double root_between(const std::function<double(double)>& function, double low, double high, const char* what) {
  const double start = std::isfinite(low) ? low : std::isfinite(high) ? high : 0.0;
  for (double reach = 1.0; !std::isfinite(low); reach *= 4.0) {
    if (function(start - reach) <= 0.0) low = start - reach;
    if (reach > kFarthest) throw SolverError(what);
  }
  for (double reach = 1.0; !std::isfinite(high); reach *= 4.0) {
    if (function(start + reach) >= 0.0) high = start + reach;
    if (reach > kFarthest) throw SolverError(what);
  }
  return numerics::find_root(function, low, high);
}

constexpr const char* kNoMass =
    "the rope has no motion: nothing with a mass moves with it, or its forces are not finite; give the rope or an end "
    "a mass";
constexpr const char* kNoForce =
    "no force of the rope at its given end fits the other one; check masses and forces of the ends";

}  // namespace

// The assumptions of a walk along the rope.
struct RigidRopeSolver::Trial {
  double acceleration{};  // a [m/s²]
  double share = 0.5;     // of sheaves that anchor the rope
  double first_force{};   // rope force at a first end of given motion [N]
  bool decides{};         // is the mode of sheaves with slip = 0 still open?
  bool has_given_end{};   // then the share is undetermined: anchoring sheaves carry as little as possible
};

std::array<double, 2> RigidForces::span(std::size_t k) const {
  return {k == 0 ? end[0] : sheaves[k - 1].exit, k == sheaves.size() ? end[1] : sheaves[k].entry};
}

// F of a sheave with slip = 0. Its lower bound applies where the rope accelerates ahead of the surface.
double RigidRopeSolver::touching_friction(const RigidLoad::Sheave& sheave, const RigidSheave& data,
                                          const RigidSheaveMode& mode, const Trial& trial,
                                          const RigidSheaveForces& at) const {
  const double a = trial.acceleration;
  const double least = std::min(at.least, 0.0);
  const double most = std::max(at.most, 0.0);
  const auto bounded = [&](double force) { return std::clamp(force, least, most); };
  const auto anchored = [&](double low, double high) {
    return trial.has_given_end ? std::clamp(0.0, low, high) : std::lerp(high, low, trial.share);
  };
  if (data.is_prescribed) {
    const bool goes_along = trial.has_given_end ? are_same(a, sheave.acceleration) : a == sheave.acceleration;
    if (!trial.decides || goes_along) return anchored(least, most);
    return a < sheave.acceleration ? most : least;
  }
  const bool is_held = trial.decides ? data.brake && mode.brake == 0 && a == 0.0 : mode.anchors;
  if (is_held) return anchored(bounded(sheave.force - sheave.brake), bounded(sheave.force + sheave.brake));
  const int turn = trial.decides && mode.brake == 0 ? sign_of(a) : mode.brake;
  const double needed = sheave.force - turn * sheave.brake - data.mass * a;
  return trial.decides ? bounded(needed) : needed;
}

void RigidRopeSolver::load_sheave(const RigidLoad& load, std::size_t k, const RigidSheaveMode& mode, const Trial& trial,
                                  RigidSheaveForces& at) const {
  const RigidSheave& data = rope_->sheaves[k];
  const RigidLoad::Sheave& sheave = load.sheaves[k];
  const double momentum = rope_->density * load.speed * load.speed;
  const auto behind = [&](double m) {
    return data.arc.force(data.arc.wrap, at.entry - momentum, trial.acceleration, m) + momentum;
  };
  const double without = behind(0.0);
  at.least = without - behind(data.coefficient);
  at.most = without - behind(-data.coefficient);
  if (mode.slip == 0) {
    at.friction = touching_friction(sheave, data, mode, trial, at);
    at.exit = without - at.friction;
    at.acceleration = trial.acceleration;
    at.brake = mode.anchors && !data.is_prescribed ? at.friction - sheave.force : -mode.brake * sheave.brake;
    return;
  }
  at.friction = mode.slip > 0 ? at.least : at.most;
  at.exit = without - at.friction;
  const bool rests = data.brake && mode.brake == 0;
  at.brake = rests ? at.friction - sheave.force : -mode.brake * sheave.brake;
  at.acceleration = data.is_prescribed ? sheave.acceleration
                    : rests            ? 0.0
                                       : (sheave.force + at.brake - at.friction) / data.mass;
}

// Walks along the rope; returns the unbalanced force at the second end [N].
double RigidRopeSolver::walk(const RigidLoad& load, const RigidModes& modes, const Trial& trial,
                             RigidForces& forces) const {
  const double a = trial.acceleration;
  const std::array<RigidEnd, 2>& ends = rope_->ends;
  forces.acceleration = a;
  forces.share = trial.share;
  forces.sheaves.resize(rope_->sheaves.size());
  double force = load.is_given[0]                 ? trial.first_force
                 : ends[0].kind == EndKind::force ? load.end[0]
                                                  : ends[0].mass * a - load.end[0];
  forces.end[0] = force;
  for (std::size_t k = 0; k <= modes.size(); ++k) {
    force += rope_->density * load.spans[k] * (a - rope_->along[k]);
    if (k == modes.size()) break;
    forces.sheaves[k].entry = force;
    load_sheave(load, k, modes[k], trial, forces.sheaves[k]);
    force = forces.sheaves[k].exit;
  }
  forces.end[1] = force;
  if (load.is_given[1]) return 0.0;
  return ends[1].kind == EndKind::force ? force - load.end[1] : force - load.end[1] + ends[1].mass * a;
}

RigidRopeSolver::Trial RigidRopeSolver::search_with_given_end(const RigidLoad& load, const RigidModes& modes,
                                                              bool decides, RigidForces& forces) const {
  Trial trial{.acceleration = load.given_acceleration, .decides = decides, .has_given_end = true};
  if (!load.is_given[0]) return trial;
  const auto rest = [&](double first_force) {
    trial.first_force = first_force;
    return walk(load, modes, trial, forces);
  };
  trial.first_force = root_between(rest, -INFINITY, INFINITY, kNoForce);
  return trial;
}

// The acceleration at which the second end is balanced. `stops` are the accelerations at which sheaves can anchor the
// rope: at a stop the unknown is the share, between stops it is the acceleration.
RigidRopeSolver::Trial RigidRopeSolver::search(const RigidLoad& load, const RigidModes& modes,
                                               RigidForces& forces) const {
  std::vector<double> stops;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    if (modes[k].slip != 0) continue;
    if (rope_->sheaves[k].is_prescribed) stops.push_back(load.sheaves[k].acceleration);
    if (rope_->sheaves[k].brake && modes[k].brake == 0) stops.push_back(0.0);
  }
  std::ranges::sort(stops);
  double low = -INFINITY;
  double high = INFINITY;
  for (const double stop : stops) {
    const auto rest = [&](double share) {
      return walk(load, modes, {.acceleration = stop, .share = share, .decides = true}, forces);
    };
    if (rest(0.0) > 0.0) {
      high = stop;
      break;
    }
    if (rest(1.0) >= 0.0) return {.acceleration = stop, .share = numerics::find_root(rest, 0.0, 1.0), .decides = true};
    low = stop;
  }
  const auto rest = [&](double a) {
    return walk(load, modes, {.acceleration = a, .share = a <= low ? 1.0 : 0.0, .decides = true}, forces);
  };
  return {.acceleration = root_between(rest, low, high, kNoMass), .decides = true};
}

RigidSheaveMode RigidRopeSolver::decided(const RigidLoad::Sheave& sheave, const RigidSheave& data,
                                         const RigidSheaveMode& mode, const Trial& trial,
                                         const RigidSheaveForces& at) const {
  const double a = trial.acceleration;
  RigidSheaveMode now = mode;
  now.anchors = false;
  if (mode.slip == 0 && data.is_prescribed) {
    const bool goes_along = trial.has_given_end ? are_same(a, sheave.acceleration) : a == sheave.acceleration;
    now.anchors = goes_along;
    now.slip = goes_along ? 0 : sign_of(a - sheave.acceleration);
    return now;
  }
  const bool rests = data.brake && mode.brake == 0;
  if (mode.slip == 0) {
    const bool is_held = rests && a == 0.0;
    const double spare = is_held ? sheave.brake : 0.0;
    const int turn = mode.brake == 0 ? sign_of(a) : mode.brake;
    const double needed = sheave.force - turn * sheave.brake - data.mass * a;
    const bool can_slip = data.mass > 0.0;  // a sheave without mass and torque follows the rope
    if (can_slip && needed + spare < at.least) now.slip = 1;
    if (can_slip && needed - spare > at.most) now.slip = -1;
    now.anchors = is_held && now.slip == 0;
    if (rests && !now.anchors && now.slip == 0) now.brake = sign_of(a);
  }
  if (now.slip == 0 || !rests) return now;
  const double friction = now.slip > 0 ? at.least : at.most;
  now.brake = std::abs(friction - sheave.force) <= sheave.brake ? 0 : sign_of(sheave.force - friction);
  return now;
}

RigidModes RigidRopeSolver::decide(const RigidLoad& load, const RigidModes& touching) const {
  RigidForces forces;
  const bool is_given = load.is_given[0] || load.is_given[1];
  const Trial trial = is_given ? search_with_given_end(load, touching, true, forces) : search(load, touching, forces);
  walk(load, touching, trial, forces);
  RigidModes modes;
  modes.reserve(touching.size());
  for (std::size_t k = 0; k < touching.size(); ++k) {
    modes.push_back(decided(load.sheaves[k], rope_->sheaves[k], touching[k], trial, forces.sheaves[k]));
  }
  return modes;
}

double RigidRopeSolver::anchored_acceleration(const RigidLoad& load, const RigidModes& modes) const {
  for (std::size_t k = 0; k < modes.size(); ++k) {
    if (modes[k].anchors) return rope_->sheaves[k].is_prescribed ? load.sheaves[k].acceleration : 0.0;
  }
  return 0.0;
}

void RigidRopeSolver::solve(const RigidLoad& load, const RigidModes& modes, RigidForces& forces) const {
  if (load.is_given[0] || load.is_given[1]) {
    walk(load, modes, search_with_given_end(load, modes, false, forces), forces);
    return;
  }
  const auto anchors = std::ranges::count_if(modes, &RigidSheaveMode::anchors);
  if (anchors == 0) {
    // The unbalanced force is affine in the acceleration.
    const double at_rest = walk(load, modes, {.acceleration = 0.0}, forces);
    const double slope = walk(load, modes, {.acceleration = 1.0}, forces) - at_rest;
    if (!(slope > 0.0)) throw SolverError(kNoMass);
    walk(load, modes, {.acceleration = -at_rest / slope}, forces);
    return;
  }
  const double a = anchored_acceleration(load, modes);
  const auto rest = [&](double share) { return walk(load, modes, {.acceleration = a, .share = share}, forces); };
  const double first = rest(0.0);
  const double last = rest(1.0);
  double share = last > first ? -first / (last - first) : 0.5 + kTooMuch * sign_of(-first);
  if (anchors > 1 && share >= 0.0 && share <= 1.0) share = numerics::find_root(rest, 0.0, 1.0);
  rest(share);
}

}  // namespace beltdyn
