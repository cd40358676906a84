// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/belt_equations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lagrangian/ancf/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

using numerics::kBlock;

// The spring that holds the belt in statics is this many times as stiff as an element; its force is next to none.
constexpr double kHoldStiffness = 1e3;

std::vector<std::size_t> unknown_pulleys(const std::vector<PulleyEntry>& pulleys) {
  std::vector<std::size_t> unknown;
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    if (pulleys[p].unknown >= 0) unknown.push_back(p);
  }
  return unknown;
}

}  // namespace

BeltEquations::BeltEquations(const BeltDrive& drive, const AncfParameters& parameters)
    : drive_(drive),
      model_(make_belt_model(drive, parameters)),
      pulleys_(make_pulley_entries(drive)),
      angles_(pulleys_.size()),
      angles_before_(angles_),
      unknown_(unknown_pulleys(pulleys_)),
      border_(unknown_.size()) {
  work_ = make_belt_work(model_, static_cast<int>(unknown_.size()), parameters.instruction_set());
  if (parameters.linear_solver != LinearSolver::ring) {
    general_solver_ = numerics::make_general_solver(work_.arrays->matrix, parameters.linear_solver == LinearSolver::klu
                                                                              ? numerics::GeneralSolver::klu
                                                                              : numerics::GeneralSolver::sparse_lu);
  }
  correction_ = work_.arrays->residual;
}

void BeltEquations::turn_pulleys() {
  for (std::size_t p = 0; p < pulleys_.size(); ++p) {
    pulleys_[p].circle.turn = angles_[p].q - angles_before_[p].q;
    pulleys_[p].circle.angular_velocity = angles_[p].v;
  }
}

void BeltEquations::hold(bool on) {
  held_ = on;
  held_at_ = {arrays().q[arrays().layout.at(0, kBlock, 0)], arrays().q[arrays().layout.at(0, kBlock, 1)]};
}

void BeltEquations::add_spring(bool with_tangent) {
  BeltArrays& a = arrays();
  const auto at = [&](int c) { return a.layout.at(0, kBlock, c); };
  Vec2<double> t{a.q[at(2)], a.q[at(3)]};
  t = (1.0 / std::hypot(t.x, t.y)) * t;
  const double k = kHoldStiffness * model_.section.axial_stiffness / model_.rule.length;
  const double force = -k * numerics::dot(t, Vec2<double>{a.q[at(0)], a.q[at(1)]} - held_at_);
  a.residual[at(0)] += force * t.x;
  a.residual[at(1)] += force * t.y;
  if (!with_tangent) return;
  const auto entry = [&](int i, int j) -> double& {
    return a.matrix.diagonal[a.layout.at(0, numerics::kBlockEntries, i * kBlock + j)];
  };
  entry(0, 0) += k * t.x * t.x;
  entry(0, 1) += k * t.x * t.y;
  entry(1, 0) += k * t.y * t.x;
  entry(1, 1) += k * t.y * t.y;
}

// I θ̈ − M(t, θ̇) − τ
double BeltEquations::angle_residual(std::size_t pulley, const EvaluationStep& step, double time) const {
  const numerics::CoordinateState& angle = angles_[pulley];
  const double inertial = step.rates.acceleration == 0.0 ? 0.0 : drive_.pulleys[pulley].inertia * angle.acceleration;
  return inertial - drive_.pulleys[pulley].moment(time, angle.v) - pulleys_[pulley].torque;
}

double BeltEquations::evaluate(const EvaluationStep& step, double time, bool with_tangent) {
  turn_pulleys();
  work_.kernel->assemble(step, with_tangent, pulleys_);
  if (held_) add_spring(with_tangent);
  if (with_tangent) {
    tangent_step_ = step.length;
    is_factorised_ = false;
  }
  double norm = work_.kernel->residual_norm(model_.rule.length);
  if (held_) return norm;
  for (const std::size_t p : unknown_) {
    const double moment = std::abs(angle_residual(p, step, time)) / drive_.pulleys[p].radius;
    norm = std::isfinite(moment) ? std::max(norm, moment) : INFINITY;
  }
  return norm;
}

bool BeltEquations::factorise() {
  if (general_solver_) return general_solver_->factorise();
  work_.kernel->factorise();
  return true;
}

void BeltEquations::solve(numerics::AlignedVector& rhs) {
  if (general_solver_) return general_solver_->solve(rhs);
  work_.kernel->solve(rhs);
}

bool BeltEquations::correct(const EvaluationStep& step, double time) {
  if (!is_factorised_) {
    if (!factorise()) return false;
    for (auto& column : arrays().column) solve(column);
    is_factorised_ = true;
  }
  solve(arrays().residual);
  border_.hold();
  if (!held_) solve_angles(step, time);
  std::swap(correction_, arrays().residual);
  move(step, 1.0);
  return true;
}

// With the moment τ of the belt on a pulley, J_f = c_a I − c_v ∂M/∂ω − ∂τ/∂angle and b_f = −(I α − M − τ).
void BeltEquations::solve_angles(const EvaluationStep& step, double time) {
  for (std::size_t f = 0; f < unknown_.size(); ++f) {
    const std::size_t p = unknown_[f];
    const Pulley& pulley = drive_.pulleys[p];
    border_.set(f,
                step.rates.acceleration * pulley.inertia -
                    step.rates.velocity * pulley.moment_derivative(time, angles_[p].v) - pulleys_[p].d_torque,
                -angle_residual(p, step, time));
  }
  border_.solve(arrays().row, arrays().column, arrays().residual);
}

void BeltEquations::move(const EvaluationStep& step, double share) {
  BeltArrays& a = arrays();
  const auto& [c_v, c_a] = step.rates;
  for (std::size_t i = 0; i < a.q.size(); ++i) {
    const double d = share * correction_[i];
    a.q[i] += d;
    a.v[i] += c_v * d;
    a.a[i] += c_a * d;
  }
  for (std::size_t f = 0; f < unknown_.size(); ++f) {
    numerics::CoordinateState& angle = angles_[unknown_[f]];
    const double d = share * border_.correction()[static_cast<Eigen::Index>(f)];
    angle.q += d;
    angle.v += c_v * d;
    angle.acceleration += c_a * d;
  }
}

}  // namespace beltdyn::lagrangian::ancf
