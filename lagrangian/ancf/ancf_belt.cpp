// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/ancf_belt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/simulation/belt_balances.hpp"
#include "lagrangian/ancf/belt_energy.hpp"
#include "lagrangian/ancf/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The default tolerance of the residual is this part of the force in the untouched belt; results do not change below
// it.
constexpr double kRelativeTolerance = 2.5e-7;
// What a belt without pretension is compared with: the force of this strain.
constexpr double kSmallStrain = 1e-3;
// Elements look for pulleys up to this part of their length away: much further than a belt moves in a step.
constexpr double kNeighbourhood = 0.5;
// Rounds of judging contacts in the static start; each changes fewer of them.
constexpr int kStaticRounds = 50;
// Residuals of all nodes add up in a belt that nothing holds, so that statics takes a finer tolerance than a step.
constexpr double kStaticTolerance = 1e-3;
constexpr int kStaticIterations = 50;
// Newton's method stagnates if an iteration leaves more than this part of the residual.
constexpr double kStagnation = 0.5;
// A correction is shortened to no less than a sixteenth.
constexpr double kShortestCorrection = 1.0 / 16.0;
// A tangent is used again as long as each correction reduces the residual to this part.
constexpr double kGoodReduction = 0.1;
// The powers are entered into the ledger once in so many steps, which saves most of what that costs and leaves the
// trapezoidal rule of the same order.
constexpr int kStepsPerEntry = 4;
// A step is cut in halves no more than this many times: to a millionth.
constexpr double kShortestStep = 1.0 / (1 << 20);
// So many steps succeed before the step is doubled.
constexpr int kStepsBeforeGrowth = 4;

double tolerance_of(const BeltDrive& drive, const AncfParameters& parameters) {
  if (parameters.newton_tolerance > 0.0) return parameters.newton_tolerance;
  return kRelativeTolerance * std::max(std::abs(drive.initial_force()), kSmallStrain * drive.belt.axial_stiffness);
}

}  // namespace

AncfBelt::AncfBelt(const BeltDrive& drive, const AncfParameters& parameters)
    : parameters_(parameters),
      equations_(drive, parameters),
      scheme_(parameters.scheme()),
      tolerance_(tolerance_of(drive, parameters)),
      auxiliary_(equations_.arrays().q.size()),
      torques_(drive.pulleys.size()),
      substep_(kInfinity) {
  lay_on_path(drive, equations_.arrays());
  check_.emplace(equations_.model(), equations_.arrays(), equations_.pulleys(), scheme_.inertia);
  find_static_equilibrium();
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    if (const auto* motion = std::get_if<PrescribedMotion>(&drive.pulleys[p].motion)) {
      equations_.angles()[p].v = motion->angular_velocity.value(0.0);
    }
  }
  look_around();
  ledger_.begin(0.0, drive_energy(equations_, scheme_.inertia), drive_flow(equations_, torques_, 0.0));
  keep(before_);
  before_steps_ = before_;
  owner_before_ = equations_.arrays().owner;
  memory_before_ = equations_.arrays().memory;
}

// Without friction, pulleys at rest, the first node held along the belt. The contacts are those of the belt on its path
// at first, and are judged when the belt has found its place.
void AncfBelt::find_static_equilibrium() {
  const EvaluationStep statics{.length = kInfinity, .rates = {}, .friction = ContactFriction::none};
  BeltKernel& kernel = equations_.kernel();
  equations_.hold(true);
  look_around();
  equations_.evaluate(statics, 0.0, false);
  kernel.judge();
  const double tolerance = kStaticTolerance * tolerance_;
  bool settled = false;
  for (int round = 0; round < kStaticRounds && !settled; ++round) {
    double residual = equations_.evaluate(statics, 0.0, true);
    for (int i = 0; i < kStaticIterations && !(residual <= tolerance); ++i) {
      const double before = residual;
      const bool regular = equations_.correct(statics, 0.0);
      residual = equations_.evaluate(statics, 0.0, true);
      if (!regular || !std::isfinite(residual)) break;
      // The rounding of many short and stiff elements may leave more than the fine tolerance.
      if (residual <= tolerance_ && !(residual < kStagnation * before)) break;
    }
    if (!(residual <= tolerance_)) {
      throw SolverError(
          fmt::format("the belt has no static equilibrium without friction: a residual of {:.3g} N remains; check "
                      "pretension, contact stiffness and gravity, or use more elements",
                      residual));
    }
    settled = kernel.judge() <= parameters_.switching_tolerance;
  }
  if (!settled) {
    throw SolverError("the contacts of the belt at rest do not settle; check pretension and gravity");
  }
  const std::string objection = check_->objection(equations_.arrays(), equations_.arrays().q, equations_.pulleys());
  if (!objection.empty()) {
    throw SolverError(
        fmt::format("the belt has no static equilibrium on its pulleys: {}; check pretension and gravity", objection));
  }
  equations_.arrays().close_positions(equations_.model().rule.length);
  equations_.hold(false);
  equations_.forget_tangent();
  equations_.begin_step();
  equations_.turn_pulleys();
  kernel.commit(statics.friction);
}

void AncfBelt::look_around() {
  const double margin = kNeighbourhood * equations_.model().rule.length;
  is_crowded_ = !equations_.kernel().find_neighbours(equations_.pulleys(), margin);
}

