// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_belt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/simulation/belt_balances.hpp"
#include "eulerian/ale/ale_energy.hpp"
#include "eulerian/ale/ale_statics.hpp"

namespace beltdyn::eulerian::ale {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// A correction is shortened to no less than this part.
constexpr double kShortestCorrection = 1.0 / 64.0;
// A tangent is used again as long as each correction reduces the residual to this part.
constexpr double kGoodReduction = 0.1;
// The powers are entered into the ledger once in so many steps, which saves most of what that costs and leaves the
// trapezoidal rule of the same order.
constexpr int kStepsPerEntry = 4;
// A step is cut in halves no more than this many times: to a millionth.
constexpr double kShortestStep = 1.0 / (1 << 20);
// So many steps succeed before the step is doubled.
constexpr int kStepsBeforeGrowth = 4;

}  // namespace

AleBelt::AleBelt(const BeltDrive& drive, const AleParameters& parameters)
    : parameters_(parameters),
      equations_(drive, parameters),
      scheme_(parameters.scheme()),
      tolerance_(tolerance_of(drive, parameters)) {
  find_static_equilibrium(equations_, tolerance_);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    if (const auto* motion = std::get_if<PrescribedMotion>(&drive.pulleys[p].motion)) {
      equations_.angles()[p].v = motion->angular_velocity.value(0.0);
    }
  }
  const AleArrays& arrays = equations_.arrays();
  state_ = {.q = arrays.q,
            .v = arrays.v,
            .acceleration = arrays.a,
            .auxiliary = arrays.a,
            .contacts = arrays.contacts,
            .angles = equations_.angles(),
            .torques = std::vector<double>(drive.pulleys.size()),
            .time = 0.0,
            .substep = kInfinity,
            .successes = 0,
            .ledger = {}};
  state_.ledger.begin(0.0, drive_energy(equations_, scheme_.inertia), drive_flow(equations_, state_.torques, 0.0));
  before_steps_ = state_;
}

void AleBelt::predict(double h, double end) {
  AleArrays& arrays = equations_.arrays();
  equations_.begin_step();
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    const double a = state_.auxiliary[i];
    arrays.q[i] += h * arrays.v[i] + 0.5 * h * h * a;
    arrays.v[i] += h * a;
    arrays.a[i] = (a - scheme_.alpha_f * arrays.a[i]) / (1.0 - scheme_.alpha_f);
  }
  const auto& pulleys = equations_.drive().pulleys;
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    numerics::CoordinateState& angle = equations_.angles()[p];
    if (const auto* motion = std::get_if<PrescribedMotion>(&pulleys[p].motion)) {
      const double omega = motion->angular_velocity.value(end);
      angle.q += h * ((1.0 - scheme_.slip_weight) * angle.v + scheme_.slip_weight * omega);
      angle.v = omega;
    } else {
      angle = scheme_.predict(angle, h);
    }
  }
}

// Newton's method. The tangent of an earlier iteration or step is used as long as it serves.
bool AleBelt::iterate(const AleStep& step, double end) {
  bool is_new = !equations_.has_tangent(step);
  double residual = equations_.evaluate(step, end, is_new);
  for (int i = 0; i < parameters_.newton_iterations; ++i) {
    const double before = residual;
    statistics_.factorisations += is_new ? 1 : 0;
    if (!std::isfinite(before) || !equations_.correct(step, end)) {
      failure_ = "the equations became singular";
      return false;
    }
    ++statistics_.newton_iterations;
    residual = equations_.evaluate(step, end, false);
    for (double share = 1.0; is_new && residual > tolerance_ && !(residual < before) && share > kShortestCorrection;) {
      share *= 0.5;
      equations_.move(step, -share);
      residual = equations_.evaluate(step, end, false);
    }
    if (residual <= tolerance_) return true;
    is_new = !(residual <= kGoodReduction * before);
    if (is_new) residual = equations_.evaluate(step, end, true);
  }
  failure_ = fmt::format("after {} Newton iterations a residual of {:.3g} N remained (tolerance {:.3g} N)",
                         parameters_.newton_iterations, residual, tolerance_);
  return false;
}

// The local error of the positions, (β − 1/6) h² (a₁ − a₀) with the auxiliary accelerations, of nodes and of the
// surface of pulleys, as part of the smallest radius. Source: Zienkiewicz and Xie, Earthquake Eng. Struct. Dyn. 20
// (1991).
double AleBelt::step_error(double h) const {
  const AleArrays& arrays = equations_.arrays();
  const double factor = std::abs(scheme_.beta - 1.0 / 6.0) * h * h;
  double largest = 0.0;
  for (const std::size_t start : arrays.node_start) {
    for (const std::size_t c : {std::size_t{0}, std::size_t{2}}) {  // w and s
      const std::size_t at = start + c * static_cast<std::size_t>(arrays.layout.lanes());
      const double after = scheme_.auxiliary_after(state_.acceleration[at], state_.auxiliary[at], arrays.a[at]);
      largest = std::max(largest, std::abs(after - state_.auxiliary[at]));
    }
  }
  for (std::size_t p = 0; p < state_.angles.size(); ++p) {
    const Pulley& pulley = equations_.drive().pulleys[p];
    if (pulley.is_prescribed()) continue;
    const numerics::CoordinateState& before = state_.angles[p];
    const double after =
        scheme_.auxiliary_after(before.acceleration, before.auxiliary, equations_.angles()[p].acceleration);
    largest = std::max(largest, pulley.radius * std::abs(after - before.auxiliary));
  }
  return factor * largest / smallest_radius(equations_.drive());
}

