// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/numerics/ring_border.hpp"
#include "core/simulation/state_archive.hpp"
#include "eulerian/ale/ale_parameters.hpp"
#include "eulerian/ale/transported_history.hpp"

namespace beltdyn::eulerian::ale {

AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh);
// The pulleys at rest at the start.
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive);

// The equations of motion of the belt and of the pulleys whose angle is not prescribed, and Newton's correction of a
// trial state. The state is that of arrays() and angles().
class AleEquations {
 public:
  AleEquations(const BeltDrive& drive, const AleParameters& parameters);
  AleEquations(const AleEquations&) = delete;
  AleEquations& operator=(const AleEquations&) = delete;

  const BeltDrive& drive() const { return drive_; }
  const AleModel& model() const { return model_; }
  AleKernel& kernel() { return *work_.kernel; }
  AleArrays& arrays() { return *work_.arrays; }
  const AleArrays& arrays() const { return *work_.arrays; }
  std::vector<numerics::CoordinateState>& angles() { return angles_; }
  const std::vector<numerics::CoordinateState>& angles() const { return angles_; }
  // As of the last evaluation.
  std::span<const PulleyEntry> pulleys() const { return pulleys_; }

  // The turn of the pulleys in a step is measured from the angles of now.
  void begin_step() { angles_before_ = angles_; }
  // What the belt of now is remembered by in the next step.
  void commit();
  // Holds the first particle at its node with a stiff spring, and all pulleys; for statics.
  void hold(bool on);

  // The residual of the trial state: the largest of forces on nodes, of moments on them over the length of an element,
  // and of moments on pulleys over their radius; infinity if a number is not finite or the belt has no departure point [N].
  double evaluate(const AleStep& step, double time, bool with_tangent);
  // The correction of Newton's method from the last evaluation, with the last tangent; applied whole. Returns false if
  // the matrix is singular.
  bool correct(const AleStep& step, double time);
  // Goes `share` of the last correction further; back if it is negative.
  void move(const AleStep& step, double share);
  // Is there a tangent, of whatever state, for steps of this length?
  bool has_tangent(const AleStep& step) const { return tangent_step_ == step.length; }
  void forget_tangent() { tangent_step_ = 0.0; }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  void turn_pulleys();
  double residual_norm() const;
  double angle_residual(std::size_t pulley, const AleStep& step, double time) const;
  void solve_angles(const AleStep& step, double time);

  BeltDrive drive_;
  AleModel model_;
  std::vector<PulleyEntry> pulleys_;
  std::vector<numerics::CoordinateState> angles_;
  std::vector<numerics::CoordinateState> angles_before_;
  AleWork work_;
  TransportedHistory history_;
  std::vector<std::size_t> unknown_;  // the pulley of each unknown angle
  numerics::AlignedVector correction_;
  numerics::RingBorder border_;  // of the unknown angles
  double tangent_step_ = 0.0;    // length of the step that the tangent belongs to, 0: there is none [s]
  bool is_factorised_ = false;
  bool held_ = false;
  double held_at_{};  // [m]
};

// The rails of an element, and the values of the arrays at its ends.
struct ElementState {
  ElementGeometry<double> geometry;
  ElementFields<double> fields;
};
ElementState element_state(const AleEquations& equations, int element);

}  // namespace beltdyn::eulerian::ale