void AncfBelt::keep(State& state) const {
  const BeltArrays& arrays = equations_.arrays();
  state.q = arrays.q;
  state.v = arrays.v;
  state.acceleration = arrays.a;
  state.auxiliary = auxiliary_;
  state.angles = equations_.angles();
  state.torques = torques_;
  state.time = time_;
  state.substep = substep_;
  state.successes = successes_;
  state.is_crowded = is_crowded_;
  state.ledger = ledger_;
}

void AncfBelt::take_back(const State& state) {
  BeltArrays& arrays = equations_.arrays();
  arrays.q = state.q;
  arrays.v = state.v;
  arrays.a = state.acceleration;
  auxiliary_ = state.auxiliary;
  equations_.angles() = state.angles;
  torques_ = state.torques;
  time_ = state.time;
  ledger_ = state.ledger;
}

double AncfBelt::power_defect() const {
  return ledger_.defect(time_, drive_flow(equations_, torques_, time_), drive_energy(equations_, scheme_.inertia),
                        reference_energy(equations_.drive()));
}

void AncfBelt::predict(double h, double end) {
  BeltArrays& arrays = equations_.arrays();
  equations_.begin_step();
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    const double a = auxiliary_[i];
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

// Newton's method, at frozen states in the mode of the paper. The tangent of an earlier iteration or step is used as
// long as it serves.
bool AncfBelt::iterate(const EvaluationStep& step, double end) {
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

bool AncfBelt::solve(const EvaluationStep& step, double end) {
  if (parameters_.friction == FrictionMode::consistent) return iterate(step, end);
  for (int round = 1; iterate(step, end); ++round) {
    const double error = equations_.kernel().judge();
    if (error > 0.0) equations_.forget_tangent();
    if (error <= parameters_.switching_tolerance) return true;
    if (round == parameters_.switching_iterations) {
      ++statistics_.unsettled_steps;
      return true;
    }
    ++statistics_.status_changes;
  }
  return false;
}

void AncfBelt::accept(const EvaluationStep& step, double h) {
  BeltArrays& arrays = equations_.arrays();
  arrays.close_positions(equations_.model().rule.length);
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    auxiliary_[i] = scheme_.auxiliary_after(before_.acceleration[i], auxiliary_[i], arrays.a[i]);
  }
  for (std::size_t p = 0; p < torques_.size(); ++p) {
    numerics::CoordinateState& angle = equations_.angles()[p];
    angle.auxiliary = scheme_.auxiliary_after(before_.angles[p].acceleration, angle.auxiliary, angle.acceleration);
    torques_[p] = equations_.pulleys()[p].torque;
  }
  equations_.kernel().commit(step.friction);
  look_around();
  time_ += h;
  ++statistics_.steps;
  if (statistics_.steps % kStepsPerEntry == 0) ledger_.go_to(time_, drive_flow(equations_, torques_, time_));
}

bool AncfBelt::try_step(double h) {
  if (is_crowded_) {
    failure_ = "an element is near more than two pulleys (use more elements)";
    return false;
  }
  const EvaluationStep step{
      .length = h,
      .rates = scheme_.rates(h),
      .friction = parameters_.friction == FrictionMode::paper ? ContactFriction::paper : ContactFriction::consistent};
  keep(before_);
  predict(h, time_ + h);
  if (solve(step, time_ + h)) {
    failure_ = check_->objection(equations_.arrays(), before_.q, equations_.pulleys());
    if (failure_.empty()) {
      accept(step, h);
      return true;
    }
  }
  equations_.kernel().revert();
  equations_.forget_tangent();
  take_back(before_);
  ++statistics_.rejected_steps;
  return false;
}

// What the kernel does not take back itself.
void AncfBelt::keep_start() {
  keep(before_steps_);
  owner_before_ = equations_.arrays().owner;
  memory_before_ = equations_.arrays().memory;
}

void AncfBelt::give_up(double h) {
  const double failed_at = time_;
  take_back(before_steps_);
  substep_ = before_steps_.substep;
  successes_ = before_steps_.successes;
  is_crowded_ = before_steps_.is_crowded;
  equations_.arrays().owner = owner_before_;
  equations_.arrays().memory = memory_before_;
  throw SolverError(
      fmt::format("no step from t = {:.6g} s succeeds, down to {:.3g} s: {}; check that the belt stays taut and the "
                  "pulleys apart, or try a shorter time_step, more elements or a softer contact.",
                  failed_at, h, failure_));
}

void AncfBelt::advance(double dt) {
  const double start = time_;
  bool is_start_kept = false;
  while (time_ < start + dt) {
    const double left = start + dt - time_;
    // What would remain of a last step is not worth a step of its own.
    const double h = left < substep_ * (1.0 + kShortestStep) ? left : substep_;
    if (h < left && !is_start_kept) {
      is_start_kept = true;
      keep_start();
    }
    if (try_step(h)) {
      if (h == left) time_ = start + dt;
      if (std::isfinite(substep_) && ++successes_ >= kStepsBeforeGrowth) {
        substep_ = 2.0 * substep_ < dt ? 2.0 * substep_ : kInfinity;
        successes_ = 0;
      }
      continue;
    }
    if (!is_start_kept) {
      is_start_kept = true;
      keep_start();
    }
    successes_ = 0;
    substep_ = 0.5 * h;
    if (is_crowded_ || substep_ < kShortestStep * dt) give_up(h);
  }
}

}  // namespace beltdyn::lagrangian::ancf
