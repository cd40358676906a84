// SPDX-License-Identifier: MIT
#include "core/dynamics/belt_stepper.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/step_scales.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn {
namespace {

// A tangent is used again while each correction reduces the residual to this part or less.
constexpr double kGoodReduction = 0.4;
// A correction of an old tangent that multiplies the residual by more than this is taken back. Smaller increases often
// lead on, for example through the falling part of a Stribeck curve.
constexpr double kFarAway = 10.0;
// The time of a clutch change is located to this part of a step.
constexpr double kShortestChange = 1e-9;
constexpr int kMostLocations = 50;
constexpr int kMostChanges = 1000;  // of clutches in one call of advance()
// Length of the step after a jump as part of a time step. Its error is half of an acceleration times its square.
constexpr double kStepBehindJump = 1.0 / 128.0;
// Errors of velocities across rigid contacts become accelerations. With the generalised-α method a step h/r behind
// three steps h multiplies them by r/12, so that such steps, again and again, diverge for r > 17. A step whose length
// changes by more than this factor uses the implicit Euler method.
constexpr double kLargestChange = 8.0;
// A step is halved down to about a millionth of the time step.
constexpr numerics::SubstepRule kSubsteps{.shortest = 1.0 / (1 << 20), .steps_to_double = 4};

}  // namespace

void BeltStepper::begin(std::vector<double> torques) {
  system().angles().start(0.0);
  system().mounts().start(0.0);
  const BeltArraysView arrays = system().arrays_view();
  state_ = {.q = arrays.q,
            .v = arrays.v,
            .acceleration = arrays.a,
            .auxiliary = arrays.a,
            .angles = system().angles().states(),
            .rotors = system().angles().rotors().states(),
            .joints = {},
            .mounts = {},
            .torques = std::move(torques),
            .time = 0.0,
            .last_length = 0.0,
            .substep = {},
            .ledger = {}};
  system().angles().store_joints(state_.joints);
  system().mounts().store_state(state_.mounts);
  reference_energy_ = energy_scale();
  state_.ledger.begin(0.0, energy(), power_flow(state_.torques, 0.0));
  before_steps_ = state_;
}

double BeltStepper::energy_scale() const { return reference_energy(system().drive()); }

double BeltStepper::power_defect() const {
  return state_.ledger.defect(state_.time, power_flow(state_.torques, state_.time), energy(), reference_energy_);
}

double BeltStepper::exchanged_energy() const {
  return state_.ledger.scale(state_.time, power_flow(state_.torques, state_.time), reference_energy_);
}

bool BeltStepper::is_behind_jump() const { return has_inertia() && jumps_ && jumps_->is_at(state_.time); }

numerics::StepScheme BeltStepper::scheme(double h) const {
  if (is_behind_jump()) return numerics::StepScheme::implicit_euler();
  const auto [shorter, longer] = std::minmax(h, state_.last_length);
  if (!has_inertia() || shorter == 0.0 || longer <= kLargestChange * shorter) return control_.scheme;
  numerics::StepScheme scheme = numerics::StepScheme::implicit_euler();
  scheme.slip_weight = control_.scheme.slip_weight;
  return scheme;
}

void BeltStepper::predict(const BeltStep& step) {
  const BeltArraysView arrays = system().arrays_view();
  const double h = step.length;
  const numerics::StepScheme scheme = this->scheme(h);
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    const double a = scheme.auxiliary_before(state_.auxiliary[i]);
    arrays.q[i] += h * arrays.v[i] + 0.5 * h * h * a;
    arrays.v[i] += h * a;
    arrays.a[i] = (a - scheme.alpha_f * arrays.a[i]) / (1.0 - scheme.alpha_f);
  }
  system().angles().begin_step();
  system().angles().predict(scheme, h, step.end);
  system().mounts().predict(scheme, h, step.end);
  refine_prediction(step, {.q = state_.q, .v = state_.v, .a = state_.auxiliary});
}

