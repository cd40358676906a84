// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/drive/belt_drive.hpp"
#include "core/numerics/chain_solver.hpp"
#include "core/numerics/ring_border.hpp"
#include "core/simulation/state_archive.hpp"
#include "lagrangian/ancf/ancf_parameters.hpp"

namespace beltdyn::lagrangian::ancf {

// The equations of motion of the belt and of the pulleys whose angle is not prescribed, and Newton's correction of a
// trial state. The state is that of arrays() and angles().
class BeltEquations {
 public:
  BeltEquations(const BeltDrive& drive, const AncfParameters& parameters);
  BeltEquations(const BeltEquations&) = delete;
  BeltEquations& operator=(const BeltEquations&) = delete;

  const BeltDrive& drive() const { return drive_; }
  const BeltModel& model() const { return model_; }
  BeltArrays& arrays() { return *work_.arrays; }
  const BeltArrays& arrays() const { return *work_.arrays; }
  BeltKernel& kernel() { return *work_.kernel; }
  std::vector<numerics::CoordinateState>& angles() { return angles_; }
  const std::vector<numerics::CoordinateState>& angles() const { return angles_; }
  // As of the last evaluation.
  std::span<const PulleyEntry> pulleys() const { return pulleys_; }

  // The angles from which the turn of the pulleys in a step is measured are those of now.
  void begin_step() { angles_before_ = angles_; }
  // Hands the angles to the pulleys.
  void turn_pulleys();
  // Holds the first node along the belt with a stiff spring, and all pulleys; for statics.
  void hold(bool on);

  // The residual of the trial state: the largest of forces, of moments on the nodes over the length of an element, and
  // of moments on pulleys over their radius; infinity if a number is not finite [N].
  double evaluate(const EvaluationStep& step, double time, bool with_tangent);
  // Factorises the matrix of the last evaluation with tangent; false if it is singular. solve() then replaces a
  // right-hand side by the solution.
  bool factorise();
  void solve(numerics::AlignedVector& rhs);
  // Is there a tangent, of whatever state, for steps of this length?
  bool has_tangent(const EvaluationStep& step) const { return tangent_step_ == step.length; }
  void forget_tangent() { tangent_step_ = 0.0; }
  // The correction of Newton's method from the last evaluation, with the last tangent; applied whole. Returns false if
  // the matrix is singular.
  bool correct(const EvaluationStep& step, double time);
  void save_tangent(StateWriter& writer) const;
  void restore_tangent(StateReader& reader);
  // Goes `share` of the last correction further; back if it is negative.
  void move(const EvaluationStep& step, double share);

 private:
  void add_spring(bool with_tangent);
  double angle_residual(std::size_t pulley, const EvaluationStep& step, double time) const;
  void solve_angles(const EvaluationStep& step, double time);

  BeltDrive drive_;
  BeltModel model_;
  std::vector<PulleyEntry> pulleys_;
  std::vector<numerics::CoordinateState> angles_;
  std::vector<numerics::CoordinateState> angles_before_;
  BeltWork work_;
  std::unique_ptr<numerics::ChainSolver> general_solver_;  // empty: that of the kernel
  std::vector<std::size_t> unknown_;                       // the pulley of each unknown angle
  numerics::AlignedVector correction_;
  numerics::RingBorder border_;  // of the unknown angles
  double tangent_step_ = 0.0;    // length of the step that the tangent belongs to, 0: there is none [s]
  bool is_factorised_ = false;
  bool held_ = false;
  Vec2<double> held_at_{};
};

}  // namespace beltdyn::lagrangian::ancf