void AleBelt::accept(double h) {
  AleArrays& arrays = equations_.arrays();
  equations_.commit();
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    state_.auxiliary[i] = scheme_.auxiliary_after(state_.acceleration[i], state_.auxiliary[i], arrays.a[i]);
  }
  for (std::size_t p = 0; p < state_.torques.size(); ++p) {
    numerics::CoordinateState& angle = equations_.angles()[p];
    angle.auxiliary = scheme_.auxiliary_after(state_.angles[p].acceleration, angle.auxiliary, angle.acceleration);
    state_.torques[p] = equations_.pulleys()[p].moment;
  }
  state_.q = arrays.q;
  state_.v = arrays.v;
  state_.acceleration = arrays.a;
  state_.contacts = arrays.contacts;
  state_.angles = equations_.angles();
  state_.time += h;
  ++statistics_.steps;
  if (statistics_.steps % kStepsPerEntry == 0) {
    state_.ledger.go_to(state_.time, drive_flow(equations_, state_.torques, state_.time));
  }
}

double AleBelt::power_defect() const {
  return state_.ledger.defect(state_.time, drive_flow(equations_, state_.torques, state_.time),
                              drive_energy(equations_, scheme_.inertia), reference_energy(equations_.drive()));
}

void AleBelt::take_back(const State& state) {
  AleArrays& arrays = equations_.arrays();
  arrays.q = state.q;
  arrays.v = state.v;
  arrays.a = state.acceleration;
  arrays.contacts = state.contacts;
  equations_.angles() = state.angles;
}

bool AleBelt::try_step(double h) {
  AleStep step{.length = h, .rates = scheme_.rates(h), .friction = FrictionUse::full, .inertia = scheme_.inertia};
  predict(h, state_.time + h);
  if (iterate(step, state_.time + h)) {
    failure_ = objection(equations_);
    const bool is_judged = parameters_.step_tolerance > 0.0 && scheme_.inertia;
    const double error = is_judged ? step_error(h) : 0.0;
    if (failure_.empty() && error > parameters_.step_tolerance) {
      failure_ = fmt::format("the error of the step was {:.3g} of the smallest radius (step_tolerance {:.3g})", error,
                             parameters_.step_tolerance);
    }
    if (failure_.empty()) {
      // The error of a step grows with the third power of its length.
      constexpr double kRoomToDouble = 1.0 / 16.0;
      may_grow_ = !is_judged || error < kRoomToDouble * parameters_.step_tolerance;
      accept(h);
      return true;
    }
  }
  equations_.forget_tangent();
  take_back(state_);
  ++statistics_.rejected_steps;
  return false;
}

void AleBelt::give_up(double h) {
  const double failed_at = state_.time;
  state_ = before_steps_;
  take_back(state_);
  equations_.commit();
  throw SolverError(
      fmt::format("no step from t = {:.6g} s succeeds, down to {:.3g} s: {}; check that the belt stays taut, or try a "
                  "shorter time_step, more elements or a softer contact.",
                  failed_at, h, failure_));
}

void AleBelt::advance(double dt) {
  const double start = state_.time;
  bool is_start_kept = false;
  const auto keep_start = [&] {
    if (!is_start_kept) before_steps_ = state_;
    is_start_kept = true;
  };
  while (state_.time < start + dt) {
    const double left = start + dt - state_.time;
    // What would remain of a last step is not worth a step of its own.
    const double h = left < state_.substep * (1.0 + kShortestStep) ? left : state_.substep;
    if (h < left) keep_start();
    if (try_step(h)) {
      if (h == left) state_.time = start + dt;
      state_.successes = may_grow_ ? state_.successes + 1 : 0;
      if (std::isfinite(state_.substep) && state_.successes >= kStepsBeforeGrowth) {
        state_.substep = 2.0 * state_.substep < dt ? 2.0 * state_.substep : kInfinity;
        state_.successes = 0;
      }
      continue;
    }
    keep_start();
    state_.successes = 0;
    state_.substep = 0.5 * h;
    if (state_.substep < kShortestStep * dt) give_up(h);
  }
}

}  // namespace beltdyn::eulerian::ale