bool BeltStepper::iterate(const BeltStep& step) {
  BeltSystem& equations = system();
  const double accepted = control_.residual_tolerance;
  bool is_new = !equations.has_tangent(step);
  double residual = equations.evaluate(step, is_new);
  for (int i = 0; i < control_.newton_iterations; ++i) {
    const double before = residual;
    statistics_.factorisations += is_new ? 1 : 0;
    if (!std::isfinite(before) || !equations.correct(step)) {
      failure_ = "the equations became singular";
      return false;
    }
    ++statistics_.newton_iterations;
    if (is_new) {
      residual = equations.limit_correction(step, before, accepted);
    } else {
      residual = equations.evaluate(step, false);
      // Where contact points change between stick and slip, an old tangent may lead far away.
      if (!(residual <= kFarAway * before)) equations.move(step, -1.0);
    }
    const bool is_stuck = is_new && !(residual <= kGoodReduction * before);
    if (residual <= (is_stuck ? std::max(accepted, rounding_) : accepted)) return true;
    is_new = !(residual <= kGoodReduction * before);
    if (is_new) residual = equations.evaluate(step, true);
  }
  failure_ = fmt::format("after {} Newton iterations a residual of {:.3g} N remained (tolerance {:.3g} N)",
                         control_.newton_iterations, residual, accepted);
  return false;
}

// The local error of the positions of nodes, pulley surfaces and mounts, (β − 1/6) h² (a₁ − a₀) with the auxiliary
// accelerations, over the smallest radius. Source: Zienkiewicz and Xie, Earthquake Eng. Struct. Dyn. 20 (1991).
double BeltStepper::step_error(double h) const {
  const numerics::StepScheme scheme = this->scheme(h);
  const BeltArraysView arrays = system().arrays_view();
  double largest = 0.0;
  for (int node = 0; node < arrays.layout.n_nodes(); ++node) {
    for (const int c : position_components()) {
      const std::size_t at = arrays.layout.at(node, numerics::kBlock, c);
      const double after = scheme.auxiliary_after(state_.acceleration[at], state_.auxiliary[at], arrays.a[at]);
      largest = std::max(largest, std::abs(after - scheme.auxiliary_before(state_.auxiliary[at])));
    }
  }
  for (std::size_t p = 0; p < state_.angles.size(); ++p) {
    const Pulley& pulley = system().drive().pulleys[p];
    if (pulley.is_prescribed()) continue;
    const numerics::CoordinateState& before = state_.angles[p];
    const double after =
        scheme.auxiliary_after(before.acceleration, before.auxiliary, system().angles()[p].acceleration);
    largest = std::max(largest, pulley.radius * std::abs(after - scheme.auxiliary_before(before.auxiliary)));
  }
  const PulleyMounts& mounts = system().mounts();
  for (std::size_t p = 0; p < mounts.size(); ++p) {
    if (!mounts.is_unknown(p)) continue;
    const numerics::CoordinateState& before = state_.mounts.coordinates[p];
    const Pulley& pulley = system().drive().pulleys[p];
    const double after = scheme.auxiliary_after(before.acceleration, before.auxiliary, mounts[p].acceleration);
    largest = std::max(
        largest, force_arm(pulley.mount, pulley.center) * std::abs(after - scheme.auxiliary_before(before.auxiliary)));
  }
  return std::abs(scheme.beta - 1.0 / 6.0) * h * h * largest / smallest_radius(system().drive());
}

void BeltStepper::accept(double h) {
  commit_history();
  const BeltArraysView arrays = system().arrays_view();
  PulleyAngles& angles = system().angles();
  const numerics::StepScheme scheme = this->scheme(h);
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    state_.auxiliary[i] = scheme.auxiliary_after(state_.acceleration[i], state_.auxiliary[i], arrays.a[i]);
  }
  angles.finish_step(scheme, state_.angles);
  if (angles.rotors().are_there()) {
    angles.rotors().finish_step(scheme, state_.rotors);
    angles.change_clutches(state_.time + h, control_.residual_tolerance);
    state_.rotors = angles.rotors().states();
  }
  system().mounts().finish_step(scheme);
  for (std::size_t p = 0; p < angles.size(); ++p) state_.torques[p] = angles.torque(p);
  state_.q = arrays.q;
  state_.v = arrays.v;
  state_.acceleration = arrays.a;
  state_.angles = angles.states();
  angles.store_joints(state_.joints);
  system().mounts().store_state(state_.mounts);
  state_.time += h;
  state_.last_length = h;
  ++statistics_.steps;
  state_.ledger.go_to(state_.time, power_flow(state_.torques, state_.time));
}

void BeltStepper::restore_state() {
  const BeltArraysView arrays = system().arrays_view();
  arrays.q = state_.q;
  arrays.v = state_.v;
  arrays.a = state_.acceleration;
  system().angles().restore_states(state_.angles);
  system().angles().rotors().restore_states(state_.rotors);
  system().angles().restore_joints(state_.joints);
  system().mounts().restore_state(state_.mounts);
}

// Solves a step; returns false and notes the reason if that fails.
bool BeltStepper::solves(double h) {
  const BeltStep step{.length = h, .end = state_.time + h, .rates = scheme(h).rates(h)};
  predict(step);
  if (!solve(step)) return false;
  failure_ = objection(state_.q);
  return failure_.empty();
}

// Discards the trial state.
void BeltStepper::go_back() {
  system().forget_tangent();
  restore_state();
  revert_history();
}

BeltStepper::StepOutcome BeltStepper::try_step(double h, bool may_change) {
  if (solves(h)) {
    const bool is_checked = control_.step_tolerance > 0.0 && has_inertia();
    const double error = is_checked ? step_error(h) : 0.0;
    if (error <= control_.step_tolerance) {
      const bool is_beyond = system().angles().clutch_margin(control_.residual_tolerance) < 0.0;
      if (is_beyond && !may_change) {
        go_back();
        return StepOutcome::beyond_change;
      }
      may_grow_ = !is_checked || error < numerics::kRoomToDouble * control_.step_tolerance;
      accept(h);
      return StepOutcome::accepted;
    }
    failure_ = fmt::format("the step error was {:.3g} times the smallest radius (step_tolerance {:.3g})", error,
                           control_.step_tolerance);
  }
  go_back();
  ++statistics_.rejected_steps;
  return StepOutcome::failed;
}

// The length of a step that ends just beyond the change of a clutch; the change lies within a step of length h.
double BeltStepper::time_to_change(double h) {
  const auto margin = [this](double length) {
    const bool is_sound = solves(length);
    const double value = system().angles().clutch_margin(control_.residual_tolerance);
    go_back();
    // A step that fails counts as one that goes too far.
    return is_sound ? value : -1.0;
  };
  const double shortest = kShortestChange * h;
  // The clutch changes at the very start of the step.
  if (!(margin(shortest) > 0.0)) return shortest;
  return numerics::bracket_root(margin, shortest, h, kShortestChange * h, kMostLocations).high;
}

void BeltStepper::throw_no_step(double h) {
  const double failed_at = state_.time;
  state_ = before_steps_;
  restore_state();
  restore_kept_history();
  // Some reasons name their own remedy.
  const bool has_remedy = failure_.find("; ") != std::string::npos;
  throw SolverError(
      fmt::format("no step from t = {:.6g} s succeeds, down to {:.3g} s: {}{}", failed_at, h, failure_,
                  has_remedy ? ""
                             : "; check that the belt stays taut and the pulleys do not collide, or try a shorter "
                               "time_step, more elements or a softer contact."));
}

// The length of the next step on the way to `end`, which is reached in steps of dt or shorter ones.
double BeltStepper::length_of_step(double end, double dt) const {
  const double left = end - state_.time;
  const double h = state_.substep.next(left, kSubsteps);
  if (!jumps_) return h;
  const double to_jump = jumps_->next(state_.time) - state_.time;
  return to_jump < h - kShortestChange * dt ? to_jump : h;
}

void BeltStepper::advance(double dt) {
  const double start = state_.time;
  bool is_start_kept = false;
  const auto keep_start = [&] {
    if (is_start_kept) return;
    is_start_kept = true;
    before_steps_ = state_;
    keep_history();
  };
  int n_changes = 0;
  while (state_.time < start + dt) {
    throw_if_stopped();
    const double left = start + dt - state_.time;
    if (is_behind_jump()) state_.substep = {.length = std::min(kStepBehindJump * dt, state_.substep.length)};
    const double h = length_of_step(start + dt, dt);
    if (h < left) keep_start();
    StepOutcome outcome = try_step(h);
    const bool is_cut = outcome == StepOutcome::beyond_change;
    if (is_cut) {
      keep_start();
      if (++n_changes > kMostChanges) {
        failure_ = "a clutch does not settle between sticking and slipping";
        throw_no_step(h);
      }
      outcome = try_step(time_to_change(h), true);
    }
    if (outcome == StepOutcome::accepted) {
      if (is_cut) continue;
      if (h == left) state_.time = start + dt;
      state_.substep.succeed(dt, kSubsteps, may_grow_);
      continue;
    }
    keep_start();
    if (!state_.substep.fail(h, dt, kSubsteps)) throw_no_step(h);
  }
}

}  // namespace beltdyn
